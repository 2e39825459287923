"""What `judge serve` does for the process that it runs in."""

import gc
from collections.abc import Iterator

import pytest

from judge.cli.serve import spare_collector


@pytest.fixture
def collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_what_is_there_for_good_is_looked_through_no_more_and_what_letters_leave_behind_is() -> None:
    class Thing:
        left = 0

        def __init__(self) -> None:
            self.me = self
            Thing.left += 1

        def __del__(self) -> None:
            Thing.left -= 1

    spare_collector()
    assert gc.get_freeze_count() > 10_000
    for _ in range(20_000):
        Thing()
    assert Thing.left < 12_000
