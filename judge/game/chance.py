"""Chance, the only place that draws: everything comes from a seed that was stored before the draw."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], seed: str, *facts: str) -> tuple[Item, ...]:
    """The items in drawn order, the same for the same seed and facts.

    Shape: `facts` name the draw (`powers`, a phase tag), so that one seed feeds many independent draws.
    """
    left, numbers = list(items), _numbers(seed, facts)
    for last in range(len(left) - 1, 0, -1):
        other = _below(last + 1, numbers)
        left[last], left[other] = left[other], left[last]
    return tuple(left)


WAYS = ("preferences", "arrival", "random")  # in which powers are given out


def draw_powers(
    wishes: Sequence[tuple[int, tuple[str, ...]]],
    powers: Sequence[str],
    seed: str,
    *,
    way: str = "preferences",
    fixed: Sequence[tuple[int, str]] = (),
) -> tuple[tuple[int, str], ...]:
    """Who plays what: pairs (seat, power), by seat.

    Seats that named powers choose in drawn order, by `arrival` in the order of their numbers, each the first power of
    its list that is still free; what is left goes by lot to those that named none or got none of theirs. Nobody
    without a wish takes a power that somebody wished for. At `random` no wish counts. What is `fixed` is so before all.
    Shape: `wishes` at most one entry for each seat and no more of them than powers; powers given back are all
    different. `fixed` no seat and no power twice.
    """
    seats = sorted(wishes)
    order = seats if way == "arrival" else shuffled(seats, seed, "seats")
    given = {seat: power for seat, power in fixed if seat in dict(seats)}
    free = [power for power in shuffled(sorted(powers), seed, "powers") if power not in given.values()]
    for seat, wished in order:
        power = next((one for one in wished if one in free and way != "random"), None)
        if power is not None and seat not in given:
            free.remove(power)
            given[seat] = power
    for seat, _ in order:
        if seat not in given:
            given[seat] = free.pop(0)
    return tuple(sorted(given.items()))


def _numbers(seed: str, facts: Sequence[str]) -> Iterator[int]:
    """An endless row of 64-bit numbers drawn from the seed."""
    # Lengths go into the text so that ("a", "bc") and ("ab", "c") are different draws.
    text = "".join(f"{len(part)}:{part}" for part in (seed, *facts))
    count = 0
    while True:
        yield int.from_bytes(hashlib.blake2b(f"{count}|{text}".encode(), digest_size=8).digest(), "big")
        count += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number from 0 up to the limit, every one equally likely: the uneven rest of the range is thrown back."""
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit
