"""`judge address`: the addresses of a player, shown and changed by the operator as the player himself can by mail."""

from typing import Annotated

import typer

from judge.cli.installation import Config, speaking_house, tell_answer
from judge.errors import MisuseError


def address(
    player: Annotated[str, typer.Argument(help="The player: an address of his, or his name.")],
    add: Annotated[str, typer.Option(help="One more address, which is asked whether it is his.")] = "",
    first: Annotated[str, typer.Option(help="The address that mails go to; a new one is asked first.")] = "",
    remove: Annotated[str, typer.Option(help="An address that is his no longer.")] = "",
    new_token: Annotated[bool, typer.Option("--new-token", help="Change the reply addresses that prove him.")] = False,
    config: Config = None,
) -> None:
    """Show the addresses of a player, or change them.

    What is changed is what ADD ADDRESS, SET ADDRESS, REMOVE ADDRESS and NEW TOKEN in a letter of his change, and he is
    told. Ends with status 2 when something was not done.
    """
    from judge.service.keeper import say_for_player

    wanted = (("ADD ADDRESS", add), ("SET ADDRESS", first), ("REMOVE ADDRESS", remove))
    for _, email in wanted:
        if email and len(email.split()) != 1:
            raise MisuseError(f"{email!r} is no address")
    lines = [f"{words} {email}" for words, email in wanted if email] + ["NEW TOKEN"] * new_token
    with speaking_house(config) as (store, house, reader):
        answer = say_for_player(store, house, reader, player, "\n".join(lines or ["ADDRESSES"]))
    tell_answer(answer)
