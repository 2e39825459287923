"""What pictures of a game show, each phase on the drawing of its board."""

from judge.desk.snapshot import Game, PastPhase
from judge.pictures.drawings import drawn_position, drawn_turn, fresh
from judge.pictures.geometry import Geometry
from judge.pictures.ground import has_drawing
from judge.pictures.views import View
from judge.store.drawings import KeptDrawing, kept_until
from judge.store.transaction import Transaction


class Studio:
    """What pictures of a game show, on the drawing of its board as events have left it."""

    def __init__(self, tx: Transaction, game: Game) -> None:
        self._name, self._variant = game.name, tx.find_variant(game.variant, game.on)
        self._rules = game.settings.rules
        self._start = self._variant.board_by(self._rules)
        self._kept = list(tx.drawings(game.id)) if self._variant.reshapes else []

    @property
    def draws(self) -> bool:
        """Whether there is a drawing of the board that the game began on."""
        return has_drawing(self._start)

    def position(self, phase: PastPhase) -> View:
        """How the game stood when a phase began, or stands where it is the last one and was played."""
        turn = phase.turn
        position = phase.position if turn is None else turn.after
        return self._noted(phase, drawn_position(self._variant, self._rules, position, self._name, self._until(phase)))

    def phase(self, phase: PastPhase) -> View:
        """A phase with what came of its orders, or as it stands while it is open."""
        if phase.turn is None:
            return self.position(phase)
        return self._noted(phase, drawn_turn(self._variant, self._rules, phase.turn, self._name, self._until(phase)))

    def _until(self, phase: PastPhase) -> tuple[Geometry, ...]:
        return kept_until(self._kept, phase.sequence)

    def _noted(self, phase: PastPhase, view: View) -> View:
        """A view whose drawing, where it was made just now, need not be made for the phases after it."""
        new = fresh(view, self._start, self._until(phase))
        if new is not None:
            self._kept.append(KeptDrawing(phase.sequence, new))
            self._kept.sort(key=lambda one: one.sequence)
        return view
