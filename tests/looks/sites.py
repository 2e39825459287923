"""Every kind of page of the public archive: the list of games, and of games of each kind all their pages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from judge.adjudication.turns import start_position
from judge.desk.chronicle import center_years
from judge.desk.posts import standings_of
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.reports.cards import Message
from judge.reports.exhibits import Exhibit, Part, game_page, index_page, index_row, phase_page, press_page
from judge.reports.pages import site_style
from judge.variants import find_variant
from tests.looks.mails import PRESS
from tests.looks.pages import NOW, crowded_turn
from tests.pictures.conftest import PLAYED, random_game

LONG = "https://example.net/" + "abcdefgh/" * 12


def site(names: tuple[str, ...] = (*PLAYED, "seismic"), phases: int = 6) -> Iterator[tuple[str, str]]:
    """The pages of an archive by their paths: of games of these kinds, running, paused and over, and one without turns.

    Shape: pictures are said to be there, `001-S1901M.svg` beside each phase.
    """
    exhibits = [_exhibit(name, phases) for name in names]
    exhibits.append(replace(exhibits[0], name="fresh", parts=(), last=None, years=(), messages=()))
    yield "index.html", index_page([index_row(one) for one in exhibits], "judge@example.net")
    yield "empty.html", index_page([], "judge@example.net")
    for one in exhibits:
        yield f"{one.name}/index.html", game_page(one, pictured=bool(one.parts))
        for part in one.parts:
            yield f"{one.name}/{part.stem}.html", phase_page(one, part, pictured=part.number % 2 == 1)
        if one.messages:
            yield f"{one.name}/press.html", press_page(one)


def styled(html: str, picture: str) -> str:
    """A page that has its style in itself, with this picture in the place of its own."""
    whole = re.sub(r"<link [^>]*>", f"<style>{site_style()}</style>", html)
    return re.sub(r'src="[^"]*\.svg"', f'src="{picture}"', whole)


def _exhibit(name: str, phases: int) -> Exhibit:
    variant = find_variant(name)
    turns = (*random_game(name, 11, phases), crowded_turn(name))
    state = {"modern": "paused", "standard": "finished", "colonial": "finished"}.get(name, "running")
    powers = [one.id for one in start_position(variant, Rules()).board.powers if one.seated]
    return Exhibit(
        name="a-game-with-a-long-name" if name == "revolutionary-modern" else name,
        title=variant.title, state=state, master="Max Frei", began=NOW, last=NOW + timedelta(days=9),
        players=tuple((power, "Ada " * 9 if power == powers[0] else "Ada") for power in powers),
        winner=tuple(powers[:1]) if state == "finished" else (), ending="",
        parts=tuple(Part(number=at, turn=turn, closed_at=NOW + timedelta(days=at)) for at, turn in enumerate(turns, 1)),
        after=turns[-1].after, standings=standings_of(variant, turns[-1].after), years=_years(turns),
        messages=(
            Message(sender="France", audience=("Germany", "everyone else"), text=PRESS, sent_at=NOW, tag="S1901M"),
            Message(sender="Germany", audience=("France",), text=f"  See\n    {LONG}", sent_at=NOW),
        ) if name == "standard" else (),
    )  # fmt: skip


def _years(turns: tuple[Turn, ...]) -> tuple[tuple[int, tuple[tuple[str, int], ...]], ...]:
    """Ten years, so that the chart is as long as that of a game."""
    (first, counts), *_ = center_years(turns[:1])
    return tuple((first + year, counts) for year in range(10))
