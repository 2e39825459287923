"""Towns to write in: an empty one, and some with a game."""

from collections.abc import Callable, Sequence

import pytest

from tests.desk.town import PEOPLE, POWERS, Town


@pytest.fixture
def town() -> Town:
    """An empty town."""
    return Town()


@pytest.fixture
def game_town() -> Callable[..., Town]:
    """A town in which Max is master of a running game of seven, Anna as Austria to Gina as Turkey.

    Unless `options` say so, nobody is given time to think again once all orders are in.
    """

    def found(options: str = "", players: Sequence[str] = PEOPLE, variant: str = "standard") -> Town:
        town = Town()
        welcomes = town.register("Max", *players)
        town.reply(welcomes["Max"], f"CREATE cassis {variant} delay=none {options}")
        if "private=yes" in options and players:
            town.reply(town.last("Max"), "\n".join(f"INVITE {name}" for name in players))
        for name, power in zip(players, POWERS, strict=False):
            town.reply(welcomes[name], f"JOIN cassis {power}")
        return town

    return found


@pytest.fixture
def three(game_town) -> Callable:
    """A running game in which only Austria, England and France are played."""

    def found(options: str = ""):
        town = game_town(f"{options} autostart=no", players=PEOPLE[:3])
        town.reply(town.last("Max"), "START")
        return town

    return found
