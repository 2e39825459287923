"""Who is in a game, and what is known of a person."""

from dataclasses import dataclass

from judge.reports.cards import Card
from judge.reports.folding import fold, one_line
from judge.reports.pages import page


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """Somebody in a game: a power or a role, the name, "" for nobody who may be known, and a record in words or ""."""

    place: str
    name: str
    record: str = ""


def who(card: Card, people: tuple[PersonLine, ...], former: tuple[PersonLine, ...]) -> str:
    """The people of a game, and those who played in it before."""
    return page("anyone/who", card=card, people=_lines(people), former=_lines(former))


def who_is(name: str, record: str, games: tuple[str, ...]) -> str:
    """A person: the record, and a line for each game."""
    return page("anyone/person", name=name, record=record, games=games)


def _lines(people: tuple[PersonLine, ...]) -> tuple[str, ...]:
    width = max((len(one.place) for one in people), default=0) + 4
    return tuple(
        line
        for one in people
        for line in fold(
            one_line(", ".join(part for part in (one.name or "somebody", one.record) if part)),
            f"  {one.place}".ljust(width), split=True,
        )
    )  # fmt: skip
