"""Whether an answer holds what its case expects, and where it does not.

`Any` stands for what JSON may hold.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.board import Board
from judge.cli.case_answers import Document
from judge.cli.cases import Case
from judge.game.wording import word_unit
from judge.language.powers import read_power
from judge.language.units import read_place, read_unit

_BY_POWER = ("units", "dislodged", "centers")
_OF_AN_ORDER = ("power", "unit", "order", "result", "reason", "by", "dislodged")


def differences(case: Case, answer: Document) -> tuple[str, ...]:
    """What the answer does not hold of what the case expects, one sentence each; empty when all holds.

    Shape: a key that is expected must hold as a whole, orders and events only those that are named.
    Refuses: CaseError when what is expected has not the form of an answer.
    """
    if case.expect is None:
        return ()
    if case.single:
        _want_shape(case, case.expect)
        return tuple(_phase(case, case.position.board, case.expect, answer))
    expected = case.expect
    if isinstance(expected, Mapping) and "phases" in expected:
        expected = expected["phases"]
    if not isinstance(expected, Mapping | list):
        raise case.fail("expect: this must be an object keyed by phase, or a list")
    for one in expected.values() if isinstance(expected, Mapping) else expected:
        _want_shape(case, one)
    played = {one["played"]: one for one in answer["phases"]}
    found: list[str] = []
    if not isinstance(expected, Mapping):
        if len(expected) > len(played):
            found.append(f"expected {len(expected)} phases, {len(played)} were played")
        expected = {one.get("played", tag): one for one, tag in zip(expected, played, strict=False)}
    before, board = {}, case.position.board
    for tag, one in played.items():
        before[tag], board = board, _board_after(case, one)
    for tag, expects in expected.items():
        if tag not in played:
            found.append(f"{tag} was not played")
        else:
            found += [f"{tag} {problem}" for problem in _phase(case, before[tag], expects, played[tag])]
    return tuple(found)


def _board_after(case: Case, answer: Document) -> Board:
    """The board of the position that an answer tells."""
    start = case.variant.board_by(case.rules)
    return case.variant.reshape(start, case.variant.state_from(answer["state"], start))


def _want_shape(case: Case, expect: Any) -> None:
    """Refuse what could be no answer to one phase, naming the key."""
    if not isinstance(expect, Mapping):
        raise case.fail("expect: this must be an object with keys of an answer")
    for key, value in expect.items():
        if key in _BY_POWER and not (
            isinstance(value, Mapping) and all(isinstance(entries, list) for entries in value.values())
        ):
            raise case.fail(f"expect.{key}: this must be an object with a list for each power")
        if key in ("units", "centers") and not all(map(_is_texts, value.values())):
            raise case.fail(f"expect.{key}: each must be a text, such as “A Par” or “Par”")
        if key == "dislodged" and not all(_may_be_gone(entry) for entries in value.values() for entry in entries):
            raise case.fail('expect.dislodged: each must be a unit, or an object such as {"unit": "A Par"}')
        if key == "orders" and not (
            isinstance(value, Mapping) or (isinstance(value, list) and all(map(_may_be_an_entry, value)))
        ):
            raise case.fail(
                "expect.orders: this must be an object keyed by unit, or a list of objects with "
                + ", ".join(_OF_AN_ORDER)
            )
        if key == "orders" and isinstance(value, Mapping):
            for unit, result in value.items():
                if not (isinstance(result, str) or (isinstance(result, Mapping) and _may_be_an_entry(result))):
                    raise case.fail(f"expect.orders.{unit}: this must be a result, or an object with keys of an order")
        if key == "events" and not isinstance(value, list):
            raise case.fail(f"expect.{key}: this must be a list")
        if key == "played" and not isinstance(value, str):
            raise case.fail("expect.played: this must be a phase tag")
        if key == "contested" and not _is_texts(value):
            raise case.fail(f"expect.{key}: this must be a list of places")


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _may_be_gone(entry: Any) -> bool:
    """Whether this may be a dislodged unit of an answer."""
    if not isinstance(entry, Mapping):
        return isinstance(entry, str)
    origin, retreats = entry.get("from"), entry.get("retreats")
    return (
        isinstance(entry.get("unit"), str)
        and (origin is None or isinstance(origin, str))
        and (retreats is None or _is_texts(retreats))
    )


def _may_be_an_entry(entry: Any) -> bool:
    """Whether this may be a part of an order's entry in an answer."""
    return (
        isinstance(entry, Mapping)
        and all(key in _OF_AN_ORDER for key in entry)
        and isinstance(entry.get("power", ""), str)
        and isinstance(entry.get("unit", ""), str | None)
    )


def _phase(case: Case, before: Board, expect: Mapping[str, Any], answer: Document) -> Iterator[str]:
    """The differences in one phase; orders name places of the board before it, all else of the board after it."""
    check = _Check(case, _board_after(case, answer))
    for key, wanted in expect.items():
        if key == "orders":
            yield from _Check(case, before).orders(wanted, answer["orders"])
        elif key == "events":
            yield from check.events(wanted, answer["events"])
        elif key == "state":
            yield from _state(case, wanted, answer["state"])
        elif key not in answer:
            yield f"{key}: the answer has no such key"
        elif check.plain(key, wanted) != check.plain(key, answer[key]):
            yield f"{key}: expected {wanted}, got {answer[key]}"


def _state(case: Case, wanted: Any, got: Any) -> Iterator[str]:
    """The difference in the variant's state: what is expected, put over the answer, must change nothing in it."""
    try:
        expected = _whole_state(case, _over(wanted, got))
    except ValueError as trouble:
        raise case.fail(f"expect.state: {trouble}") from None
    if expected != _whole_state(case, got):
        yield f"state: expected {wanted}, got {got}"


def _whole_state(case: Case, document: Any) -> Hashable:
    """The state of a document with all that it leaves unsaid as at the start."""
    state = case.variant.state_from(document, case.variant.board_by(case.rules))
    return case.variant.complete(replace(case.position, state=state, centers=(), units=())).state


def _over(upper: Any, lower: Any) -> Any:
    """A document with another put over it: objects key by key, all else as a whole."""
    if not (isinstance(upper, Mapping) and isinstance(lower, Mapping)):
        return upper
    kept = {key: value for key, value in lower.items() if key not in upper}
    return kept | {key: _over(value, lower.get(key)) for key, value in upper.items()}


class _Check:
    """Compares the parts of one phase's answer, spellings of a board aside."""

    def __init__(self, case: Case, board: Board) -> None:
        self.case, self.board = case, board

    def plain(self, key: str, value: Any) -> Any:
        """A value in one spelling and sequence."""
        if key in _BY_POWER:
            plain = {self.power(power): sorted(map(self.item, entries), key=str) for power, entries in value.items()}
            return {power: entries for power, entries in plain.items() if entries}
        if key == "contested":
            return sorted(self.place(place) for place in value)
        return value

    def item(self, value: Any) -> Any:
        """A unit, a center or a dislodged unit in one spelling."""
        if isinstance(value, Mapping):
            origin, retreats = value.get("from"), value.get("retreats")
            return (
                self.unit(value["unit"]),
                None if origin is None else self.place(origin),
                None if retreats is None else tuple(sorted(map(self.place, retreats))),
            )
        return self.unit(value)

    def power(self, name: str) -> str:
        """A power's id, or the name itself when it is none."""
        return read_power(self.board, name) or name

    def place(self, text: str) -> str:
        """A place's id, or the text itself when it is none."""
        return read_place(self.case.variant, self.board, text) or text

    def unit(self, text: str | None) -> str | None:
        """A unit or place in canonical words, or the text itself when it is none."""
        phrase = None if text is None else read_unit(self.case.variant, self.board, text)
        if phrase is None or text is None:
            return text
        return word_unit(self.board, phrase.kind, self.place(text[phrase.place.column - 1 :]))

    def orders(self, wanted: Any, got: Sequence[Document]) -> Iterator[str]:
        """The differences in the orders: each that is named must have an entry of its own that holds all of it."""
        if isinstance(wanted, Mapping):
            wanted = [
                {"unit": unit, **(result if isinstance(result, Mapping) else {"result": result})}
                for unit, result in wanted.items()
            ]
        left = list(got)
        for one in wanted:
            fits = next((entry for entry in left if self.holds(one, entry)), None)
            if fits is not None:
                left.remove(fits)
                continue
            unit = self.unit(one.get("unit"))
            near = [entry for entry in left if unit is not None and self.unit(entry["unit"]) == unit]
            told = ", ".join(f"{entry['order']} {entry['result']}" for entry in near) or "no such order"
            yield f"orders: expected {dict(one)}, got {told}"

    def holds(self, wanted: Mapping[str, Any], entry: Document) -> bool:
        """Whether an entry has all that is wanted of it; a flag that is not there is false."""
        for key, value in wanted.items():
            got = entry.get(key, False if value is False else None)
            if key == "unit" and self.unit(value) == self.unit(got):
                continue
            if key == "power" and self.power(value) == self.power(entry["power"]):
                continue
            if got != value:
                return False
        return True

    def events(self, wanted: Sequence[Any], got: Sequence[Document]) -> Iterator[str]:
        """The differences in the events: each one named, as a sentence or by some of its values, must be there."""
        for one in wanted:
            values = one if isinstance(one, Mapping) else {"text": one}
            if not any(all(event.get(key) == value for key, value in values.items()) for event in got):
                yield f"events: {one} did not happen"
