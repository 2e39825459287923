"""STATUS, LIST and the rules of a game."""

from collections.abc import Callable
from datetime import timedelta

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import start_position
from judge.reports import texts
from judge.reports.cards import GameLine
from judge.variants import find_variant

Golden = Callable[[str, str], None]


def test_status_of_a_running_game(story, same_as_golden: Golden) -> None:
    position = story.turns[2].after
    text = texts.status(story.card(position), story.reader(position, "france"), ("italy", "france"), story.now)
    same_as_golden("status", text)


def test_status_of_a_forming_game(story, same_as_golden: Golden) -> None:
    card = story.card(None, state="forming", deadline=None, powers=(), joined=("Anna Berg", "Kai"), places=7)
    same_as_golden("status-forming", texts.status(card, story.reader(story.opening, None), (), story.now))


def test_status_of_a_finished_game_names_the_winner_and_no_deadline(story) -> None:
    position = story.turns[0].after
    card = story.card(position, state="finished", winner=("turkey",))
    text = texts.status(card, story.reader(position, "france"), (), story.now)
    assert "Turkey has won, played by Emre." in " ".join(text.split())
    assert "deadline" not in text


def test_the_map_names_every_place_with_its_neighbors_and_coasts(story, same_as_golden: Golden) -> None:
    position = story.opening
    text = texts.map_table(story.card(position), story.reader(position, "france"), story.now)
    same_as_golden("map", text)
    board = position.board
    for place in (*(board.write(province.id) for province in board.provinces), "Swi", "Out", "Ire"):
        assert f"\n  {place}  " in text


def test_the_map_of_colonial_names_its_bridges(story) -> None:
    position = start_position(find_variant("colonial"))
    text = texts.map_table(story.card(position), story.reader(story.opening, None), story.now)
    assert "Joined without a border\n" in text
    assert "  Can and HK, for armies and fleets\n" in text
    assert all(len(line) <= 72 for line in text.splitlines())


def test_the_map_of_a_game_that_has_not_begun_says_so(story) -> None:
    card = story.card(None, state="forming", deadline=None, powers=(), joined=(), places=7)
    assert "It is shown once the game has begun." in texts.map_table(card, story.reader(story.opening, None), story.now)


def test_list(story, same_as_golden: Golden) -> None:
    games = (
        GameLine(name="abyss", variant="standard", state="finished", phase="F1907M"),
        GameLine(name="dunkirk", variant="standard", state="running", phase="S1901M",
                 deadline=story.now + timedelta(days=2), players=7, places=7),
        GameLine(name="calais", variant="standard", state="forming", players=3, places=7),
    )  # fmt: skip
    same_as_golden("list", texts.listing(games, story.reader(story.opening, "france"), story.now))


def test_a_stranger_reads_deadlines_in_utc_with_the_time_left(story) -> None:
    game = GameLine(name="dunkirk", variant="standard", state="running", phase="S1901M",
                    deadline=story.now + timedelta(days=2))  # fmt: skip
    assert "orders until Tue 5 Jan 2027 12:30 UTC (in 2 days)" in texts.listing((game,), None, story.now)


def test_a_judge_without_games_says_how_to_begin_one(story) -> None:
    assert "HELP CREATE" in texts.listing((), None, story.now)


def test_the_rules_of_a_game(story, same_as_golden: Golden) -> None:
    options = (("movement", "3 days"), ("at", "20:00 in Europe/London"), ("press", "white"))
    same_as_golden(
        "house", texts.house(story.card(story.opening), story.reader(story.opening, "france"), options, story.now)
    )


def test_the_mail_of_the_rules_when_a_game_begins(story, same_as_golden: Golden) -> None:
    options = (("movement", "3 days"), ("C5", "a, two equal attackers: the train slips in (usually: all are kept out)"))
    rulings = ("Victory: 18 centers (X1).", "A second rule of the house, with more words in it than there is room in a "
               "line (X2).")  # fmt: skip
    card, reader = story.card(story.opening), story.reader(story.opening, "france")
    same_as_golden("rules", texts.rules(card, reader, options, story.now, rulings))


def test_help_shows_what_the_readers_own_units_can_do(story) -> None:
    orders = legal_orders(story.variant, story.opening, "france")[:3]
    card, reader = story.card(story.opening), story.reader(story.opening, "france")
    text = texts.help("orders", card, reader, orders)
    assert "Anna Berg, this would be possible for you now:" in text
    assert len(text.splitlines()) > len(texts.help("orders").splitlines()) + 3
