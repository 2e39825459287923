"""HELP: short pages by topic, with examples that work as they stand.

In the templates under `templates/help/` a line indented by four blanks is an example, and nothing else is
indented so: tests read each of them as a command or an order.
"""

from functools import lru_cache
from types import MappingProxyType

from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.rules import RULE_CHOICES
from judge.game.variant import Lesson
from judge.game.wording import word_order
from judge.paths import data_folder
from judge.reports.cards import Card, Reader
from judge.reports.pages import page

_SUFFIX = ".txt.j2"
_EXAMPLE = "    "
_SYNONYMS = MappingProxyType({
    "": "general", "help": "general", "commands": "general", "topics": "general", "signoff": "general",
    "index": "general", "guide": "general", "intro": "general", "package": "general", "version": "general",
    "njudge": "classic", "dpjudge": "classic", "synonyms": "classic",
    "syntax": "orders", "dedication": "who", "info": "general", "faq": "general",
    "end": "general", "replace": "clear", "absence": "absent", "away": "absent", "holiday": "absent",
    "vacation": "absent", "cancel": "clear", "forget": "clear",
     "stop": "general", "quit": "general", "signon": "password", "signin": "password",
    "set": "password", "game": "orders", "later": "phase", "preliminary": "phase", "ahead": "phase",
    "order": "orders", "moves": "orders",
    "movement": "orders", "convoy": "orders", "support": "orders", "retreat": "retreats", "disband": "retreats",
    "build": "builds", "adjustments": "builds", "remove": "builds", "waive": "builds", "broadcast": "press",
    "gray": "grey", "fake": "grey", "unsigned": "grey", "message": "press", "observers": "grey",
    "ready": "wait", "nowait": "wait", "games": "list", "timezone": "zone", "withdraw": "resign",
    "watch": "observe", "monitor": "observe", "observer": "observe",
    "master": "masters", "start": "starting", "deadline": "masters",
    "house": "rules", "houserules": "rules", "rulings": "rules", "options": "rules",
    "revolution": "claim", "revolutions": "claim", "nation": "claim", "newcomers": "claim",
    "ics": "mails", "appointments": "mails", "calendar": "mails", "html": "mails", "plain": "mails",
    "clocks": "clock", "time": "clock", "deadlines": "clock", "grace": "clock", "holidays": "clock", "delay": "clock",
    "nmr": "clock", "late": "clock", "reminders": "clock",
    "past": "history", "results": "history",
    "draw": "vote", "draws": "vote", "nodraw": "vote", "concede": "vote", "concession": "vote", "votes": "vote",
    "tokens": "token", "newtoken": "token", "leaked": "token",
    "choice": "choices", "gunboat": "choices", "anonymous": "choices",
    "trace": "keeper", "held": "masters", "addresses": "address", "email": "address", "iamalso": "address",
    "people": "who", "whois": "who", "record": "who", "reliability": "who",
    "trial": "try", "whatif": "try", "endtry": "try",
    "process": "masters", "resume": "pause", "terminate": "masters",
    "eject": "players", "dummy": "players", "dummies": "players", "civildisorder": "players", "disorder": "players",
    "vacant": "takeover", "replacement": "takeover", "volunteer": "takeover",
    "predict": "preview", "assign": "starting", "approve": "starting", "reject": "starting", "approval": "starting",
    "swap": "starting", "prefer": "join", "preferences": "join",
    "promote": "comasters", "demote": "comasters", "handover": "comasters",
    "accept": "comasters", "decline": "comasters", "comaster": "comasters",
    "disinvite": "invite", "private": "invite", "invitation": "invite", "key": "invite",
    "place": "mending", "own": "mending",
})  # fmt: skip


def help(  # noqa: A001
    topic: str | None = None,
    card: Card | None = None,
    reader: Reader | None = None,
    example_orders: tuple[Order, ...] = (),
    lessons: tuple[Lesson, ...] = (),
) -> str:
    """The help page of a topic, in any case and by its synonyms; for an unknown topic the list of topics.

    Shape: `example_orders` are legal orders of the reader's own units now; they are shown with the pages on
    orders, retreats and builds when `card` has a position; `lessons` what the variant adds to the page on orders.
    """
    asked = "".join((topic or "").split()).lower()
    found = "orders" if any(asked in lesson.words for lesson in lessons) else _SYNONYMS.get(asked, asked)
    known = found in help_topics()
    own: tuple[str, ...] = ()
    if known and card is not None and card.position is not None:
        own = tuple(word_order(card.position.board, order) for order in example_orders)
    return page(
        f"help/{found if known else 'general'}",
        topics=help_topics(),
        unknown="" if known else (topic or ""),
        own=own,
        reader=reader,
        lessons=lessons,
        rules=tuple(choice.name for choice in RULE_CHOICES),
        events=card is not None and card.position is not None and card.position.phase.kind is PhaseKind.EVENTS,
    )


@lru_cache(maxsize=1)
def help_topics() -> tuple[str, ...]:
    """The topics of HELP, sorted: one for each template in `templates/help/`."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in (data_folder("templates") / "help").iterdir()))


def help_examples(topic: str) -> tuple[str, ...]:
    """The examples of a topic, each a real command or order, in the order of the page.

    Shape: one line each; a message is one example of several lines, from PRESS or BROADCAST to ENDPRESS, and so is
    what is tried, from TRY to ENDTRY.
    """
    examples: list[str] = []
    inside = False
    for line in (line.strip() for line in help(topic).splitlines() if line.startswith(_EXAMPLE)):
        if inside:
            examples[-1] += f"\n{line}"
        else:
            examples.append(line)
        inside = line not in ("ENDPRESS", "ENDTRY") and (inside or line.startswith(("PRESS", "BROADCAST", "TRY")))
    return tuple(examples)
