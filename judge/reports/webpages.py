"""The mails of a game as HTML documents beside their texts: results with tables, all others from their text.

Rule: one column of 600 pixels, tables with headings, outcomes told by sign, word and colour, and all of it readable
when a mail program turns the colours round.
"""

from collections.abc import Sequence
from datetime import datetime

from judge.board import province_of
from judge.game.mails import REPLY_MARK, Body
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.reports import texts
from judge.reports.blocks import Form, blocks_of, unparted
from judge.reports.cards import Card, KeptReport, Reader
from judge.reports.centers import count_rows, owner_rows, shows_centers
from judge.reports.happenings import happenings
from judge.reports.outcomes import PowerRows, outcome_stages
from judge.reports.pages import web_page
from judge.reports.phrases import counted, listed
from judge.reports.slips import missing_words

MAX_PAGE = 98_000  # octets; mail programs cut off what is longer than 102 kB
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
    """The result of a phase as text and as a page; with `pictured` the page has the picture of the turn.

    Shape: a page that would be cut off says what the text says, in less room.
    """
    facts = texts.result_facts(turn, card, reader, now, kept=kept)
    stages = outcome_stages(turn)
    own = _only(stages, {reader.power} if reader.power else set())
    everybody = {one.power for _, powers in stages for one in powers}
    shown = shows_centers(turn)
    title, picture = f"{card.name} {turn.before.phase.tag}", alt_text(turn, card) if pictured else ""
    page = web_page(
        "result",
        **facts | {
            "title": title,
            "preheader": _preheader(turn, own),
            "answerable": not facts["over"],
            "picture": picture,
            "own": own,
            "others": _only(stages, everybody - {reader.power}, whole=True),
            "happenings": happenings(turn),
            "open_units": _open_units(turn.after, reader),
            "owners": owner_rows(turn.after) if shown else (),
            "counts": count_rows(turn.after, over=bool(facts["over"]), standings=card.standings) if shown else (),
            "more": blocks_of(texts.kept_text(kept)),
        },
    )  # fmt: skip
    text = texts.result_text(turn, card, facts)
    return Body(text, page) if len(page.encode()) <= MAX_PAGE else plain(text, title, picture=picture)


def plain(text: str, title: str, *, picture: str = "", answerable: bool = False) -> Body:
    """A mail whose page says what its text says, in the same order; `picture` the sentence for the one it shows.

    Shape: the picture stands below the first deadline, or above the first answer; `answerable` when the mark to write
    above is put before the text later on; a page that would be cut off is written as lines, without tables.
    """
    blocks = blocks_of(text)
    facts = {
        "title": title,
        "preheader": next((block.text for block in blocks if block.form in (Form.TEXT, Form.DUE, Form.HEADING)), ""),
        "answerable": answerable or REPLY_MARK in text,
        "picture": picture,
        "place": next((at for at, block in enumerate(blocks, 1) if block.form in (Form.CLOCK, Form.RULE)), 1),
    }
    page = web_page("plain", blocks=blocks, **facts)
    if len(page.encode()) > MAX_PAGE:
        page = web_page("plain", blocks=unparted(text), **facts)
    return Body(text, page)


def _only(stages: Stages, powers: set[str], *, whole: bool = False) -> Stages:
    """The outcomes of some powers; stages in which they have none are left out, unless those of a `whole` turn."""
    found = tuple((title, tuple(one for one in rows if one.power in powers)) for title, rows in stages)
    some = any(rows for _, rows in found)
    return tuple((title, rows) for title, rows in found if rows or (whole and some and title))


def _preheader(turn: Turn, own: Stages) -> str:
    """What a list of mails shows beside the subject: how the reader's own orders went, or how all did."""
    rows = [row for _, powers in own for one in powers for row in one.rows]
    if not rows:
        return _summary(turn)
    done = sum(row.success for row in rows)
    idle = sum(row.idle for row in rows)
    lost = sum(row.dislodged for row in rows)
    if idle == len(rows):
        return f"Nothing was needed of your {counted(idle, 'order')}."
    return f"{done} of your {counted(len(rows) - idle, 'order')} succeeded" + (f", {lost} dislodged." if lost else ".")


def _open_units(position: Position, reader: Reader) -> tuple[str, ...]:
    """The units of the reader's that have no order for the phase to come, once he has given one to another."""
    ordered = {province_of(order.at) for order in reader.orders if order.at}
    missing = tuple(place for place in reader.owed.units if province_of(place) not in ordered)
    return missing_words(position, missing, reader.power) if reader.orders else ()


def alt_text(turn: Turn, card: Card) -> str:
    """A turn in a sentence, for whoever does not see the picture."""
    return f"Map of {card.name}, {turn.before.phase.title}. {_summary(turn)} {_leaders(turn.after)}"


def position_alt(card: Card) -> str:
    """The position of a game in a sentence, for whoever does not see the picture."""
    if card.position is None:
        return f"Map of {card.name}."
    units = counted(len(card.position.units), "unit")
    return f"Map of {card.name}, {card.position.phase.title}, before its orders: {units}. {_leaders(card.position)}"


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
