"""Letters that a domain vouches for: they are orders as those with a token are, once, and only for their own sender."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import update

from judge.errors import SettingError
from judge.game.mails import Draft
from judge.service.server import make_house
from judge.settings import load_settings
from judge.store.tables import AddressRow
from judge.wire.clock import SystemClock
from judge.wire.names import Names

ANNA, BERT, EVE, MAX = "anna@home.example", "bert@home.example", "eve@client.example", "max@home.example"
HERE = "judge+cassis@judge.example"
ORDER = "A Vie - Gal"
WAYS = ("right", "wrong", "absent")


@pytest.fixture
def signed(domains) -> Callable[[str], Callable[[bytes], bytes]]:
    """Makes what signs letters for a domain; "" signs nothing."""

    def make(domain: str) -> Callable[[bytes], bytes]:
        return (lambda raw: domains.sign(raw, domain)) if domain else bytes

    return make


@dataclass(frozen=True)
class Case:
    """A letter by five factors.

    Shape: `address` what the address of the right sender is; each other factor right, wrong or absent. The wrong sender
    is a player of the same game, the wrong token and password are his, and the wrong signature is another domain's.
    """

    address: str
    sender: str
    signature: str
    token: str
    password: str


@dataclass(frozen=True)
class Fate:
    """What is to become of a letter: whether the order in it counts, its state, and who may get a mail about it."""

    counts: bool
    state: str
    told: frozenset[str]


def fate_of(case: Case) -> Fate:
    """What the rules say, in words of their own.

    Rule: nobody orders for anybody else. An order counts from an address that is registered, also one to which no mails
    go just now, with one right proof, whatever else is wrong; without one it waits. An address that has not answered
    yet is a stranger's, whatever it carries. What came from a second address is told to the first, and the master is
    told of a player who can be reached again. Who writes with somebody else's proof may have proven himself with it.
    """
    if case.sender == "absent":
        return Fate(False, "ignored", frozenset())
    if case.sender == "wrong":
        # He is at home in the same domain, and what is wrong for her is right for him.
        own = case.signature == "right" or "wrong" in (case.token, case.password)
        return Fate(False, "done" if own else "held", frozenset({BERT}))
    if case.address == "unconfirmed":
        return Fate(False, "done", frozenset({ADDRESSES["unconfirmed"]}))
    proven = "right" in (case.signature, case.token, case.password)
    others = {"second": {ANNA}, "suspended": {MAX}}.get(case.address, set()) if proven else set()
    return Fate(proven, "done" if proven else "held", frozenset({ADDRESSES[case.address], *others}))


ADDRESSES = {
    "first": ANNA, "second": "anna@work.example", "unconfirmed": "anna@new.example", "suspended": ANNA,
}  # fmt: skip
CASES = [Case(*one) for one in product(ADDRESSES, WAYS, WAYS, WAYS, WAYS)]
# From whom a letter does not come makes no difference to it, so that these say the same for every address.
SHORT = [case for case in CASES if case.address == "first" or case.sender == "right"]


def write_each(judge, signed, cases: list[Case]) -> None:
    """Write the letter of each case to a game, and see that what should becomes of it, and nothing else happens."""
    judge.begin_small()
    first = {name: str(judge.welcomes[name]["Reply-To"]) for name in ("anna", "bert")}
    asked = next(
        mail for mail in judge.write(ANNA, f"ADD ADDRESS {ADDRESSES['second']}\nSET HTML OFF", to=first["anna"])
        if mail["X-Kind"] == "address"
    )  # fmt: skip
    judge.reply(asked, "yes")
    judge.write(ANNA, f"ADD ADDRESS {ADDRESSES['unconfirmed']}\nSET PASSWORD sesame-street", to=first["anna"])
    judge.write(BERT, "SET PASSWORD another-street\nSET HTML OFF", to=first["bert"])
    tokens = {"right": first["anna"], "wrong": first["bert"], "absent": HERE}
    words = {"right": "SIGNON Acassis sesame-street\n", "wrong": "SIGNON Acassis another-street\n", "absent": ""}
    for case in cases:
        email = ADDRESSES[case.address]
        sender = BERT if case.sender == "wrong" else email
        domain = {"right": sender.partition("@")[2], "wrong": "client.example", "absent": ""}[case.signature]
        head = "" if case.sender == "absent" else f"From: {sender}\n"
        stands = judge.orders("austria")
        judge.pass_time(minutes=20)
        set_suspended(judge, ANNA if case.address == "suspended" else "")
        order = "A Vie - Boh" if any(one.to == "gal" for one in stands) else ORDER
        mails = judge.write(
            email, words[case.password] + order, to=tokens[case.token], head=head, sign=signed(domain)
        )  # fmt: skip
        fate = fate_of(case)
        assert (judge.orders("austria") != stands) is fate.counts, case
        assert judge.orders("england") == (), case
        assert judge.last_letter()[0] == fate.state, case
        told = {str(mail["To"].addresses[0].addr_spec) for mail in mails}
        # Nobody who has not answered yet gets more than a few answers.
        assert told == fate.told or (case.address == "unconfirmed" and told == set()), (case, told)
        drop_what_waits(judge)


def set_suspended(judge, email: str) -> None:
    """No mails go to this address any more, which have come back for days, and to all others they do."""
    good = {"bounce_days": 0, "bounced_since": None, "bounced_at": None, "suspended_at": None}
    bad = {"bounce_days": 5, "bounced_since": judge.now, "bounced_at": judge.now, "suspended_at": judge.now}
    with judge.store.begin() as tx:
        tx.session.execute(update(AddressRow).values(good))
        tx.session.execute(update(AddressRow).where(AddressRow.email == email).values(bad))


def drop_what_waits(judge) -> None:
    """Letters that wait would only be looked at again and again."""
    with judge.store.begin() as tx:
        for letter in tx.waiting_letters():
            tx.drop_letter(letter.id, "tried", judge.now)


def test_the_cases_are_all_there_are_and_are_expected_to_differ() -> None:
    assert len(set(CASES)) == 4 * 81
    assert len(SHORT) == 81 + 3 * 27
    counting = [case for case in CASES if fate_of(case).counts]
    # Of 27 ways to prove oneself 8 have nothing right.
    assert len(counting) == 3 * (27 - 8)
    assert {case.address for case in counting} == {"first", "second", "suspended"}


def test_of_all_letters_those_count_that_come_from_a_players_address_and_have_one_right_proof(judge, signed) -> None:
    """Address, sender, signature, token and password, in all combinations that may differ."""
    write_each(judge, signed, SHORT)


@pytest.mark.soak
def test_of_really_all_letters_those_count_that_come_from_a_players_address_and_have_a_proof(judge, signed) -> None:
    """The same with those that are expected to be alike."""
    write_each(judge, signed, CASES)


def test_a_proven_player_does_from_the_bare_address_all_he_may_do(judge, signed) -> None:
    judge.begin()
    (receipt,) = judge.write(ANNA, ORDER, to="judge@judge.example", sign=signed("home.example"))
    assert receipt["X-Kind"] == "receipt"
    assert len(judge.orders("austria")) == 1
    judge.write(ANNA, "CREATE tokay standard", to="judge@judge.example", sign=signed("home.example"))
    assert judge.game("tokay").master.player.email == ANNA
    (receipt,) = judge.write(ANNA, "PROCESS S1901M", to=HERE, sign=signed("home.example"))
    assert "master" in receipt.get_body(("plain",)).get_content()
    assert judge.game().phase.sequence == 1


def test_our_servers_verdict_proves_a_letter_and_a_forged_one_does_not(judge) -> None:
    judge.begin()
    verdict = "Authentication-Results: {}; dmarc=pass header.from=home.example\n"
    for field in (verdict.format("mx.client.example"), verdict.format("mx.judge.example.client.example")):
        judge.write(ANNA, ORDER, to=HERE, head=f"{field}From: {ANNA}\n")
        assert judge.last_letter()[0] == "held"
    forged = f"{verdict.format('mx.client.example')}{verdict.format('mx.judge.example')}From: {ANNA}\n"
    judge.write(ANNA, ORDER, to=HERE, head=forged)
    assert judge.last_letter()[0] == "held"
    assert judge.orders("austria") == ()
    judge.write(ANNA, ORDER, to=HERE, head=f"{verdict.format('mx.judge.example')}From: {ANNA}\n")
    assert len(judge.orders("austria")) == 1


def test_who_got_a_copy_cannot_send_it_once_more(judge, domains) -> None:
    """Anna shows Bert her orders, then changes them; her first letter does not come back, however it is dressed."""
    judge.begin()
    kept: list[bytes] = []

    def sign(raw: bytes) -> bytes:
        kept.append(domains.sign(raw, "home.example"))
        return kept[-1]

    judge.write(ANNA, ORDER, to=HERE, fields=f"Cc: {BERT}\n", sign=sign)
    judge.write(ANNA, "A Vie - Tri", to=HERE, sign=sign)
    stands = judge.orders("austria")
    for added in (b"", b"X-Mailer: mine\r\n", b"Comments: once more\r\n", b"Received: from here\r\n"):
        judge.put(added + kept[0], (HERE,), BERT)
        judge.work()
        assert judge.orders("austria") == stands, added
        assert judge.last_letter()[0] in ("held", "ignored", "done"), added
    judge.put(kept[0], ("judge@judge.example",), BERT)
    judge.work()
    assert judge.orders("austria") == stands
    with judge.store.reading() as tx:
        told = [event.text for event in tx.trace(f"{judge.sent - 1}@client.example")]
    assert told.count("by dkim of home.example") == 1
    assert told.count("dkim proves no second letter with this Message-ID") >= 1


def test_a_signed_mail_to_the_addresses_of_two_games_is_proven_for_each_of_them_and_once(judge, domains) -> None:
    """It comes as two letters with one Message-ID; a copy of either that somebody sends later is just a copy."""
    judge.begin()
    judge.begin("tokay")
    both = ("judge+cassis@judge.example", "judge+tokay@judge.example")
    kept: list[bytes] = []

    def sign(raw: bytes) -> bytes:
        kept.append(domains.sign(raw, "home.example"))
        return kept[-1]

    judge.sent += 1
    head = f"From: {ANNA}\nTo: {both[0]}, {both[1]}\nMessage-ID: <{judge.sent}@client.example>\nSubject: \n\n"
    judge.put(sign(f"{head}{ORDER}\n".replace("\n", "\r\n").encode()), both, ANNA)
    receipts = judge.work()
    assert [mail["X-Kind"] for mail in receipts] == ["receipt", "receipt"]
    assert [len(judge.orders("austria", game)) for game in ("cassis", "tokay")] == [1, 1]
    for to, game in zip(both, ("cassis", "tokay"), strict=True):
        judge.write(ANNA, "A Vie - Tri", to=to, sign=sign)
        stands = judge.orders("austria", game)
        for added in (b"", b"Comments: once more\r\n"):
            judge.put(added + kept[0], (to,), BERT)
            judge.work()
            assert judge.orders("austria", game) == stands, (to, added)


@pytest.mark.parametrize("words", ["", "no"])
def test_a_letter_that_waits_or_was_disowned_is_not_proven_by_the_copy_of_somebody_else(judge, domains, words) -> None:
    """Anna's signature could not be checked at first, and she has sent other orders since."""
    start = judge.begin()
    kept: list[bytes] = []

    def sign(raw: bytes) -> bytes:
        kept.append(domains.sign(raw, "home.example"))
        hidden.update(domains.texts)
        domains.texts.clear()
        return kept[-1]

    hidden: dict[str, tuple[bytes, ...]] = {}
    (asked,) = judge.write(ANNA, ORDER, to=HERE, fields=f"Cc: {BERT}\n", sign=sign)
    domains.texts.update(hidden)
    judge.reply(start["anna"], "A Vie - Tri")
    if words:
        judge.reply(asked, words)
    stands = judge.orders("austria")
    for added in (b"", b"Comments: once more\r\n"):
        judge.put(added + kept[0], (HERE,), BERT)
        judge.work()
        assert judge.orders("austria") == stands, added


def test_a_letter_to_another_player_is_no_order_of_its_writer(judge, domains) -> None:
    judge.begin()

    def sign(raw: bytes) -> bytes:
        return domains.sign(raw.replace(HERE.encode(), BERT.encode()), "home.example")

    judge.write(ANNA, ORDER, to=HERE, sign=sign)
    assert judge.orders("austria") == ()
    assert judge.last_letter()[0] == "held"


LOOK_ALIKES = (
    "anna@h\u043eme.example", "anna@xn--hme-lkc.example", "anna@home.example.client.example", "\u0430nna@home.example",
)  # fmt: skip


@pytest.mark.parametrize("sender", LOOK_ALIKES)
def test_an_address_that_looks_like_a_players_is_a_strangers_however_well_it_is_signed(judge, signed, sender) -> None:
    judge.begin()
    domain = sender.partition("@")[2]
    judge.write(sender, ORDER, to=HERE, sign=signed(domain if domain.isascii() else "home.example"))
    assert judge.orders("austria") == ()
    assert judge.last_letter()[0] in ("done", "ignored")


def test_a_letter_that_needs_no_signature_asks_no_dns(judge, domains, signed) -> None:
    """Nor does one whose sender is not known here, so that nobody can make the judge ask for what he likes."""
    start = judge.begin()
    judge.reply(start["anna"], ORDER, sign=signed("home.example"))
    judge.write(EVE, ORDER, to=HERE, sign=signed("client.example"))
    judge.write("mailer-daemon@home.example", ORDER, to=HERE, sign=signed("home.example"))
    assert domains.asked == []
    judge.write(ANNA, ORDER, to=HERE, sign=signed("home.example"))
    assert domains.asked == ["key._domainkey.home.example"]


def test_where_the_dns_is_silent_the_letter_waits_for_its_sender_and_counts_when_he_confirms(
    judge, domains, signed
) -> None:
    judge.begin()
    sign = signed("home.example")
    (asked,) = judge.write(ANNA, ORDER, to=HERE, sign=lambda raw: _and_then(sign(raw), domains.fall_silent))
    assert domains.asked == ["key._domainkey.home.example"]
    assert judge.last_letter()[0] == "held"
    judge.reply(asked, "yes")
    assert len(judge.orders("austria")) == 1


def _and_then(raw: bytes, happens: Callable[[], None]) -> bytes:
    happens()
    return raw


def test_a_new_address_has_to_answer_even_when_its_domain_vouches_for_it(judge, signed) -> None:
    (asked,) = judge.write(ANNA, "REGISTER Anna", to="judge@judge.example", sign=signed("home.example"))
    assert asked["X-Kind"] == "confirm"
    (asked_again,) = judge.write(ANNA, "LIST", to="judge@judge.example", sign=signed("home.example"))
    assert asked_again["X-Kind"] == "confirm"
    assert judge.reply(asked, "yes")[0]["X-Kind"] == "confirm"


def test_a_server_proves_by_its_settings_and_its_dns(tmp_path) -> None:
    settings = load_settings(None, {"var": tmp_path, "authserv_id": "mx.judge.example"})
    house = make_house(settings, SystemClock(), Names(lambda name, seconds: (name.encode(),)))
    assert house.authserv_id == "mx.judge.example"
    assert house.names()("key.example") == (b"key.example",)


def test_a_judge_with_a_key_signs_what_it_sends_and_one_with_a_bad_key_does_not_start(tmp_path) -> None:
    key = Path(__file__).parents[1] / "keys" / "dkim.pem"
    settings = load_settings(given={"var": tmp_path, "address": "judge@judge.example", "dkim_key": key})
    house = make_house(settings, SystemClock())
    draft = Draft(key="k", kind="notice", to=ANNA, subject="x", text="y")
    raw = house.freezer(house.clock())(draft)
    assert raw.startswith(b"DKIM-Signature: v=1; a=rsa-sha256;")
    assert b"d=judge.example;" in raw
    assert b"s=judge;" in raw
    (tmp_path / "bad.pem").write_text("no key")
    with pytest.raises(SettingError, match=r"dkim_key .JUDGE_DKIM_KEY.: it should be an RSA private key"):
        make_house(settings.model_copy(update={"dkim_key": tmp_path / "bad.pem"}), SystemClock())
