"""Letters: kept once, claimed by one, closed once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from time import perf_counter

import pytest
from sqlalchemy import text

from judge.desk.admission import WRONG_PASSWORD
from judge.desk.effects import DropLetter, Post, ReleaseLetter
from judge.errors import ConflictError, MisuseError
from judge.game.mails import Draft
from judge.store.arrivals import Arrival
from judge.store.inbox import StoredLetter
from judge.store.store import Store

LEASE = timedelta(minutes=1)
MakeArrival = Callable[..., Arrival]


def claim(store: Store, now: datetime) -> StoredLetter | None:
    with store.begin() as transaction:
        return next(iter(transaction.claim_letters(now, LEASE, 1)), None)


def test_every_recipient_gets_a_row_and_ids_come_in_order(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    arrivals = [
        make_arrival("a", to=("Judge+G1@Example.org", "judge+g2@example.org")),
        make_arrival("b"),
    ]
    ids = store.accept(arrivals, now)
    with store.reading() as transaction:
        letters = [transaction.letter(number) for number in ids]
    assert [letter and letter.recipient for letter in letters] == [
        "judge+g1@example.org", "judge+g2@example.org", "judge@example.org",
    ]  # fmt: skip
    assert letters[0] is not None
    assert letters[0].raw == arrivals[0].raw
    assert letters[0].received_at == now
    assert letters[0].received_at.utcoffset() == timedelta(0)


def test_the_same_mail_again_gives_its_old_id_and_is_counted(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """The same mail by two routes has one effect."""
    first = store.accept([make_arrival("a")], now)
    again = store.accept([make_arrival("b"), make_arrival("a"), make_arrival("a")], now)
    assert again[1:] == first * 2
    assert again[0] != first[0]
    with store.reading() as transaction:
        letter = transaction.letter(first[0])
    assert letter is not None
    assert letter.duplicates == 2


def test_a_long_queue_of_one_sender_is_claimed_as_fast_as_a_short_one(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """Each letter of a sender looks for earlier ones that have failed; in the whole queue it would take minutes.

    What the database believes is from a quiet time before: some letters, and all of them dealt with.
    """

    def time_of_a_claim() -> float:
        best = 60.0
        for _ in range(3):
            begun = perf_counter()
            with store.begin() as transaction:
                claimed = transaction.claim_letters(now, LEASE, 10)
                transaction.give_back([letter.id for letter in claimed])
            best = min(best, perf_counter() - begun)
        return best

    players = [f"{number}@x.example" for number in range(7)]
    store.accept([make_arrival(f"then {number}", mail_from=players[number % 7]) for number in range(-60, 0)], now)
    with store.begin() as transaction:
        for letter in transaction.claim_letters(now, LEASE, 60):
            transaction.close_letter(letter.id, "done", "", now)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE" if store.engine.dialect.name == "postgresql" else "ANALYZE"))
    store.accept([make_arrival(f"first {number}") for number in range(200)], now)
    short = time_of_a_claim()
    store.accept([make_arrival(f"then {number}", mail_from="one@x.example") for number in range(3800)], now)
    assert time_of_a_claim() < 40 * short


def test_fifty_copies_from_eight_threads_leave_one_row(store: Store, make_arrival: MakeArrival, now: datetime) -> None:
    with ThreadPoolExecutor(8) as threads:
        ids = list(threads.map(lambda _: store.accept([make_arrival("a"), make_arrival("b")], now), range(50)))
    assert len({tuple(pair) for pair in ids}) == 1
    with store.reading() as transaction:
        assert transaction.letters_waiting(now) == 2
        letter = transaction.letter(ids[0][0])
    assert letter is not None
    assert letter.duplicates == 49


def test_batches_with_the_same_letters_in_any_order_do_not_wait_for_each_other_for_ever(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """Two listeners that count the same duplicates in different order locked each other up."""
    arrivals = [make_arrival(name) for name in "abcdef"]
    with ThreadPoolExecutor(4) as threads:
        ids = list(threads.map(lambda number: store.accept(arrivals[:: (-1) ** number], now), range(60)))
    assert len({frozenset(batch) for batch in ids}) == 1
    assert ids[0] == ids[1][::-1]


def test_two_workers_never_claim_the_same_letter(store: Store, make_arrival: MakeArrival, now: datetime) -> None:
    store.accept([make_arrival(f"m{number}") for number in range(24)], now)

    def work(_: int) -> list[int]:
        mine = []
        while (letter := claim(store, now)) is not None:
            mine.append(letter.id)
        return mine

    with ThreadPoolExecutor(4) as threads:
        claimed = [number for mine in threads.map(work, range(4)) for number in mine]
    assert len(claimed) == 24
    assert len(set(claimed)) == 24


def test_letters_of_one_sender_are_given_out_one_after_the_other(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """A later set of orders must not be overtaken by an earlier one in another worker's hands."""
    one, two, other = store.accept(
        [
            make_arrival("one", mail_from="ann@x.example"),
            make_arrival("two", mail_from="ann@x.example"),
            make_arrival("other"),
        ],
        now,
    )
    first, second, third = (claim(store, now) for _ in range(3))
    assert first is not None
    assert second is not None
    assert (first.id, second.id, third) == (one, other, None)
    with store.begin() as transaction:
        transaction.close_letter(one, "done", "", now)
    last = claim(store, now)
    assert last is not None
    assert last.id == two


def test_bounces_share_the_null_sender_and_do_not_wait_for_each_other(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    store.accept([make_arrival("one", mail_from=""), make_arrival("two", mail_from="")], now)
    assert claim(store, now) is not None
    assert claim(store, now) is not None


def test_a_lease_that_has_run_out_gives_the_letter_to_another_and_only_one_closes_it(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """A slow worker whose letter was taken over must not commit a second effect."""
    store.accept([make_arrival("a")], now)
    slow = claim(store, now)
    assert slow is not None
    assert claim(store, now + LEASE / 2) is None
    quick = claim(store, now + LEASE)
    assert quick is not None
    assert (quick.id, quick.attempts) == (slow.id, 2)
    with store.begin() as transaction:
        transaction.close_letter(quick.id, "done", "", now)
    with pytest.raises(ConflictError), store.begin() as transaction:
        transaction.close_letter(slow.id, "done", "", now)


def test_a_letter_that_fails_three_times_is_shunted_and_can_be_tried_again(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    (number,) = store.accept([make_arrival("a")], now)
    for _ in range(3):
        assert claim(store, now) is not None
        with store.begin() as transaction:
            transaction.fail_letter(number, "it broke", now)
    assert claim(store, now) is None
    with store.begin() as transaction:
        assert [letter.reason for letter in transaction.shunted_letters()] == ["it broke"]
        transaction.unshunt(number, now)
        with pytest.raises(MisuseError):
            transaction.unshunt(number, now)
    again = claim(store, now)
    assert again is not None
    assert again.attempts == 1


def test_a_letter_that_has_failed_waits_behind_all_that_have_not_but_before_its_senders_next(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    poison, next_of_ann = (
        number
        for text in ("poison", "next")
        for number in store.accept([make_arrival(text, mail_from="ann@x.example")], now)
    )
    first = claim(store, now)
    assert first is not None
    assert first.id == poison
    with store.begin() as transaction:
        transaction.fail_letter(poison, "boom", now)
    (other,) = store.accept([make_arrival("other", mail_from="bob@x.example")], now + timedelta(minutes=1))
    for expected in (other, poison, None):
        given = claim(store, now + timedelta(minutes=1))
        assert (given and given.id) == expected
    with store.begin() as transaction:
        transaction.close_letter(poison, "done", "", now)
    given = claim(store, now + timedelta(minutes=1))
    assert given is not None
    assert given.id == next_of_ann


def test_a_letter_that_kills_its_worker_three_times_is_shunted(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """Poison cannot stop the line: the letter behind it is dealt with."""
    store.accept([make_arrival("poison", mail_from="ann@x.example")], now)
    (behind,) = store.accept([make_arrival("good", mail_from="ann@x.example")], now)
    for attempt in range(3):
        poison = claim(store, now + attempt * LEASE)
        assert poison is not None
        assert poison.id != behind
    good = claim(store, now + 3 * LEASE)
    assert good is not None
    assert good.id == behind


def test_a_sole_process_gives_back_at_its_start_what_its_forerunner_had_claimed(
    store: Store, make_arrival: MakeArrival, make_draft: Callable[..., Draft], apply: Callable[..., None], now: datetime
) -> None:
    store.accept([make_arrival("a")], now)
    apply(Post(make_draft("k")))
    assert claim(store, now) is not None
    with store.begin() as transaction:
        assert len(transaction.claim_mails(now, 10, LEASE)) == 1
        transaction.release_claims(now)
        assert transaction.claim_letters(now, LEASE, 1)
        assert len(transaction.claim_mails(now, 10, LEASE)) == 1


def test_a_held_letter_comes_back_as_proven_with_its_first_arrival(
    store: Store, make_arrival: MakeArrival, apply: Callable[..., None], now: datetime
) -> None:
    (number,) = store.accept([make_arrival("a")], now)
    claim(store, now)
    with store.begin() as transaction:
        transaction.note_reading(number, sender="Ann@X.example", message_id="<a@x>")
        transaction.close_letter(number, "held", "not proven", now)
        assert transaction.held_letters("ann@x.example") == (number,)
        assert transaction.held_letters("bob@x.example") == ()
    apply(ReleaseLetter(number), at=now + timedelta(hours=1))
    again = claim(store, now + timedelta(hours=1))
    assert again is not None
    assert (again.proven, again.received_at) == (True, now)
    with pytest.raises(ConflictError):
        apply(ReleaseLetter(number))


def test_a_letter_in_another_workers_hands_still_counts_as_waiting(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    store.accept([make_arrival("a")], now)
    claim(store, now)
    with store.begin() as transaction:
        assert transaction.claim_letters(now, LEASE, 1) == ()
        assert transaction.letters_waiting(now) == 1


def test_a_letter_of_no_sender_is_no_copy_of_another(store: Store, make_arrival: MakeArrival, now: datetime) -> None:
    """The same mail to two of our addresses is read once; also with an id longer than any index takes."""
    first, second = store.accept([make_arrival("a", to=("judge@x", "judge+g@x"))], now)
    with store.begin() as transaction:
        same = transaction.letter(first)
        assert same is not None
        assert transaction.same_letter("ann@x.example", same.fingerprint, second) is None
        for number in (first, second):
            transaction.note_reading(number, sender="ann@x.example", message_id=f"<{'ä' * 3000}@x>")
        assert transaction.same_letter("ann@x.example", same.fingerprint, second) is None  # nothing has come of it yet
        transaction.close_letter(first, "done", "", now)
        found = transaction.same_letter("Ann@x.example", same.fingerprint, second)
        assert found is not None
        assert found.id == first
        assert transaction.same_letter("bob@x.example", same.fingerprint, second) is None
        assert transaction.same_letter("ann@x.example", "another", second) is None
        assert transaction.same_letter("", same.fingerprint, second) is None


def test_a_disowned_letter_can_never_be_confirmed(
    store: Store, make_arrival: MakeArrival, apply: Callable[..., None], now: datetime
) -> None:
    (number,) = store.accept([make_arrival("a")], now)
    claim(store, now)
    with store.begin() as transaction:
        transaction.close_letter(number, "held", "not proven", now)
    apply(DropLetter(number))
    with store.reading() as transaction:
        dropped = transaction.letter(number)
        assert dropped is not None
        assert dropped.state == "ignored"
    for effect in (ReleaseLetter(number), DropLetter(number)):
        with pytest.raises(ConflictError):
            apply(effect)


def test_letters_are_counted_by_address_and_reason(store: Store, make_arrival: MakeArrival, now: datetime) -> None:
    first, second = store.accept([make_arrival("a"), make_arrival("b")], now)
    with store.begin() as transaction:
        for number, reason in ((first, WRONG_PASSWORD), (second, "")):
            transaction.note_reading(number, sender="ann@x.example", message_id="")
            transaction.close_letter(number, "held", reason, now)
        assert transaction.letters_since("Ann@x.example", now, reasons=(WRONG_PASSWORD, "talk")) == 1
        assert transaction.letters_since("ann@x.example", now + timedelta(seconds=1), reasons=(WRONG_PASSWORD,)) == 0
        assert transaction.letters_since("bob@x.example", now, reasons=(WRONG_PASSWORD,)) == 0


def test_two_of_a_kind_are_not_ignored_for_each_other(store: Store, make_arrival: MakeArrival, now: datetime) -> None:
    """What was ignored itself is no reason to ignore another, and a held letter can be dropped for a proven one."""
    first, second = store.accept([make_arrival("a", to=("judge@x", "judge+g@x"))], now)
    with store.begin() as transaction:
        for number in (first, second):
            transaction.note_reading(number, sender="ann@x.example", message_id="<one@x>")
        transaction.close_letter(first, "held", "", now)
        same = transaction.letter(first)
        assert same is not None
        found = transaction.same_letter("ann@x.example", same.fingerprint, second)
        assert found is not None
        transaction.close_letter(second, "ignored", "the same", now)
        assert transaction.same_letter("ann@x.example", same.fingerprint, first) is None
        transaction.drop_letter(first, "it came with proof", now)
        assert transaction.held_letters("ann@x.example") == ()
        with pytest.raises(ConflictError):
            transaction.drop_letter(first, "again", now)


def test_answers_are_counted_by_address_and_news_are_not(
    store: Store, make_arrival: MakeArrival, make_draft: Callable[..., Draft], apply: Callable[..., None], now: datetime
) -> None:
    number, foreign = store.accept([make_arrival("a"), make_arrival("b")], now)
    with store.begin() as transaction:
        transaction.note_reading(number, sender="ann@x.example", message_id="")
        transaction.note_reading(foreign, sender="bob@x.example", message_id="")
    apply(Post(make_draft("6", kind="notice")), letter=foreign)
    apply(Post(make_draft("1", to="Ann@x.example")), Post(make_draft("2", kind="press")), letter=number)
    apply(Post(make_draft("3", to="bob@x.example")), letter=number)
    apply(Post(make_draft("4")))
    apply(Post(make_draft("5")), letter=number, at=now - timedelta(hours=2))
    with store.reading() as transaction:
        assert transaction.answers_since("ann@x.example", now - timedelta(hours=1)) == 1
        assert transaction.answers_since("Ann@X.example", now - timedelta(hours=3)) == 2
        # The notice that another's letter has brought her is no answer to one of hers.
        assert transaction.mails_to_others_since("bob@x.example", now - timedelta(hours=1)) == 1
        assert transaction.mails_to_others_since("ann@x.example", now - timedelta(hours=1)) == 0


def test_answers_to_the_names_of_one_mailbox_are_counted_together(
    store: Store, make_arrival: MakeArrival, make_draft: Callable[..., Draft], apply: Callable[..., None], now: datetime
) -> None:
    names = ("a_b%/+1@x.example", "a_b%/+2+3@x.example", "acb%/+1@x.example", "a_bc/+1@x.example", "a_b%/+1@y.example")
    for number, name in zip(store.accept([make_arrival(name) for name in names], now), names, strict=True):
        with store.begin() as transaction:
            transaction.note_reading(number, sender=name, message_id="")
        apply(Post(make_draft(f"c/{name}", to=name, kind="confirm")), letter=number)
        apply(Post(make_draft(f"r/{name}", to=name, kind="receipt")), letter=number)
        apply(Post(make_draft(f"o/{name}", to=name, kind="confirm")), letter=number, at=now - timedelta(hours=2))
    with store.reading() as transaction:
        assert transaction.answers_to_box("A_b%/+77@x.example", now - timedelta(hours=1)) == 2
        assert transaction.answers_to_box("a_b%/@x.example", now - timedelta(hours=3)) == 4


def test_text_that_no_database_can_keep_is_kept_as_far_as_it_can(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    (number,) = store.accept([make_arrival("a", to=("judge\udcff@example.org",), mail_from="a\x00@x")], now)
    with store.reading() as transaction:
        letter = transaction.letter(number)
    assert letter is not None
    assert letter.mail_from == "a\ufffd@x"
    assert letter.recipient == "judge\ufffd@example.org"


def test_a_message_is_known_once_another_letter_of_its_sender_with_its_id_has_been_dealt_with(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    first, second = store.accept([make_arrival("a"), make_arrival("b")], now)
    with store.begin() as transaction:
        for number in (first, second):
            transaction.note_reading(number, sender="ann@x.example", message_id="<1@x.example>")
        assert not transaction.knows_message("ann@x.example", "<1@x.example>", second)
        transaction.close_letter(first, "done", "", now)
        assert transaction.knows_message("Ann@x.example", "<1@x.example>", second)
        assert not transaction.knows_message("ann@x.example", "<1@x.example>", first)
        assert not transaction.knows_message("bob@x.example", "<1@x.example>", second)
        assert not transaction.knows_message("ann@x.example", "<2@x.example>", second)
        assert not transaction.knows_message("ann@x.example", "", second)


def test_one_look_says_of_a_letter_whether_its_id_and_whether_the_same_letter_came_before(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    to = ("judge+one@example.org",), ("judge+two@example.org",), ("judge@example.org",)
    arrivals = [make_arrival("a", to[0]), make_arrival("a", to[1]), make_arrival("b", to[2])]
    numbers = store.accept(arrivals, now)
    with store.begin() as transaction:
        for number, message_id in zip(numbers, ("<1@x>", "<2@x>", "<1@x>"), strict=True):
            transaction.note_reading(number, sender="ann@x.example", message_id=message_id)
        transaction.close_letter(numbers[0], "done", "", now)
        for sender in ("Ann@x.example", "bob@x.example", ""):
            for number, arrival in zip(numbers, arrivals, strict=True):
                for message_id in ("<1@x>", "<2@x>", ""):
                    seen = transaction.seen_before(sender, message_id, arrival.fingerprint, number)
                    known = transaction.knows_message(sender, message_id, number)
                    assert seen == (known, transaction.same_letter(sender, arrival.fingerprint, number))
        seen = transaction.seen_before("ann@x.example", "<1@x>", arrivals[1].fingerprint, numbers[1])
    assert seen[0]
    assert seen[1] is not None
    assert seen[1].id == numbers[0]


def claim_some(store: Store, now: datetime, most: int = 10) -> list[StoredLetter]:
    with store.begin() as transaction:
        return list(transaction.claim_letters(now, LEASE, most))


def test_letters_are_claimed_together_in_their_order_those_of_one_sender_too(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    senders = ("ann@x.example", "bob@x.example", "ann@x.example", "cyd@x.example", "ann@x.example")
    times = [now - timedelta(seconds=9 - number) for number in range(5)]
    arrivals = [make_arrival(str(n), mail_from=senders[n], at=times[n]) for n in (3, 0, 4, 2, 1)]
    for arrival in arrivals:
        store.accept([arrival], now)
    first, rest = claim_some(store, now, 2), claim_some(store, now)
    assert [letter.received_at for letter in first] == times[:2]
    assert [letter.received_at for letter in rest] == [times[3]]  # ann's others wait for her first
    assert {letter.attempts for letter in (*first, *rest)} == {1}
    with store.begin() as transaction:
        transaction.close_letter(first[0].id, "done", "", now)
    assert [letter.received_at for letter in claim_some(store, now)] == [times[2], times[4]]


def test_a_letter_that_was_tried_before_is_claimed_alone(
    store: Store, make_arrival: MakeArrival, now: datetime
) -> None:
    """If it was the one that killed its worker, it takes no others with it again."""
    store.accept([make_arrival(name, at=now + timedelta(seconds=n)) for n, name in enumerate("abc")], now)
    assert len(claim_some(store, now)) == 3
    later = now + LEASE
    assert [letter.attempts for letter in claim_some(store, later)] == [2]
    store.accept([make_arrival("d", at=now - timedelta(seconds=1))], now)
    assert [letter.attempts for letter in claim_some(store, later)] == [1]


def test_a_letter_that_is_given_back_was_never_tried(store: Store, make_arrival: MakeArrival, now: datetime) -> None:
    store.accept([make_arrival("a"), make_arrival("b")], now)
    first, second = claim_some(store, now)
    with store.begin() as transaction:
        transaction.close_letter(first.id, "done", "", now)
        transaction.give_back([first.id, second.id])
    (again,) = claim_some(store, now)
    assert (again.id, again.attempts) == (second.id, 1)
