"""The manuals of players and masters as pages, made from the help mails: each topic of HELP is a chapter."""

from dataclasses import dataclass
from types import MappingProxyType

from judge.reports import guide
from judge.reports.blocks import Block, blocks_of
from judge.reports.pages import site_page

# Every topic of HELP stands in one of the two, in the order in which somebody needs it.
CHAPTERS = MappingProxyType({
    "players": (
        "general", "register", "list", "join", "claim", "takeover", "orders", "retreats", "builds", "nations", "phase",
        "clear", "wait", "absent", "press", "grey", "vote", "status", "map", "history", "summary", "try", "who",
        "observe", "resign", "mails", "zone", "address", "token", "password", "rules", "classic",
    ),
    "masters": (
        "masters", "create", "choices", "clock", "pause", "invite", "starting", "players", "comasters", "announce",
        "settings", "preview", "rollback", "mending", "become", "log", "keeper",
    ),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chapter:
    """A topic: its name, and what its help mail says, in blocks."""

    topic: str
    blocks: tuple[Block, ...]


def manual_page(who: str) -> str:
    """The manual of `players` or `masters`, a page that links to the other. Refuses: KeyError for anyone else."""
    chapters = tuple(Chapter(topic, blocks_of(guide.help(topic))) for topic in CHAPTERS[who])
    (other,) = (name for name in CHAPTERS if name != who)
    return site_page("manual", title=f"The {who}' manual", up="", who=who, other=other, chapters=chapters)


def unplaced_topics() -> tuple[str, ...]:
    """The topics of HELP that stand in no manual; there are none, or this table is behind."""
    placed = {topic for topics in CHAPTERS.values() for topic in topics}
    return tuple(topic for topic in guide.help_topics() if topic not in placed)
