"""Votes: when ballots end a game, for all ballots, against the rules told plainly."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.desk.snapshot import Ballot, GameSettings
from judge.desk.votes import CONCESSION, DRAW, Verdict, verdict

NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
POWERS = ("austria", "england", "france", "germany", "turkey")
AUSTRIA, ENGLAND, FRANCE, _, TURKEY = POWERS
DIAS, LISTS = GameSettings(), GameSettings(draws="lists")


def draw(*powers: str) -> Ballot:
    return Ballot(draw=powers, cast_at=NOW)


def concede(power: str) -> Ballot:
    return Ballot(concede=power, cast_at=NOW)


BALLOTS = st.one_of(
    st.none(),
    st.sampled_from(POWERS).map(concede),
    st.lists(st.sampled_from(POWERS), unique=True).map(lambda powers: draw(*powers)),
)
ELECTIONS = st.dictionaries(st.sampled_from(POWERS), BALLOTS, max_size=5)
LISTED = st.dictionaries(
    st.sampled_from(POWERS), st.lists(st.sampled_from(POWERS), unique=True).map(lambda powers: draw(*powers)),
    max_size=5,
)  # fmt: skip
SETTINGS = st.builds(
    GameSettings, draws=st.sampled_from(("dias", "lists", "none")), concessions=st.booleans(),
    draw_size=st.sampled_from((None, 2, 3)),
)  # fmt: skip


def test_a_draw_of_all_survivors_needs_every_vote() -> None:
    assert verdict({ENGLAND: draw(), FRANCE: draw()}, DIAS) == Verdict(DRAW, (ENGLAND, FRANCE))
    assert verdict({ENGLAND: draw(), FRANCE: draw(), TURKEY: None}, DIAS) is None
    assert verdict({ENGLAND: draw(), FRANCE: concede(ENGLAND), TURKEY: draw()}, DIAS) is None


def test_a_concession_needs_every_vote_but_the_winners_own() -> None:
    for own in (None, draw(), concede(ENGLAND)):
        ballots = {ENGLAND: concede(FRANCE), FRANCE: own, TURKEY: concede(FRANCE)}
        assert verdict(ballots, DIAS) == Verdict(CONCESSION, (FRANCE,))
    assert verdict({ENGLAND: concede(FRANCE), FRANCE: None, TURKEY: concede(ENGLAND)}, DIAS) is None
    assert verdict({ENGLAND: concede(FRANCE), FRANCE: None, TURKEY: None}, DIAS) is None


def test_two_who_concede_to_each_other_have_not_agreed() -> None:
    assert verdict({ENGLAND: concede(FRANCE), FRANCE: concede(ENGLAND)}, DIAS) is None


def test_the_word_of_one_alone_ends_nothing() -> None:
    assert verdict({FRANCE: draw()}, DIAS) is None
    assert verdict({}, DIAS) is None


@pytest.mark.parametrize(
    ("ballots", "share"),
    [
        # everybody names the same two; the third leaves himself out
        ({ENGLAND: draw(ENGLAND, FRANCE), FRANCE: draw(ENGLAND, FRANCE), TURKEY: draw(ENGLAND, FRANCE)}, "EF"),
        # who names himself wants to be in it
        ({ENGLAND: draw(ENGLAND, FRANCE), FRANCE: draw(ENGLAND, FRANCE), TURKEY: draw(ENGLAND, TURKEY)}, ""),
        # a list stands for its parts, as long as one is in them
        ({ENGLAND: draw(ENGLAND, FRANCE, TURKEY), FRANCE: draw(ENGLAND, FRANCE), TURKEY: draw(ENGLAND, FRANCE)}, "EF"),
        # who leaves himself out may be let in by all others
        ({ENGLAND: draw(ENGLAND, FRANCE, TURKEY), FRANCE: draw(), TURKEY: draw(ENGLAND, FRANCE)}, "EFT"),
        # no names: all who survive
        ({ENGLAND: draw(), FRANCE: draw(), TURKEY: draw()}, "EFT"),
        # a draw is shared by two at least
        ({ENGLAND: draw(FRANCE), FRANCE: draw(FRANCE), TURKEY: draw(FRANCE)}, ""),
        # Austria, named by all, is not in play any more
        ({ENGLAND: draw(AUSTRIA, ENGLAND, FRANCE), FRANCE: draw(AUSTRIA, ENGLAND, FRANCE)}, "EF"),
    ],
)  # fmt: skip
def test_the_largest_draw_that_all_lists_approve_is_it(ballots: Mapping[str, Ballot], share: str) -> None:
    found = verdict(ballots, LISTS)
    assert "".join(power[0].upper() for power in (found.powers if found else ())) == share


@given(ballots=LISTED, most=st.sampled_from((None, 2, 3)))
def test_lists_mean_what_the_rule_says_of_every_set_of_powers(ballots: dict[str, Ballot], most: int | None) -> None:
    """Each set is held against each list in the words of the rule; the largest that all approve is the draw."""
    voters = set(ballots)

    def approves(power: str, found: frozenset[str]) -> bool:
        listed = set(ballots[power].draw or voters) & voters
        if power in listed:
            return found <= listed and power in found
        return found <= listed or found <= listed | {power}

    sets = chain.from_iterable(combinations(sorted(voters), size) for size in range(len(voters) + 1))
    common = [found for found in map(frozenset, sets) if all(approves(power, found) for power in voters)]
    largest = max(common, key=len, default=frozenset())
    assert all(found <= largest for found in common), "there are two largest"
    fits = len(voters) >= 2 and 2 <= len(largest) <= (most or len(voters))
    expected = Verdict(DRAW, tuple(sorted(largest))) if fits else None
    assert verdict(ballots, GameSettings(draws="lists", draw_size=most)) == expected


@given(ballots=ELECTIONS, settings=SETTINGS)
def test_a_verdict_is_one_that_everybody_has_a_part_in(
    ballots: dict[str, Ballot | None], settings: GameSettings
) -> None:
    found = verdict(ballots, settings)
    assert found == verdict(dict(reversed(ballots.items())), settings)
    if found is None:
        return
    assert set(found.powers) <= set(ballots)
    assert list(found.powers) == sorted(found.powers)
    if found.how == CONCESSION:
        (winner,) = found.powers
        assert settings.concessions
        assert {one.concede if one else "" for power, one in ballots.items() if power != winner} == {winner}
    else:
        assert settings.draws != "none"
        assert 2 <= len(found.powers) <= (settings.draw_size or 5)
        assert all(one is not None and one.draw is not None for one in ballots.values())
        assert settings.draws == "lists" or set(found.powers) == set(ballots)


@given(ballots=ELECTIONS, settings=SETTINGS, silent=st.sampled_from(POWERS))
def test_one_who_has_not_voted_keeps_the_game_going_unless_all_others_concede_to_him(
    ballots: dict[str, Ballot | None], settings: GameSettings, silent: str
) -> None:
    found = verdict(ballots | {silent: None}, settings)
    assert found is None or found == Verdict(CONCESSION, (silent,))
