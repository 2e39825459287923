"""The judge's addresses are read in every form mail servers make of them."""

import pytest

from judge.mail.addresses import Recipient, in_ascii, is_own, read_recipient, tagged, valid_address
from judge.mail.tokens import bounce_tag, make_token

JUDGE = "judge@example.org"
TOKEN = make_token(b"secret", "player", "1")


@pytest.mark.parametrize(
    ("address", "recipient"),
    [
        ("judge@example.org", Recipient(kind="bare")),
        ("JUDGE@Example.ORG", Recipient(kind="bare")),
        ("<judge@example.org>", Recipient(kind="bare")),
        ("judge@example.org.", Recipient(kind="bare")),
        (f"judge+p.{TOKEN}@example.org", Recipient(kind="player", token=TOKEN)),
        (f"JUDGE+P.{TOKEN.upper()}@EXAMPLE.ORG", Recipient(kind="player", token=TOKEN)),
        (f"judge+confirm.{TOKEN}@example.org", Recipient(kind="confirm", token=TOKEN)),
        ("judge+G42@example.org", Recipient(kind="game", game="g42")),
        ("judge+north-sea_2@example.org", Recipient(kind="game", game="north-sea_2")),
        (f"judge+G42.{TOKEN}@example.org", Recipient(kind="game", game="g42", token=TOKEN)),
        (f"judge+b.17.{TOKEN}@example.org", Recipient(kind="bounce", mail="17", token=TOKEN)),
    ],
)
def test_an_address_of_ours_is_read_in_any_case(address: str, recipient: Recipient) -> None:
    assert read_recipient(address, JUDGE) == recipient


@pytest.mark.parametrize(
    "address",
    [
        "",
        "judge",
        "@example.org",
        "somebody@example.org",
        "judge@example.com",
        "judge@sub.example.org",
        "judge+@example.org",
        "judge+p@example.org",
        "judge+confirm@example.org",
        "judge+b@example.org",
        f"judge+b.{TOKEN}@example.org",
        "judge+p.short@example.org",
        f"judge+p.{TOKEN}x@example.org",
        f"judge+p.{TOKEN[:-1]}1@example.org",
        f"judge+b.x.{TOKEN}@example.org",
        "judge+g42.wrong@example.org",
        "judge+g 42@example.org",
        "judge+g42%evil.example@example.org",
        "judge%evil.example@example.org",
        "judge@example.org@evil.example",
        "judge+g42\n@example.org",
        "judge+-g42@example.org",
        f"judge+{'g' * 40}@example.org",
    ],
)
def test_an_address_that_is_not_ours_is_none(address: str) -> None:
    assert read_recipient(address, JUDGE) is None


def test_a_tagged_address_is_read_back() -> None:
    assert read_recipient(tagged(JUDGE, f"g42.{TOKEN}"), JUDGE) == Recipient(kind="game", game="g42", token=TOKEN)
    _, number, token = bounce_tag(b"secret", "7").split(".")
    assert read_recipient(tagged(JUDGE, f"b.{number}.{token}"), JUDGE) == Recipient(
        kind="bounce", mail=number, token=token
    )
    assert tagged(JUDGE, "") == JUDGE


def test_the_local_part_of_a_seat_address_keeps_the_limit_of_64() -> None:
    local, _, _ = tagged(JUDGE, f"{'g' * 32}.{TOKEN}").rpartition("@")
    assert len(local) <= 64
    assert read_recipient(f"{local}@example.org", JUDGE) is not None


@pytest.mark.parametrize("text", ["a@b", "anna@example.org", "a.b+c@x-y.example", "o'hara@example.org", "a@localhost"])
def test_a_plain_address_is_valid(text: str) -> None:
    assert valid_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "@b", "a@", "a@b@c", "a b@c", "a@b c", ".a@b", "a.@b", "a..b@c", "a@-b", "a@b-", "a@b..c",
        "a@[1.2.3.4]",        '"a"@b', "<a@b>", "a@b\r\nBcc: c@d", "a@b\n", "ä@b", "a@bücher.example", "a" * 65 + "@b",
        "a@" + "b." * 130 + "c",
    ],
)  # fmt: skip
def test_anything_else_is_no_address(text: str) -> None:
    assert not valid_address(text)


def test_the_longest_address_has_254_signs() -> None:
    domain = ".".join(["d" * 59] * 4)
    for local, valid in (("a" * 14, True), ("a" * 15, False)):
        text = f"{local}@{domain}"
        assert len(text) == (254 if valid else 255)
        assert valid_address(text) is valid


def test_an_address_is_our_own_with_a_tag_that_means_nothing_too() -> None:
    for tag in ("", "+", "+b", "+p.x", "+no_such.tag!", "+g42"):
        assert is_own(f"<Judge{tag}@EXAMPLE.org.>", "judge@example.org")
    for other in ("judges@example.org", "judge+b@example.com", "ada+judge@example.org", "judge", ""):
        assert not is_own(other, "judge@example.org")


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("Anna@Example.org", "Anna@Example.org"),
        ("anna@xn--bcher-kva.example", "anna@xn--bcher-kva.example"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@BÜCHER.Example", "anna@xn--bcher-kva.Example"),
        ("anna@例え.jp", "anna@xn--r8jz45g.jp"),
        ("jürgen@example.org", None),
        ("anna@faß.example", None),
        ("anna@ü..example", None),
        (f"anna@{'ü' * 70}.example", None),
        ("ü", None),
        ("<>", "<>"),
        ("", ""),
    ],
)
def test_an_international_domain_has_a_form_in_ascii_and_nothing_else_has(address: str, plain: str | None) -> None:
    assert in_ascii(address) == plain
