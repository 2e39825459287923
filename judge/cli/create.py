"""`judge create`: a game made from the command line, for a master who is registered."""

from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Annotated

import typer

from judge.board.nations import read_nations
from judge.cli.installation import Config, now, open_installation
from judge.desk.identity import player_tag
from judge.errors import MisuseError
from judge.mail.addresses import host_of, tagged
from judge.mail.dedupe import fingerprint
from judge.store.arrivals import Arrival
from judge.variants.table import find_variant


def create(
    game: Annotated[str, typer.Argument(help="The name of the game.")],
    variant: Annotated[str, typer.Argument(help="What is played: standard, colonial, revolutionary-modern …")],
    options: Annotated[
        list[str] | None, typer.Argument(help="As in the mail: ON BOARD, movement=3d, at=20:00 …")
    ] = None,
    *,
    master: Annotated[str, typer.Option(help="The registered address of the game's master.")],
    nations: Annotated[Path | None, typer.Option(help="A table of nations of the game's own.")] = None,
    config: Config = None,
) -> None:
    """Write CREATE in the name of a master, as a letter; `judge serve` on the same database answers him.

    Ends with status 2 when the address is nobody's, the variant is unknown, or the table is wrong.
    """
    lines = [" ".join(["CREATE", game, variant, *(options or ())])]
    if nations is not None:
        lines += ["NATIONS", *_table(nations, variant), "END NATIONS"]
    settings, store = open_installation(config)
    try:
        with store.reading() as tx:
            player = tx.player_by_address(master)
        if player is None or not player.confirmed:
            raise MisuseError(f"nobody is registered as {master}")
        to = tagged(settings.address, player_tag(player, settings.secret_key))
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = player.email, to, f"create {game}"
        letter["Date"], letter["Message-ID"] = format_datetime(now()), make_msgid(domain=host_of(settings.address))
        letter.set_content("\n".join(lines) + "\n")
        raw = letter.as_bytes()
        arrival = Arrival(
            raw=raw, mail_from=player.email, recipients=(to,), peer="command line", received_at=now(),
            fingerprint=fingerprint(raw),
        )  # fmt: skip
        store.accept([arrival], now())
    finally:
        store.dispose()
    typer.echo(f"The letter is in; the answer goes to {player.email}. Its Message-ID: {letter['Message-ID']}")


def _table(file: Path, variant: str) -> list[str]:
    """The lines of a table of nations, when it is one for this variant's board.

    Refuses: MisuseError for a file that cannot be read, MapError with line and field for a wrong table.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise MisuseError(f"{file}: {trouble}") from None
    read_nations(find_variant(variant).board, text, str(file))
    return [line.rstrip() for line in text.splitlines() if line.partition("#")[0].strip()]
