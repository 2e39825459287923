"""Games and seats: CREATE with its options, JOIN with preferences, OBSERVE, RESIGN."""

from datetime import time, timedelta

import pytest

from judge.board.library import load_board
from judge.board.nations import load_nations
from judge.desk.clock_options import read_days
from judge.desk.joining import read_preferences
from judge.desk.options import OPTIONS, read_option, write_options
from judge.desk.snapshot import GameSettings, GameState, Role
from judge.game.complaints import Complaint
from judge.game.rules import Rules, Ruling
from judge.variants import find_variant
from tests.desk.speaking import flat

BOARD = find_variant("standard").board


def test_the_creator_is_the_master_and_may_play_too(town) -> None:
    welcome = town.register("Max")["Max"]
    (receipt,) = town.reply(welcome, "CREATE Cassis standard movement=2d at=18:00 zone=Europe/Berlin\nJOIN cassis")
    game = town.game("cassis")
    assert {seat.role for seat in game.seats} == {Role.MASTER, Role.PLAYER}
    assert game.settings.movement == timedelta(days=2)
    assert game.settings.at == time(18)
    assert game.settings.zone == "Europe/Berlin"
    assert game.seed
    assert receipt.subject == "[cassis]"
    assert receipt.reply_to.startswith("cassis.")


@pytest.mark.parametrize("line", ["JOIN game cassis", "join game cassis France", "OBSERVE game cassis"])
def test_the_word_game_before_a_name_is_no_name(town, line: str) -> None:
    people = town.register("Max", "Anna")
    town.reply(people["Max"], "CREATE cassis standard")
    town.reply(people["Anna"], line)
    assert town.game("cassis").seat_of(town.players["anna@example.org"].id) is not None


@pytest.mark.parametrize("name", ["p", "b", "confirm", "x", "a" * 21, "-ab"])
def test_a_name_that_cannot_stand_in_an_address_is_refused(town, name: str) -> None:
    welcome = town.register("Max")["Max"]
    (receipt,) = town.reply(welcome, f"CREATE {name} standard")
    assert town.games == {}
    assert "CREATE" in receipt.text


def test_a_name_is_given_once_in_any_case(town) -> None:
    welcome = town.register("Max")["Max"]
    town.reply(welcome, "CREATE cassis standard")
    (receipt,) = town.reply(welcome, "CREATE CASSIS standard")
    assert "already" in receipt.text
    assert len(town.games) == 1


def test_an_unknown_variant_is_refused_with_those_there_are(town) -> None:
    welcome = town.register("Max")["Max"]
    (receipt,) = town.reply(welcome, "CREATE cassis nosuch")
    assert "standard" in receipt.text
    assert town.games == {}


def test_one_wrong_option_names_itself_and_what_would_be_right_and_makes_no_game(town) -> None:
    welcome = town.register("Max")["Max"]
    (receipt,) = town.reply(welcome, "CREATE cassis standard movement=2d zone=Atlantis/Town")
    assert town.games == {}
    assert "zone" in receipt.text
    assert "Europe/Berlin" in receipt.text


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("Movement", "3 days", "movement", timedelta(days=3)),
        ("retreat", "36h", "retreat", timedelta(hours=36)),
        ("adjustment", "1d12h", "adjustment", timedelta(hours=36)),
        ("at", "6:30 pm", "at", time(18, 30)),
        ("at", "none", "at", None),
        ("days", "mon-fri", "days", (0, 1, 2, 3, 4)),
        ("days", "sat - mon", "days", (0, 5, 6)),
        ("press", "NONE", "press", "none"),
        ("autostart", "no", "autostart", False),
        ("listed", "off", "listed", False),
        ("zone", "america/new york", "zone", "America/New_York"),
        ("to-win", "20", "rules", Rules(to_win=20)),
        ("convoy_paradox", "Szykman", "rules", Rules(convoy_paradox="szykman")),
        ("4.A.2", "1982", "rules", Rules(convoy_paradox="1982")),
    ],
)
def test_an_option_is_read_by_its_name(name: str, value: str, field: str, expected: object) -> None:
    found = read_option(GameSettings(), name, value, BOARD)
    assert isinstance(found, GameSettings)
    assert getattr(found, field) == expected


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_senseless_value_is_refused_with_an_example_that_is_right(name: str) -> None:
    wrong = read_option(GameSettings(), name, "blue", BOARD)
    assert isinstance(wrong, Complaint)
    assert name in wrong.problem
    option, _, value = wrong.example.partition("=")
    assert isinstance(read_option(GameSettings(), option, value, BOARD), GameSettings)


def test_a_ruling_of_the_variant_is_an_option_by_its_number() -> None:
    ruling = Ruling(number="R7", about="illegal second part", meanings=(("a", "whole order"), ("b", "second part")))
    chosen = read_option(GameSettings(), "r7", "B", BOARD, (ruling,))
    assert chosen == GameSettings(rules=Rules(rulings=(("R7", "b"),)))
    wrong = read_option(GameSettings(), "R7", "c", BOARD, (ruling,))
    assert isinstance(wrong, Complaint)
    assert (wrong.expected, wrong.example) == ("a (whole order) or b (second part)", "R7=b")
    unknown = read_option(GameSettings(), "R9", "a", BOARD, (ruling,))
    assert isinstance(unknown, Complaint)
    assert unknown.expected.endswith(", R7")


@pytest.mark.parametrize(
    ("name", "value"), [("to_win", "0"), ("to_win", "35"), ("movement", "10 years"), ("at", "25:00")]
)
def test_a_value_out_of_bounds_is_refused(name: str, value: str) -> None:
    assert isinstance(read_option(GameSettings(), name, value, BOARD), Complaint)


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    wrong = read_option(GameSettings(), "movment", "3d", BOARD)
    assert isinstance(wrong, Complaint)
    assert "movement" in wrong.instead


def test_options_are_written_as_they_are_read(town) -> None:
    welcome = town.register("Max")["Max"]
    given = (
        "movement=2d12h", "retreat=1h30m", "adjustment=1d", "at=18:30", "zone=Europe/Berlin", "days=mon,wed,fri",
        "remind=1d,4h", "delay=15m", "press=white/grey", "partial=no", "fake=yes",
        "late_press=no", "must_order=yes", "observer_press=white", "watch_press=master", "reveal_press=yes",
        "autostart=no", "listed=no", "anonymous=yes", "reveal=no",
        "draws=lists",
        "votes=kept", "concessions=no", "draw_size=3", "last_year=1910", "at_limit=most", "max_absence=10d",
        "absence_now=no", "strict_wait=no", "to_win=20",
        "convoyed_cut=b_cut",
    )  # fmt: skip
    (receipt,) = town.reply(welcome, f"CREATE cassis standard {' '.join(given)}")
    assert ", ".join(given) in " ".join(receipt.text.split())
    (receipt,) = town.reply(welcome, "CREATE tokay")
    said = " ".join(receipt.text.split())
    assert (
        "movement=3d, retreat=1d, adjustment=1d, at=none, zone=UTC, days=all, remind=8h, delay=30m, press=white" in said
    )
    assert "to_win" not in said
    read = GameSettings()
    for option in write_options(town.game().settings, Rules()):
        name, _, value = option.partition("=")
        read = read_option(read, name, value, BOARD)
    assert read == town.game().settings


def test_the_rulings_of_a_variant_that_a_game_has_otherwise_are_written_too() -> None:
    settings = GameSettings(rules=Rules(rulings=(("1.2", "usual"), ("1.4", "other"))))
    written = write_options(settings, Rules(rulings=(("1.2", "usual"),)))
    assert written[-1] == "1.4=other"
    assert not any(option.startswith("1.2=") for option in written)


def test_weekdays_are_read_in_lists_and_spans() -> None:
    assert read_days("Mon,wed, friday") == (0, 2, 4)
    assert read_days("all") == tuple(range(7))
    assert read_days("someday") is None
    assert read_days("") is None


def test_every_option_is_a_field_of_the_settings_or_the_rules() -> None:
    fields = set(GameSettings.__dataclass_fields__) | set(Rules.__dataclass_fields__)
    assert set(OPTIONS) == fields - {"rules", "rulings", "nations", "entry"}  # set by key=


@pytest.mark.parametrize(
    ("words", "powers"),
    [
        (("FGR",), ("france", "germany", "russia")),
        (("France", "germany"), ("france", "germany")),
        (("F[GR]*",), ("france", "germany", "russia")),
        (("*",), ()),
        (("F", "F", "T"), ("france", "turkey")),
        ((), ()),
    ],
)
def test_preferences_are_names_letters_or_runs_of_letters(words: tuple[str, ...], powers: tuple[str, ...]) -> None:
    assert read_preferences(BOARD, words) == powers


def test_a_preference_for_no_power_is_refused_with_the_powers_there_are_and_not_repeated() -> None:
    wrong = read_preferences(BOARD, ("France", "sesame"))
    assert isinstance(wrong, Complaint)
    assert "Austria" in wrong.expected
    assert "sesame" not in repr(wrong)


def test_the_game_starts_when_the_last_place_is_taken_and_tells_everyone_once(game_town) -> None:
    town = game_town()
    assert town.game().state is GameState.RUNNING
    started = [mail for mail in town.mails if mail.kind == "start"]
    assert sorted(mail.to.partition("@")[0] for mail in started) == sorted(
        ["max", "anna", "bert", "cleo", "dora", "emil", "fred", "gina"]
    )
    assert {mail.subject for mail in started} == {"[cassis] S1901M"}
    assert {mail.thread for mail in started} == {("cassis", "cassis.s1901m")}
    assert all(mail.key.startswith(f"start/{town.game().id}/") for mail in started)
    assert town.game().seat_for("turkey").player.name == "Gina"


def test_a_game_without_autostart_waits_for_its_master(game_town) -> None:
    town = game_town("autostart=no")
    assert town.game().state is GameState.FORMING
    town.reply(town.last("Max"), "START")
    assert town.game().state is GameState.RUNNING


def test_nobody_joins_a_full_or_a_running_game(game_town) -> None:
    for options in ("", "autostart=no"):
        town = game_town(options)
        welcome = town.register("Zoe")["Zoe"]
        (receipt,) = town.reply(welcome, "JOIN cassis")
        assert len([seat for seat in town.game().seats if seat.role is Role.PLAYER]) == 7
        assert "nobody can join it" in " ".join(receipt.text.split()) or "are taken" in receipt.text


def test_who_would_join_a_running_game_is_told_how_to_take_over_a_power_that_nobody_plays(three) -> None:
    town = three()
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "JOIN cassis Italy")
    told = " ".join(receipt.text.split())
    assert "powers wait for a player. Expected: TAKEOVER cassis Italy" in told
    assert "nations" not in told
    town.reply(receipt, "TAKEOVER cassis Italy")
    seat = town.game().seat_for("italy")
    assert seat is not None
    assert seat.player.name == "Zoe"


def test_joining_again_changes_preferences_and_takes_no_second_place(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    town.reply(town.last("Anna"), "JOIN cassis Turkey")
    town.reply(town.last("Anna"), "JOIN cassis Turkey")
    seats = [seat for seat in town.game().seats if seat.role is Role.PLAYER]
    assert len(seats) == 2
    assert {seat.preferences for seat in seats} == {("turkey",), ("england",)}


def test_a_game_that_is_not_there_is_told_so(town) -> None:
    welcome = town.register("Anna")["Anna"]
    for line in (
        "JOIN nowhere",
        "OBSERVE nowhere",
        "RESIGN nowhere",
        "STATUS nowhere",
        "GAME nowhere",
        "START nowhere",
    ):
        (receipt,) = town.reply(welcome, line)
        assert "There is no game nowhere" in " ".join(receipt.text.split())


def test_a_password_given_with_join_or_create_is_the_seats(game_town) -> None:
    town = game_town(players=("Anna",))
    welcome = town.register("Zoe")["Zoe"]
    (joined,) = town.reply(welcome, "JOIN cassis password sesame")
    (created,) = town.reply(welcome, "CREATE ?tokay sesame standard\nCREATE madeira standard password=sesame")
    for name in ("cassis", "tokay", "madeira"):
        seat = town.game(name).seat_of(town.players["zoe@example.org"].id)
        assert seat.password_hash == "hash of sesame", name
    assert "sesame" not in joined.text + created.text


def test_an_observer_has_no_power_and_may_sit_down_to_play(game_town) -> None:
    town = game_town(players=("Anna",))
    welcome = town.register("Zoe")["Zoe"]
    town.reply(welcome, "OBSERVE cassis")
    zoe = town.players["zoe@example.org"].id
    assert town.game().seat_of(zoe).role is Role.OBSERVER
    (again,) = town.reply(welcome, "OBSERVE cassis")
    assert "already" in again.text
    town.reply(welcome, "JOIN cassis")
    assert [seat.role for seat in town.game().seats if seat.player.id == zoe] == [Role.PLAYER]


def test_resigning_before_the_start_frees_the_place_and_tells_the_master(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    mails = town.reply(town.last("Bert"), "RESIGN cassis")
    assert [seat.player.name for seat in town.game().seats if seat.role is Role.PLAYER] == ["Anna"]
    assert [(mail.kind, mail.to) for mail in mails] == [
        ("notice", "max@example.org"),
        ("receipt", "bert@example.org"),
    ]


def test_resigning_before_the_start_of_a_gunboat_game_tells_no_name(game_town) -> None:
    town = game_town("anonymous=yes", players=("Anna", "Bert"))
    town.reply(town.last("Bert"), "RESIGN cassis")
    assert "cassis: A player has left the game." in town.last("Max", "notice").text


def test_resigning_after_the_start_leaves_the_power_in_civil_disorder(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Cleo"), "RESIGN")
    assert town.game().seat_for("france") is None
    assert "civil disorder" in mails[0].text
    assert mails[0].to == "max@example.org"


def test_the_clock_stops_when_the_last_player_leaves(game_town) -> None:
    town = game_town("autostart=no", players=("Anna",))
    town.reply(town.last("Max"), "START")
    mails = town.reply(town.last("Anna"), "RESIGN")
    told = " ".join(mails[0].text.split())
    assert "the clock is stopped" in told
    assert "Next deadline: none, the clock is stopped with 3 days left." in told
    assert town.game().state is GameState.PAUSED
    assert town.tick(timedelta(days=30)) == []


def test_a_master_cannot_leave_his_game_alone(game_town) -> None:
    town = game_town(players=("Anna",))
    (receipt,) = town.reply(town.last("Max"), "RESIGN cassis")
    assert town.game().master is not None
    assert "TERMINATE" in receipt.text


def test_a_stranger_to_the_game_has_nothing_to_resign(game_town) -> None:
    town = game_town(players=("Anna",))
    welcome = town.register("Zoe")["Zoe"]
    (receipt,) = town.reply(welcome, "RESIGN cassis")
    assert "not in cassis" in " ".join(receipt.text.split())


def test_a_power_that_nobody_plays_from_the_start_cannot_be_preferred() -> None:
    """On a board with nations only the powers of the board have places."""
    board = load_nations(load_board("modern"))
    assert read_preferences(board, ["Spain", "FR"]) == ("spain", "france", "russia")
    refused = read_preferences(board, ["Spain", "Portugal"])
    assert isinstance(refused, Complaint)
    assert "Portugal" not in refused.expected
    assert refused.example == "JOIN game Britain, Egypt"


@pytest.mark.parametrize(
    ("written", "field", "value"),
    [
        ("draws=dias", "draws", "dias"), ("draws=NoDIAS", "draws", "lists"), ("draws=no-dias", "draws", "lists"),
        ("draws=no", "draws", "none"), ("draws=none", "draws", "none"), ("votes=Kept", "votes", "kept"),
        ("draw_size=2", "draw_size", 2), ("draw_size=any", "draw_size", None),
        ("concessions=off", "concessions", False), ("last_year=1901", "last_year", 1901),
        ("last_year=none", "last_year", None), ("at_limit=Most", "at_limit", "most"),
    ],
)  # fmt: skip
def test_how_a_game_may_end_is_an_option(written: str, field: str, value: object) -> None:
    name, _, given = written.partition("=")
    settings = read_option(GameSettings(), name, given, BOARD)
    assert getattr(settings, field) == value


@pytest.mark.parametrize(
    "written",
    ["draws=some", "votes=never", "draw_size=1", "draw_size=8", "draw_size=many", "last_year=1900", "at_limit=x"],
)
def test_an_end_that_is_not_offered_is_refused(written: str) -> None:
    name, _, given = written.partition("=")
    found = read_option(GameSettings(), name, given, BOARD)
    assert isinstance(found, Complaint)
    assert found.problem == f"The option {name} cannot be {given}."


@pytest.mark.parametrize(
    ("words", "variant", "on"),
    [
        ("rapid", "rapid-deployment", None),
        ("Rapid Deployment on modern diplomacy", "rapid-deployment", "modern"),
        ("colonial-diplomacy", "colonial", None),
    ],
)
def test_the_beginning_of_a_variants_name_will_do(town, words: str, variant: str, on: str | None) -> None:
    town.register("Max")
    town.reply(town.last("Max"), f"CREATE cassis {words}")
    assert (town.game().variant, town.game().on) == (variant, on)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "standrd",
            "There is no variant of that name. Expected: one of standard, colonial, modern, revolutionary-modern, "
            "rapid-deployment, seismic Did you mean standard?",
        ),
        ("standard passwort abc", "There is no variant of that name."),
        ("modern on colonial", "The Modern game is played on its own board, not on colonial."),
    ],
)  # fmt: skip
def test_a_variant_that_there_is_not_is_told_once_and_not_in_words_that_may_be_a_password(town, words, why) -> None:
    town.register("Max")
    (receipt,) = town.reply(town.last("Max"), f"CREATE cassis {words}")
    assert why in flat(receipt.text)
    assert "abc" not in receipt.text
    assert not town.games
