"""A stateful machine over the whole judge, which is compared with a simple model after all that may happen to it."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.machine.play import Begun, Machine


class KilledMachine(Machine):
    """The same, where what dies is a process, of a SIGKILL."""

    real = True


def play(kind: type[Machine], begun: Begun, plays: int, steps: int) -> None:
    """So many plays of so many steps each, the same in every run."""
    run_state_machine_as_test(
        lambda: kind(begun),
        settings=settings(
            max_examples=plays, stateful_step_count=steps, phases=(Phase.generate,), derandomize=True, database=None,
            deadline=None, print_blob=False, suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


def test_whatever_happens_the_judge_does_what_the_model_says(begun: Begun) -> None:
    play(Machine, begun, plays=10, steps=40)


@pytest.mark.soak
def test_whatever_happens_in_many_long_plays_the_judge_does_what_the_model_says(begun: Begun) -> None:
    play(Machine, begun, plays=400, steps=80)


@pytest.mark.soak
def test_whatever_happens_to_processes_that_are_killed_the_judge_does_what_the_model_says(begun: Begun) -> None:
    play(KilledMachine, begun, plays=30, steps=60)
