"""`judge serve`: the judge itself."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Annotated

import typer

from judge.settings import MaildirFolder, Settings, load_settings


def serve(
    config: Annotated[Path | None, typer.Option(help="The settings file, instead of judge.toml.")] = None,
    upgrade: Annotated[bool, typer.Option(help="Bring an empty or older database up to date first.")] = True,
) -> None:
    """Serve: listen for mail, answer it, adjudicate at the deadlines, send what there is to send."""
    from judge.wire.logs import set_up_logs

    settings = load_settings(config)
    set_up_logs(settings.log, settings.log_level)
    asyncio.run(_serve(settings, upgrade))


async def _serve(settings: Settings, upgrade: bool) -> None:
    from judge.service.server import Server, ready_store
    from judge.wire.clock import SystemClock
    from judge.wire.intake import take_short_turns
    from judge.wire.sockets import take_sockets, tell_manager

    take_short_turns()
    clock = SystemClock()
    sockets = take_sockets(os.environ, os.getpid())
    server = Server(settings, store=ready_store(settings, clock.now(), upgrade=upgrade), clock=clock, sockets=sockets)
    await server.start()
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    tell_manager(os.environ, "READY=1")
    _greet(settings, " and ".join(server.listener.places) if sockets else f"{settings.listen.host}:{server.port}")
    await stop.wait()
    tell_manager(os.environ, "STOPPING=1")
    await server.stop()


def _greet(settings: Settings, place: str) -> None:
    """Tell where to send a first mail and what to write in it."""
    typer.echo(f"{settings.name} listens on {place} ({settings.listen.protocol.upper()}).")
    if isinstance(settings.delivery, MaildirFolder):
        typer.echo(f"Mails it sends go into Maildirs, one for each recipient, under {settings.delivery.path}/.")
    else:
        typer.echo(f"Mails it sends go out through {settings.delivery.host}:{settings.delivery.port}.")
    typer.echo(f"To begin, send a mail from your address to {settings.address} with this line in it:")
    typer.echo("")
    typer.echo("    REGISTER Your Name")
    typer.echo("")
    typer.echo("and reply to the answer. HELP in a mail tells the rest. Stop the judge with Ctrl-C.")
