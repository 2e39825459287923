"""`judge ban` and `judge unban`: whose letters this judge takes."""

from typing import Annotated

import typer

from judge.cli.installation import Config, now, open_installation, say_time
from judge.desk.bans import Ban, ban_of, read_whom
from judge.desk.snapshot import Role
from judge.errors import MisuseError
from judge.store.transaction import Transaction

Whom = Annotated[
    list[str] | None,
    typer.Argument(help="Addresses, @domains with all below them, or * for everybody.", metavar="WHOM"),
]


def ban(
    whom: Whom = None,
    allow: Annotated[bool, typer.Option("--allow", help="Let them in although a wider ban is on them.")] = False,
    why: Annotated[str, typer.Option(help="A note for yourself.")] = "",
    config: Config = None,
) -> None:
    """Take no letters from an address or a domain any more; without any, list the bans.

    What is closer to an address goes before the rest. Nothing of such a letter is done; a banned player whose letter
    is proven is told so once a day, anybody else gets no answer. Games go on without him, until their masters act.
    """
    settings, store = open_installation(config)
    with store.begin() as tx:
        names = read_names(whom or ())
        if settings.keeper.lower() in names and not allow:
            raise MisuseError("that is the keeper's own address")
        for name in names:
            tx.keep_ban(Ban(whom=name, allowed=allow, why=why, since=now()))
        told = [line for name in names for line in _still_playing(tx, name)] if not allow else []
        bans = tx.bans()
    store.dispose()
    for one in bans:
        if not names or one.whom in names:
            note = f"  ({one.why})" if one.why else ""
            typer.echo(f"{'allowed' if one.allowed else 'banned'}  {one.whom}  since {say_time(one.since)}{note}")
    for line in told:
        typer.echo(line)
    if not bans:
        typer.echo("Nobody is banned.")


def read_names(whom: list[str] | tuple[str, ...]) -> list[str]:
    """The entries that some words mean. Refuses: MisuseError for what is none."""
    found = [(text, read_whom(text)) for text in whom]
    wrong = [text for text, name in found if name is None]
    if wrong:
        raise MisuseError(f"{wrong[0]!r} is no address, no @domain, and no *")
    return [name for _, name in found if name is not None]


def _still_playing(tx: Transaction, name: str) -> list[str]:
    """Word about the games that somebody who is banned by his address plays in."""
    player = tx.player_by_address(name) if "@" in name[1:] else None
    if player is None or ban_of((name,), tx.bans_on((name,))) is None:
        return []
    games = tx.games_of(player.id)
    return [
        f"{player.name} plays in {game.name}; EJECT is for its master, or `judge master {game.name} EJECT ...`."
        for game in games
        if not game.state.is_over and game.seat_of(player.id, Role.PLAYER) is not None
    ]
