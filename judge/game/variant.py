"""A variant as a value: board, calendar, order kinds, rules, and the phases' rules as functions."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.board import Board
from judge.board.events import Seism
from judge.game.calendar import STANDARD_CALENDAR, Calendar
from judge.game.complaints import Complaint
from judge.game.entrance import Entrance
from judge.game.kinds import OrderKind, Reading
from judge.game.lands import Holding
from judge.game.orders import Order
from judge.game.outcomes import Outcome
from judge.game.phases import PhaseKind
from judge.game.phrases import Phrase
from judge.game.position import Position
from judge.game.rules import Rules, Ruling
from judge.game.turns import Event, Owed, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What playing one phase gives before the calendar is moved on: outcomes, the position left, happenings.

    Shape: `position.phase` is still the phase that was played; `stages` as in `Turn`. What an outcome shows
    everybody may see: an order with a part that is to stay hidden is told by an order without it.
    """

    outcomes: tuple[Outcome, ...]
    position: Position
    events: tuple[Event, ...] = ()
    winner: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What happens when the calendar comes to a phase, before anyone orders: the position it starts from."""

    position: Position
    events: tuple[Event, ...] = ()
    winner: tuple[str, ...] = ()


def open_as_it_is(_variant: "Variant", position: Position, _rules: Rules) -> Opened:
    """A phase that starts from what the phase before left."""
    return Opened(position=position)


def same_board(board: Board, _rules: Rules) -> Board:
    """A board that no rule changes."""
    return board


def unshaken(board: Board, _state: Hashable) -> Board:
    """A board that nothing which happens in play changes."""
    return board


def no_seisms(_position: Position) -> tuple[Seism, ...]:
    """No events that have moved borders."""
    return ()


def no_state(document: object, _board: Board) -> Hashable:
    """A game without a state of its own. Refuses: ValueError for a document of one."""
    if document is not None:
        raise ValueError("this game has no state")
    return None


def no_state_document(_position: Position) -> object:
    """No document, of a game without a state of its own."""
    return None


def nothing_more(_turn: Turn) -> Mapping[str, object]:
    """Nothing that the answer to every turn does not have."""
    return {}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A paragraph of help about what a variant brings, examples of orders, and the words that ask for it."""

    text: str
    lines: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def home_sites(position: Position, power: str) -> tuple[str, ...]:
    """The home centers that the board gives a power, sorted."""
    return position.board.homes(power)


def owned_sites(position: Position, power: str) -> tuple[str, ...]:
    """All centers that a power owns, sorted."""
    return position.centers_of(power)


def as_given(position: Position) -> Position:
    """A position with nothing to add."""
    return position


@dataclass(frozen=True, slots=True)
class Outlook:
    """What lies ahead of a power, for its results: a title and a line for each thing."""

    title: str
    lines: tuple[str, ...]


def nothing_ahead(_position: Position, _power: str, _rules: Rules) -> tuple[Outlook, ...]:
    """A game in which nothing comes that the position does not show."""
    return ()


def no_lessons(_position: Position, _power: str) -> tuple[Lesson, ...]:
    """Nothing to teach beyond the usual orders."""
    return ()


def no_hint(_position: Position, _power: str) -> Lesson | None:
    """An order slip that shows no form of order beyond the usual ones."""
    return None


def no_warnings(_position: Position, _orders: Sequence[Order]) -> tuple[str, ...]:
    """Nothing to warn of in a set of orders that are each possible."""
    return ()


def no_holdings(_position: Position, _rules: Rules) -> tuple[Holding, ...]:
    """Lands belong to nobody but by their centers."""
    return ()


def nobody_waits(_variant: "Variant", _position: Position) -> bool:
    """A phase that is played only when somebody owes something."""
    return False


def is_in_play(position: Position, power: str) -> bool:
    """Whether a power has a unit or a center left. Rule: rulebook 2023, who survives shares in a draw."""
    return bool(position.units_of(power) or position.dislodged_of(power) or position.counted_of(power))


def ends_with_its_line(_line: str, _following: str) -> bool:
    """No order of a line goes on in the line below."""
    return False


PhraseReader = Callable[[Phrase, Reading], Order | Complaint]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRules:
    """How phases of one kind work.

    `open` is done when the calendar comes to the phase, whether or not it is then passed; `owed` tells what a
    power has to decide in the position; `play` adjudicates; `forced` True when the phase is always played,
    even when nobody owes anything, `needed` whether it is in this position.
    """

    kind: PhaseKind
    owed: Callable[["Variant", Position, str], Owed]
    play: Callable[["Variant", Position, Sequence[Order], Rules], Played]
    open: Callable[["Variant", Position, Rules], Opened] = open_as_it_is
    forced: bool = False
    needed: Callable[["Variant", Position], bool] = nobody_waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A game that can be played.

    Shape: `grammars` names of the grammar files (without `.lark`) that read its orders, most special first, each
    asked only about what those before it cannot read;
    `phases` one PhaseRules for every kind in the calendar; `build_sites` the centers in which a
    power may build when it owns them; `rulings` those of its own that a game may have otherwise.

    `fit` gives the board as the rules of a game have it, `reshape` that board as a position's `state` has changed it by
    the events that `seisms` gives, the oldest first.
    `state_from` reads the state that a JSON document tells (a case's key `state`, None for the start of a game) for
    the board of the game's start and raises ValueError with what is wrong; `state_to` writes the document of a
    position's state, and `answer_more` what the answer about a turn has beside the usual keys. `complete` adds to the
    position that a game starts from, or a case, what follows from state, centers and units together.

    `readers` read grammar rules that no order kind is named after; `riders` are words that begin a bracket that
    belongs to an order (others are remarks); `spread` how many of the pieces between commas, `&` and `and` an order
    may be made of; `goes_on` tells whether what one line of plain text begins goes on in the next; `shape` is a pattern
    found in what is meant as an order of its own, however faulty.

    `house_rules` are its rulings, one sentence each, with their numbers; `lessons` what HELP teaches a power; `warn`
    tells what is wrong with the orders of a power together, each of which is possible. `entrance` says how people come
    into a running game, None where nobody can; `outlook` is what a power's results say of what lies ahead of it.
    `holdings` are the lands as pictures show them, where they are held by more than their centers.
    `has_vote` tells whether a power, when somebody plays it, has a say in how the game ends.
    `tells_left` True when a case's answer shows what the phase left, as all that opens the next belongs to that one.
    """

    name: str
    title: str
    board: Board
    calendar: Calendar = STANDARD_CALENDAR
    kinds: tuple[OrderKind, ...]
    phases: tuple[PhaseRules, ...]
    grammars: tuple[str, ...] = ("orders",)
    rules: Rules = field(default_factory=Rules)
    build_sites: Callable[[Position, str], tuple[str, ...]] = home_sites
    rulings: tuple[Ruling, ...] = ()
    fit: Callable[[Board, Rules], Board] = same_board
    reshape: Callable[[Board, Hashable], Board] = unshaken
    seisms: Callable[[Position], tuple[Seism, ...]] = no_seisms
    state_from: Callable[[object, Board], Hashable] = no_state
    state_to: Callable[[Position], object] = no_state_document
    answer_more: Callable[[Turn], Mapping[str, object]] = nothing_more
    complete: Callable[[Position], Position] = as_given
    readers: tuple[tuple[str, PhraseReader], ...] = ()
    riders: tuple[str, ...] = ()
    spread: int = 1
    goes_on: Callable[[str, str], bool] = ends_with_its_line
    shape: str = ""
    house_rules: tuple[str, ...] = ()
    lessons: Callable[[Position, str], tuple[Lesson, ...]] = no_lessons
    hint: Callable[[Position, str], Lesson | None] = no_hint
    warn: Callable[[Position, Sequence[Order]], tuple[str, ...]] = no_warnings
    entrance: Entrance | None = None
    outlook: Callable[[Position, str, Rules], tuple[Outlook, ...]] = nothing_ahead
    tells_left: bool = False
    has_vote: Callable[[Position, str], bool] = is_in_play
    holdings: Callable[[Position, Rules], tuple[Holding, ...]] = no_holdings

    @property
    def reshapes(self) -> bool:
        """Whether what happens in play can change the board."""
        return self.reshape is not unshaken

    def board_by(self, rules: Rules) -> Board:
        """The board at the start of a game that has these rules."""
        return self.fit(self.board, rules)

    def phase_rules(self, kind: PhaseKind) -> PhaseRules:
        """The rules of one kind of phase. Refuses: KeyError when the variant has no such phase."""
        for rules in self.phases:
            if rules.kind is kind:
                return rules
        raise KeyError(kind)
