"""Where decisions are made: the surroundings of one, what it looks at, and what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from judge.board import Board
from judge.desk.effects import Effect
from judge.desk.guests import Invitation
from judge.desk.hands import spoken_from
from judge.desk.identity import Speaker
from judge.desk.names import master_words, sentence
from judge.desk.register import NOBODY, People
from judge.desk.snapshot import (
    Game,
    HeldLetter,
    Listing,
    LogEntry,
    Nomination,
    PastPhase,
    Player,
    Role,
    Seat,
    TraceEvent,
)
from judge.desk.spans import Read, no_past
from judge.game.complaints import Complaint
from judge.game.letters import Letter
from judge.game.turns import Turn
from judge.mail.passwords import hash_password
from judge.reports.cards import Message

History = Callable[[], Sequence[Turn]]
Messages = Callable[[], Sequence[Message]]
Waiting = Callable[[], Sequence[HeldLetter]]
Traced = Callable[[str], Sequence[TraceEvent]]


def untraced(_message_id: str) -> tuple[TraceEvent, ...]:
    """Nothing is known."""
    return ()


def undrawn(_board: Board) -> bool:
    """There are no pictures."""
    return False


def nobody_invited(_since: datetime) -> tuple[Invitation, ...]:
    """Nobody was."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """What every decision needs besides its subject.

    Shape: `address` the judge's own bare address; `seed` fresh random text, stored before anything is drawn from
    it; `keeper` the address of who keeps the judge, "" for none; `hash_password` draws a salt, so it is
    handed in like all chance; `draws` says of which boards the judge draws pictures.
    """

    now: datetime
    secret: bytes
    address: str
    seed: str
    keeper: str = ""
    hash_password: Callable[[str], str] = hash_password
    draws: Callable[[Board], bool] = undrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """What is kept of a game, oldest first, read when asked: its phases, the open one last, its log, its press.

    Shape: `nominations` and `invitations` those that wait for an answer; `invited` all of the judge since a moment.
    """

    phases: Callable[[], Sequence[PastPhase]] = tuple
    log: Callable[[], Sequence[LogEntry]] = tuple
    messages: Messages = tuple
    nominations: Callable[[], Sequence[Nomination]] = tuple
    invitations: Callable[[], Sequence[Invitation]] = tuple
    invited: Callable[[datetime], Sequence[Invitation]] = nobody_invited


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What one line of a letter is decided on.

    Shape: `number` the line's; `asked` the name of the game it is about, "" when none is known; `game` that game
    as it stands now, None when there is no such game; `fixed` whether the letter itself named the game (its
    address, GAME, SIGNON); `games` those of the speaker when the letter was opened; `guard` the phase tag the
    line is meant for, "" when any will do; `whole` whether order lines are the whole set; `history` gives the game's
    earlier turns, oldest first, when it is asked; `past` what it has played, and the turns that are chosen of it;
    `people` who is registered; `archive` what else is kept of it; `acting` the power in whose name a master gives
    orders, "" for none; `traced` the life of a letter or mail by its Message-ID.
    """

    office: Office
    speaker: Speaker
    letter_id: int
    letter: Letter
    number: int = 0
    asked: str = ""
    game: Game | None = None
    fixed: bool = False
    games: tuple[Game, ...] = ()
    listings: tuple[Listing, ...] = ()
    guard: str = ""
    whole: bool = False
    history: History = tuple
    held: Waiting = tuple
    traced: Traced = untraced
    past: Read = no_past
    people: People = NOBODY
    acting: str = ""
    archive: Archive = Archive()

    @property
    def player(self) -> Player:
        """The speaker's player. Refuses: ValueError when nobody is registered, which the front sees to before."""
        if self.speaker.player is None:
            raise ValueError("a command that needs a player was taken from a stranger")
        return self.speaker.player

    @property
    def by(self) -> str:
        """Who acts where only a master may, for the log and for the people of the game."""
        if self.speaker.how == "keeper":
            return "the keeper"
        return "the master" if self.game is None else master_words(self.game, self.player)

    @property
    def actor(self) -> str:
        """The same as the beginning of a sentence."""
        return sentence(self.by)

    def leads(self, game: Game) -> bool:
        """Whether the speaker may act as the master of a game: he is, or he keeps the judge."""
        return self.speaker.how == "keeper" or game.seat_of(self.player.id, Role.MASTER) is not None

    def seat(self, game: Game) -> Seat | None:
        """The speaker's seat in a game, his power before his other roles whatever mail he answers."""
        return spoken_from(game, self.player.id, self.speaker.seat)

    def hand(self, game: Game) -> Seat | None:
        """The seat that the speaker orders for: after BECOME that of the power, else his own."""
        if not self.acting:
            return self.seat(game)
        return Seat(id=0, player=self.player, role=Role.PLAYER, power=self.acting)

    def voice(self, game: Game) -> Seat | None:
        """The seat the speaker speaks from: the one his token or password is for, else the first he has.

        So a master who plays as well is the master where he answers a mail that he got as the master.
        """
        own = (seat for seat in game.seats if seat.id == self.speaker.seat and seat.player.id == self.player.id)
        return next(own, self.seat(game))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What comes of one line: effects, and how the receipt tells it.

    Shape: `fate` and `said` as in a ReceiptLine; `section` a finished text asked for; `about` the name of the game
    that the lines below are about, None where the line changes nothing; `names_game` when the line was there to say
    so; `guard` the phase tag of the lines below, None likewise; `whole` when the next orders are the whole set;
    `touched` the game whose state the receipt is to show; `acting` the power that the orders below are for, None
    likewise; `player` the speaker as he is from now on; `picture` the key of a picture that was
    asked for, `shows` the sentence for it.
    """

    effects: tuple[Effect, ...] = ()
    fate: str = "ok"
    said: str = ""
    complaint: Complaint | None = None
    section: str = ""
    picture: str = ""
    shows: str = ""
    about: str | None = None
    names_game: bool = False
    guard: str | None = None
    whole: bool = False
    touched: str = ""
    acting: str | None = None
    player: Player | None = None


def refuse(problem: str, *, expected: str = "", example: str = "", instead: tuple[str, ...] = ()) -> Decision:
    """A decision that does nothing and says why: understood, but not allowed to this sender or now."""
    complaint = Complaint(kind="refused", problem=problem, expected=expected, example=example, instead=instead)
    return Decision(fate="error", complaint=complaint)


def no_game(scene: Scene) -> Decision:
    """The answer to a line about a game that is not there or not named."""
    names = tuple(game.name for game in scene.games)
    if scene.asked:
        near = tuple(get_close_matches(scene.asked.lower(), names, n=2))
        return refuse(
            f"There is no game {scene.asked} here.", expected="the name of a game", example="LIST", instead=near
        )
    if not names:
        return refuse("You are in no game at present.", expected="the name of a game", example="JOIN game")
    return refuse(
        f"You are in {len(names)} games, and this letter does not say which it is about.",
        expected="a line that names the game, above this one",
        example=f"GAME {names[0]}",
        instead=names,
    )
