"""Nobody orders for somebody else: the matrix of who, with what token and what password, over whole letters."""

from email.message import EmailMessage
from itertools import product

import pytest

ORDER = "A Vie - Gal"
SENDERS = {
    "registered": "anna@home.example", "another player's": "bert@home.example", "unknown": "eve@client.example",
}  # fmt: skip
PASSWORDS = {"right": "sesame-street", "another's": "another-street", "wrong": "guess-again", "absent": ""}


def tokens_of(first, second, welcomes) -> dict[str, str]:
    def to(mail) -> str:
        return str(mail["Reply-To"])

    own, other = to(first["anna"]), to(second["anna"])
    return {
        "own seat": own,
        "own seat, shouted": own.upper(),
        "own player": to(welcomes["anna"]),
        "another's seat": to(first["bert"]),
        "another's player": to(welcomes["bert"]),
        "of another game": own.replace("cassis.", "tokay."),
        "another game's here": other.replace("tokay.", "cassis."),
        "wrong": "judge+cassis.aaaaaaaaaaaaaaaa@judge.example",
        "none but the game": "judge+cassis@judge.example",
        "absent": "judge@judge.example",
    }


def of_this_letter(mails: list[EmailMessage]) -> list[EmailMessage]:
    """The mails without those that tell of earlier letters that nobody has confirmed."""
    return [mail for mail in mails if mail["X-Kind"] != "lapsed"]


def test_orders_count_from_a_known_address_with_a_right_token_or_password_and_from_nobody_else(judge) -> None:
    """Every From with every token and every password; what is stored, who is written to, and what the letter became."""
    first, second = judge.begin("cassis", "movement=60d"), judge.begin("tokay", "movement=60d")
    judge.reply(judge.welcomes["anna"], "SET PASSWORD sesame-street")
    judge.reply(judge.welcomes["bert"], "SET PASSWORD another-street")
    tokens = tokens_of(first, second, judge.welcomes)
    right = {"own seat", "own seat, shouted", "own player"}
    for sender, token, word in product(SENDERS, tokens, PASSWORDS):
        judge.pass_time(hours=5)
        signon = f"SIGNON Acassis {PASSWORDS[word]}\n" if PASSWORDS[word] else "GAME cassis\n"
        mails = of_this_letter(judge.write(SENDERS[sender], signon + ORDER, to=tokens[token]))
        case = (sender, token, word)
        taken = sender == "registered" and (token in right or word == "right")
        assert bool(judge.orders("austria")) is taken, case
        # An answer goes to the one whose address the letter came from, and it repeats no password.
        assert {str(mail["To"].addresses[0].addr_spec) for mail in mails} <= {SENDERS[sender]}, case
        assert not any(one and one in mail.as_string() for mail in mails for one in PASSWORDS.values()), case
        if taken:
            judge.reply(first["anna"], "CLEAR")
        elif sender == "registered":
            assert judge.last_letter()[0] == "held", case
            assert not any(mail["X-Kind"] == "receipt" for mail in mails), case
    for game in ("cassis", "tokay"):
        assert not judge.orders("austria", game)
        assert not judge.orders("england", game)


HEADS = (
    "From: anna@home.example\nFrom: bert@home.example\n",
    "From: bert@home.example\nSender: anna@home.example\n",
    'From: "anna@home.example" <bert@home.example>\n',
    "From: players: anna@home.example;\n",
    "From: anna@home.example, bert@home.example\n",
    "From: =?utf-8?q?anna=40home.example?=\n",
    "From: =?utf-8?q?anna=40home.example?= <eve@client.example>\n",
    "From: \u0430nna@home.example\n",
    "From: bert@home.example\nResent-From: anna@home.example\nReply-To: anna@home.example\n",
    "From : bert@home.example\nFrom: anna@home.example\n",
    "From: anna@home.example\nFrom\t: bert@home.example\n",
    "From : bert@home.example\n",
    "From anna@home.example Mon Jan  4 12:00:00 2027\nFrom: bert@home.example\n",
    'From: "anna"@home.example\n',
    "X-From: anna@home.example\n",
    "From: anna@home.example <bert@home.example>\n",
    "From: anna@client.example@home.example\n",
    "From: <anna@home.example> <bert@home.example>\n",
    "From: anna@home.example\nfrom: anna@home.example\n",
    'From: "anna@home.example\n <bert@home.example>"@client.example\n',
)


def test_only_one_plain_from_field_is_a_sender(judge) -> None:
    """With the seat's own token, which somebody has got hold of."""
    start = judge.begin()
    for head in HEADS:
        judge.write("", ORDER, to=str(start["anna"]["Reply-To"]), head=head, mail_from="anna@home.example")
        assert judge.orders("austria") == (), head


def test_a_reply_to_field_leads_no_answer_away(judge) -> None:
    start = judge.begin()
    fields = "Reply-To: eve@client.example\nReturn-Path: <eve@client.example>\n"
    (receipt,) = judge.reply(start["anna"], ORDER, fields=fields, mail_from="eve@client.example")
    assert str(receipt["To"].addresses[0].addr_spec) == "anna@home.example"


def test_who_has_left_a_game_has_no_seat_in_it_any_more_whatever_he_answers(judge) -> None:
    start = judge.begin()
    judge.reply(start["anna"], "RESIGN")
    judge.reply(start["anna"], ORDER)
    judge.reply(judge.welcomes["anna"], f"GAME cassis\n{ORDER}")
    assert judge.orders("austria") == ()


def test_only_the_master_does_what_masters_do(judge) -> None:
    start = judge.begin()
    before = judge.game()
    for command in ("PROCESS S1901M", "DEADLINE +1h", "PAUSE", "TERMINATE", "START", "TERMINATE cassis"):
        (receipt,) = judge.reply(start["anna"], command)
        assert judge.game() == before, command
        assert receipt["X-Kind"] == "receipt"


def test_a_held_letter_is_released_once_by_its_own_sender_and_not_after_its_phase(judge) -> None:
    start = judge.begin("cassis", "movement=1d")
    (asked,) = judge.write("anna@home.example", ORDER)
    judge.write("bert@home.example", "yes", to=str(asked["Reply-To"]))
    assert judge.orders("austria") == ()
    judge.pass_time(days=2)
    judge.work()
    mails = judge.reply(asked, "yes")
    assert judge.orders("austria") == ()
    assert any("too late" in " ".join(mail.as_string().split()) for mail in mails)
    judge.reply(asked, "yes")
    assert judge.orders("austria") == ()
    assert start["anna"]["To"]


def test_the_same_letter_to_several_of_our_addresses_is_done_once_with_or_without_an_id(judge) -> None:
    start = judge.begin()
    own = str(start["cleo"]["Reply-To"])
    raw = f"From: cleo@home.example\r\nTo: {own}\r\n\r\nBROADCAST\r\nhello\r\nENDPRESS\r\n".encode()
    judge.put(raw, to=(own, own.replace("@judge.example", "@judge.example."), "judge@judge.example"))
    assert sum(mail["X-Kind"] == "press" for mail in judge.work()) == 7


@pytest.mark.parametrize("mark", ["X-Loop: judge@judge.example", "X-Autoreply: yes", "", "Received: from x\r\n" * 31])
def test_a_copy_that_somebody_dresses_up_as_a_robots_keeps_no_letter_out(begun, mark) -> None:
    """Bert got it too and was quicker; what is sent a second time by Anna's server is still one letter."""
    own = str(begun.welcomes["anna"]["Reply-To"])
    raw = f"From: anna@home.example\r\nTo: {own}\r\nMessage-ID: <twin@home.example>\r\n\r\nA Vie - Gal\r\n".encode()
    copy = f"{mark.strip()}\r\n".encode() + raw if mark else raw
    begun.put(copy, (own,), "bert@home.example" if mark else "")
    assert begun.work() == []
    for _ in range(2):
        begun.put(raw, (own,), "anna@home.example")
    (receipt,) = begun.work()
    assert receipt["X-Kind"] == "receipt"
    assert len(begun.orders("austria")) == 1


def test_guessing_passwords_comes_to_an_end(judge) -> None:
    start = judge.begin("cassis", "movement=60d")
    judge.reply(judge.welcomes["anna"], "SET PASSWORD sesame-street")
    for number in range(10):
        judge.write("anna@home.example", f"SIGNON Acassis guess-{number}\n{ORDER}")
    judge.write("anna@home.example", f"SIGNON Acassis sesame-street\n{ORDER}")
    assert judge.orders("austria") == ()
    judge.pass_time(hours=2)
    judge.write("anna@home.example", f"SIGNON Acassis sesame-street\n{ORDER}")
    assert len(judge.orders("austria")) == 1
    assert judge.reply(start["anna"], ORDER)[0]["X-Kind"] == "receipt"
