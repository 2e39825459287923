"""To whom a message is: the list in its heading, resolved among the people of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from judge.board import Board
from judge.desk.hands import hands
from judge.desk.office import Decision, refuse
from judge.desk.posts import board_of, readers
from judge.desk.snapshot import Game, Role, Seat
from judge.game.commands import Audience
from judge.language.powers import read_power, read_powers

_MASTER_WORDS = frozenset({"m", "gm", "master", "moderator"})
_OBSERVER_WORDS = frozenset({"o", "observers"})
_WRITER_WORDS = frozenset({"sender", "author", "writer", "him", "her", "them", "back", "reply", "unnamed"})
EVERYONE = "everyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Readership:
    """Whom a message is to: powers by id, the master, the observers, or everyone; `names` tells it in words."""

    names: tuple[str, ...]
    powers: tuple[str, ...] = ()
    master: bool = False
    observers: bool = False
    everyone: bool = False

    @property
    def is_master_alone(self) -> bool:
        """Whether nobody but the master is to read it."""
        return self.master and not self.powers and not self.observers

    def reads(self, game: Game, reader: Seat) -> bool:
        """Whether one of the seats of this person is among those a message is to."""
        own = [seat for seat in game.seats if seat.player.id == reader.player.id]
        return self.everyone or any(
            seat.power in self.powers
            or (self.master and seat in game.confidants)
            or (self.observers and seat.role is Role.OBSERVER)
            for seat in own
        )


def read_readership(game: Game, audience: Audience) -> Readership | Decision:
    """The readers that a list means; a refusal when one of its words means nobody here.

    Rule: a list that is not clear in all its words is nobody's; a message that went to too many cannot be called back.
    """
    if not audience.names and not audience.all_but:
        return Readership(names=(EVERYONE,), everyone=True)
    board = board_of(game)
    words = [one for word in audience.names for one in _parted(board, word.strip(" .,:;"))]
    master = any(_means(board, word, _MASTER_WORDS) for word in words)
    observers = any(_means(board, word, _OBSERVER_WORDS) for word in words)
    named = [word for word in words if word and not _means(board, word, _MASTER_WORDS | _OBSERVER_WORDS)]
    powers, unknown = read_powers(board, named)
    if unknown:
        return _unknown(game, board, unknown[0])
    if powers and not any(seat.power for seat in game.seats):
        return refuse(
            f"The powers of {game.name} are not given out yet.", expected="a message to all", example="BROADCAST"
        )
    if audience.all_but:
        powers, master, observers = tuple(one.id for one in board.powers if one.id not in powers), False, False
    if not (powers or master or observers):
        return refuse("This message is to nobody.", expected="powers, or master", example="PRESS TO master")
    names = (
        *power_names(game, powers), *(("the master",) if master else ()), *(("the observers",) if observers else ()),
    )  # fmt: skip
    return Readership(names=names, powers=powers, master=master, observers=observers)


def readers_of(game: Game, readership: Readership, author: Seat) -> tuple[list[Seat], list[Seat]]:
    """The seats that a message goes to, and those of who reads along as the game has agreed; the author is in neither.

    Rule: a master who plays himself reads nothing that is not written to him.
    """
    others = [seat for seat in readers(game) if seat.player.id != author.player.id]
    reading = [_addressed(game, seat, readership) for seat in others if readership.reads(game, seat)]
    watching = {"master": (Role.MASTER,), "all": (Role.MASTER, Role.OBSERVER)}.get(game.settings.watch_press, ())
    plays = {seat.player.id for seat in game.seats if seat.role is Role.PLAYER}
    along = [seat for seat in others if seat.role in watching and seat not in reading and seat.player.id not in plays]
    return reading, along


def _addressed(game: Game, seat: Seat, readership: Readership) -> Seat:
    """The seat of a reader to which a message goes: of several powers that he plays, one to which it is written."""
    meant = (one for one in hands(game, seat.player.id) if one.power in readership.powers)
    return next(meant, seat)


def power_names(game: Game, powers: Sequence[str]) -> tuple[str, ...]:
    """Powers by name."""
    return tuple(board_of(game).power(power).name for power in powers)


def _parted(board: Board, word: str) -> tuple[str, ...]:
    """The letters of a word in capitals that is made of letters of powers, M and O; any other word as it is."""
    letters = [read_power(board, letter) or letter in "MO" for letter in word]
    if len(word) > 1 and word.isupper() and all(letters) and {"M", "O"} & set(word) and not read_power(board, word):
        return (word,) if word == "GM" else tuple(word)
    return (word,)


def _means(board: Board, word: str, words: frozenset[str]) -> bool:
    """Whether a word is one of these, and no power's letter."""
    return word.lower() in words and (len(word) > 1 or read_power(board, word) is None)


def _unknown(game: Game, board: Board, word: str) -> Decision:
    if word.lower() in _WRITER_WORDS:
        return refuse(
            "A message goes to those whom it names; who wrote one without a name is told to nobody.",
            expected="powers by name, all, or master",
            example="PRESS TO ALL",
        )
    names = [board.power(power).name for power in board.seats()]
    near = get_close_matches(word.lower(), [name.lower() for name in names], n=2)
    return refuse(
        f"There is no power {word} in {game.name}.",
        expected=", ".join(names) + ", master or observers",
        example=f"PRESS TO {board.powers[0].name}, {board.powers[1].name}",
        instead=tuple(name for name in names if name.lower() in near),
    )
