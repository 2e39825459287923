"""VOTE: who may, what it says, when the game ends with it, and that nobody learns of it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.desk import effects as do
from judge.desk.electorate import LAPSED, voters
from judge.desk.snapshot import Ballot, GameState, Role
from judge.game.entrance import Standing
from judge.game.mails import Draft
from judge.game.phases import Season
from judge.game.units import Unit, UnitKind
from judge.variants.revolutionary.realm import realm_of, with_realm
from tests.desk.speaking import flat, say

PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina")
THREE = ("Anna", "Bert", "Cleo")  # Austria, England, France
OUT_OF_PLAY = "\n".join(f"OWN S1901M {at} NOBODY\nREMOVE S1901M {at}" for at in ("Bre", "Mar", "Par"))
ENGLISH = "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor"


def eliminate(town, power: str) -> None:
    """Nothing of a power is left on the board."""
    phase = town.phase()
    position = replace(
        phase.position,
        units=tuple(unit for unit in phase.position.units if unit.power != power),
        centers=tuple(pair for pair in phase.position.centers if pair[1] != power),
    )
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=position))


def test_a_game_ends_at_once_when_all_have_voted_for_a_draw(game_town) -> None:
    town = game_town()
    for name in PEOPLE[:-1]:
        told = say(town, name, "VOTE DRAW")
        assert "Your vote: a draw of all who survive (Austria, England, France, Germany, Italy, Russia and" in told
        assert "It is secret, and is forgotten when S1901M is over." in told
        assert town.game().state is GameState.RUNNING
    told = say(town, "Gina", "VOTE DRAW")
    assert "With it all agree, and cassis is over." in told
    game = town.game()
    assert (game.state, game.ending, len(game.winner)) == (GameState.FINISHED, "draw", 7)
    assert town.phase().deadline is None
    assert not town.turns
    for name in ("Max", *PEOPLE):
        report = flat(town.last(name, "final").text)
        assert "cassis is over. All have agreed on a draw, which Austria, England," in report
        assert "ended in Spring 1901, movement (S1901M)." in report
        assert ":: judge cassis standard S1901M -> over" in report
        assert ("Well held!" in report) is (name != "Max")
    assert [entry.text for entry in town.log if entry.kind == "end"] == ["draw: " + " ".join(sorted(game.winner))]
    assert "is over" in say(town, "Anna", "VOTE NO")


def test_nobody_learns_of_a_vote(three) -> None:
    """Two of three have voted: no mail but the voter's receipt, no log, no STATUS of others tells of it."""
    town = three()
    before = len(town.log), say(town, "Cleo", "STATUS"), say(town, "Max", "STATUS")
    mails = len(town.mails)
    say(town, "Anna", "VOTE DRAW")
    say(town, "Bert", "VOTE CONCEDE France")
    assert [mail.to for mail in town.mails[mails:]] == ["anna@example.org", "bert@example.org"]
    assert (len(town.log), say(town, "Cleo", "STATUS"), say(town, "Max", "STATUS")) == before


@pytest.mark.parametrize("take_back", ["VOTE NO", "SET NODRAW", "VOTE CONCEDE England", "VOTE CLEAR"])
def test_the_last_vote_counts_and_can_be_taken_back(three, take_back: str) -> None:
    town = three()
    say(town, "Anna", "VOTE DRAW")
    say(town, "Anna", take_back)
    say(town, "Bert", "VOTE DRAW")
    say(town, "Cleo", "VOTE DRAW")
    assert town.game().state is GameState.RUNNING
    say(town, "Anna", "VOTE DRAW")
    assert town.game().ending == "draw"


def test_no_draw_does_not_take_back_a_concession(three) -> None:
    town = three()
    say(town, "Anna", "VOTE CONCEDE France")
    assert "Your vote: to concede cassis to France." in say(town, "Anna", "SET NO DRAW")
    assert "You vote for no end of cassis." in say(town, "Anna", "SET NO CONC")


def test_a_concession_makes_one_power_the_winner_without_its_own_vote(three) -> None:
    town = three()
    say(town, "Anna", "VOTE CONCEDE France")
    say(town, "Bert", "SET CONC F")
    game = town.game()
    assert (game.state, game.ending, game.winner) == (GameState.FINISHED, "concession", ("france",))
    report = flat(town.last("Cleo", "final").text)
    assert "All others have conceded to France, played by Cleo. Congratulations!" in report


def test_vote_alone_tells_what_one_votes_and_what_may_be_voted(three) -> None:
    town = three("draws=lists votes=kept concessions=no draw_size=2")
    told = say(town, "Anna", "VOTE")
    assert "You vote for no end of cassis. A draw is shared by those whom all name" in told
    assert ", 2 at most; nobody concedes. Votes are secret and hold until they are changed." in told
    say(town, "Anna", "VOTE DRAW Austria France")
    assert "Your vote: a draw of Austria and France." in say(town, "Anna", "VOTE")


@pytest.mark.parametrize(
    ("options", "who", "words", "why"),
    [
        ("", "Anna", "VOTE DRAW Austria France", "A draw in cassis includes all survivors: Austria, England and Fr"),
        ("", "Anna", "VOTE DRAW Atlantis", "There is no power Atlantis in cassis."),
        ("draws=lists", "Anna", "VOTE DRAW Austria Italy", "Without a vote in cassis nobody can share a draw: Italy."),
        ("draws=lists", "Anna", "VOTE DRAW Austria", "A draw is shared by two powers or more."),
        ("draws=lists draw_size=2", "Anna", "VOTE DRAW", "At most 2 powers may share a draw in cassis, and this would"),
        ("draws=none", "Anna", "VOTE DRAW", "There are no draws in cassis."),
        ("concessions=no", "Anna", "VOTE CONCEDE France", "There are no concessions in cassis."),
        ("", "Anna", "VOTE CONCEDE Austria", "You cannot concede to your own power."),
        ("", "Anna", "VOTE CONCEDE Italy", "You cannot concede to Italy, which is out of play or has no player."),
        ("", "Anna", "CONCEDE", "A concession is to one power, and none is named."),
        ("", "Anna", "VOTE CONCEDE FE", "A concession is to one power, and this names 2."),
        ("", "Anna", "PHASE F1901M\nVOTE DRAW", "This is for F1901M, which has not opened"),
        ("", "Max", "VOTE DRAW", "You play no power in cassis, so you have no vote."),
    ],
)
def test_a_vote_that_cannot_be_is_refused_with_the_reason(three, options, who, words, why) -> None:
    town = three(options)
    before = town.game()
    assert why in say(town, who, words)
    assert town.game() == before


def test_talk_that_begins_like_a_vote_is_a_remark(three) -> None:
    town = three()
    before = town.game()
    for words in ("Draw offers are welcome", "concede now or I take Munich", "Vote for me?"):
        say(town, "Anna", words)
        assert [line.fate for line in town.sessions[-1].lines] == ["note"], words
    assert town.game() == before


def test_strangers_observers_and_players_of_a_game_to_come_have_no_vote(game_town) -> None:
    town = game_town("autostart=no", players=("Anna", "Bert"))
    assert "has not begun" in flat(town.reply(town.last("Anna"), "GAME cassis\nVOTE DRAW")[-1].text)
    town.reply(town.last("Max"), "START")
    zoe = town.register("Zoe")["Zoe"]
    assert "You are not in cassis." in flat(town.reply(zoe, "GAME cassis\nVOTE DRAW")[-1].text)
    assert "so you have no vote" in flat(town.reply(zoe, "OBSERVE cassis\nVOTE DRAW")[-1].text)


def test_one_who_plays_alone_has_nobody_to_agree_with(game_town) -> None:
    town = game_town("autostart=no", players=("Anna",))
    town.reply(town.last("Max"), "START")
    assert "Nobody else has a vote in cassis" in say(town, "Anna", "VOTE DRAW")
    assert town.game().state is GameState.RUNNING


def test_votes_are_cleared_when_the_phase_is_over_unless_the_game_keeps_them(three) -> None:
    for options, ending in (("", ""), ("votes=kept", "draw")):
        town = three(options)
        told = say(town, "Anna", "VOTE DRAW")
        assert ("holds until you change it" in told) is bool(options)
        say(town, "Bert", "VOTE DRAW")
        town.tick(timedelta(days=3))
        assert town.phase().position.phase.tag == "F1901M"
        say(town, "Cleo", "VOTE DRAW")
        assert town.game().ending == ending


@pytest.mark.parametrize(
    ("who", "words"),
    [("Cleo", "RESIGN cassis"), ("Max", "EJECT France"), ("Max", "CIVIL DISORDER France"), ("Max", OUT_OF_PLAY)],
)
@pytest.mark.parametrize("options", ["", "votes=kept"])
@pytest.mark.parametrize("ballot", ["VOTE DRAW", "VOTE CONCEDE England"])
def test_no_game_ends_because_somebody_leaves_who_had_not_agreed(
    three, who: str, words: str, options: str, ballot: str
) -> None:
    """All votes are forgotten, everybody is told so whether or not there were any, and a fresh one ends the game."""
    town = three(options)
    say(town, "Anna", ballot)
    say(town, "Bert", "VOTE DRAW")
    say(town, who, words)
    assert town.game().state is GameState.RUNNING
    assert voters(town.game()) == ("austria", "england")
    for name in ("Anna", "Bert"):
        assert LAPSED in flat(town.last(name, "notice").text)
        assert "You vote for no end of cassis." in say(town, name, "VOTE")
    say(town, "Anna", "VOTE DRAW")
    say(town, "Bert", "VOTE DRAW")
    assert (town.game().ending, town.game().winner) == ("draw", ("austria", "england"))


def test_a_player_who_is_replaced_takes_his_own_vote_along_and_no_other(three) -> None:
    town = three()
    town.register("Zoe")
    say(town, "Anna", "VOTE DRAW")
    say(town, "Cleo", "VOTE DRAW")
    town.reply(town.last("Zoe"), "OBSERVE cassis")
    say(town, "Max", "REPLACE France BY Zoe NOW")
    say(town, "Bert", "VOTE DRAW")
    assert town.game().state is GameState.RUNNING
    town.reply(town.last("Zoe"), "GAME cassis\nVOTE DRAW")
    assert town.game().ending == "draw"


@pytest.mark.parametrize("option", ["draws=lists", "draw_size=3", "votes=kept", "concessions=no"])
def test_votes_are_forgotten_when_it_changes_what_they_are_for(three, option: str) -> None:
    town = three()
    say(town, "Anna", "VOTE DRAW")
    assert LAPSED in say(town, "Max", f"SET {option}")
    assert "You vote for no end of cassis." in say(town, "Anna", "VOTE")
    say(town, "Anna", "VOTE DRAW")
    assert LAPSED not in say(town, "Max", "SET movement=2d")
    assert "Your vote: a draw" in say(town, "Anna", "VOTE")


def test_votes_that_came_when_the_turn_was_due_end_the_game_once_it_is_not_any_more(three) -> None:
    town = three("votes=kept")
    for name in THREE:
        seat = next(one for one in town.game().seats if one.player.name == name)
        town.apply([do.KeepBallot(seat=seat.id, ballot=Ballot(draw=(), phase="S1901M", cast_at=town.now))])
    town.tick()
    assert town.game().ending == "draw"


def test_the_vote_of_a_former_player_does_not_count_for_who_comes(three) -> None:
    town = three("votes=kept")
    say(town, "Anna", "VOTE DRAW")
    say(town, "Anna", "RESIGN cassis")
    player = town.players["anna@example.org"].id
    town.apply([do.AddSeat(game=town.game().id, player=player, role=Role.PLAYER, power="austria")])
    say(town, "Bert", "VOTE DRAW")
    say(town, "Cleo", "VOTE DRAW")
    assert town.game().state is GameState.RUNNING, "the vote of the one before still counts"


def test_a_power_that_is_thrown_out_has_no_vote_and_a_kept_draw_comes_about_with_the_turn(three) -> None:
    town = three("votes=kept")
    say(town, "Anna", "VOTE DRAW")
    say(town, "Bert", "VOTE DRAW")
    eliminate(town, "france")
    assert voters(town.game()) == ("austria", "england")
    assert "France is out of play in cassis, so you have no vote any more." in say(town, "Cleo", "VOTE DRAW")
    town = three("votes=kept")
    say(town, "Anna", "VOTE DRAW")
    say(town, "Bert", "VOTE DRAW")
    phase = town.phase()
    last = tuple(unit for unit in phase.position.units if unit.power != "france")
    homeless = tuple(pair for pair in phase.position.centers if pair[1] != "france")
    fall = replace(phase.position.phase, season=Season.FALL)
    army = Unit(UnitKind.ARMY, "bur", "france")
    ghost = replace(phase.position, phase=fall, units=(*last, army), centers=homeless)
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=ghost))
    mails = town.tick(timedelta(days=3))
    game = town.game()
    assert (game.state, game.winner) == (GameState.FINISHED, ("austria", "england"))
    assert [mail.kind for mail in mails if mail.to == "anna@example.org"] == ["late", "result", "final"]
    assert "ended with Fall 1901, movement (F1901M)." in flat(town.last("Cleo", "final").text)


def test_a_vote_is_taken_while_the_clock_is_stopped_and_ends_the_game_there(three) -> None:
    town = three()
    say(town, "Max", "PAUSE")
    for name in THREE:
        assert town.game().state is GameState.PAUSED
        say(town, name, "VOTE DRAW")
    assert town.game().state is GameState.FINISHED
    assert town.game().time_left is None


def test_who_leaves_a_game_whose_clock_is_stopped_does_not_end_it_either(three) -> None:
    town = three()
    say(town, "Max", "PAUSE")
    say(town, "Anna", "VOTE CONCEDE England")
    say(town, "Cleo", "RESIGN cassis")
    assert town.game().state is GameState.PAUSED
    say(town, "Anna", "VOTE CONCEDE England")
    assert town.game().winner == ("england",)


def test_a_vote_after_the_deadline_waits_for_the_turn(three) -> None:
    """Late is told as late where votes are for the phase; where they are kept, the turn comes first."""
    for options, told in (("", "too late"), ("votes=kept", "holds until you change it")):
        town = three(options)
        say(town, "Anna", "VOTE DRAW")
        say(town, "Bert", "VOTE DRAW")
        town.now += timedelta(days=3, seconds=1)  # past the deadline, and no turn played yet
        receipt = say(town, "Cleo", "VOTE DRAW")
        assert told in receipt
        assert [turn.before.phase.tag for turn in town.turns["cassis"]] == ["S1901M"]
        assert town.game().ending == ("draw" if options else "")


def test_a_letter_that_was_long_on_its_way_does_not_overrule_a_later_vote(three) -> None:
    town = three("votes=kept")
    early = town.now
    town.now += timedelta(hours=2)
    say(town, "Anna", "VOTE NO")
    say(town, "Anna", "VOTE CONCEDE France")
    town.write("anna@example.org", "VOTE DRAW", to=town.last("Anna", "start").reply_to, received_at=early)
    assert "older than your last vote" in flat(town.last("Anna", "receipt").text)
    assert "to concede cassis to France" in say(town, "Anna", "VOTE")


@pytest.mark.parametrize(
    "withdrawn", ["VOTE NO", "VOTE CONCEDE France\nVOTE NO CONCEDE", "VOTE DRAW\nVOTE NO CONCEDE\nVOTE NO"]
)
def test_a_letter_that_was_long_on_its_way_does_not_bring_back_a_vote_that_was_withdrawn(three, withdrawn: str) -> None:
    town = three("votes=kept")
    early = town.now
    town.now += timedelta(hours=2)
    say(town, "Anna", withdrawn)
    say(town, "Bert", "VOTE DRAW")
    say(town, "Cleo", "VOTE DRAW")
    town.write("anna@example.org", "VOTE DRAW", to=town.last("Anna", "start").reply_to, received_at=early)
    assert "older than your last vote" in flat(town.last("Anna", "receipt").text)
    assert town.game().state is GameState.RUNNING
    assert "You vote for no end of cassis." in say(town, "Anna", "VOTE")


def test_votes_of_the_phase_hold_when_the_master_sets_its_position_right(three) -> None:
    """The receipt has promised that they hold until the phase is over."""
    town = three()
    say(town, "Anna", "VOTE DRAW")
    say(town, "Bert", "VOTE DRAW")
    say(town, "Max", "OWN S1901M Bel Germany")
    assert "Your vote: a draw of all who survive" in say(town, "Anna", "VOTE")
    say(town, "Cleo", "VOTE DRAW")
    assert town.game().ending == "draw"


def test_a_vote_after_the_moment_of_early_play_waits_for_the_turn(game_town) -> None:
    """All orders were in, and the turn was due though nobody has played it yet."""
    town = game_town("autostart=no votes=kept delay=30m", players=THREE)
    town.reply(town.last("Max"), "START")
    say(town, "Anna", "VOTE DRAW\nall hold")
    say(town, "Bert", "VOTE DRAW\nall hold")
    say(town, "Cleo", "all hold")
    assert town.phase().early_at is not None
    town.now += timedelta(minutes=31)  # past that moment, and no turn played yet
    say(town, "Cleo", "VOTE DRAW")
    assert [turn.before.phase.tag for turn in town.turns["cassis"]] == ["S1901M"]
    assert town.game().ending == "draw"


def test_orders_below_the_vote_that_ends_the_game_are_told_so(three) -> None:
    town = three()
    say(town, "Anna", "VOTE DRAW")
    say(town, "Cleo", "VOTE DRAW")
    told = say(town, "Bert", f"VOTE DRAW\n{ENGLISH}")
    assert "With it all agree" in told
    assert told.count("The game cassis is over.") >= 1


def test_what_was_voted_is_forgotten_when_the_game_ends(three) -> None:
    town = three("votes=kept")
    say(town, "Anna", "VOTE DRAW")
    say(town, "Max", "TERMINATE cassis")
    assert [seat.ballot for seat in town.game().seats] == [None] * 4


def test_lists_end_a_game_in_the_largest_draw_that_all_name(three) -> None:
    town = three("draws=nodias")
    assert "Your vote: a draw of Austria and England." in say(town, "Cleo", "VOTE DRAW AE")
    say(town, "Anna", "VOTE DRAW Austria, England and France")
    say(town, "Bert", "SET DRAW Austria England")
    assert (town.game().ending, town.game().winner) == ("draw", ("austria", "england"))


def test_the_defeated_have_no_vote_in_a_revolutionary_game(town) -> None:
    """Rule: 4.1.4. The status of a power says whether it has one."""
    welcomes = town.register("Max", *THREE)
    town.reply(welcomes["Max"], "CREATE cassis revolutionary-modern autostart=no")
    for name in THREE:
        town.reply(welcomes[name], "JOIN cassis")
    town.reply(welcomes["Max"], "START cassis")
    able = voters(town.game())
    assert len(able) == 3
    phase = town.phase()
    realm = realm_of(phase.position)
    statuses = tuple((one, Standing.DEFEATED if one == able[0] else was) for one, was in realm.statuses)
    beaten = with_realm(phase.position, replace(realm, statuses=statuses))
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=beaten))
    assert voters(town.game()) == able[1:]


def test_the_final_report_is_a_mail_of_the_game_for_each_person(three) -> None:
    town = three()
    for name in THREE:
        say(town, name, "VOTE DRAW")
    reports: list[Draft] = [mail for mail in town.mails if mail.kind == "final"]
    assert sorted(mail.to for mail in reports) == sorted(f"{name.lower()}@example.org" for name in ("Max", *THREE))
    assert {mail.subject for mail in reports} == {"[cassis] S1901M"}
