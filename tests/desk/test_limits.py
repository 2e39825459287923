"""What one letter and one person may set off: no mail makes thousands of mails or minutes of work."""

from judge.desk import limits
from judge.desk.effects import Post
from judge.desk.limits import MAX_MAILS, Used, too_many_mails
from judge.game.mails import Draft
from tests.desk.speaking import flat


def test_a_letter_of_many_broadcasts_sends_a_hundred_and_fifty_mails_at_most(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Cleo"), "BROADCAST\nhello\nENDPRESS\n" * 50 + "A Par - Bur")
    assert 100 < sum(mail.kind == "press" for mail in mails) <= MAX_MAILS
    assert "mails already" in flat(mails[-1].text)
    assert len(town.phase().orders_of("france").orders) == 1


def test_a_master_cannot_flood_his_players_with_notices(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Max"), "PAUSE\nRESUME\n" * 25)
    assert sum(mail.kind == "notice" for mail in mails) <= MAX_MAILS


def test_the_first_broadcast_of_a_letter_is_never_too_many_but_the_hour_counts() -> None:
    posts = [Post(Draft(key=str(number), kind="press", to="x@y.example", subject="", text="")) for number in range(200)]
    assert too_many_mails(Used(), posts) is None
    assert too_many_mails(Used(mails=1), posts) is not None
    assert too_many_mails(Used(earlier=201), posts) is not None
    assert too_many_mails(Used(earlier=200), posts) is None
    assert too_many_mails(Used(mails=500, earlier=500), ()) is None


def test_a_letter_sets_three_passwords_asks_ten_questions_and_creates_five_games(game_town) -> None:
    town = game_town()
    lines = ["SET PASSWORD sesame"] * 4 + ["STATUS"] * 11 + [f"CREATE tokay-{number}" for number in range(6)]
    (receipt,) = town.reply(town.last("Max"), "\n".join(lines))
    for words in ("may set 3 passwords", "may ask 10 questions", "may create 5 games"):
        assert flat(receipt.text).count(words) == 1
    assert sorted(town.games) == ["cassis", *(f"tokay-{number}" for number in range(5))]


def test_nobody_has_more_than_ten_games_that_wait_for_players(town) -> None:
    welcome = town.register("Max")["Max"]
    for letter in range(3):
        town.reply(welcome, "\n".join(f"CREATE tokay-{letter}-{number}" for number in range(5)))
    assert len(town.games) == 10


def test_a_game_has_a_hundred_observers_at_most(game_town) -> None:
    town = game_town()
    for number in range(101):
        (receipt,) = town.reply(town.register(f"Zoe{number}")[f"Zoe{number}"], "OBSERVE cassis")
    assert "no room" in flat(receipt.text)
    assert len(town.game().seats) == 8 + 100


def test_five_hundred_bad_orders_of_a_letter_are_explained_whatever_stands_between_them(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), ("A Par - Burgandyy\n" * 40 + "READY\n") * 15 + "A Par - Bur")
    assert "500 orders of this letter were not clear" in flat(town.sessions[-1].lines[-1].complaint.problem)
    assert town.phase().orders_of("france").orders == ()
    assert receipt.kind == "receipt"


def test_a_line_of_very_many_orders_is_refused_as_one_and_of_very_many_commas_is_talk(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), ",".join(["A Par - Burgandyy"] * 200))
    assert len(town.sessions[-1].lines) == 1
    assert "more than 60 orders" in town.sessions[-1].lines[0].complaint.problem
    town.reply(town.last("Cleo"), "well," * 200)
    assert [line.fate for line in town.sessions[-1].lines] == ["note"]


def test_after_a_long_answer_a_letter_has_no_further_question(game_town, monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_ANSWERED", 5000)
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "MAP\nSTATUS\nMAP cassis\nHELP\nA Par - Bur")
    told = flat(receipt.text)
    assert told.count("The answer to this letter is long already; write another letter for the rest.") == 1
    assert "HELP" in told.partition("The answer to this letter")[0]
    assert len(town.phase().orders_of("france").orders) == 1
