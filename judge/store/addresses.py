"""The addresses of players: those that may become theirs, and where their mails go."""

from datetime import datetime
from functools import cache
from typing import Any, assert_never

from sqlalchemy import Select, and_, bindparam, delete, select, update
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import ReturningDelete, ReturningUpdate

from judge.desk.effects import AgreeToClaim, ClaimAddress, DropClaim, GainAddress, LoseAddress, UseAddress
from judge.desk.snapshot import Address, Claim
from judge.errors import ConflictError, DatabaseError
from judge.store.entries import write_entry
from judge.store.returns import reach_of, redirect
from judge.store.rows import find_rows, table_of
from judge.store.tables import AddressClaimRow, AddressRow, LetterRow, MailRow, PlayerRow

GIVEN_UP = "its address was given up"


def others_of(session: Session, player: int) -> tuple[Address, ...]:
    """The addresses of a player where no mails go, in the order in which he got them."""
    rows = find_rows(session, _other_addresses(), player=player)
    return tuple(Address(email=row.email, reach=reach_of(row)) for row in rows)


def claims_of(session: Session, player: int) -> tuple[Claim, ...]:
    """The addresses that a player may get, in the order in which they were named."""
    rows = find_rows(session, _open_claims(), player=player)
    return tuple(
        Claim(id=row.id, email=row.email, asked_at=row.asked_at, prefer=row.prefer, agreed=row.agreed) for row in rows
    )


@cache
def _other_addresses() -> Select[Any]:  # Any: the columns of a table
    rows = table_of(AddressRow)
    mine = (rows.c.player_id == bindparam("player"), rows.c.current.is_(False))
    return select(rows).where(*mine).order_by(rows.c.id)


@cache
def _open_claims() -> Select[Any]:  # Any: see above
    rows = table_of(AddressClaimRow)
    mine = (rows.c.player_id == bindparam("player"), rows.c.closed_at.is_(None))
    return select(rows).where(*mine).order_by(rows.c.id)


def change_addresses(
    session: Session,
    effect: ClaimAddress | AgreeToClaim | GainAddress | DropClaim | UseAddress | LoseAddress,
    now: datetime,
) -> None:
    """Do what a decision wants done with the addresses of a player."""
    match effect:
        case ClaimAddress():
            claim_address(session, effect, now)
        case AgreeToClaim():
            agree_to_claim(session, effect.claim, now)
        case GainAddress():
            gain_address(session, effect.claim, now)
        case DropClaim():
            drop_claim(session, effect.claim, now)
        case UseAddress():
            use_address(session, effect.player, effect.email, now)
        case LoseAddress():
            lose_address(session, effect.player, effect.email, now)
        case _:
            assert_never(effect)


def claim_address(session: Session, effect: ClaimAddress, now: datetime) -> None:
    """Keep a claim; an earlier one of the same player about the same address is closed by it."""
    same = and_(AddressClaimRow.player_id == effect.player, AddressClaimRow.email == effect.email.lower())
    session.execute(
        update(AddressClaimRow).where(same, AddressClaimRow.closed_at.is_(None)).values(closed_at=now),
        execution_options={"synchronize_session": False},
    )
    session.add(
        AddressClaimRow(
            player_id=effect.player,
            email=effect.email.lower(),
            prefer=effect.prefer,
            agreed=effect.agreed,
            asked_at=now,
        )
    )


def agree_to_claim(session: Session, number: int, now: datetime) -> None:
    """The player has agreed: from now on the address has its time to answer."""
    row = _claim(session, number)
    row.agreed, row.asked_at = True, now


def drop_claim(session: Session, number: int, now: datetime) -> None:
    """Nothing comes of a claim."""
    _claim(session, number).closed_at = now


def gain_address(session: Session, number: int, now: datetime) -> None:
    """An address becomes a player's. Refuses: ConflictError when it is another's, who has confirmed it."""
    claim = _claim(session, number)
    claim.closed_at = now
    row = session.scalars(select(AddressRow).where(AddressRow.email == claim.email).with_for_update()).first()
    if row is None:
        session.add(AddressRow(player_id=claim.player_id, email=claim.email, current=False, added_at=now))
        return
    if row.player_id == claim.player_id:
        return
    owner = session.get(PlayerRow, row.player_id)
    if owner is not None and owner.confirmed_at is not None:
        raise ConflictError(f"{claim.email} is registered already")
    row.player_id, row.current, row.added_at = claim.player_id, False, now


def use_address(session: Session, player: int, email: str, now: datetime) -> None:
    """Mails go there from now on; those that did not arrive at an address given up follow."""
    session.flush()
    rows = session.scalars(
        select(AddressRow)
        .where(AddressRow.player_id == player)
        .order_by(AddressRow.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).all()
    if not any(row.email == email.lower() for row in rows):
        raise DatabaseError(f"mails of player {player} are to go to an address that is not his")
    for row in rows:
        if row.current and row.suspended_at is not None:
            redirect(session, row, email, now)
        row.current = row.email == email.lower()


def lose_address(session: Session, player: int, email: str, now: datetime) -> None:
    """An address is the player's no more, and nothing waits any longer to come from there or to be sent there.

    Not: the one that mails go to.
    """
    gone = (AddressRow.player_id == player, AddressRow.email == email.lower(), AddressRow.current.is_(False))
    if _carried_out(session, delete(AddressRow).where(*gone).returning(AddressRow.id)):
        waiting = update(LetterRow).where(LetterRow.sender == email.lower(), LetterRow.state == "held")
        dropped = waiting.values(state="ignored", reason=GIVEN_UP, closed_at=now).returning(LetterRow.id)
        for number in _carried_out(session, dropped):
            write_entry(session, "ignored", GIVEN_UP, now, letter=number)
        kept_back = update(MailRow).where(MailRow.recipient == email.lower(), MailRow.state == "withheld")
        for number in _carried_out(session, kept_back.values(state="failed", reason=GIVEN_UP).returning(MailRow.id)):
            write_entry(session, "dropped", GIVEN_UP, now, mail=number)


def _carried_out(session: Session, change: ReturningDelete[int] | ReturningUpdate[int]) -> list[int]:
    """The ids of the rows that a change was made to."""
    return list(session.scalars(change, execution_options={"synchronize_session": False}))


def _claim(session: Session, number: int) -> AddressClaimRow:
    row = session.get(AddressClaimRow, number, with_for_update=True, populate_existing=True)
    if row is None or row.closed_at is not None:
        raise ConflictError(f"claim {number} is closed already")
    return row
