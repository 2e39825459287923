"""The Modern game: Standard's rules on another board, alone and under double moves."""

from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import play_turn, start_position
from judge.cli.case_answers import answer_case
from judge.cli.case_checks import differences
from judge.cli.cases import read_case
from judge.errors import MisuseError
from judge.game.lines import NumberedLine
from judge.game.orders import Convoy, Move, Support
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.variants import find_variant
from judge.variants.double_moves import DoubleMove
from tests.cases.documents import documents, failures

CASES = documents("modern/cases.jsonl")
MODERN = find_variant("modern")


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_a_case_of_modern_holds(document) -> None:
    assert failures(document) == ()
    assert len(document["expect"]["orders"]) == sum(map(len, document["orders"].values()))


def test_the_game_begins_in_1994_with_38_units_on_their_home_centers() -> None:
    position = start_position(MODERN)
    assert position.phase.tag == "S1994M"
    assert [unit.province for unit in sorted(position.units, key=lambda one: one.province)] == [
        center for center, _ in position.centers
    ]
    assert len(position.units) == 38
    assert {power.id: len(position.units_of(power.id)) for power in position.board.powers} == {
        "britain": 4, "egypt": 3, "france": 4, "germany": 4, "italy": 4, "poland": 3, "russia": 5, "spain": 3,
        "turkey": 4, "ukraine": 4,
    }  # fmt: skip


@pytest.mark.parametrize(("centers", "winner"), [(32, ()), (33, ("britain",))])
def test_thirty_three_centers_win_in_fall_and_thirty_two_do_not(centers: int, winner: tuple[str, ...]) -> None:
    start = start_position(MODERN)
    others = [center for center in start.board.centers() if center not in start.board.power("britain").home]
    held = tuple(sorted((center, "britain") for center in (*start.board.power("britain").home, *others)[:centers]))
    fall = Phase(Season.FALL, 1996, PhaseKind.MOVEMENT)
    units = tuple(unit for unit in start.units if unit.power == "britain")
    turn = play_turn(MODERN, replace(start, phase=fall, centers=held, units=units), (), MODERN.rules)
    assert turn.winner == winner


@pytest.mark.parametrize(
    ("power", "line", "canonical"),
    [
        ("spain", "A Mad - And", "A Mad - And"),
        ("spain", "F Bar S A Mad - And", "F Bar S A Mad - And"),
        ("russia", "F Leningrad - Gulf of Bothnia", "F StP - GOB"),
        ("russia", "F Rostov to the Volga", "F Ros - Vol"),
        ("turkey", "F Izmir - Eastern Mediterranean Sea", "F Izm - EME"),
        ("turkey", "A Constantinople - Bul", "A Ist - Bul"),
        ("britain", "F Lon-English", "F Lon - ENG"),
        ("britain", "F Liv - Irish", "F Liv - IRI"),
        ("germany", "F Berlin S F Ham - Bornholm", "F Ber S F Ham - BHM"),
        ("ukraine", "F Sev - black sea", None),
        ("ukraine", "F Sev - western black sea", "F Sev - WBS"),
    ],
)
def test_orders_are_read_with_the_names_of_this_board(power: str, line: str, canonical: str | None) -> None:
    """A word that is two seas is asked about and not guessed."""
    position = start_position(MODERN)
    (found,) = read_orders(MODERN, position, power, NumberedLine(1, line))
    if canonical is None:
        assert not isinstance(found, Move | Support | Convoy)
    else:
        assert isinstance(found, Move | Support | Convoy)
        assert word_order(position.board, found) == canonical
        assert illegal(MODERN, position, found, MODERN.rules) is None


def test_every_case_is_the_same_turn_under_double_moves_that_nobody_uses() -> None:
    """The single orders of Standard's game mean what they mean, also on this board; only hidden parts are new."""
    for document in CASES:
        if document["variant"] == "modern":
            case = read_case(document | {"variant": "rapid-deployment", "board": "modern"})
            assert differences(case, answer_case(case)) == (), document["id"]


def test_double_moves_are_put_on_the_modern_board() -> None:
    rapid = find_variant("rapid-deployment", "modern")
    assert (rapid.board, rapid.title) == (MODERN.board, "Rapid Deployment, Modern Diplomacy")
    position = start_position(rapid)
    (order,) = read_orders(rapid, position, "britain", NumberedLine(1, "F Lon - NTH - Nor"))
    assert isinstance(order, DoubleMove)
    turn = play_turn(rapid, position, [order], rapid.rules)
    (outcome,) = (one for one in turn.outcomes if one.order.at == "lon")
    assert [part.result for part in outcome.parts] == ["moves", "moves"]
    assert turn.left is not None
    assert turn.left.unit_in("nor") is not None


def test_modern_is_not_played_on_another_board() -> None:
    with pytest.raises(MisuseError, match="moon"):
        find_variant("modern", on="moon")
