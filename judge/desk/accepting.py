"""ACCEPT and DECLINE: the answer to whatever somebody was asked about a game."""

from judge.desk import invitations, nominations, substituting
from judge.desk.joining import join
from judge.desk.office import Decision, Scene
from judge.desk.privacy import invitation_of
from judge.desk.snapshot import Game, GameState
from judge.desk.takeover import take_over
from judge.game.commands import Accept, Join, TakeOver


def answer(scene: Scene, command: Accept) -> Decision:
    """Who was asked to lead the game will or will not; who was invited comes into it or does not."""
    game = scene.game
    invited = None if game is None else invitation_of(scene, game)
    if game is None or invited is None or nominations.waits_for(scene):
        return nominations.answer(scene, command)
    if not command.accepts:
        return invitations.decline(scene, game)
    if invited.replaces and game.seat_for(invited.power or "") is not None:
        return substituting.accept(scene, game, invited)
    return _come(scene, game, invited.power or "")


def _come(scene: Scene, game: Game, power: str) -> Decision:
    """Into a game that forms to a place of it, into one that runs to the power that is free."""
    if game.state is GameState.FORMING:
        return join(scene, Join(game=game.name))
    return take_over(scene, TakeOver(game=game.name, power=power))
