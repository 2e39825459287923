"""What the movement phase leaves behind outlives the program: the retreats are judged from what is stored."""

from collections.abc import Callable

from judge.adjudication.legality import illegal
from judge.adjudication.turns import play_turn
from judge.desk.effects import CloseOpenPhase, OpenNextPhase
from judge.desk.snapshot import Game
from judge.game.orders import Move, Retreat, Support
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.store.store import Store
from judge.variants.table import find_variant

A, F = UnitKind.ARMY, UnitKind.FLEET
STANDARD = find_variant("standard")


def standoff_in_tyrolia() -> Turn:
    """A Ven is dislodged while two armies bounce in Tyr."""
    phase = parse_phase("S1901M")
    assert phase is not None
    units = [Unit(A, "tri", "austria"), Unit(F, "adr", "austria"), Unit(A, "vie", "austria"), Unit(A, "mun", "germany"),
             Unit(A, "ven", "italy")]  # fmt: skip
    position = Position(
        board=STANDARD.board, phase=phase, units=tuple(sorted(units, key=lambda unit: unit.sort_key)), centers=()
    )
    orders = [
        Move(power="austria", kind=A, at="tri", to="ven"),
        Support(power="austria", kind=F, at="adr", target="tri", to="ven"),
        Move(power="austria", kind=A, at="vie", to="tyr"),
        Move(power="germany", kind=A, at="mun", to="tyr"),
    ]
    return play_turn(STANDARD, position, orders, STANDARD.rules)


def test_a_standoff_still_closes_a_retreat_after_a_restart(
    store: Store, game: Game, apply: Callable[..., None]
) -> None:
    """DATC 6.H.6, from what another process reads in the database."""
    turn = standoff_in_tyrolia()
    assert turn.after.contested == ("tyr",)
    assert game.phase is not None
    apply(
        CloseOpenPhase(phase=game.phase.id, turn=turn),
        OpenNextPhase(game=game.id, position=turn.after, deadline=None),
    )
    again = Store(store.engine.url.render_as_string(hide_password=False), store.find_variant)
    with again.reading() as transaction:
        found = transaction.game("foxtrot", lock=False)
    again.dispose()
    assert found is not None
    assert found.phase is not None
    position = found.phase.position
    assert position == turn.after
    (gone,) = position.dislodged
    assert gone.retreats == ("apu", "pie", "rom", "tus")
    closed = illegal(STANDARD, position, Retreat(power="italy", kind=A, at="ven", to="tyr"), STANDARD.rules)
    assert closed is not None
    assert (closed.code, closed.place) == ("contested", "tyr")
    assert illegal(STANDARD, position, Retreat(power="italy", kind=A, at="ven", to="rom"), STANDARD.rules) is None
