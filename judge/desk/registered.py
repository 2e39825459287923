"""Whom the words of a command mean: somebody by his name, or by an address, of which nothing is told."""

import re
from dataclasses import dataclass

from judge.desk.office import Decision, Scene, refuse
from judge.desk.snapshot import Player
from judge.reports.phrases import listed

_SPEAKER = frozenset({"me", "myself"})
_NAME = re.compile(r"[^\W\d_][\w'.-]*(?: [^\W\d_][\w'.-]*)?|\S+@\S+")
# Words with which people speak of somebody or something and name nobody.
_NO_NAMES = frozenset(
    ("a", "all", "an", "and", "another", "any", "anybody", "anyone", "as", "both", "each", "everybody", "everyone",
     "everything", "for", "friends", "he", "her", "him", "his", "i", "in", "it", "its", "more", "my", "new", "no",
     "nobody", "not", "nothing", "now", "of", "one", "or", "others", "our", "peace", "people", "player", "players",
     "she", "some", "somebody", "someone", "something", "that", "the", "their", "them", "these", "they", "this",
     "those", "to", "us", "war", "we", "what", "whoever", "you", "your", "yourself")
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who is meant.

    Shape: `player` None where nobody is registered under an address, which the one who asks is not told; `words` what
    he is called in the answer: his name, or the address as it was written.
    """

    player: Player | None
    words: str

    @property
    def by_address(self) -> bool:
        """Whether he was called by an address."""
        return "@" in self.words


def find_person(scene: Scene, words: str, example: str) -> Person | Decision:
    """The one who is meant; else the refusal, which is a note where nobody is called so and none is said to be.

    Shape: `example` of the command with a place for a name.
    """
    if words.lower() in _SPEAKER and scene.player.id:
        return Person(player=scene.player, words=scene.player.name)
    if "@" in words:
        player = scene.people.player_by_address(words.strip("<>()\"'"))
        return Person(player=player if player and player.confirmed else None, words=words.strip("<>()\"'"))
    found = scene.people.named(words)
    if len(found) == 1:
        return Person(player=found[0], words=found[0].name)
    if not found:
        return refuse(
            f"Nobody called {words} is registered here.", expected="a name or an address",
            example=example.format("ada@home.example"),
        )  # fmt: skip
    names = tuple(dict.fromkeys(one.name for one in found))
    return refuse(
        f"{len(found)} people are called so.", expected=f"an address, or one of {listed(names, 'or')}",
        example=example.format(names[0] if len(names) > 1 else "ada@home.example"),
    )  # fmt: skip


def may_be_a_name(words: str) -> bool:
    """Whether words can be what somebody is called: a word or two, or an address, and nothing that names nobody."""
    return _NAME.fullmatch(words) is not None and _NO_NAMES.isdisjoint(words.lower().split())
