"""`judge serve`: the judge itself."""

import asyncio
import gc
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.settings import MaildirFolder, Role, Settings, load_settings

if TYPE_CHECKING:  # it takes long to load
    from judge.service.server import Server

_DOES = {
    Role.LISTEN: "this process listens",
    Role.WORK: "this process answers letters and adjudicates",
    Role.SEND: "this process sends mails",
    Role.TICK: "this process watches the deadlines",
    Role.DRAW: "this process draws pictures",
}


def serve(
    config: Annotated[Path | None, typer.Option(help="The settings file, instead of judge.toml.")] = None,
    role: Annotated[
        Role,
        typer.Option(
            help="The part of this process; on PostgreSQL any number of processes share the work and one secret."
        ),
    ] = Role.ALL,
    upgrade: Annotated[bool, typer.Option(help="Bring an empty or older database up to date first.")] = True,
) -> None:
    """Serve: listen for mail, answer it, adjudicate at the deadlines, send what there is to send.

    Parts: `listen` takes letters in, `work` answers them and adjudicates, `tick` watches the deadlines, `send` sends
    mails, `draw` draws pictures.
    """
    from judge.wire.logs import set_up_logs

    settings = load_settings(config)
    set_up_logs(settings.log, settings.log_level)
    asyncio.run(_serve(settings, role, upgrade))


async def _serve(settings: Settings, role: Role, upgrade: bool) -> None:
    from judge.service.server import ready_server
    from judge.wire.sockets import take_sockets

    sockets = take_sockets(os.environ, os.getpid())
    await run_server(ready_server(settings, role, upgrade=upgrade, sockets=sockets))


async def run_server(server: "Server") -> None:
    """Have a server serve until it is told to stop."""
    from judge.wire.intake import take_short_turns
    from judge.wire.sockets import tell_manager

    take_short_turns()
    await server.start()
    spare_collector()
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    tell_manager(os.environ, "READY=1")
    _greet(server.settings, server.role, " and ".join(server.listener.places) if server.listener is not None else "")
    await stop.wait()
    tell_manager(os.environ, "STOPPING=1")
    await server.stop()


def spare_collector() -> None:
    """Have Python's collector look at what letters leave behind, and not again and again at what is there for good.

    Shape: programs, tables, grammars and templates are hundreds of thousands of things that never become garbage; to go
    through them takes a tenth of a second, in which no letter is taken and none answered.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 20)


def _greet(settings: Settings, role: Role, places: str) -> None:
    """Tell what this process does, and where it listens, where to send a first mail and what to write in it."""
    protocol = settings.listen.protocol.upper()
    if role is not Role.ALL:
        typer.echo(f"{settings.name}: {_DOES[role]}{f' on {places} ({protocol})' if places else ''}.")
        return
    typer.echo(f"{settings.name} listens on {places} ({protocol}).")
    if isinstance(settings.delivery, MaildirFolder):
        typer.echo(f"Mails it sends go into Maildirs, one for each recipient, under {settings.delivery.path}/.")
    else:
        typer.echo(f"Mails it sends go out through {settings.delivery.host}:{settings.delivery.port}.")
    typer.echo(f"To begin, send a mail from your address to {settings.address} with this line in it:")
    typer.echo("")
    typer.echo("    REGISTER Your Name")
    typer.echo("")
    typer.echo("and reply to the answer. HELP in a mail tells the rest. Stop the judge with Ctrl-C.")
