"""What becomes of powers."""

import pytest

from judge.game.entrance import Standing
from judge.variants.revolutionary.nations import status_after

ACTIVE, INACTIVE, DEFEATED, ELIMINATED = Standing


@pytest.mark.parametrize(
    ("before", "holds", "homeland", "after"),
    [
        (ACTIVE, True, True, ACTIVE),
        (ACTIVE, True, False, ACTIVE),
        (ACTIVE, False, True, DEFEATED),
        (ACTIVE, False, False, ELIMINATED),
        (DEFEATED, True, True, ACTIVE),
        (DEFEATED, False, True, DEFEATED),
        (DEFEATED, False, False, ELIMINATED),
        (INACTIVE, False, True, INACTIVE),
        (INACTIVE, True, False, INACTIVE),
        (INACTIVE, True, True, INACTIVE),
        (INACTIVE, False, False, ELIMINATED),
        (ELIMINATED, True, True, ELIMINATED),
        (ELIMINATED, False, True, ELIMINATED),
    ],
)
def test_a_power_stands_by_what_it_holds_and_what_is_left_of_its_homeland(
    before: Standing, holds: bool, homeland: bool, after: Standing
) -> None:
    """The rules' "Possible Stati of a Power"; V16, V17, V30."""
    assert status_after(before, holds=holds, has_homeland=homeland) is after
