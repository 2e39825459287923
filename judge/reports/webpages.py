"""The mails of a game as HTML documents beside their texts: results with tables, all others from their text.

Rule: one column of 600 pixels, tables with headings, outcomes told by sign, word and colour, and all of it readable
when a mail program turns the colours round.
"""

from collections.abc import Sequence
from datetime import datetime

from judge.game.mails import REPLY_MARK, Body
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.reports import texts
from judge.reports.blocks import blocks_of
from judge.reports.cards import Card, KeptReport, Reader
from judge.reports.centers import count_rows, owner_rows, shows_centers
from judge.reports.outcomes import PowerRows, outcome_stages
from judge.reports.pages import web_page
from judge.reports.phrases import counted, listed

Stages = Sequence[tuple[str, tuple[PowerRows, ...]]]


def result(
    turn: Turn,
    card: Card,
    reader: Reader,
    now: datetime,
    *,
    kept: tuple[KeptReport, ...] = (),
    pictured: bool = False,
) -> Body:
    """The result of a phase as text and as a page; with `pictured` the page has the picture of the turn."""
    facts = texts.result_facts(turn, card, reader, now, kept=kept)
    stages = outcome_stages(turn)
    own = _only(stages, {reader.power} if reader.power else set())
    everybody = {one.power for _, powers in stages for one in powers}
    shown = shows_centers(turn)
    page = web_page(
        "result",
        **facts | {
            "title": f"{card.name} {turn.before.phase.tag}",
            "preheader": _preheader(turn, own),
            "answerable": not facts["over"],
            "picture": alt_text(turn, card) if pictured else "",
            "own": own,
            "others": _only(stages, everybody - {reader.power}),
            "owners": owner_rows(turn.after) if shown else (),
            "counts": count_rows(turn.after, over=bool(facts["over"]), standings=card.standings) if shown else (),
            "more": blocks_of(texts.kept_text(kept)),
        },
    )  # fmt: skip
    return Body(texts.result_text(turn, card, facts), page)


def plain(text: str, title: str, *, picture: str = "") -> Body:
    """A mail whose page says what its text says, in the same order; `picture` the sentence for the one it shows."""
    blocks = blocks_of(text)
    first = next((block.text for block in blocks), "")
    page = web_page(
        "plain", title=title, preheader=first, answerable=REPLY_MARK in text, picture=picture, blocks=blocks
    )  # fmt: skip
    return Body(text, page)


def _only(stages: Stages, powers: set[str]) -> Stages:
    """The outcomes of some powers; stages in which they have none are left out."""
    found = ((title, tuple(one for one in rows if one.power in powers)) for title, rows in stages)
    return tuple((title, rows) for title, rows in found if rows)


def _preheader(turn: Turn, own: Stages) -> str:
    """What a list of mails shows beside the subject: how the reader's own orders went, or how all did."""
    rows = [row for _, powers in own for one in powers for row in one.rows]
    if not rows:
        return _summary(turn)
    done = sum(row.success for row in rows)
    lost = sum(row.dislodged for row in rows)
    return f"{done} of your {counted(len(rows), 'order')} succeeded" + (f", {lost} dislodged." if lost else ".")


def alt_text(turn: Turn, card: Card) -> str:
    """The turn in a sentence, for whoever does not see the picture."""
    return f"Map of {card.name}, {turn.before.phase.title}. {_summary(turn)} {_leaders(turn.after)}"


def _summary(turn: Turn) -> str:
    done = sum(one.result in ("moves", "arrives") for one in turn.outcomes)
    failed = sum(one.result in ("bounces", "no-convoy") for one in turn.outcomes)
    hit = sum(one.dislodged for one in turn.outcomes)
    if turn.before.phase.kind is not PhaseKind.MOVEMENT:
        return f"{counted(len(turn.outcomes), 'order')}."
    told = f"{counted(done, 'move')} succeeded, {failed} failed"
    return told + (f", {counted(hit, 'unit')} dislodged." if hit else ".")


def _leaders(position: Position) -> str:
    rows = sorted(count_rows(position), key=lambda row: (-row.centers, row.name))
    return "Centers: " + listed(tuple(f"{row.name} {row.centers}" for row in rows if row.centers)) + "."
