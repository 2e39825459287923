"""Letters as people write them: ten in the manner of the classic judges, ten from phones, each doing what was meant.

Each goes to a game in Spring 1901, and stands beside the orders it leaves and what its answer says, or does not.
"""

from dataclasses import dataclass, field

import pytest

ADDRESS = "judge@judge.example"


@dataclass(frozen=True)
class Sent:
    """A letter of somebody, and what comes of it.

    Shape: `before` what he has said earlier; `new` that it is no reply but goes to the judge's bare address;
    `orders` the orders that stand afterwards by power.
    """

    who: str
    text: str
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    not_says: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    new: bool = False


CLASSIC = {
    "signed on, with a signature below": Sent(
        who="france",
        before=("SET PASSWORD hunter7",),
        new=True,
        text="signon fwalk hunter7\na par - bur\na mar s a par - bur\nf bre - mao\nsignoff\nA LONELY POET\n",
        orders={"france": ("A Mar S A Par - Bur", "A Par - Bur", "F Bre - MAO")},
        not_says=("hunter7", "LONELY"),
    ),
    "ended by the mark of a signature": Sent(
        who="germany",
        text="f kie-den\na ber-kie\na mun-ruh\n-- \nA BOH - VIE is a fine wine\n",
        orders={"germany": ("A Ber - Kie", "A Mun - Ruh", "F Kie - Den")},
    ),
    "press to letters, then orders": Sent(
        who="england",
        text="PRESS TO FG\nShall we talk?\nENDPRESS\nF Lon-Nth\n",
        orders={"england": ("F Lon - NTH",)},
        says=("Sent to France and Germany.",),
    ),
    "broadcast, then wait": Sent(
        who="italy",
        text="broadcast\nGood luck to all.\nendbroadcast\nset wait\n",
        says=("everyone", "wait"),
    ),
    "orders for a phase to come": Sent(
        who="turkey",
        text="A Con - Bul\nPHASE F1901M\nA Bul - Ser\n",
        orders={"turkey": ("A Con - Bul",)},
        says=("F1901M",),
    ),
    "a phase in full words": Sent(
        who="russia",
        text="PHASE Spring 1901 Movement\nF Sev-Bla\nA War-Ukr\n",
        orders={"russia": ("A War - Ukr", "F Sev - BLA")},
    ),
    "all questions at once": Sent(
        who="austria",
        text="list full\nsummary walk\nhistory walk\nwho game walk\nget help\n",
        says=("walk: standard, running, S1901M", "Nothing has been played in walk yet"),
    ),
    "a draw is voted for and taken back": Sent(
        who="france",
        text="SET DRAW\nSET NODRAW\n",
        says=("Your vote: a draw of all who survive", "You vote for no end of walk."),
    ),
    "absence in the words of old": Sent(
        who="england",
        text="SET ABSENCE 20 jan TO 24 jan\n",
        says=("You are away from Wed 20 Jan 2027 00:00 UTC until Mon 25 Jan 2027 00:00 UTC.",),
    ),
    "the master acts for a power and moves the deadline": Sent(
        who="master",
        text="SET DEADLINE 12 jan 18:00\nBECOME Austria\nA Vie - Gal\n",
        orders={"austria": ("A Vie - Gal",)},
        says=("The deadline of S1901M (Spring 1901, movement) is now Tue 2027-01-12 18:00",),
    ),
}

CASUAL = {
    "with a greeting, and a card below": Sent(
        who="austria",
        text=(
            "Hi, Austria here. Sending mine early because of the weekend, may still change.\n\nVienna to Galicia\n"
            "Budapest - Serbia\nTrieste holds\n\nCheers, Ilse\n--\nIlse Brandt | +43 555 0100\nGet Outlook\n"
        ),
        orders={"austria": ("A Bud - Ser", "A Vie - Gal", "F Tri H")},
        not_says=("ILLEGAL", "0100"),
    ),
    "arrows and long dashes": Sent(
        who="germany",
        text="A Berlin \u2192 Kiel\nA Munich \u2013 Ruhr\nF Kiel\u2014Denmark\n",
        orders={"germany": ("A Ber - Kie", "A Mun - Ruh", "F Kie - Den")},
    ),
    "all on one line, in any case": Sent(
        who="italy",
        text="A Rom-Ven; f nap-ion, A VEN-tyr\n",
        orders={"italy": ("A Rom - Ven", "A Ven - Tyr", "F Nap - ION")},
    ),
    "sent from a phone": Sent(
        who="turkey",
        text="Con to Bul\nSmy to Con\nAnk black sea\n\nSent from my iPhone\n",
        orders={"turkey": ("A Con - Bul", "A Smy - Con", "F Ank - BLA")},
        not_says=("iPhone",),
    ),
    "a correction below": Sent(
        who="france",
        text="A Par - Pic\nF Bre - ENG\nA Mar - Spa\nno wait, make that\nA Par - Bur\n",
        orders={"france": ("A Mar - Spa", "A Par - Bur", "F Bre - ENG")},
    ),
    "numbered, with words round them": Sent(
        who="england",
        text="My moves:\n1. F Edinburgh to Norwegian Sea\n2. F London to Nth\n3. A Liverpool - Yorkshire\nThanks!\n",
        orders={"england": ("A Lvp - Yor", "F Edi - NWG", "F Lon - NTH")},
    ),
    "wrong kind of unit, typing error and a question": Sent(
        who="italy",
        text="A Nap - Ion\nVenise hold\nis Trieste free?? trust me, not moving on tri\nSent from my phone\n",
        says=("Venice",),
        not_says=("Sent to",),
    ),
    "no letters for the kinds": Sent(
        who="russia",
        text="Warsaw - Ukraine\nMoscow - St Pete\nSevastopol - Rumania\nSt Petersburg (sc) - Gulf of Bothnia\n",
        orders={"russia": ("A Mos - StP", "A War - Ukr", "F Sev - Rum", "F StP/sc - BOT")},
    ),
    "a please and a full stop after each": Sent(
        who="germany",
        text="Kiel to Holland, please.\nBerlin to Kiel please.\nMunich holds.\nset wait please\n",
        orders={"germany": ("A Ber - Kie", "A Mun H", "F Kie - Hol")},
    ),
    "everything holds": Sent(
        who="turkey",
        text="all hold\n\nGru\u00df\nT.\n",
        orders={"turkey": ("A Con H", "A Smy H", "F Ank H")},
    ),
}


def check(table, sent: Sent) -> None:
    """What a letter does, and how its answer reads on a small screen."""
    for words in sent.before:
        table.say(sent.who, words)
    person = table.people[sent.who]
    mail = table.game_mail(sent.who)
    asked = person.write(sent.text, to=ADDRESS) if sent.new else person.reply(mail, sent.text)
    answer = person.await_answer(asked, "the answer")
    told = table.flat(answer)
    for power, orders in sent.orders.items():
        assert table.orders_of(power) == orders, told
    for words in sent.says:
        assert words in told
    for words in sent.not_says:
        assert words not in told
    table.audit().check()


@pytest.mark.parametrize("manner", CLASSIC)
def test_a_letter_in_the_manner_of_the_classic_judges_does_what_it_means(quick_table, manner: str) -> None:
    check(quick_table, CLASSIC[manner])


@pytest.mark.parametrize("manner", CASUAL)
def test_a_casual_letter_does_what_it_means(quick_table, manner: str) -> None:
    check(quick_table, CASUAL[manner])
