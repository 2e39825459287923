"""The subcommands of `judge`, each loaded when it is used."""

from collections.abc import Callable
from importlib import import_module
from keyword import iskeyword
from typing import Any

import typer
from typer.core import TyperGroup

COMMANDS = (
    "serve",
    "demo",
    "adjudicate",
    "deliver",
    "create",
    "master",
    "address",
    "ban",
    "unban",
    "games",
    "show",
    "map",
    "replay",
    "export",
    "import",
    "archive",
    "manual",
    "log",
    "trace",
    "unshunt",
    "resend",
    "clock",
    "doctor",
    "backup",
    "restore",
    "move",
    "upgrade",
)


class LazyGroup(TyperGroup):
    """A group that imports a command's module only when the command is used or asked about."""

    # Any: typer carries its own click, whose types it does not export
    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is click's
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of this name, from the module of this name."""
        if cmd_name not in COMMANDS:
            return None
        named = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        module = import_module(f"judge.cli.{named}")
        function: Callable[..., Any] = getattr(module, named)
        app = typer.Typer(add_completion=False)
        app.command(name=cmd_name)(function)
        return typer.main.get_command(app)


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def judge() -> None:
    """A judge for play-by-mail Diplomacy."""
