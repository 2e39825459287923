"""SUMMARY: a game on one page, from its players to its end."""

from judge.desk.chronicle import center_years
from judge.desk.office import Decision, Scene
from judge.desk.posts import card_of
from judge.desk.spans import LastOfYears
from judge.desk.visitors import game_to_show, reader_at
from judge.game.commands import Summary
from judge.reports import texts


def summary(scene: Scene, _command: Summary) -> Decision:
    """Who plays, the centers year by year, what has been played, and how it ended if it is over."""
    game = game_to_show(scene)
    if isinstance(game, Decision):
        return game
    past = scene.past(LastOfYears())
    section = texts.summary(
        card_of(scene.office, game), reader_at(scene, game), scene.office.now,
        years=center_years(past.turns), tags=past.tags, after=past.turns[-1].after if past.turns else None,
    )  # fmt: skip
    return Decision(said=f"The summary of {game.name} is below.", section=section)
