"""The letters that are kept are the game: read once more into an empty database they bring about the same."""

import shutil
from pathlib import Path

from sqlalchemy import select

from judge.desk.bans import BANNED, Ban
from judge.store.store import Store
from judge.store.tables import LetterRow, MailRow, PhaseRow, ResultRow
from judge.variants import find_variant
from tests.service.conftest import Judge


def run_until(judge: Judge, moment) -> None:
    """Let time pass as the alarm does: everything that is due is done at its own moment."""
    while (due := judge.turns.next_moment()) is not None and due <= moment:
        judge.now = max(judge.now, due)
        judge.work()
        if judge.turns.next_moment() == due:
            break
    judge.now = moment


def set_ban(judge: Judge, whom: str) -> None:
    with judge.store.begin() as tx:
        tx.keep_ban(Ban(whom=whom, since=judge.now))


def lift_ban(judge: Judge, whom: str) -> None:
    with judge.store.begin() as tx:
        tx.drop_ban(whom, judge.now)


def results(judge: Judge) -> list[tuple]:
    with judge.store.reading() as tx:
        rows = tx.session.execute(
            select(PhaseRow.tag, PhaseRow.opened_at, PhaseRow.deadline, PhaseRow.position, ResultRow.turn)
            .outerjoin(ResultRow, ResultRow.phase_id == PhaseRow.id)
            .order_by(PhaseRow.id)
        )
        return [tuple(row) for row in rows]


def outbox(judge: Judge) -> list[tuple]:
    with judge.store.reading() as tx:
        return [tuple(row) for row in tx.session.execute(select(MailRow.key, MailRow.recipient, MailRow.raw))]


def test_a_game_read_from_its_letters_comes_out_the_same_with_every_mail(
    judge: Judge, migrated_sqlite: Path, tmp_path: Path
) -> None:
    """With a held letter, one that comes twice, a machine's, drawn powers, a deadline that passes, a PROCESS, a ban.

    Whether a letter was turned away stands with it, so that nothing has to be known of the bans of the time.
    """
    judge.welcomes |= judge.register("max", "anna", "bert")
    judge.reply(judge.welcomes["max"], "CREATE cassis standard movement=2d retreat=1d adjustment=1d")
    for name in ("anna", "bert"):
        judge.reply(judge.welcomes[name], "JOIN cassis")
    judge.reply(judge.welcomes["max"], "START cassis")
    mine = judge.game().seats
    powers = {seat.player.name: seat.power for seat in mine if seat.power}
    for turn in range(4):
        run_until(judge, judge.now.replace(minute=turn))
        for name, power in powers.items():
            units = judge.game().phase.position.units_of(power)
            words = "\n".join(f"{unit.at.partition('/')[0]} H" for unit in units)
            judge.reply(judge.welcomes[name], f"GAME cassis\n{words}")
        (asked,) = judge.write("anna@home.example", "hello\nSET WAIT", to="judge+cassis@judge.example")
        judge.reply(judge.welcomes["bert"], "GAME cassis\nCLEAR", fields="Precedence: bulk\n")
        if turn % 2:
            judge.reply(asked, "yes")
        tag = judge.game().phase.position.phase.tag
        if turn == 2:
            set_ban(judge, "bert@home.example")
            assert len(judge.reply(judge.welcomes["bert"], "GAME cassis\nCLEAR\nSET WAIT")) == 1
            assert judge.write("bert@home.example", "REGISTER Bertram") == []
            lift_ban(judge, "bert@home.example")
        if turn == 1:
            judge.reply(judge.welcomes["max"], f"PROCESS {tag}")
        if judge.game().phase.position.phase.tag == tag:
            run_until(judge, judge.game().phase.deadline)
            judge.work()
    assert len(results(judge)) >= 4

    path = tmp_path / "again.sqlite"
    shutil.copy(migrated_sqlite, path)
    again = Judge(Store(f"sqlite:///{path}", find_variant))
    with judge.store.reading() as tx:
        letters = tx.session.execute(
            select(
                LetterRow.raw, LetterRow.recipient, LetterRow.mail_from, LetterRow.received_at, LetterRow.reason
            ).order_by(LetterRow.id)
        ).all()
    for raw, recipient, mail_from, received_at, reason in letters:
        run_until(again, received_at)
        if reason == BANNED:
            set_ban(again, mail_from)
        again.put(raw, (recipient,), mail_from)
        again.work()
        if reason == BANNED:
            lift_ban(again, mail_from)
    run_until(again, judge.now)
    again.work()
    assert results(again) == results(judge)
    assert outbox(again) == outbox(judge)
    assert [reason for *_, reason in letters].count(BANNED) == 2
    again.store.dispose()
