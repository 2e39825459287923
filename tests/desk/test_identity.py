"""Who speaks: a letter counts only from a registered address and with a token or a password of that person."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from argon2 import PasswordHasher

from judge.desk.identity import (
    Speaker,
    address_tag,
    confirmed_letter,
    confirms_address,
    identify,
    letter_tag,
    player_tag,
    seat_tag,
)  # fmt: skip
from judge.desk.snapshot import Game, GameSettings, GameState, Player, Role, Seat, TokenKey
from judge.game.commands import SignOn
from judge.game.letters import Letter
from judge.game.lines import NumberedLine
from judge.game.statements import Statement
from judge.mail.addresses import Recipient, read_recipient, tagged
from judge.mail.proofs import DomainProof

# The parameters stand in the hash, so that tests need not take the time that real ones take.
hash_password = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash
SECRET = b"a secret of this installation"
JUDGE = "judge@example.org"
NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
OWN_PASSWORD, SEAT_PASSWORD = "own-word", "seat-word"

ANNA = Player(id=1, name="Anna", email="anna@example.org", confirmed=True, password_hash=hash_password(OWN_PASSWORD))
BERT = Player(id=2, name="Bert", email="bert@example.org", confirmed=True)
ANNA_SEAT = Seat(
    id=11, player=ANNA, role=Role.PLAYER, power="france", password_hash=hash_password(SEAT_PASSWORD)
)  # fmt: skip
ANNA_MASTER = Seat(id=12, player=ANNA, role=Role.MASTER)
BERT_SEAT = Seat(
    id=13, player=BERT, role=Role.PLAYER, power="italy", password_hash=hash_password("berts-word")
)  # fmt: skip


def game(number: int, name: str, *seats: Seat) -> Game:
    return Game(
        id=number, name=name, variant="standard", on=None, settings=GameSettings(), state=GameState.RUNNING,
        seed="s", created_at=NOW, seats=seats,
    )  # fmt: skip


FIRST = game(1, "cassis", ANNA_SEAT, ANNA_MASTER, BERT_SEAT)
SECOND = game(2, "tokay", replace(ANNA_SEAT, id=21, password_hash=""))
GAMES = (FIRST, SECOND)


def to(tag: str) -> Recipient:
    recipient = read_recipient(tagged(JUDGE, tag), JUDGE)
    assert recipient is not None
    return recipient


def signon(password: str, name: str = "cassis") -> tuple[Statement, ...]:
    line = NumberedLine(1, f"SIGNON F{name} {password}")
    return (Statement(line=line, command=SignOn(seat="F", game=name, password=password)),)


def who(
    recipient: Recipient, *, sender: str = ANNA.email, player: Player | None = ANNA,
    statements: tuple[Statement, ...] = (), released: bool = False, signed: DomainProof = "",
) -> Speaker:  # fmt: skip
    letter = Letter(sender=sender, recipient="", received_at=NOW)
    games = GAMES if player else ()
    return identify(
        letter, recipient, player=player, games=games, secret=SECRET, statements=statements, released=released,
        signed=signed,
    )  # fmt: skip


TOKENS = {
    "absent": "", "own player": player_tag(ANNA, SECRET), "own seat": seat_tag(FIRST, ANNA_SEAT, SECRET),
    "own master": seat_tag(FIRST, ANNA_MASTER, SECRET), "of another person": player_tag(BERT, SECRET),
    "of another's seat": seat_tag(FIRST, BERT_SEAT, SECRET), "wrong": "cassis." + "a" * 16, "none, game": "cassis",
    "of another game": "tokay." + seat_tag(FIRST, ANNA_SEAT, SECRET).partition(".")[2],
    "of another secret": seat_tag(FIRST, ANNA_SEAT, b"other"), "confirm": address_tag(ANNA.email, None, SECRET),
}  # fmt: skip
PASSWORDS = {"absent": None, "own": OWN_PASSWORD, "seat": SEAT_PASSWORD, "another's": "berts-word", "wrong": "guess"}
RIGHT_TOKENS = {"own player", "own seat", "own master"}


@pytest.mark.parametrize(("known", "token"), list(product([True, False], TOKENS)))
def test_a_letter_is_proven_only_by_a_known_address_and_a_right_token_or_password(known: bool, token: str) -> None:
    """The matrix: sender known or not, token right, wrong, another's or absent, password right, wrong or absent."""
    for name, password in PASSWORDS.items():
        speaker = who(
            to(TOKENS[token]),
            sender=ANNA.email if known else "stranger@example.org",
            player=ANNA if known else None,
            statements=() if password is None else signon(password),
        )
        assert speaker.proven is (known and (token in RIGHT_TOKENS or name in {"own", "seat"})), name


def test_a_token_names_the_seat_and_a_seat_password_too() -> None:
    assert who(to(TOKENS["own master"])).seat == ANNA_MASTER.id
    assert who(to(TOKENS["own seat"].upper())) == Speaker(email=ANNA.email, player=ANNA, how="seat token", seat=11)
    assert who(to(""), statements=signon(SEAT_PASSWORD)).seat == ANNA_SEAT.id
    assert who(to(""), statements=signon(OWN_PASSWORD)).seat is None


def test_a_token_that_was_given_up_proves_what_had_come_in_before_and_nothing_since() -> None:
    """To the moment: what comes in as it is given up is too late."""
    renewed = replace(ANNA, key=TokenKey(number=1, since=NOW))
    old, new = (to(player_tag(one, SECRET)) for one in (ANNA, renewed))

    def proves(recipient: Recipient, at: datetime) -> bool:
        letter = Letter(sender=ANNA.email, recipient="", received_at=at)
        return identify(letter, recipient, player=renewed, games=GAMES, secret=SECRET).proven

    before = NOW - timedelta(microseconds=1)
    assert [proves(old, at) for at in (before, NOW, NOW + timedelta(days=1))] == [True, False, False]
    assert [proves(new, at) for at in (before, NOW)] == [True, True]


def test_a_seat_password_opens_no_other_game() -> None:
    assert not who(to(""), statements=signon(SEAT_PASSWORD, "tokay")).proven


def test_only_the_first_three_passwords_of_a_letter_are_tried() -> None:
    tries = signon("a") + signon("b") + signon("c") + signon(OWN_PASSWORD)
    assert not who(to(""), statements=tries).proven
    assert who(to(""), statements=tries[1:]).proven


def test_an_unconfirmed_player_cannot_prove_himself_with_a_token() -> None:
    assert not who(to(TOKENS["own player"]), player=replace(ANNA, confirmed=False)).proven


def test_a_released_letter_is_proven_without_a_token() -> None:
    assert who(to(""), released=True).how == "confirmed"
    assert not who(to(""), released=True, player=None, sender="stranger@example.org").proven


def test_a_confirmation_holds_for_the_address_it_was_sent_to_only() -> None:
    since = datetime(2027, 1, 4, 12, 0, 0, 123_456, tzinfo=UTC)
    anna, tag = replace(ANNA, since=since), to(address_tag("Anna@Example.org", since, SECRET))
    assert confirms_address(tag, anna, "anna@example.org", SECRET)
    assert not confirms_address(tag, anna, "bert@example.org", SECRET)
    assert not confirms_address(to(player_tag(anna, SECRET)), anna, ANNA.email, SECRET)


def test_a_confirmation_holds_for_whoever_has_the_address_since_then() -> None:
    since = datetime(2027, 1, 4, 12, tzinfo=UTC)
    tag = to(address_tag(ANNA.email, since, SECRET))
    assert confirms_address(tag, replace(ANNA, since=since.astimezone(ZoneInfo("Asia/Tokyo"))), ANNA.email, SECRET)
    for other in (None, since - timedelta(microseconds=1), since + timedelta(days=9)):
        assert not confirms_address(tag, replace(ANNA, since=other), ANNA.email, SECRET)


def test_a_confirmed_letter_is_found_among_those_held() -> None:
    assert confirmed_letter(to(letter_tag(7, SECRET)), (5, 7), SECRET) == 7
    assert confirmed_letter(to(letter_tag(7, SECRET)), (5, 8), SECRET) is None
    assert confirmed_letter(to(address_tag(ANNA.email, None, SECRET)), (5, 7), SECRET) is None


@pytest.mark.parametrize("how", ["dkim", "dmarc"])
def test_what_his_domain_vouches_for_proves_the_player_and_no_one_seat_of_his(how: DomainProof) -> None:
    assert who(to(""), signed=how) == Speaker(email=ANNA.email, player=ANNA, how=how)
    assert who(to(TOKENS["wrong"]), statements=signon("guess"), signed=how).how == how
    assert not who(to(""), sender=BERT.email, signed=how).proven
    assert not who(to(""), player=replace(ANNA, confirmed=False), signed=how).proven
    assert not who(to(""), player=None, sender="stranger@example.org", signed=how).proven


def test_a_seat_that_is_named_by_token_or_password_goes_before_what_a_domain_vouches_for() -> None:
    assert who(to(TOKENS["own master"]), signed="dkim").seat == ANNA_MASTER.id
    assert who(to(""), statements=signon(SEAT_PASSWORD), signed="dkim").seat == ANNA_SEAT.id


def test_a_greeting_of_two_words_is_no_sign_on_unless_it_names_a_game(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "hello there friends\nA Par - Bur")
    assert "There is no game" not in receipt.text
    assert [line.fate for line in town.sessions[-1].lines] == ["note", "ok"]
    town.reply(town.last("Cleo"), "hello Fcassis hunter7")
    assert [line.said for line in town.sessions[-1].lines] == ["About the game cassis."]


def test_a_sign_on_by_the_name_of_a_power_is_shown_as_it_was_written_without_its_password(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "signon France@cassis hunter7")
    assert [line.text for line in town.sessions[-1].lines] == ["SIGNON France@cassis ********"]
