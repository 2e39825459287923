"""`judge deliver`: takes one mail from standard input, for pipes and for mail servers without LMTP."""

import os
import sys
from typing import Annotated, NoReturn

import typer

from judge.cli.installation import Config, now, open_installation
from judge.errors import JudgeError
from judge.mail.addresses import in_ascii, read_recipient
from judge.mail.dedupe import fingerprint
from judge.store.arrivals import Arrival

LARGEST = 2 * 1024 * 1024  # bytes of a letter


def deliver(
    recipient: Annotated[str, typer.Argument(help="The address the mail was sent to; default: the judge's own.")] = "",
    sender: Annotated[str, typer.Option(help="The envelope sender; default: the environment's SENDER.")] = "",
    config: Config = None,
) -> None:
    """Store one mail from standard input; `judge serve` on the same database answers it.

    Ends with the statuses of sysexits(3): 0 stored, 65 too big, empty or not to be answered, 67 no such recipient,
    75 try again later.
    """
    raw = sys.stdin.buffer.read(LARGEST + 1)
    if not raw.strip() or len(raw) > LARGEST:
        _refuse(65, "the mail is empty" if not raw.strip() else f"the mail is over {LARGEST} bytes")
    try:
        settings, store = open_installation(config)
        to = recipient or settings.address
        if read_recipient(to, settings.address) is None:
            _refuse(67, f"{to} is no address of this judge")
        mail_from = in_ascii(sender or os.environ.get("SENDER", ""))
        if mail_from is None:
            _refuse(65, "the sender's address is outside ASCII, where no answer can go")
        store.accept(
            [
                Arrival(
                    raw=raw,
                    mail_from=mail_from,
                    recipients=(to,),
                    peer="pipe",
                    received_at=now(),
                    fingerprint=fingerprint(raw, mail_from, (to,)),
                )
            ],
            now(),
        )
        store.dispose()
    except typer.Exit:
        raise
    except JudgeError as trouble:
        _refuse(75, str(trouble))
    except Exception as trouble:
        _refuse(75, f"the mail could not be stored: {trouble!r}")


def _refuse(status: int, reason: str) -> NoReturn:
    typer.echo(f"judge deliver: {reason}", err=True)
    raise typer.Exit(status)
