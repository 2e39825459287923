"""A case as a game master would write it down: a plain text with blocks, and the digest that players would get.

    phase: S1901M
    units:
        France: A Par, F Bre
        Germany: A Mun
    orders:
        France: A Par - Bur
                F Bre - MAO
        Germany:
            A Mun - Bur

Blocks are `units`, `orders`, `dislodged` (`France: A Par from Bur retreats Gas, Pic, A Mar`), `centers`; `contested`,
`variant`, `board`, `title`, `options` (`to_win: 18, 4.A.2=1982`) and `state` (JSON, in the form of the variant) stand
on one line or in a block of their own. Several phases: a block `orders S1901M:` for each. `#` begins a comment.
"""

import json
import re
from datetime import datetime
from typing import Any

from judge.board import Board
from judge.cli.case_answers import PlayedTurn, play_case, unclear_orders
from judge.cli.cases import Case
from judge.errors import CaseError, MisuseError
from judge.game.mails import REPLY_MARK
from judge.game.phases import parse_phase
from judge.language.powers import read_power
from judge.reports.cards import Card, Reader
from judge.reports.texts import result
from judge.variants.table import find_variant

_HEAD = re.compile(
    r"(?P<key>phase|units|orders|dislodged|contested|centers|centres|variant|board|title|source|id|options|state)\b"
    r"\s*(?P<tag>[sufw]\d{4}[mraev])?\s*(?::\s*(?P<rest>.*)|(?P<bare>\S.*)?)$",
    re.IGNORECASE,
)
# Between two dislodged units; a comma between the places that one may retreat to is none.
_NEXT_UNIT = re.compile(r"\s*;\s*|\s*,\s*(?=(?:army|fleet|[af])\b\s)", re.IGNORECASE)
_PLAIN = ("phase", "variant", "board", "title", "source", "id")


def read_case_text(text: str, file: str) -> dict[str, Any]:
    """The document that a plain text stands for, as a JSON case would have it.

    Refuses: CaseError with file and line for a line that belongs to no block or no power.
    """
    return _TextReader(file).read(text)


class _TextReader:
    """Reads a plain text line by line; `key` and `power` say whose lines these are."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.document: dict[str, Any] = {}
        self.key, self.tag, self.power = "", "", ""

    def read(self, text: str) -> dict[str, Any]:
        """The whole text."""
        for number, line in enumerate(text.splitlines(), 1):
            line = re.sub(r"(^|\s)#.*", "", line).strip()
            if line:
                self.take(line, number)
        return self.document

    def fail(self, problem: str, number: int) -> CaseError:
        return CaseError(problem, file=self.file, line=number)

    def take(self, line: str, number: int) -> None:
        """One line: the head of a block, or something in the block."""
        head = _HEAD.match(line)
        if head is not None:
            self.key = head["key"].lower().replace("centres", "centers")
            self.tag, self.power = (head["tag"] or "").upper(), ""
            line = (head["rest"] or head["bare"] or "").strip()
            if self.key == "phase":
                line = head["tag"] or line
            if self.key == "orders":
                self.open_orders(number)
            if not line:
                return
        if not self.key:
            raise self.fail(f"{line!r} stands in no block; begin with “phase:”, “units:” and “orders:”", number)
        self.fill(line, number)

    def open_orders(self, number: int) -> None:
        """Begin a block of orders, of one phase when it has a tag."""
        orders = self.document.setdefault("orders", {})
        if any((parse_phase(key) is not None) != bool(self.tag) for key in orders):
            raise self.fail("either all blocks of orders have a phase tag or none", number)
        if self.tag:
            orders.setdefault(self.tag, {})

    def fill(self, line: str, number: int) -> None:
        """Put a line where it belongs."""
        if self.key in _PLAIN:
            self.document[self.key] = line
        elif self.key == "contested":
            self.document.setdefault(self.key, []).extend(_listed(line))
        elif self.key == "options":
            for option in _listed(line):
                name, value = (*re.split(r"\s*[:=]\s*", option, maxsplit=1), "")[:2]
                number = name.lower() == "to_win" and re.fullmatch(r"[0-9]{1,9}", value) is not None
                self.document.setdefault(self.key, {})[name] = int(value) if number else value
        elif self.key == "state":
            self.document[self.key] = self.state(line, number)
        else:
            self.fill_power(line, number)

    def fill_power(self, line: str, number: int) -> None:
        """Put a line into the block of a power."""
        name, colon, rest = line.partition(":")
        power = read_power(self.board(number), name)
        if power is not None and (colon or not rest):
            self.power, line = power, rest.strip()
        if not self.power:
            raise self.fail(f"{line!r} belongs to no power; write “France: …”", number)
        where = self.document.setdefault(self.key, {})
        if self.tag:
            where = where.setdefault(self.tag, {})
        entries = where.setdefault(self.power, [])
        if self.key == "orders":
            entries.extend([line] if line else [])
        elif self.key == "dislodged":
            entries.extend(self.gone(line) for line in _NEXT_UNIT.split(line) if line)
        else:
            entries.extend(_listed(line))

    def state(self, line: str, number: int) -> Any:
        """What a line of JSON tells of the variant's own state."""
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self.fail(f"the state is no JSON: {line!r}", number) from None

    def board(self, number: int) -> Board:
        """The board of the variant named so far."""
        on = self.document.get("board")
        try:
            return find_variant(self.document.get("variant", "standard"), on).board
        except MisuseError as trouble:
            raise self.fail(str(trouble), number) from None

    def gone(self, line: str) -> dict[str, Any]:
        """A dislodged unit: `A Par from Bur retreats Gas, Pic`."""
        found = re.fullmatch(r"(.*?)(?:\s+from\s+(.*?))?(?:\s+(?:retreats?(?:\s+to)?|or)\s+(.*))?", line, re.IGNORECASE)
        assert found is not None
        entry: dict[str, Any] = {"unit": found[1]}
        if found[2]:
            entry["from"] = found[2]
        if found[3]:
            entry["retreats"] = _listed(found[3])
        return entry


def _listed(line: str) -> list[str]:
    return [part for part in re.split(r"\s*[,;]\s*", line) if part]


def tell_case(case: Case, now: datetime) -> str:
    """The digests of a case's phases as the players of a game would get them; bad orders named before each."""
    return "\n".join(_tell(case, played, now) for played in play_case(case))


def _tell(case: Case, played: PlayedTurn, now: datetime) -> str:
    turn = played.turn
    title = str(dict(case.about).get("title") or "case")
    card = Card(
        name=title, variant=case.variant.name, title=case.variant.title, address="",
        state="finished" if turn.winner else "running", position=turn.after,
    )  # fmt: skip
    told = result(turn, card, Reader(name="", role="observer"), now)
    lines = "".join(f"not carried out: {text} ({reason})\n" for text, reason in unclear_orders(played))
    return lines + ("\n" if lines else "") + told.removeprefix(f"{REPLY_MARK}\n").lstrip("\n")
