"""The questions that games decide in different ways: from which season counts begin, and how long they are."""

from judge.game.rules import Rules, Ruling
from judge.variants.revolutionary.lands import Limits

LEAVING = Ruling(
    number="V4", name="season_of_leaving", about="the season in which the last unit leaves a province",
    meanings=(
        ("a", "is the first of those that bring a revolt"),
        ("b", "is not counted yet"),
    ),
)  # fmt: skip
OUTBREAK = Ruling(
    number="V6", name="season_of_outbreak", about="the season in which a revolt breaks out",
    meanings=(
        ("a", "comes before those that bring a revolution"),
        ("b", "is the first of those that bring a revolution"),
    ),
)  # fmt: skip
TO_REVOLT = Ruling(
    number="n5", name="seasons_to_revolt", about="seasons without a unit of its controller that bring a revolt",
    meanings=(("5", "as the rules have it"),), numbers=(1, 20),
)  # fmt: skip
TO_REVOLUTION = Ruling(
    number="n3", name="seasons_to_revolution", about="seasons of revolt that bring a revolution",
    meanings=(("3", "as the rules have it"),), numbers=(2, 20),
)  # fmt: skip
TO_ALLEGIANCE = Ruling(
    number="n10", name="seasons_to_allegiance", about="loyal seasons that change the allegiance of a province",
    meanings=(("10", "as the rules have it"),), numbers=(3, 40),
)  # fmt: skip

RULINGS = (LEAVING, OUTBREAK, TO_REVOLT, TO_REVOLUTION, TO_ALLEGIANCE)


def limits_of(rules: Rules) -> Limits:
    """The season counts of a game. Rule: the rules' numbers 5, 3 and 10; V4, V6."""
    return Limits(
        empty=int(TO_REVOLT.chosen(rules)),
        revolt=int(TO_REVOLUTION.chosen(rules)),
        loyal=int(TO_ALLEGIANCE.chosen(rules)),
        empty_from=-1 if LEAVING.chosen(rules) == "b" else 0,
        revolt_from=1 if OUTBREAK.chosen(rules) == "b" else 0,
    )
