"""PAUSE and RESUME: the clock of a game stops, until a master starts it again or until a moment that he has set."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.desk.appointments import changes
from judge.desk.effects import Effect, Log, SetDeadline, SetGameState
from judge.desk.instants import read_resumption, without_lead
from judge.desk.mastery import own_phase
from judge.desk.notices import tell_all
from judge.desk.office import Decision, Office, Scene, refuse
from judge.desk.posts import Topic, card_of, phase_tag, post_to_all, reader_of
from judge.desk.snapshot import Game, GameState, OpenPhase
from judge.game.commands import Pause, Resume
from judge.reports import texts
from judge.reports.when import say_moment

PUNCTUAL = timedelta(minutes=5)  # so late a clock starts as if it had started when it was to


def pause(scene: Scene, command: Pause) -> Decision:
    """The clock stops; what is left of the phase is kept. Orders are taken all the same.

    Rule: the last word counts: PAUSE alone takes back a moment at which the clock was to go on by itself.
    """
    running = own_phase(scene, "PAUSE", scene.guard)
    if isinstance(running, Decision):
        return running
    game, phase = running
    if command.until:
        return _until(scene, game, phase, command.until, "PAUSE UNTIL")
    if game.state is not GameState.PAUSED:
        told = f"{scene.actor} has stopped the clock. Orders are still taken."
        return _stop(scene, game, phase, None, told, f"The clock of {game.name} is stopped.")
    if game.resume_at is None:
        return Decision(said=f"The clock of {game.name} is stopped already.", touched=game.name)
    told = f"{scene.actor} has decided that the clock stays stopped until it is started again."
    said = f"The clock of {game.name} stays stopped; it does not go on by itself any more."
    return _stop(scene, game, phase, None, told, said)


def resume(scene: Scene, command: Resume) -> Decision:
    """The clock goes on with what was left of the phase when it stopped, now or at a moment to come."""
    running = own_phase(scene, "RESUME", scene.guard)
    if isinstance(running, Decision):
        return running
    game, phase = running
    if command.on and game.state is GameState.PAUSED:
        return _until(scene, game, phase, command.on, "RESUME ON")
    if command.on:
        return refuse(
            f"The clock of {game.name} is running.", expected="PAUSE UNTIL and the day, which stops it now",
            example=f"PAUSE UNTIL {without_lead(command.on)}",
        )  # fmt: skip
    if game.state is not GameState.PAUSED:
        return Decision(said=f"The clock of {game.name} is running.", touched=game.name)
    after = _running(game, phase, scene.office.now)
    effects = (
        *_start(game, phase, after),
        Log(game=game.id, kind="resume", text=f"by {scene.by}"),
        *tell_all(scene, after, f"{scene.actor} has started the clock again.", before=game),
    )
    return Decision(effects=effects, said=f"The clock of {game.name} is running again.", touched=game.name)


def _until(scene: Scene, game: Game, phase: OpenPhase, words: str, verb: str) -> Decision:
    """The clock is stopped up to a moment, whether or not it was before."""
    now, zone = scene.office.now, game.settings.zone if scene.player.zone == "UTC" else scene.player.zone
    moment = read_resumption(words, game, zone, now)
    if not isinstance(moment, datetime):
        example = f"{verb} {(now + timedelta(days=7)).astimezone(ZoneInfo(zone)):%Y-%m-%d 18:00}"
        return refuse(moment.problem, expected=moment.expected, example=example)
    when = f"{moment.astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M} ({zone})"
    if game.state is GameState.PAUSED and game.resume_at == moment:
        return Decision(said=f"The clock of {game.name} is stopped until {when} already.", touched=game.name)
    done = "has decided that the clock stays stopped" if game.state is GameState.PAUSED else "has stopped the clock"
    told = f"{scene.actor} {done} until {say_moment(moment)}; it goes on by itself then. Orders are still taken."
    said = f"The clock of {game.name} is stopped until {when}; it goes on by itself then."
    return _stop(scene, game, phase, moment, told, said)


def _stop(scene: Scene, game: Game, phase: OpenPhase, until: datetime | None, told: str, said: str) -> Decision:
    left = game.time_left
    if game.state is not GameState.PAUSED:
        left = max(phase.deadline - scene.office.now, timedelta(0)) if phase.deadline else None
    after = replace(game, state=GameState.PAUSED, time_left=left, resume_at=until, phase=phase.due_at(None))
    when = f"until {until:%Y-%m-%dT%H:%MZ} " if until else ""
    effects = (
        SetGameState(game=game.id, state=GameState.PAUSED, time_left=left, resume_at=until),
        SetDeadline(phase=phase.id, deadline=None),
        Log(game=game.id, kind="pause", text=f"{when}by {scene.by}"),
        *tell_all(scene, after, told, before=game),
    )
    return Decision(effects=effects, said=said, touched=game.name)


def wakes(game: Game, now: datetime) -> bool:
    """Whether the clock of a game that is paused is to go on by itself now."""
    return game.state is GameState.PAUSED and game.resume_at is not None and now >= game.resume_at


def wake(office: Office, game: Game) -> tuple[Effect, ...]:
    """The clock of a game goes on by itself, as its master has set; everyone is told.

    Rule: what was left counts from the moment that was set; from now where the judge was not at work then.
    """
    phase, at = game.phase, game.resume_at
    if phase is None or at is None:
        raise ValueError(f"game {game.name} has no clock that goes on by itself")
    after = _running(game, phase, at if office.now - at <= PUNCTUAL else office.now)
    card = card_of(office, after)
    topic = Topic(
        kind="notice", key=f"awake/{game.id}/{phase.sequence}/{at:%Y%m%dT%H%M%SZ}", tag=phase_tag(game),
        appointments=changes(game, after, office.now),
    )  # fmt: skip
    text = "The clock goes on, as the master has set it."
    return (
        *_start(game, phase, after),
        Log(game=game.id, kind="resume", text=f"by itself, as set for {at:%Y-%m-%dT%H:%MZ}"),
        *post_to_all(office, after, topic, lambda seat: texts.notice(card, reader_of(after, seat), text, office.now)),
    )


def _running(game: Game, phase: OpenPhase, since: datetime) -> Game:
    """A game that was paused with its clock running, from this moment on."""
    due = since + game.time_left if game.time_left is not None else None
    return replace(game, state=GameState.RUNNING, time_left=None, resume_at=None, phase=phase.due_at(due))


def _start(game: Game, phase: OpenPhase, after: Game) -> tuple[Effect, ...]:
    deadline = after.phase.deadline if after.phase else None
    return (
        SetGameState(game=game.id, state=GameState.RUNNING),
        SetDeadline(phase=phase.id, deadline=deadline),
    )
