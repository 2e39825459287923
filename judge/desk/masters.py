"""What the master of a game does: START, DEADLINE, PROCESS, TERMINATE; for PAUSE and RESUME see `pauses`.

Nobody else may, but the keeper of the judge by the command line; both go through the same decisions.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.desk.effects import ForgetBallots, Log, SetDeadline, SetGameState
from judge.desk.guards import phase_words
from judge.desk.instants import off_the_calendar, read_deadline
from judge.desk.mastery import own_game, own_phase, tagged_phase
from judge.desk.notices import tell_all
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import phase_tag, places_of
from judge.desk.snapshot import GameState, Role
from judge.desk.turns import process, start_game
from judge.game.commands import Deadline, Process, Start, Terminate


def start(scene: Scene, _command: Start) -> Decision:
    """The game begins now; powers that nobody plays begin in civil disorder."""
    game = own_game(scene, "START")
    if isinstance(game, Decision):
        return game
    if game.state is not GameState.FORMING:
        over = game.state.is_over
        return refuse(f"The game {game.name} {'is over' if over else 'has begun already'}.")
    players = sum(seat.role is Role.PLAYER for seat in game.seats)
    places = len(places_of(game))
    if not players:
        return refuse(f"Nobody plays in {game.name} yet.", expected="at least one player", example=f"JOIN {game.name}")
    if players < game.settings.min_players:
        return refuse(
            f"{game.name} needs {game.settings.min_players} players (min_players), and {players} are in it.",
            expected="more players, or a lower number",
            example=f"SET min_players={players}",
        )
    vacant = places - players
    said = f"The game {game.name} starts now"
    said += f"; nobody plays {vacant} of its {places} powers, and their units hold." if vacant else "."
    return Decision(effects=start_game(scene.office, game), said=said, touched=game.name)


def deadline(scene: Scene, command: Deadline) -> Decision:
    """The deadline of the open phase is moved; a phase tag guards it against hitting the next."""
    running = own_phase(scene, "DEADLINE", command.tag or scene.guard)
    if isinstance(running, Decision):
        return running
    game, phase = running
    if game.state is GameState.PAUSED:
        return refuse(
            f"The clock of {game.name} is stopped.", expected="RESUME first, on the line above", example="RESUME"
        )
    zone = game.settings.zone if scene.player.zone == "UTC" else scene.player.zone
    example = f"DEADLINE {phase.position.phase.tag} {_local(scene.office.now + timedelta(days=2), zone):%Y-%m-%d 18:00}"
    read = read_deadline(command.when, game, zone, scene.office.now)
    if not isinstance(read, datetime):
        return refuse(read.problem, expected=read.expected, example=example)
    moment = read
    after = replace(game, phase=phase.due_at(moment))
    said = f"The deadline of {phase_words(phase)} is now {_local(moment, zone):%a %Y-%m-%d %H:%M} ({zone})."
    said += off_the_calendar(game, moment)
    effects = (
        SetDeadline(phase=phase.id, deadline=moment),
        Log(game=game.id, kind="deadline", text=f"{phase.position.phase.tag} {moment:%Y-%m-%dT%H:%MZ} by {scene.by}"),
        *tell_all(scene, after, f"{scene.actor} has moved the deadline.", before=game),
    )
    return Decision(effects=effects, said=said, touched=game.name)


def process_now(scene: Scene, command: Process) -> Decision:
    """The open phase is adjudicated now. Its tag must be given, so that an order given twice runs one turn."""
    running = tagged_phase(scene, "PROCESS", command.tag, "run")
    if isinstance(running, Decision):
        return running
    game, phase = running
    tag = phase.position.phase.tag
    log = Log(game=game.id, kind="process", text=f"{tag} by {scene.by}")
    effects = (log, *process(scene.office, game, history=scene.history, messages=scene.archive.messages))
    return Decision(effects=effects, said=f"{tag} is adjudicated now.", touched=game.name)


def terminate(scene: Scene, _command: Terminate) -> Decision:
    """The game ends here without a winner."""
    game = own_game(scene, "TERMINATE")
    if isinstance(game, Decision):
        return game
    if game.state.is_over:
        return refuse(f"The game {game.name} is over already.")
    after = replace(game, state=GameState.TERMINATED, time_left=None, resume_at=None)
    clock = (SetDeadline(phase=game.phase.id, deadline=None),) if game.phase else ()
    effects = (
        *clock,
        SetGameState(game=game.id, state=GameState.TERMINATED),
        ForgetBallots(game.id),
        Log(game=game.id, kind="terminate", text=f"by {scene.by}"),
        *tell_all(scene, after, f"{scene.actor} has ended the game; nobody has won.", before=game),
    )
    slip = f" Was it a slip? ROLLBACK {phase_tag(game)} takes it back." if game.phase else ""
    return Decision(effects=effects, said=f"The game {game.name} is ended.{slip}", touched=game.name)


def _local(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone))
