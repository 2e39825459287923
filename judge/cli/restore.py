"""`judge restore`: a database is filled from a backup."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.backup import say_contents
from judge.cli.installation import Config, now
from judge.errors import SettingError
from judge.settings import Settings, load_settings, put_secret

if TYPE_CHECKING:
    from judge.store.backups import Backup
    from judge.store.restoring import Restored

OTHER_SECRET = (
    "secret (JUDGE_SECRET): it is not the one of the backup, and the reply addresses of all earlier mails would be "
    "worthless; take the setting away, or say --other-secret"
)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `judge backup` has written.")],
    check: Annotated[bool, typer.Option("--check", help="Only read the file, and say whether it is whole.")] = False,
    send: Annotated[
        bool, typer.Option("--send", help="Send the unsent mails: the judge did no more after the backup was made.")
    ] = False,
    other_secret: Annotated[
        bool, typer.Option("--other-secret", help="Keep the secret that is set, though it is not the backup's.")
    ] = False,
    config: Config = None,
) -> None:
    """Fill an empty database with what a backup holds. The judge must not be running meanwhile.

    Mails that had not been sent when the backup was made are held, since they may have gone out afterwards; `judge
    resend --held` sends them.
    """
    from judge.store.backups import open_backup

    with open_backup(file) as backup:
        if check:
            rows = sum(len(some.rows) for some in backup.rows())
            typer.echo(f"{file} is whole: {say_contents(backup.contents)}. {rows} rows were read.")
            return
        settings = load_settings(config, secret=False)
        if settings.secret and settings.secret.get_secret_value() != backup.secret and not other_secret:
            raise SettingError(OTHER_SECRET)
        done = _restore(settings, backup, send)
    typer.echo(f"Restored: {say_contents(backup.contents)}.")
    for line in _tell(done):
        typer.echo(line)


def _restore(settings: Settings, backup: "Backup", send: bool) -> "Restored":
    from judge.store.restoring import restore as fill
    from judge.store.store import Store

    store = Store(settings.database)
    made = store.file is not None and not store.file.exists()
    try:
        with store.reachable():
            if store.file is not None:
                store.file.parent.mkdir(parents=True, exist_ok=True)

            def keep_secret() -> None:
                if settings.secret is None:
                    put_secret(settings.var, backup.secret)

            return fill(store.engine, backup, send=send, now=now(), before_commit=keep_secret)
    except BaseException:
        store.dispose()
        if made and store.file is not None:
            for part in ("", "-wal", "-shm"):
                store.file.with_name(store.file.name + part).unlink(missing_ok=True)
        raise
    finally:
        store.dispose()


def _tell(done: "Restored") -> list[str]:
    lines = []
    if done.held:
        lines.append(
            f"{done.held} mails had not been sent then, and are held: they may have gone out since. `judge resend`"
            " lists them; `judge resend --held` sends them, the same bytes."
        )
    elif done.unsent:
        lines.append(f"{done.unsent} mails had not been sent then; `judge serve` sends them.")
    if done.unanswered:
        lines.append(f"{done.unanswered} letters had not been answered then; `judge serve` answers them.")
    lines.append(
        "What came after the backup was made is not in it. `judge serve` moves on the deadlines that have passed since."
    )
    return lines
