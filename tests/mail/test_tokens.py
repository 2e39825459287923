"""A token is bound to its purpose and its facts."""

import re

from judge.mail.tokens import bounce_tag, make_token, token_matches

SECRET = b"a secret of this installation"


def test_a_token_is_sixteen_letters_that_survive_a_change_of_case() -> None:
    token = make_token(SECRET, "player", "17")
    assert re.fullmatch(r"[a-z2-7]{16}", token)
    assert token_matches(token, SECRET, "player", "17")
    assert token_matches(token.upper(), SECRET, "player", "17")


def test_a_token_is_the_same_every_time() -> None:
    """Addresses in old mails stay good after an upgrade."""
    assert make_token(b"secret", "seat", "42", "3") == "g74okzyziljzvyj3"


def test_another_purpose_fact_or_secret_gives_another_token() -> None:
    token = make_token(SECRET, "seat", "1", "23")
    assert not token_matches(token, SECRET, "seat", "12", "3")
    assert not token_matches(token, SECRET, "seat", "123")
    assert not token_matches(token, SECRET, "player", "1", "23")
    assert not token_matches(token, b"another secret", "seat", "1", "23")


def test_a_token_of_another_shape_matches_nothing() -> None:
    for token in ("", "x", "ä" * 16, "\udc80", make_token(SECRET, "player", "1") + "a"):
        assert not token_matches(token, SECRET, "player", "1")


def test_a_bounce_tag_holds_the_number_of_the_mail() -> None:
    assert bounce_tag(SECRET, "9") == f"b.9.{make_token(SECRET, 'bounce', '9')}"
