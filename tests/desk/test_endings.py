"""The end of a game: its last year, and the last mails: who played what, and the press of each."""

from dataclasses import replace
from datetime import timedelta

from judge.desk import archives
from judge.desk import effects as do
from judge.desk.electorate import run_out
from judge.desk.snapshot import GameState, Role
from judge.desk.votes import LIMIT, Verdict
from tests.desk.speaking import flat, say

THREE = ("Anna", "Bert", "Cleo")  # Austria, England, France
YEAR = ("S1901M", "F1901M", "W1901A")


def play_a_year(town) -> list[str]:
    """Deadlines go by until the game is over or in its second year; the phases that were played."""
    for _ in range(4):
        if town.game().state is GameState.RUNNING and town.phase().position.phase.year == 1901:
            town.tick(timedelta(days=4))
    return [turn.before.phase.tag for turn in town.turns["cassis"]]


def test_a_game_ends_with_its_last_year_in_a_draw_of_the_survivors(three) -> None:
    town = three("last_year=1901")
    say(town, "Cleo", "A Mar - Spa")
    assert play_a_year(town) == ["S1901M", "F1901M", "W1901A"], "not before the adjustments of the year"
    game = town.game()
    assert (game.state, game.ending, game.winner) == (GameState.FINISHED, "limit", ("austria", "england", "france"))
    report = flat(town.last("Max", "final").text)
    assert "cassis is over. Its last year is over, and Austria, England and France share a draw." in report
    assert f"ended with {town.turns['cassis'][-1].before.phase.title} (W1901A)." in report
    assert ":: judge cassis standard W1901A -> over" in flat(town.last("Max", "result").text)


def test_a_game_may_go_to_whoever_has_the_most_centers_in_its_last_year(three) -> None:
    town = three("last_year=1901 at_limit=most")
    say(town, "Cleo", "A Mar - Spa")
    play_a_year(town)
    assert (town.game().ending, town.game().winner) == ("limit", ("france",))
    assert "Its last year is over, and France has won, played by Cleo." in flat(town.last("Cleo", "final").text)


def test_without_a_last_year_a_game_goes_on(three) -> None:
    town = three()
    play_a_year(town)
    assert town.game().state is GameState.RUNNING


def test_where_nobody_plays_any_more_those_in_play_are_the_survivors(three) -> None:
    town = three("last_year=1901")
    game = town.game()
    phase = town.phase()
    later = replace(phase, position=replace(phase.position, phase=replace(phase.position.phase, year=1902)))
    seats = tuple(seat for seat in game.seats if seat.power is None)
    assert run_out(game) is None
    assert run_out(replace(game, phase=later)) == Verdict(LIMIT, ("austria", "england", "france"))
    everybody = tuple(sorted(phase.position.board.seats()))
    assert run_out(replace(game, phase=later, seats=seats)) == Verdict(LIMIT, everybody)


def test_the_last_year_is_among_the_rules_of_the_game(three) -> None:
    town = three("last_year=1907 at_limit=most")
    assert "After the year 1907 the game is over, and whoever has the most centers has won." in say(
        town, "Anna", "HELP RULES"
    )


def test_the_final_report_tells_who_played_what_and_who_before(three) -> None:
    town = three()
    say(town, "Cleo", "RESIGN cassis")
    zoe = town.register("Zoe")["Zoe"]
    player = town.players[zoe.to].id
    town.apply([do.AddSeat(game=town.game().id, player=player, role=Role.PLAYER, power="france")])
    say(town, "Bert", "RESIGN cassis")
    say(town, "Anna", "VOTE DRAW")
    town.write(zoe.to, "GAME cassis\nVOTE DRAW", to=zoe.reply_to)
    assert town.game().ending == "draw"
    report = flat(town.last("Anna", "final").text)
    assert "Austria: Anna England: nobody at the end (before: Bert) France: Zoe (before: Cleo) Germany" in report


def test_each_gets_the_press_that_he_wrote_and_that_was_written_to_him(three) -> None:
    town = three()
    say(town, "Anna", "PRESS TO England\nBern for you.\nENDPRESS")
    say(town, "Bert", "BROADCAST\nPeace to all!\nENDBROADCAST")
    say(town, "Cleo", "PRESS TO master\nMay I be late?\nENDPRESS")
    for name in THREE:
        say(town, name, "VOTE DRAW")
    told = {name: flat(town.last(name, "archive").text) for name in ("Max", *THREE)}
    read = {name: [word in text for word in ("Bern", "Peace", "late?")] for name, text in told.items()}
    assert read == {
        "Max": [False, True, True], "Anna": [True, True, False], "Bert": [True, True, False],
        "Cleo": [False, True, True],
    }  # fmt: skip
    assert told["Anna"].startswith("#### write above this line #### cassis is over. This is what you wrote in it")
    assert "Mon 4 Jan 2027 12:00 UTC: Austria to England | Bern for you." in told["Anna"]


def test_where_nobody_knows_who_is_who_no_observer_reads_what_another_wrote(three) -> None:
    """All of them are called `an observer` there, so that their messages do not tell whose they are."""
    town = three("gunboat=yes reveal=no")
    for name, welcome in town.register("Olga", "Otto").items():
        town.reply(welcome, "OBSERVE cassis")
        town.reply(town.last(name), f"PRESS TO master\nThis is {name}'s secret.\nENDPRESS")
    assert any("Olga's secret" in mail.text for mail in town.mails if mail.to.startswith("max"))
    say(town, "Anna", "BROADCAST\nPeace to all!\nENDBROADCAST")
    for name in THREE:
        say(town, name, "VOTE DRAW")
    told = flat(town.last("Otto", "archive").text)
    assert "Peace to all!" in told
    assert "Olga's secret" not in told


def test_who_takes_over_a_power_does_not_read_what_was_written_to_his_predecessor(three) -> None:
    town = three()
    say(town, "Anna", "PRESS TO France\nFor Cleo only.\nENDPRESS")
    say(town, "Cleo", "RESIGN cassis")
    town.now += timedelta(hours=1)
    zoe = town.register("Zoe")["Zoe"]
    player = town.players[zoe.to].id
    town.apply([do.AddSeat(game=town.game().id, player=player, role=Role.PLAYER, power="france")])
    say(town, "Anna", "PRESS TO France\nWelcome, Zoe.\nENDPRESS")
    for name in ("Anna", "Bert"):
        say(town, name, "VOTE DRAW")
    town.write(zoe.to, "GAME cassis\nVOTE DRAW", to=zoe.reply_to)
    text = town.last("Zoe", "archive").text
    assert "Welcome, Zoe." in text
    assert "For Cleo only." not in text


def test_where_nothing_was_written_there_is_no_archive_and_of_very_much_the_latest(three, monkeypatch) -> None:
    town = three()
    for name in THREE:
        say(town, name, "VOTE DRAW")
    assert not [mail for mail in town.mails if mail.kind == "archive"]
    monkeypatch.setattr(archives, "MAX_ARCHIVE", 20)
    town = three()
    for words in ("the first of all", "the second", "third"):
        say(town, "Anna", f"BROADCAST\n{words}\nENDBROADCAST")
    for name in THREE:
        say(town, name, "VOTE DRAW")
    text = flat(town.last("Bert", "archive").text)
    assert "the latest of it: 1 earlier message is left out." in text
    assert ["first" in text, "second" in text, "third" in text] == [False, True, True]
