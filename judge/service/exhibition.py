"""The public archive: a folder of pages that a web server may show, kept up with the games.

A page is written under another name and then put in its place, so that nobody is ever shown half of one. What the pages
of a game were made of is remembered in `archive.json`; only games in which something has changed are written again, and
of them the phases that were not there before.
"""

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypedDict

import structlog

from judge.desk.exhibits import exhibit, is_exhibited
from judge.desk.names import led_by, shown_players
from judge.desk.snapshot import Game
from judge.errors import MisuseError, PictureError
from judge.pictures.picture import draw
from judge.pictures.views import View
from judge.reports.exhibits import (
    Exhibit,
    IndexRow,
    game_page,
    index_page,
    index_row,
    phase_page,
    press_page,
)
from judge.reports.pages import site_style
from judge.service.studio import Studio
from judge.store.phases import phase_marks
from judge.store.store import Store
from judge.store.transaction import Transaction

log = structlog.get_logger(__name__)

_MEMORY = "archive.json"
_FORM = 2  # of the pages: another number writes all of them anew


class Memory(TypedDict):
    """What is remembered of a game: what its pages were made of, its row in the list, and which phases are drawn."""

    mark: str
    row: dict[str, Any]  # Any: the fields of an IndexRow
    drawn: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What was written: games, phases among them, and games that were taken out."""

    games: tuple[str, ...] = ()
    phases: int = 0
    removed: tuple[str, ...] = ()


class Exhibition:
    """The archive in a folder; made and kept up by `refresh`.

    Shape: `house` is the judge's name, for the list of games.
    Refuses: MisuseError for a folder that holds something else.
    """

    def __init__(self, store: Store, folder: Path, house: str) -> None:
        self._store, self._folder, self._house = store, folder, house

    def refresh(self) -> Written:
        """Write what has changed since the last time.

        Refuses: MisuseError when the folder holds other files, or cannot be written.
        """
        try:
            return self._refresh()
        except OSError as trouble:
            raise MisuseError(f"{trouble.filename or self._folder}: {trouble.strerror}") from trouble

    def _refresh(self) -> Written:
        known = self._remembered()
        seen: dict[str, Memory] = {}
        written, phases = [], 0
        with self._store.reading() as tx:
            names = [one.name for one in tx.listings(everything=True)]
        for name in names:
            with self._store.reading() as tx:
                shown = self._shown(tx, name, known.get(name))
            if shown is None:
                continue
            seen[name] = shown.memory
            if shown.exhibit is not None:
                phases += self._write_game(shown.exhibit, shown.drawings)
                written.append(name)
        removed = tuple(sorted(set(known) - set(seen)))
        for name in removed:
            shutil.rmtree(self._folder / name, ignore_errors=True)
        if written or removed or not (self._folder / _MEMORY).exists():
            self._write("style.css", site_style())
            self._write("index.html", index_page([IndexRow(**seen[name]["row"]) for name in sorted(seen)], self._house))
            self._write(_MEMORY, json.dumps({"form": _FORM, "games": seen}, indent=1) + "\n")
        return Written(games=tuple(written), phases=phases, removed=removed)

    def _shown(self, tx: Transaction, name: str, before: Memory | None) -> "_Shown | None":
        """What is to be shown of a game, and what of it is to be written; None where it is not shown at all."""
        game = tx.game(name, lock=False)
        marks = phase_marks(tx.session, game.id) if game is not None and is_exhibited(game) else ()
        if game is None or not marks:
            return None
        mark = _mark(game, marks)
        if before is not None and before["mark"] == mark:
            return _Shown(memory=before)
        past = tx.phases(game.id)
        found = exhibit(game, past, tx.messages(game.id))
        ids = {part.stem: past[part.number - 1].id for part in found.parts}
        row: dict[str, Any] = asdict(index_row(found))
        drawn = {} if before is None else before["drawn"]
        new = {part.stem: past[part.number - 1] for part in found.parts if drawn.get(part.stem) != ids[part.stem]}
        studio = Studio(tx, game)
        views = {stem: studio.phase(phase) if studio.draws else None for stem, phase in new.items()}
        return _Shown(memory={"mark": mark, "row": row, "drawn": ids}, exhibit=found, drawings=views)

    def _write_game(self, shown: Exhibit, views: dict[str, View | None]) -> int:
        """Write the pages of a game and the pictures it lacks; how many phases are new."""
        (self._folder / shown.name).mkdir(parents=True, exist_ok=True)
        for stem, view in views.items():
            self._draw(f"{shown.name}/{stem}.svg", view)
        for part in shown.parts:
            pictured = (self._folder / shown.name / f"{part.stem}.svg").exists()
            self._write(f"{shown.name}/{part.stem}.html", phase_page(shown, part, pictured=pictured))
        if shown.messages:
            self._write(f"{shown.name}/press.html", press_page(shown))
        last = shown.parts[-1].stem if shown.parts else ""
        pictured = bool(last) and (self._folder / shown.name / f"{last}.svg").exists()
        self._write(f"{shown.name}/index.html", game_page(shown, pictured=pictured))
        stems = {part.stem for part in shown.parts}
        for file in (self._folder / shown.name).iterdir():
            stale = file.suffix in (".html", ".svg") and file.stem not in (*stems, "index")
            if stale and not (file.stem == "press" and shown.messages):
                file.unlink()
        return len(views)

    def _draw(self, name: str, view: View | None) -> None:
        """Draw a phase; one that cannot be drawn is shown without a picture."""
        (self._folder / name).unlink(missing_ok=True)
        if view is None:
            return
        try:
            self._write(name, draw(view))
        except PictureError as trouble:
            log.warning("archive.undrawn", picture=name, trouble=str(trouble))

    def _remembered(self) -> dict[str, Memory]:
        """What was written before, by game; nothing when the pages have another form now."""
        file = self._folder / _MEMORY
        if not file.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            if any(self._folder.iterdir()):
                raise MisuseError(f"{self._folder} holds other files; the archive needs a folder of its own")
            return {}
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
            games: dict[str, Memory] = document["games"]
        except (ValueError, KeyError, TypeError):
            raise MisuseError(f"{file} cannot be read; take the folder away, and all of it is written anew") from None
        if document.get("form") != _FORM:
            return {name: {"mark": "", "row": {}, "drawn": {}} for name in games}
        return games

    def _write(self, name: str, text: str) -> None:
        """Put a file in its place, whole."""
        target = self._folder / name
        being_written = target.with_name(f".{target.name}")
        being_written.write_text(text, encoding="utf-8")
        being_written.replace(target)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """A game in the archive; `exhibit` None where its pages are as they should be; `drawings` by page those to draw."""

    memory: Memory
    exhibit: Exhibit | None = None
    drawings: dict[str, View | None] = field(default_factory=dict)


def _mark(game: Game, marks: Sequence[tuple[int, str, datetime | None]]) -> str:
    """All that the pages of a game are made of, as one short text."""
    facts = (
        game.state, game.settings.publish, game.winner, game.ending, sorted(shown_players(game).items()), led_by(game),
        marks,
    )  # fmt: skip
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
