"""A small world for the store's tests: a moment, a variant on the Standard board, arrivals, drafts, a running game."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from judge.board.library import load_board
from judge.desk.effects import AddGame, AddPlayer, AddSeat, ConfirmPlayer, Effect, OpenNextPhase, SetGameState
from judge.desk.snapshot import Game, GameSettings, GameState, Role
from judge.game.mails import Draft
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.store.arrivals import Arrival
from judge.store.store import Store

NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def position() -> Position:
    """A few units in spring 1901."""
    phase = parse_phase("S1901M")
    assert phase is not None
    return Position(
        board=load_board("standard"),
        phase=phase,
        units=(Unit(UnitKind.ARMY, "par", "france"), Unit(UnitKind.FLEET, "stp/sc", "russia")),
        centers=(("par", "france"), ("stp", "russia")),
    )


@pytest.fixture
def store(store: Store) -> Store:
    """The store of this folder's tests knows one variant, which needs no rules."""
    board = load_board("standard")
    variant = Variant(name="standard", title="Standard", board=board, kinds=(), phases=())
    store.find_variant = lambda name, on: {("standard", None): variant}[name, on]
    return store


def freeze(draft: Draft) -> bytes:
    return f"Message-ID: <{draft.key}@judge.example>\r\nTo: {draft.to}\r\n\r\n{draft.text}".encode()


@pytest.fixture
def make_arrival() -> Callable[..., Arrival]:
    def make(name: str = "a", to: tuple[str, ...] = ("judge@example.org",), at: datetime = NOW, **more: str) -> Arrival:
        return Arrival(
            raw=f"Message-ID: <{name}@x>\r\n\r\nA Par H".encode(),
            mail_from=more.get("mail_from", f"{name}@x.example"),
            recipients=to,
            peer="192.0.2.1",
            received_at=at,
            fingerprint=f"{name:0>64}",
        )

    return make


@pytest.fixture
def make_draft() -> Callable[..., Draft]:
    def make(key: str, to: str = "ann@x.example", kind: str = "receipt", text: str = "hello") -> Draft:
        return Draft(key=key, kind=kind, to=to, subject="about", text=text)

    return make


@pytest.fixture
def apply(store: Store) -> Callable[..., None]:
    """Applies effects in a transaction of their own."""

    def apply_effects(*effects: Effect, at: datetime = NOW, letter: int | None = None) -> None:
        with store.begin() as transaction:
            transaction.apply(effects, now=at, letter=letter, freeze=freeze)

    return apply_effects


@pytest.fixture
def players(store: Store, apply: Callable[..., None]) -> SimpleNamespace:
    """Ann, Bob and Cyd, registered and confirmed."""
    found = SimpleNamespace()
    for name in ("Ann", "Bob", "Cyd"):
        apply(AddPlayer(name, f"{name}@X.example"), ConfirmPlayer(0))
        with store.reading() as transaction:
            setattr(found, name.lower(), transaction.player_by_address(f"{name.lower()}@x.example"))
    return found


@pytest.fixture
def game(store: Store, apply: Callable[..., None], players: SimpleNamespace, position: Position) -> Game:
    """A running game of Ann's: Bob plays France, Cyd Russia; due three days from now, reminder 8 hours before."""
    apply(
        AddGame(name="Foxtrot", variant="standard", on=None, settings=GameSettings(), seed="s", master=players.ann.id),
        AddSeat(game=0, player=players.bob.id, role=Role.PLAYER, power="france", preferences=("france", "italy")),
        AddSeat(game=0, player=players.cyd.id, role=Role.PLAYER, power="russia"),
        SetGameState(game=0, state=GameState.RUNNING),
        OpenNextPhase(game=0, position=position, deadline=NOW + timedelta(days=3)),
    )
    with store.begin() as transaction:
        found = transaction.game("foxtrot")
        assert found is not None
        transaction.mark_seen(found.id)
    return found
