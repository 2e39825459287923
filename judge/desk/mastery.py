"""What is the master's is done by nobody else: the game and the phase that a master's command is about."""

from dataclasses import replace

from judge.desk.guards import check_tag
from judge.desk.names import led_by
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.snapshot import Game, GameState, OpenPhase


def own_game(scene: Scene, verb: str) -> Game | Decision:
    """The game the line is about when the speaker may act as its master; else the refusal."""
    game = scene.game
    if game is None:
        return no_game(scene)
    if not scene.leads(game):
        lead = "master" if len(game.masters) < 2 else "masters"
        master = f", {led_by(game)}," if game.master else ""
        return refuse(f"Only the {lead} of {game.name}{master} can {verb}.", expected=f"a letter from the {lead}")
    return game


def own_phase(scene: Scene, verb: str, tag: str) -> tuple[Game, OpenPhase] | Decision:
    """The speaker's own game and its open phase, which must be the one with this tag if one is given."""
    game = own_game(scene, verb)
    if isinstance(game, Decision):
        return game
    if game.phase is None or not game.state.is_under_way:
        state = "has not begun" if game.state is GameState.FORMING else "is over"
        return refuse(f"The game {game.name} {state}; there is no phase to {verb}.", expected="a running game")
    complaint = check_tag(game, game.phase, tag) if tag else None
    if complaint is None:
        return game, game.phase
    example = f"DEADLINE {game.phase.position.phase.tag} +24h" if verb == "DEADLINE" else complaint.example
    return Decision(fate="error", complaint=replace(complaint, example=example))


def tagged_phase(scene: Scene, verb: str, tag: str | None, aim: str) -> tuple[Game, OpenPhase] | Decision:
    """The speaker's own game and its open phase, which a command must name, so that one given twice is done once.

    Shape: `aim` what the phase is named for: "run".
    """
    running = own_phase(scene, verb, "")
    if isinstance(running, Decision):
        return running
    game, phase = running
    example = f"{verb} {phase.position.phase.tag}"
    if not tag:
        return refuse(f"{verb} needs the tag of the phase it is to {aim}.", expected="the open phase", example=example)
    complaint = check_tag(game, phase, tag)
    return running if complaint is None else Decision(fate="error", complaint=replace(complaint, example=example))
