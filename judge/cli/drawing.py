"""Pictures put into files, as SVG or PNG by the file's name."""

from collections.abc import Sequence
from pathlib import Path

import typer

from judge.desk.snapshot import Game, PastPhase
from judge.errors import MisuseError
from judge.pictures.drawings import drawn_position, drawn_turn, fresh
from judge.pictures.geometry import Geometry
from judge.pictures.views import View
from judge.store.drawings import KeptDrawing, kept_until
from judge.store.transaction import Transaction

KINDS = (".svg", ".png")


def picture_kind(target: Path) -> str:
    """The kind of picture that a file's name asks for. Refuses: MisuseError for neither `.svg` nor `.png`."""
    kind = target.suffix.lower()
    if kind not in KINDS:
        raise MisuseError(f"{target}: a picture is written as .svg or .png")
    return kind


class Easel:
    """What pictures of a game show, on the drawing of its board as events have left it."""

    def __init__(self, tx: Transaction, game: Game) -> None:
        self._name, self._variant = game.name, tx.find_variant(game.variant, game.on)
        self._start = self._variant.board_by(game.settings.rules)
        self._kept = list(tx.drawings(game.id)) if self._variant.reshapes else []

    def position(self, phase: PastPhase) -> View:
        """How the game stood when a phase began, or stands where it is the last one and was played."""
        turn = phase.turn
        position = phase.position if turn is None else turn.after
        return self._noted(phase, drawn_position(self._variant, self._start, position, self._name, self._until(phase)))

    def phase(self, phase: PastPhase) -> View:
        """A phase with what came of its orders, or as it stands while it is open."""
        if phase.turn is None:
            return self.position(phase)
        return self._noted(phase, drawn_turn(self._variant, self._start, phase.turn, self._name, self._until(phase)))

    def _until(self, phase: PastPhase) -> tuple[Geometry, ...]:
        return kept_until(self._kept, phase.sequence)

    def _noted(self, phase: PastPhase, view: View) -> View:
        """A view whose drawing, where it was made just now, need not be made for the phases after it."""
        new = fresh(view, self._start, self._until(phase))
        if new is not None:
            self._kept.append(KeptDrawing(phase.sequence, new))
            self._kept.sort(key=lambda one: one.sequence)
        return view


def save_picture(view: View, target: Path) -> None:
    """Draw a view into a file.

    Refuses: MisuseError for a name that is neither SVG nor PNG, or a file that cannot be written; PictureError for a
    board without a drawing.
    """
    kind = picture_kind(target)
    from judge.pictures.drawings import EXTRA, can_follow
    from judge.pictures.picture import draw, palette_styles  # drawing takes longer to load than a case to adjudicate

    if view.drawing is not None and not can_follow():
        typer.echo(f"the events cannot be drawn: {EXTRA} brings what it takes", err=True)
    svg = draw(view)
    if kind == ".svg":
        data = svg.encode()
    else:
        from judge.pictures.raster import rasterized

        data = rasterized(svg, palette_styles(view))
    try:
        target.write_bytes(data)
    except OSError as error:
        raise MisuseError(f"{target}: {error.strerror}") from error


def save_film(pictures: Sequence[Path], target: Path, seconds: float) -> None:
    """Pictures one after the other as a GIF that begins again; the last one stands three times as long.

    Refuses: MisuseError for a file that cannot be written.
    """
    from judge.pictures.raster import filmed

    try:
        target.write_bytes(filmed([path.read_bytes() for path in pictures], seconds))
    except OSError as error:
        raise MisuseError(f"{target}: {error.strerror}") from error
