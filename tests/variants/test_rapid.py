"""Rapid Deployment: what holds in every phase of two halves."""

import json
import random

import pytest

from judge.adjudication.turns import play_turn
from judge.board import province_of
from judge.cli.case_answers import answer_case
from judge.cli.case_checks import differences
from judge.cli.cases import read_case
from judge.errors import MisuseError
from judge.game.causes import tell_cause
from judge.game.outcomes import RESULTS, SUCCESSES
from judge.game.turns import Turn
from judge.game.wording import word_order
from judge.store import codec
from judge.variants import find_variant
from judge.variants.double_moves import DoubleMove
from tests.cases.documents import documents, failures

CASES = documents("rapid-deployment/*.jsonl")


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_a_case_holds(document) -> None:
    assert failures(document) == ()
    given = sum(len(orders) for orders in document["orders"].values())
    assert len(document["expect"]["orders"]) >= given


def test_the_sequence_of_the_orders_of_a_case_does_not_matter() -> None:
    chance = random.Random(1901)
    for document in CASES:
        if "4.D.3" not in document.get("options", {}):
            powers = chance.sample(list(document["orders"].items()), len(document["orders"]))
            orders = {power: chance.sample(lines, len(lines)) for power, lines in powers}
            case = read_case(document | {"orders": orders})
            assert differences(case, answer_case(case)) == (), document["id"]


def check_units(turn: Turn) -> None:
    """None is lost or made, and none was dislodged in the second half."""
    left = turn.left
    assert left is not None
    after = [*left.units, *(one.unit for one in left.dislodged)]
    assert sorted((unit.power, unit.kind.value) for unit in turn.before.units) == sorted(
        (unit.power, unit.kind.value) for unit in after
    )
    provinces = [unit.province for unit in left.units]
    assert len(provinces) == len(set(provinces))
    assert not set(left.contested) & set(provinces)
    beaten_first = {outcome.order.at for outcome in turn.outcomes if (outcome.parts or (outcome,))[0].dislodged}
    assert {one.unit.at for one in left.dislodged} == beaten_first
    assert not any(part.dislodged for outcome in turn.outcomes for part in outcome.parts[1:])
    for one in left.dislodged:
        ways = {province_of(place) for place in one.retreats}
        assert not ways & {one.unit.province, *left.contested, *provinces}
        assert one.attacker_from not in ways


def check_outcomes(turn: Turn) -> None:
    """Every unit has one, with a cause where it failed; a second part is told only when the first succeeded."""
    board = turn.before.board
    assert {unit.at for unit in turn.before.units} == {outcome.order.at for outcome in turn.outcomes}
    for outcome in turn.outcomes:
        assert outcome.result in RESULTS
        assert outcome.result in SUCCESSES or outcome.cause is not None
        assert outcome.cause is None or tell_cause(board, outcome.cause)
        assert isinstance(outcome.order, DoubleMove) == bool(outcome.parts)
        if outcome.parts:
            first, second = outcome.parts
            assert first.result == "moves"
            assert (second.result, second.cause) == (outcome.result, outcome.cause)
            assert word_order(board, outcome.order).startswith(word_order(board, first.order))


def check_phases(random_game, rapid, change_hidden, seed: int, movements: int) -> tuple[int, int, int]:
    """Play and check; how many units were dislodged, second parts failed, and second parts stayed hidden."""
    chance = random.Random(seed)
    dislodged = failed = hidden = 0
    for orders, turn in random_game(seed, movements):
        check_units(turn)
        check_outcomes(turn)
        mixed = chance.sample(orders, len(orders))
        assert play_turn(rapid, turn.before, mixed, rapid.rules) == turn
        assert play_turn(rapid, turn.before, change_hidden(chance, turn, orders), rapid.rules) == turn
        dislodged += sum(outcome.dislodged for outcome in turn.outcomes)
        failed += sum(outcome.result == "bounces" for outcome in turn.outcomes if outcome.parts)
        seen = {outcome.order.at for outcome in turn.outcomes if outcome.parts}
        hidden += sum(isinstance(order, DoubleMove) and order.at not in seen for order in orders)
    return dislodged, failed, hidden


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_dislodged_in_a_second_half_and_nobody_could_tell_a_hidden_part(
    random_game, rapid, change_hidden, seed: int
) -> None:
    """R2 and R15: with other second parts where the first failed, the turn is the same to the last field."""
    counts = check_phases(random_game, rapid, change_hidden, seed, 60)
    assert min(counts) > 5


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_same_over_ten_thousand_phases(random_game, rapid, change_hidden) -> None:
    counts = [check_phases(random_game, rapid, change_hidden, seed, 100) for seed in range(100, 200)]
    assert min(map(sum, zip(*counts, strict=True))) > 1000


def test_turns_with_double_moves_come_back_from_their_documents(random_game, rapid) -> None:
    for orders, turn in random_game(7, 10):
        assert codec.read_orders(json.loads(json.dumps(codec.write_orders(orders, rapid))), rapid) == tuple(orders)
        document = json.loads(json.dumps(codec.write_turn(turn, rapid)))
        assert codec.read_turn(document, turn.before, rapid) == turn


def test_it_is_put_on_boards_only() -> None:
    """Not on another variant, and not on itself."""
    assert find_variant("rapid-deployment", "standard").title == find_variant("rapid-deployment").title
    with pytest.raises(MisuseError, match="rapid-deployment is no board"):
        find_variant("rapid-deployment", "rapid-deployment")
    with pytest.raises(MisuseError, match="moon"):
        find_variant("rapid-deployment", "moon")
