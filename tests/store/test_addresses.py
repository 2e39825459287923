"""Addresses that become a player's, and where his mails go then, on both engines."""

from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from judge.desk.effects import (
    AddPlayer,
    AgreeToClaim,
    ClaimAddress,
    DropClaim,
    GainAddress,
    LoseAddress,
    Post,
    SetReach,
    UseAddress,
)
from judge.desk.snapshot import Player, Reach
from judge.errors import ConflictError, DatabaseError
from judge.store.addresses import GIVEN_UP
from judge.store.store import Store
from judge.store.tables import EventRow, MailRow

BOB, CYD, NEW = "bob@x.example", "cyd@x.example", "bob@new.example"


def player(store: Store, email: str = BOB) -> Player:
    with store.reading() as tx:
        found = tx.player_by_address(email)
    assert found is not None
    return found


def gain(store: Store, apply: Callable, email: str = NEW) -> Player:
    number = player(store).id
    apply(ClaimAddress(player=number, email=email, prefer=False, agreed=True))
    (claim,) = player(store).claims
    apply(GainAddress(claim.id))
    return player(store)


def test_a_claim_is_kept_for_its_player_and_its_address_until_it_is_closed(
    store: Store, apply: Callable, players: SimpleNamespace, now: datetime
) -> None:
    bob = player(store)
    apply(ClaimAddress(player=bob.id, email="Bob@NEW.example", prefer=False, agreed=False))
    apply(ClaimAddress(player=bob.id, email=NEW, prefer=True, agreed=False))
    (claim,) = player(store).claims
    assert (claim.email, claim.prefer, claim.agreed, claim.asked_at) == (NEW, True, False, now)
    with store.reading() as tx:
        assert [one.id for one in tx.claimants(NEW)] == [bob.id]
        assert tx.player_by_address(NEW) is None
    apply(AgreeToClaim(claim.id))
    assert player(store).claims[0].agreed
    apply(DropClaim(claim.id))
    assert player(store).claims == ()
    for late in (GainAddress(claim.id), AgreeToClaim(claim.id), DropClaim(claim.id)):
        with pytest.raises(ConflictError):
            apply(late)


def test_an_address_is_found_with_its_player_and_mails_go_where_they_did(
    store: Store, apply: Callable, players: SimpleNamespace
) -> None:
    bob = gain(store, apply)
    assert (bob.email, [one.email for one in bob.others]) == (BOB, [NEW])
    assert player(store, NEW) == bob
    assert bob.writes_from("BOB@New.example")
    apply(UseAddress(player=bob.id, email=NEW))
    bob = player(store)
    assert (bob.email, [one.email for one in bob.others]) == (NEW, [BOB])
    apply(LoseAddress(player=bob.id, email=BOB), LoseAddress(player=bob.id, email=NEW))
    with store.reading() as tx:
        assert tx.player_by_address(BOB) is None
    assert player(store, NEW).others == ()


def test_nothing_waits_for_an_address_that_is_given_up(
    store: Store, apply: Callable, make_draft: Callable, make_arrival: Callable, players: SimpleNamespace, now: datetime
) -> None:
    """Whoever has it next gets no mail of another's, and no letter of another's counts as his."""
    bob, numbers = gain(store, apply), store.accept([make_arrival(name) for name in "ab"], now)
    apply(*(SetReach(email, Reach(days=5, since=now, last=now, suspended_at=now)) for email in (BOB, NEW)))
    for number, email in zip(numbers, (BOB, NEW), strict=True):
        apply(Post(make_draft(email, to=email, kind="result")))
        with store.begin() as tx:
            tx.close_letter(number, "held", "", now, read=(email, ""))
    apply(LoseAddress(player=bob.id, email=NEW), LoseAddress(player=bob.id, email=BOB))
    with store.reading() as tx:
        assert [tx.letter(number).state for number in numbers] == ["held", "ignored"]
        states = {one.recipient: one.state for one in tx.session.scalars(select(MailRow))}
        told = tx.session.scalars(select(EventRow.kind).where(EventRow.text == GIVEN_UP).order_by(EventRow.id)).all()
    assert states == {BOB: "withheld", NEW: "failed"}
    assert told == ["ignored", "dropped"]


def test_no_address_is_taken_from_a_player_who_has_confirmed_it(
    store: Store, apply: Callable, players: SimpleNamespace
) -> None:
    with pytest.raises(ConflictError):
        gain(store, apply, CYD)
    apply(AddPlayer(name="Nobody", email="later@x.example"))
    (claim,) = player(store).claims
    apply(DropClaim(claim.id))
    assert [one.email for one in gain(store, apply, "later@x.example").others] == ["later@x.example"]
    with pytest.raises(DatabaseError):
        apply(UseAddress(player=player(store).id, email=CYD))


def test_mails_that_an_address_missed_go_to_the_next_as_they_are(
    store: Store, apply: Callable, players: SimpleNamespace, make_draft: Callable, now: datetime
) -> None:
    bob = gain(store, apply)
    dead = Reach(days=5, since=now - timedelta(days=4), last=now, suspended_at=now)
    apply(Post(make_draft("first", kind="result", to=BOB)))
    apply(SetReach(BOB, dead))
    apply(Post(make_draft("second", kind="result", to=BOB)), Post(make_draft("third", kind="reminder", to=BOB)))
    apply(UseAddress(player=bob.id, email=NEW))
    with store.reading() as tx:
        rows = {row.key: (row.recipient, row.state, b"To: " in row.raw) for row in tx.session.scalars(select(MailRow))}
    assert rows["first"] == (NEW, "new", True)
    assert rows["second"] == (NEW, "new", True)
    assert rows["third"] == (BOB, "failed", True)
