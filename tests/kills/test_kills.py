"""Killed at any instruction, the judge loses nothing and does nothing twice."""

import random

import pytest

POINTS = (
    "accept-before-commit",  # between DATA and 250
    "accept-after-commit",
    "letters-claiming",  # between choosing letters and the commit that makes them this worker's
    "letters-claimed",
    "letter-read",  # between its lines and any effect
    "KeepOrders",  # between the orders and the receipt
    "Post",  # between a mail that is frozen and the next, or the end of the letter
    "letter-answered",  # between reading a letter and its commit
    "letter-committed",
    "turn-due",  # between seeing that something is due and the letters before it
    "turn-drained",
    "turn-decided",  # between adjudication and its first effect
    "CloseOpenPhase",  # between the result and the next phase
    "OpenNextPhase",  # between the next phase and the mails that tell of it
    "turn-played",  # between adjudication and commit
    "turn-committed",  # between commit and sending
    "mails-claimed",  # between the outbox and the next server
    "mail-handed",
    "mail-delivered",  # between sending and marking sent
    "mails-marked",
)
PICTURE_POINTS = (
    "picture-claimed",  # between the claim of a picture and the process that draws it
    "picture-drawn",  # between the picture that is stored and the mails that wait for it
    "picture-frozen",  # between the mails that have it and the sender
)
SELDOM = (
    *PICTURE_POINTS,
    "letters-claiming", "letters-claimed", "turn-due", "turn-drained", "turn-decided", "CloseOpenPhase",
    "OpenNextPhase", "turn-played", "turn-committed", "mails-claimed", "mails-marked",
)  # fmt: skip
PASSES = dict.fromkeys(SELDOM, 1) | {"Post": 14, "mail-handed": 14, "mail-delivered": 14}  # of which one is chosen


def kill_once(judge, letters, account_of, point: str, chance: random.Random):
    """Seven order mails come in, the judge dies at the point, is started again, and everything is counted."""
    judge.start(crash_at=f"{point}:{chance.randint(1, PASSES.get(point, 7))}")
    unsent = list(letters.values())
    chance.shuffle(unsent)
    while unsent and judge.alive:
        if judge.send(*unsent[0]):
            unsent.pop(0)
    assert judge.has_died(within=90), f"it never came to {point}"
    judge.kill()
    judge.start()
    for letter in unsent:
        assert judge.send(*letter)
    account = account_of(judge)
    judge.kill()

    assert sorted(account.letters) == sorted((f"<orders-of-{power}@players.example>", "done") for power in letters)
    assert account.receipts == {f"<orders-of-{power}@players.example>": 1 for power in letters}
    assert account.sets == dict.fromkeys(letters, 1)
    assert account.turns == 1
    assert set(account.results) == {f"{power}@players.example" for power in letters} | {"master@masters.example"}
    assert set(account.results.values()) == {1}
    for copies in account.copies.values():  # a mail that was under way when the process died may come again, the same
        assert len(copies) <= 2
        assert len(set(copies)) == 1
    return account


# Those are left to the long form between which and another point nothing is committed: the same is found after it.
LEFT = frozenset({
    "letters-claiming", "letter-read", "KeepOrders", "Post", "turn-due", "turn-drained", "turn-decided",
    "CloseOpenPhase", "OpenNextPhase", "picture-frozen",
})  # fmt: skip


@pytest.mark.parametrize("point", [point for point in POINTS if point not in LEFT])
def test_killed_at_a_point_it_does_everything_exactly_once(judge, letters, account_of, point) -> None:
    """A SIGKILL at any point leaves one effect of each letter and one Message-ID of each result."""
    kill_once(judge, letters, account_of, point, random.Random(f"{point} 0"))


@pytest.mark.parametrize("point", [point for point in PICTURE_POINTS if point not in LEFT])
def test_killed_at_its_drawing_it_sends_each_result_once_with_its_picture(judge, letters, account_of, point) -> None:
    """Another draws it; with pictures the judge dies as well as without at the points above, which need no twin."""
    judge.picture_wait = 600
    account = kill_once(judge, letters, account_of, point, random.Random(f"{point} 0"))
    assert account.pictured == set(account.results)


@pytest.mark.soak
@pytest.mark.parametrize("point", PICTURE_POINTS)
@pytest.mark.parametrize("seed", range(1, 21))
def test_killed_often_at_its_drawing_it_sends_each_result_once(judge, letters, account_of, point, seed) -> None:
    """In half of the runs the picture is late, and all results go without it, or some."""
    judge.picture_wait = (1, 600)[seed % 2]
    account = kill_once(judge, letters, account_of, point, random.Random(f"{point} {seed}"))
    assert account.pictured <= set(account.results)
    assert judge.picture_wait == 1 or account.pictured == set(account.results)


@pytest.mark.soak
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("seed", range(1, 21))
def test_killed_often_at_a_point_it_does_everything_exactly_once(judge, letters, account_of, point, seed) -> None:
    """The same, twenty times at each point."""
    kill_once(judge, letters, account_of, point, random.Random(f"{point} {seed}"))
