"""Chance: drawn from a stored seed, the same every time, fair enough, and bound to wishes."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as some

from judge.game.chance import draw_powers, shuffled

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def test_the_same_seed_draws_the_same_and_another_seed_another() -> None:
    draws = {shuffled(POWERS, f"seed {number}", "powers") for number in range(20)}
    assert shuffled(POWERS, "seed 1", "powers") == shuffled(POWERS, "seed 1", "powers")
    assert len(draws) > 15


def test_facts_name_independent_draws() -> None:
    assert shuffled(POWERS, "seed", "a", "bc") != shuffled(POWERS, "seed", "ab", "c")


def test_every_order_of_three_comes_about_equally_often() -> None:
    counts = Counter(shuffled("abc", str(number)) for number in range(3000))
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def test_a_wish_that_nobody_else_has_is_granted_even_beside_seats_without_wishes() -> None:
    wishes = ((1, ()), (2, ("france",)), (3, ()), (4, ("turkey", "france")), (5, ()), (6, ()), (7, ()))
    for number in range(30):
        given_powers = dict(draw_powers(wishes, POWERS, str(number)))
        assert given_powers[2] == "france"
        assert given_powers[4] == "turkey"
        assert sorted(given_powers.values()) == sorted(POWERS)


def test_two_seats_with_one_wish_get_it_by_lot_and_the_loser_his_second() -> None:
    wishes = ((1, ("france", "italy")), (2, ("france", "turkey")))
    outcomes = {draw_powers(wishes, POWERS, str(number)) for number in range(40)}
    assert outcomes == {((1, "france"), (2, "turkey")), ((1, "italy"), (2, "france"))}


@settings(max_examples=60, deadline=None)
@given(some.lists(some.lists(some.sampled_from(POWERS), unique=True), max_size=7), some.text(max_size=5))
def test_every_seat_gets_one_power_of_its_own_whatever_the_order_of_the_seats(
    lists: list[list[str]], seed: str
) -> None:
    wishes = [(number, tuple(wished)) for number, wished in enumerate(lists, 1)]
    drawn = draw_powers(wishes, POWERS, seed)
    assert [seat for seat, _ in drawn] == [seat for seat, _ in wishes]
    assert len({power for _, power in drawn}) == len(drawn)
    assert draw_powers(list(reversed(wishes)), POWERS, seed) == drawn
