"""Every kind of mail and every page that an answer can hold, each with its name, as its reader gets it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from judge.adjudication.options import legal_orders
from judge.game.complaints import Complaint
from judge.game.mails import Body
from judge.game.orders import Move
from judge.game.units import UnitKind
from judge.reports import masters, texts, trouble, webpages
from judge.reports.cards import (
    Final,
    GameLine,
    GameReceipt,
    Kept,
    KeptReport,
    Message,
    OpenPower,
    Receipt,
    ReceiptLine,
    TimeLeft,
)
from judge.reports.people import PersonLine
from judge.reports.receipts import keepers_answer
from judge.reports.trials import Fault, Supposed
from judge.variants import find_variant
from tests.reports.conftest import Story, tell_story

JUDGE = "judge@example.net"
PRESS = (
    "Dear Anna,\n\nBurgundy stays empty, agreed? I would rather see you in Iberia, and you would rather not see me in "
    "Paris, so let us both be glad.\n\nA Mun H\nF Kie - Den\n\nKai"
)
PICTURED = frozenset({"start", "start-observer", "receipt-map"})
ORDER = Move(power="france", kind=UnitKind.ARMY, at="par", to="bur")
WRONG = Complaint(
    kind="unreadable", problem='There is no place called "Mosw".', line=3, column=9, piece="Mosw",
    expected="the name of a place", example="A Par - Bur", instead=("Moscow", "Morocco"),
)  # fmt: skip


def mails() -> Iterator[tuple[str, Body]]:
    """The mails and answers of a game, of the judge and for its keeper, as text and as page."""
    story = tell_story()
    for number, power, name in ((0, "france", "spring"), (1, "austria", "fall"), (2, "france", "retreats")):
        yield f"result-{name}", _result(story, number, power)
    for name, text in (*_about_a_game(story), *_answers(story), *_of_the_judge(), *_for_the_keeper()):
        shows = webpages.position_alt(story.card(story.opening)) if name in PICTURED else ""
        yield name, webpages.plain(text, name, picture=shows, answerable=name in ("confirm", "held"))
    for topic in texts.help_topics():
        yield f"help-{topic}", webpages.plain(texts.help(topic), topic)


def _result(story: Story, number: int, power: str) -> Body:
    turn = story.turns[number]
    line = ReceiptLine(number=1, text="build f mar", fate="ok", said="build F Mar")
    wrong = ReceiptLine(number=2, text="build a bur", fate="error", complaint=replace(WRONG, problem="Not at home."))
    kept = (KeptReport(tag=turn.after.phase.tag, lines=(line, wrong), remark="What is left open you may still order."),)
    return webpages.result(
        turn, story.card(turn.after), story.reader(turn.after, power), story.now,
        kept=kept if number == 2 else (), pictured=True,
    )  # fmt: skip


def _about_a_game(story: Story) -> Iterator[tuple[str, str]]:
    now, first, after = story.now, story.card(story.opening), story.turns[1].after
    france = story.reader(story.opening, "france", (ORDER,), wait=True)
    master = story.reader(story.opening, None, role="master")
    yield "start", texts.start(first, story.reader(story.opening, "france"), now)
    yield "start-observer", texts.start(first, story.reader(story.opening, None, role="observer"), now)
    yield "reminder", texts.reminder(first, france, ("bre", "mar"), now, (now,))
    late = {"card": story.card(after), "late_powers": ("turkey", "germany"), "now": now}
    yield "late", texts.late(reader=story.reader(after, "germany"), missed=story.turns[1].before.phase, **late)
    yield "late-master", texts.late(reader=master, missed=story.turns[1].before.phase, **late)
    grace = replace(first, grace_until=now + timedelta(hours=8), deadline=now - timedelta(hours=1))
    yield "grace", texts.grace(grace, story.reader(story.opening, "germany"), ("germany",), now)
    yield "grace-master", texts.grace(grace, master, ("germany",), now)
    yield "press", texts.press(first, france, "Germany", "France and England", PRESS, now)
    yield "unsent", texts.unsent(PRESS)
    paused = story.card(story.opening, state="paused", deadline=None, time_left=timedelta(hours=30))
    yield "notice", texts.notice(paused, france, "Max Frei has stopped the clock. Nothing is adjudicated.", now)
    yield "mended", masters.mended(first, france, "Max Frei has taken the game back to Spring 1901.", now)
    yield "unreachable", texts.unreachable(first, master, "Fred", "Russia", now - timedelta(days=5), now)
    over = story.card(story.turns[3].after, state="finished", winner=("france",))
    years = ((1901, (("austria", 4), ("england", 4), ("france", 5), ("italy", 5))), (1902, (("france", 18),)))
    yield "final", texts.final(Final(last=story.turns[3].before.phase, years=years), over, france, now)
    notes = [Message(sender="Germany", audience=("France", "England"), text=PRESS, sent_at=now, tag="S1901M")] * 2
    yield "archive", texts.archive(notes, 3, over, france, now)
    options = (("movement", "3 days"), ("at", "20:00 in Europe/London"), ("C5", "two equal attackers: " * 4))
    colonial = find_variant("colonial")
    yield "rules", texts.rules(first, france, options, now, colonial.house_rules)
    yield "house", texts.house(first, france, options, now, colonial.house_rules[:2])
    yield "variant", texts.variant_rules("Colonial", colonial.house_rules, options)


def _answers(story: Story) -> Iterator[tuple[str, str]]:
    now, position, turn = story.now, story.turns[2].after, story.turns[1]
    reader, card = story.reader(position, "france"), story.card(position)
    master = story.reader(story.opening, None, role="master")
    yield from _receipts(story)
    openings = (OpenPower(name="Portugal", centers=("Por",)), OpenPower(name="Poland", bare=True))
    open_card = replace(card, openings=openings, claims=True)
    yield "status", texts.status(open_card, reader, ("italy", "france"), now)
    forming = story.card(None, state="forming", deadline=None, powers=(), joined=("Anna Berg", "Kai"), places=7)
    yield "status-forming", texts.status(forming, reader, (), now)
    games = (
        GameLine(name="abyss", variant="standard", state="finished", phase="F1907M"),
        GameLine(name="dunkirk", variant="standard", state="running", phase="S1901M",
                 deadline=now + timedelta(days=2), players=7, places=7, openings=("Portugal",), claims=True),
        GameLine(name="calais", variant="standard", state="forming", players=3, places=7),
    )  # fmt: skip
    yield "list", texts.listing(games, reader, now)
    yield "history", texts.history(card, "S1901M to W1901A", tuple(map(texts.chapter, story.turns)), position)
    years = ((1901, tuple((power.id, len(position.counted_of(power.id))) for power in position.board.powers)),)
    yield "summary", texts.summary(card, reader, now, years=years, tags=("S1901M", "F1901M"), after=position)
    supposed = (Supposed(power="France", orders=("F MAO - Por (as stored)", "A Spa H"), own=True),)
    faults = (Fault(3, "A Par - Xyz", "“Xyz” is no place on this board", "A Par - Bur"), Fault(4, "hm", "no order"))
    yield "trial", texts.trial(story.card(turn.before), turn, supposed, faults, more=2)
    yield "preview", masters.preview(turn, card, ("germany",))
    people = (
        PersonLine(place="Austria", name="Jonas", record="96% of 25 phases on time, 1 late; 1 game abandoned"),
        PersonLine(place="England", name=""), PersonLine(place="Master", name="Max Frei"),
    )  # fmt: skip
    yield "who", texts.who(card, people, people[:1])
    yield "person", texts.who_is("Jonas", "96% of 25 phases on time", ("dunkirk: Austria", "vault: its master"))
    yield "nations", texts.nations("vault", ("Britain: Edi Gib Liv Lon Cly Wal Yor", "Hungary, Hungarian: Hun Slo"))
    yield "held-letters", texts.held_letters(card, master, (("Anna Berg", now),), now)
    yield "log", masters.journal("dunkirk", ((now, "turn", "S1901M played"), (now, "pause", "")), "Europe/Berlin")


def _receipts(story: Story) -> Iterator[tuple[str, str]]:
    reader = story.reader(
        story.opening, "france", (ORDER,), wait=True, ahead=True,
        kept=(Kept(tag="F1901M", lines=("A Bur H", "F MAO - Por"), wait=False),),
    )  # fmt: skip
    warned = Complaint(kind="note", problem="A Yor is English, not French.")
    lines = (
        ReceiptLine(number=1, text="par-bur", fate="ok", said="A Par - Bur"),
        ReceiptLine(number=2, text="mar h, bre h", fate="ok", said="A Mar H\nF Bre H", complaint=warned),
        ReceiptLine(number=3, text="a par - Mosw", fate="error", complaint=WRONG),
        ReceiptLine(number=4, text="Greetings from sunny " + "Brest " * 15, fate="note"),
        ReceiptLine(number=9, text="A Par H", fate="ignored"),
    )
    game = GameReceipt(card=story.card(story.opening), reader=reader, missing=("bre", "mar"))
    full = Receipt(
        subject="Re: [dunkirk] S1901M", received_at=story.now, lines=lines, games=(game,),
        notices=("An attachment was left aside: plan.pdf.",), sections=(texts.help("wait"),),
    )  # fmt: skip
    yield "receipt", texts.receipt(full, story.now)
    yield "receipt-late", texts.receipt(replace(full, games=(replace(game, late=True),), sections=()), story.now)
    table = texts.map_table(story.card(story.opening), reader, story.now)
    yield "receipt-map", texts.receipt(replace(full, lines=(), games=(), notices=(), sections=(table,)), story.now)
    after = story.turns[2].after
    builds = GameReceipt(card=story.card(after), reader=story.reader(after, "france"), missing=("2 builds",))
    yield "receipt-builds", texts.receipt(replace(full, lines=(), games=(builds,), notices=(), sections=()), story.now)
    example = legal_orders(story.variant, story.opening, "france")[:6]
    help_page = texts.help("orders", story.card(story.opening), reader, tuple(example))
    yield "receipt-help", texts.receipt(replace(full, lines=(), games=(), sections=(help_page,)), story.now)


def _of_the_judge() -> Iterator[tuple[str, str]]:
    letter = ("A Par - Bur", "JOIN dunkirk", "Hello there, " + "this is a long remark about the weather " * 4)
    moment = tell_story().now
    yield "confirm", texts.confirm("Anna Berg", "anna@players.example", JUDGE, letter)
    yield "welcome", texts.welcome("Anna Berg", JUDGE)
    left = TimeLeft(deadline=moment + timedelta(hours=20), zone="Europe/Berlin", left=timedelta(hours=20))
    yield "held", texts.held("Orders", letter, JUDGE, left, "dunkirk")
    yield "lapsed", texts.lapsed(moment, "Europe/Berlin", "within 3 days", JUDGE)
    yield "dropped", texts.dropped(JUDGE)
    yield "banned", texts.banned()
    yield "stranger", texts.stranger(JUDGE)
    yield "address-asked", texts.address_asked("Anna Berg", "anna@work.example", JUDGE, prefer=True)
    yield "address-consent", texts.address_consent("Anna Berg", "anna@work.example", JUDGE)
    yield "address-said", texts.address_said(JUDGE)
    yield "address-told", texts.address_told("anna@work.example is yours now. Letters may come from there as well.")


def _for_the_keeper() -> Iterator[tuple[str, str]]:
    now = tell_story().now
    yield "keeper-letter", trouble.shunted(12, "anna@players.example", "<x@y.example>", 3, "MemoryError")
    yield "keeper-game", trouble.stuck("dunkirk", "OperationalError: disk full")
    yield "keeper-master", trouble.master_unreached("max@example.org", ("dunkirk", "vault"))
    yield "keeper-outage", trouble.outage(now - timedelta(hours=7), now, ("dunkirk", "vault"))
    yield "keeper-clock", trouble.behind(now, timedelta(hours=3))
    yield "keeper-picture", trouble.undrawn("turn/12/s1901m/1", "TimeoutError")
    entries = ((now, "letter 12", "received", "from anna@players.example"), (now, "mail 3", "sent", ""))
    yield "keeper-trace", masters.trace("<x@y.example>", entries, "Europe/Berlin")
    lines = (
        ReceiptLine(number=1, text="PAUSE", fate="ok", said="The clock of dunkirk stands still."),
        ReceiptLine(number=2, text="PROCES", fate="error", complaint=replace(WRONG, problem="No such command.")),
    )
    yield "keeper-answer", keepers_answer(lines, ())
