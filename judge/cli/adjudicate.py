"""`judge adjudicate`: one case, or a file of them, through the reader, the legality check and the resolver."""

from typing import Annotated

import typer

from judge.cli.case_command import run


def adjudicate(
    case: Annotated[str, typer.Argument(metavar="CASE", help="A file with a case, or - for standard input.")],
    text: Annotated[bool, typer.Option("--text", help="A plain text in, the digest for players out.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Say only which cases differ from what they expect.")] = False,
    all_in: Annotated[bool, typer.Option("--all-in", help="Tell what nobody ordered, as if all had to be in.")] = False,
    map: Annotated[str | None, typer.Option("--map", help="Draw the turn into this file, .svg or .png.")] = None,  # noqa: A002
) -> None:
    """Adjudicate a case, a position with its orders, as JSON, JSON lines (one case a line) or plain text.

    A case may hold the orders of some powers only; the units of the others stand still. Ends with status 0 when all
    was adjudicated, 1 when --check found a difference or --all-in a unit without an order, 2 when a case cannot be
    read.
    """
    flags = ["--text"] * text + ["--check"] * check + ["--all-in"] * all_in
    flags += [] if map is None else ["--map", map]
    raise typer.Exit(run([*flags, "--", case]))
