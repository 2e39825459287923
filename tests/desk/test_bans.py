"""Whose letters the keeper does not take: what is closer to an address goes before the rest."""

from datetime import UTC, datetime

import pytest

from judge.desk.bans import Ban, addresses_of, ban_of, known_as, read_whom
from judge.desk.snapshot import Address, Player

SINCE = datetime(2027, 1, 4, tzinfo=UTC)


def bans(*whom: str) -> dict[str, Ban]:
    """A list of bans; what begins with `+` is allowed."""
    return {one.lstrip("+"): Ban(whom=one.lstrip("+"), allowed=one.startswith("+"), since=SINCE) for one in whom}


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("Vic@Spam.Example", "vic@spam.example"), ("<vic@spam.example>", "vic@spam.example"),
        ("@spam.example", "@spam.example"), ("spam.example", "@spam.example"), ("@localhost", "@localhost"),
        ("*", "*"), ("vic", None), ("", None), ("@", None), ("a b@spam.example", None), ("vic@", None),
    ],
)  # fmt: skip
def test_an_address_a_domain_or_everybody_can_be_named(text: str, whom: str | None) -> None:
    assert read_whom(text) == whom


def test_an_address_is_known_by_itself_without_its_tag_by_its_domains_and_as_anybody() -> None:
    assert known_as("Vic+2@Mail.Spam.Example") == (
        "vic+2@mail.spam.example", "vic@mail.spam.example", "@mail.spam.example", "@spam.example", "@example", "*",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("emails", "listed", "whom"),
    [
        (("vic@spam.example",), ("vic@spam.example",), "vic@spam.example"),
        (("vic+new@spam.example",), ("vic@spam.example",), "vic@spam.example"),
        (("vic@a.spam.example",), ("@spam.example",), "@spam.example"),
        (("vic@notspam.example",), ("@spam.example",), None),
        (("spam.example@home.example",), ("@spam.example",), None),
        (("ada@spam.example",), ("@spam.example", "+ada@spam.example"), None),
        (("ada@club.example",), ("*", "+@club.example"), None),
        (("vic@club.example",), ("*", "+@club.example", "vic@club.example"), "vic@club.example"),
        (("ada@home.example",), ("*",), "*"),
        (("ada@home.example",), (), None),
        # another address of the same player
        (("vic@home.example", "vic@spam.example"), ("vic@spam.example",), "vic@spam.example"),
        (("vic@home.example", "vic@spam.example"), ("@spam.example",), None),
        (("vic@home.example", "vic@spam.example"), ("vic@spam.example", "+vic@home.example"), None),
        (("ada@club.example", "ada@home.example"), ("*", "+@club.example"), None),
        (("vic@club.example", "vic@home.example"), ("+@club.example", "vic@home.example"), "vic@home.example"),
    ],
)
def test_the_closest_entry_decides(emails: tuple[str, ...], listed: tuple[str, ...], whom: str | None) -> None:
    found = ban_of(emails, bans(*listed))
    assert (found and found.whom) == whom


def test_the_addresses_of_a_sender_are_those_of_his_player_the_one_he_writes_from_first() -> None:
    player = Player(
        id=1, name="Vic", email="vic@home.example", confirmed=True, others=(Address(email="vic@b.example"),)
    )
    assert addresses_of("Vic@B.example", player) == ("vic@b.example", "vic@home.example")
    assert addresses_of("who@b.example", None) == ("who@b.example",)
