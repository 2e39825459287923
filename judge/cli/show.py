"""`judge show`: one game as it stands, for the operator's eyes."""

from typing import Annotated

import typer

from judge.cli.installation import Config, find_game, open_installation, say_time
from judge.desk.snapshot import Game, Reach
from judge.game.wording import word_order
from judge.wire.logs import shown_on_line


def show(game: Annotated[str, typer.Argument(help="The game's name.")], config: Config = None) -> None:
    """Show a game: who plays, the position, the orders that are in, the phases so far, the log."""
    _, store = open_installation(config)
    with store.reading() as tx:
        found = find_game(tx, game)
        past, undone = tx.phases(found.id), tx.phases(found.id, undone=True)
        log = tx.log(found.id)
    store.dispose()
    for line in (*_heading(found), *_position(found)):
        typer.echo(line)
    typer.echo("phases:")
    for phase in sorted((*past, *undone), key=lambda one: one.sequence):
        closed = "open" if phase.closed_at is None else f"closed {say_time(phase.closed_at)}"
        if phase in undone:
            closed = "undone" if phase.closed_at is None else f"{closed}, undone"
        typer.echo(f"  {phase.sequence:3} {phase.position.phase.tag}  opened {say_time(phase.opened_at)}, {closed}")
    typer.echo("log:")
    for entry in log:
        typer.echo(f"  {say_time(entry.at)}  {entry.kind}: {shown_on_line(entry.text)}")


def _heading(game: Game) -> list[str]:
    lines = [f"{game.name}: {game.variant}{f' on {game.on}' if game.on else ''}, {game.state.value}"]
    for seat in game.seats:
        lines.append(f"  {seat.role.value:8} {seat.power or '-':12} {seat.player.name} <{seat.player.email}>")
        lines.extend(f"  {'':21} {told}" for told in _fares(seat.player.reach))
    return lines


def _fares(reach: Reach) -> list[str]:
    """What is to be said of an address whose mails come back."""
    if reach.suspended_at is not None:
        return [f"nothing is sent there since {say_time(reach.suspended_at)}: mails came back on {reach.days} days"]
    return [f"mails came back on {reach.days} days, last at {say_time(reach.last)}"] if reach.days else []


def _position(game: Game) -> list[str]:
    if game.phase is None:
        return []
    position, board = game.phase.position, game.phase.position.board
    lines = [f"{position.phase.tag}, deadline {say_time(game.phase.deadline)}"]
    if game.resume_at is not None:
        lines.append(f"the clock goes on {say_time(game.resume_at)}")
    for power in board.powers:
        units = [f"{unit.kind.value} {board.write(unit.at)}" for unit in position.units_of(power.id)]
        out = [f"{one.unit.kind.value} {board.write(one.unit.at)}" for one in position.dislodged_of(power.id)]
        lines.append(f"  {power.name:12} {len(position.counted_of(power.id)):2} centers  {', '.join(units)}")
        if out:
            lines.append(f"  {'':12} dislodged: {', '.join(out)}")
        orders = game.phase.orders_of(power.id)
        lines.extend(f"  {'':12}   {word_order(board, order)}" for order in orders.orders)
        if orders.wait:
            lines.append(f"  {'':12}   waits for the deadline")
    return lines
