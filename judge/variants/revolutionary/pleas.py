"""What people ask for in a check: outsiders who want a nation, and rulers who want another unit than an army."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.game.entrance import Standing
from judge.variants.revolutionary.lands import Land


@dataclass(frozen=True, slots=True, kw_only=True)
class Plea:
    """An outsider wants to lead a nation: by a revolution in `center`, or "" by claiming it.

    Shape: `power` the nation; `by` who asks; `fleets` locations where its units are to be fleets if they are liberated
    in this check. It is for no unit, so `at` is empty.
    """

    power: str
    by: str
    center: str = ""
    fleets: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A plea and the code of why it was refused, "" when it was granted."""

    plea: Plea
    refusal: str = ""


def answer_pleas(
    pleas: Sequence[Plea],
    lands: Mapping[str, Land],
    quenched: frozenset[str],
    statuses: Mapping[str, Standing],
    *,
    centers: frozenset[str],
    is_open: bool,
) -> tuple[Answer, ...]:
    """What becomes of each plea, in the order in which they came.

    Rule: the rules' "Initiating a Revolution" and "Entrance of Outside players"; V22, V24: provinces are seen after
    quenching, of several pleas for one nation the first revolution counts, and without one the first claim.
    Shape: `is_open` False in the first year of the game.
    """
    refusals = [
        ("first_year" if not is_open else "") or _refusal(plea, lands, quenched, statuses, centers) for plea in pleas
    ]
    taken: dict[str, int] = {}
    for number, plea in sorted(enumerate(pleas), key=lambda pair: (not pair[1].center, pair[0])):
        if not refusals[number]:
            taken.setdefault(plea.power, number)
    return tuple(
        Answer(plea, refusals[number] or ("" if taken[plea.power] == number else "nation_taken"))
        for number, plea in enumerate(pleas)
    )


def _refusal(
    plea: Plea,
    lands: Mapping[str, Land],
    quenched: frozenset[str],
    statuses: Mapping[str, Standing],
    centers: frozenset[str],
) -> str:
    """Why a plea comes to nothing, whoever else asks. Rule: V11, a province that is no center starts no revolution."""
    if statuses[plea.power] is not Standing.INACTIVE:
        return f"nation_{statuses[plea.power].value}"
    if not plea.center:
        return ""
    land = lands[plea.center]
    if land.owner != plea.power:
        return "other_allegiance"
    if plea.center not in centers:
        return "begins_nothing"
    if land.in_revolt:
        return ""
    return "quenched" if plea.center in quenched else "no_revolt"
