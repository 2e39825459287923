"""A token is bound to its purpose and its facts."""

import re

from judge.mail.tokens import bounce_tag, bounced_mail, make_token, token_matches

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


def test_a_bounce_tag_holds_the_number_of_the_mail_which_only_the_judge_can_read() -> None:
    """Two mails that follow one another have numbers that do not; what lies between tells how much others got."""
    tags = {str(number): bounce_tag(SECRET, str(number)).split(".")[1:] for number in (0, 1, 9, 10, 11, 10**17)}
    assert all(bounced_mail(SECRET, *tag) == number for number, tag in tags.items())
    assert bounced_mail(SECRET, tags["9"][0], tags["9"][1].upper()) == "9"
    assert not {number for number, (shown, _) in tags.items() if abs(int(shown) - int(number)) < 1_000_000}
    assert all(len(shown) <= 18 and shown == str(int(shown)) for shown, _ in tags.values())


def test_the_number_in_a_bounce_tag_counts_only_with_its_own_token() -> None:
    number, token = bounce_tag(SECRET, "9").split(".")[1:]
    assert bounced_mail(SECRET, str(int(number) + 1), token) is None
    assert bounced_mail(SECRET, number, bounce_tag(SECRET, "10").split(".")[2]) is None
    assert bounced_mail(SECRET, f"0{number}", token) is None
    assert bounced_mail(b"another", number, token) is None


def test_the_bounce_tag_of_an_earlier_release_is_known() -> None:
    """A mail may come back days after it went out, from before the judge was brought up to date."""
    token = make_token(SECRET, "bounce", "9")
    assert bounced_mail(SECRET, "9", token) == "9"
    assert bounced_mail(SECRET, "8", token) is None
