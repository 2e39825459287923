"""Absences: times in which somebody is away, so that no deadline of his is set into them."""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.desk.deadlines import Away, fitting_moment, next_deadline
from judge.desk.effects import AddAbsence, DropAbsences, Effect, Log, SetDeadline
from judge.desk.guards import phase_words
from judge.desk.hands import hands
from judge.desk.names import is_hidden, shown_name
from judge.desk.notices import tell_all
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import board_of
from judge.desk.snapshot import Absence, Game, OpenPhase, Player, Role, Seat
from judge.desk.waiting import has_decided, owes
from judge.game.commands import Absent
from judge.language.when import ambiguous_day, read_span
from judge.reports.phrases import begun, counted, listed
from judge.reports.when import say_moment

MOST_PENDING = 3
FARTHEST = timedelta(days=366)
DAY = timedelta(days=1)
_EXAMPLE = "ABSENT 24 Dec TO 3 Jan"


def away_times(game: Game) -> tuple[Away, ...]:
    """The times in which no deadline of the open phase is to fall: those of players who have yet to decide in it."""
    waited_for = {
        seat.player.id
        for seat in game.seats
        if seat.power is not None and owes(game, seat.power) and not has_decided(game, seat.power)
    }
    return tuple((one.start, one.end) for one in game.absences if one.player in waited_for)


def around_absences(game: Game, now: datetime, *, not_before: datetime | None) -> Game:
    """The game with the deadline of the phase that has just been opened set behind the absences it would fall into."""
    phase, away = game.phase, away_times(game)
    if phase is None or phase.deadline is None or not away:
        return game
    kind = phase.position.phase.kind
    deadline = next_deadline(game.settings, kind, now, not_before=not_before, away=away)
    return replace(game, phase=replace(phase, deadline=deadline))


def games_played(games: tuple[Game, ...], player: Player | None) -> tuple[Game, ...]:
    """Those of some games that are not over and in which somebody plays a power, or waits for one, by name."""
    if player is None:
        return ()
    played = (game for game in games if not game.state.is_over and game.seat_of(player.id, Role.PLAYER) is not None)
    return tuple(sorted(played, key=lambda game: game.name))


def absence(scene: Scene, command: Absent) -> Decision:
    """Somebody says when he is away, takes it back, or asks who is: in one game, which is named where all are meant."""
    decision = _decided(scene, command)
    if scene.game is None or not decision.said:
        return decision
    if command.game is not None:
        return replace(decision, said=f"{scene.game.name}: {decision.said}")
    return replace(decision, said=decision.said + _others(scene, scene.game, command)) if decision.effects else decision


def _decided(scene: Scene, command: Absent) -> Decision:
    game = scene.game
    if game is None and command.firm and command.when and read_span(command.when, "UTC", scene.office.now) is None:
        return _unreadable(command, scene.player.zone)
    if game is None:
        return no_game(scene) if command.firm else Decision(fate="note")
    seat = scene.seat(game)
    if seat is None:
        return refuse(f"You are not in {game.name}.", expected="a game you are in", example="LIST")
    if game.state.is_over:
        return refuse(f"The game {game.name} is over.")
    if not command.when and not command.off:
        return Decision(said=_listed(scene, game), touched=game.name) if command.firm else Decision(fate="note")
    if seat.role is not Role.PLAYER:
        return refuse(f"You play no power in {game.name}, so it waits for nobody when you are away.", example="ABSENCE")
    return _taken_back(scene, game, seat) if command.off else _said(scene, game, seat, command)


def _zone(scene: Scene, game: Game) -> str:
    """The zone in which somebody's days are read.

    Rule: where nobody may know who plays it is the game's, or the hour at which his days begin would tell where he
    lives.
    """
    return game.settings.zone if scene.player.zone == "UTC" or is_hidden(game) else scene.player.zone


def _pending(scene: Scene, game: Game, player: int | None = None) -> tuple[Absence, ...]:
    """The absences that are not over, of one player or of all."""
    now = scene.office.now
    return tuple(one for one in game.absences if one.end > now and player in (None, one.player))


def _words(one: Absence, zone: str) -> str:
    return f"from {say_moment(one.start, zone)} until {say_moment(one.end, zone)}"


def _who(game: Game, seat: Seat) -> str:
    """Somebody as the others may know him: by name and power, or by one of them."""
    name = shown_name(game, seat)
    if seat.power is None or (is_hidden(game) and len(hands(game, seat.player.id)) > 1):
        return name or "Somebody"  # one power that is named here and another there would be known for one person's
    power = board_of(game).power(seat.power).name
    return f"{name} ({power})" if name else power


def _listed(scene: Scene, game: Game) -> str:
    zone, found = _zone(scene, game), _pending(scene, game)
    seats = {seat.player.id: seat for seat in game.seats if seat.role is Role.PLAYER}
    told = [f"{_who(game, seats[one.player])} is away {_words(one, zone)}." for one in found if one.player in seats]
    return "\n".join(told) or f"Nobody in {game.name} has said that he will be away. {_EXAMPLE} would."


def _taken_back(scene: Scene, game: Game, seat: Seat) -> Decision:
    mine = _pending(scene, game, seat.player.id)
    if not mine:
        return Decision(said=f"You had not said that you would be away from {game.name}.", touched=game.name)
    after = replace(game, absences=tuple(one for one in game.absences if one not in mine))
    effects = (
        DropAbsences(game=game.id, player=seat.player.id),
        Log(
            game=game.id,
            kind="absence",
            text=f"{_who(game, seat)} takes back {counted(len(mine), 'absence', 'absences')}",
        ),
        *tell_all(scene, after, f"{_who(game, seat)} will not be away after all. The open deadline stays as it is."),
    )
    return Decision(effects=effects, said="Your absences are taken back; the open deadline stays.", touched=game.name)


def _said(scene: Scene, game: Game, seat: Seat, command: Absent) -> Decision:
    """A new absence, if it can be read and the game allows it."""
    zone, now, most = _zone(scene, game), scene.office.now, game.settings.max_absence
    span = read_span(command.when, zone, now)
    if span is None and not command.firm:
        return Decision(fate="note")
    if span is None:
        return _unreadable(command, zone)
    one = Absence(player=seat.player.id, start=max(span[0], now), end=span[1])
    if not most:
        return refuse(f"In {game.name} no deadline is moved for absences.", expected="a word with the master")
    if one.end <= now or one.start > now + FARTHEST:
        return refuse(f"{begun(_words(one, zone))} is past, or more than a year away.", example=_EXAMPLE)
    if one.end - one.start > most + timedelta(hours=1):  # a night in which clocks are put back
        return refuse(
            f"In {game.name} nobody may be away for more than {counted(most // DAY, 'day', 'days')} at once.",
            expected="a shorter time, or a word with the master", example=_EXAMPLE,
        )  # fmt: skip
    pending = _pending(scene, game, seat.player.id)
    if one in pending:
        return Decision(said=f"You had said so already: you are away {_words(one, zone)}.", touched=game.name)
    if len(pending) >= MOST_PENDING:
        return refuse(f"You have {MOST_PENDING} absences to come already.", example="SET NO ABSENCE")
    return _kept(scene, game, seat, one, also_now=command.now)


def _unreadable(command: Absent, zone: str) -> Decision:
    if day := ambiguous_day(command.when):
        return refuse(f"{day} may be one of two days.", expected="the month by its name", example=_EXAMPLE)
    return refuse(
        f"“{command.when}” tells no time to be away that can be read.",
        expected=f"two days, or until when ({zone})", example=_EXAMPLE,
    )  # fmt: skip


def _others(scene: Scene, game: Game, command: Absent) -> str:
    """Word to who plays in more games than the one he is away from, how to be away from all."""
    others = tuple(one.name for one in games_played(scene.games, scene.player) if one.id != game.id)
    if not others:
        return ""
    example = "SET NO ABSENCE IN ALL GAMES" if command.off else f"ABSENT ALL GAMES {command.when}"
    return f" Nothing is changed for {listed(others)}; {example} would."


def _kept(scene: Scene, game: Game, seat: Seat, one: Absence, *, also_now: bool) -> Decision:
    zone = _zone(scene, game)
    after = replace(game, absences=(*game.absences, one))
    said = f"You are away {_words(one, zone)}. A deadline that would fall into that time is set behind it."
    text = f"{_who(game, seat)} is away {_words(one, game.settings.zone)}; no new deadline is set into that time."
    effects: list[Effect] = [
        AddAbsence(game=game.id, player=one.player, start=one.start, end=one.end),
        Log(
            game=game.id,
            kind="absence",
            text=f"{_who(game, seat)} {one.start:%Y-%m-%d %H:%MZ} to {one.end:%Y-%m-%d %H:%MZ}",
        ),
    ]
    moved, why = _moved(after, one, seat, also_now=also_now)
    if moved is not None and after.phase is not None:
        effects.append(SetDeadline(phase=after.phase.id, deadline=moved))
        after = replace(after, phase=after.phase.due_at(moved))
        said += f" The open deadline is moved to {say_moment(moved, zone)}."
        text += " The open deadline is moved for it."
    effects += tell_all(scene, after, text, before=game)
    return Decision(effects=tuple(effects), said=f"{said} {why}".rstrip(), touched=game.name)


def _moved(game: Game, one: Absence, seat: Seat, *, also_now: bool) -> tuple[datetime | None, str]:
    """The open deadline as it is moved for an absence, None when it stays, and what is to be said of that."""
    phase = game.phase
    if phase is None or phase.deadline is None or not one.start <= phase.deadline < one.end:
        return None, ""
    if not _is_waited_for(game, phase, seat):
        return None, "The open deadline stays, as nothing is missing from you."
    if also_now and game.settings.absence_now:
        return fitting_moment(game.settings, one.end), ""
    stays = f"The open deadline of {phase_words(phase)} stays"
    if also_now:
        return None, f"{stays}: in {game.name} absences move none that is set already."
    hint = " Add NOW at the end of the line to move it too." if game.settings.absence_now else ""
    return None, f"{stays}.{hint}"


def _is_waited_for(game: Game, _phase: OpenPhase, seat: Seat) -> bool:
    return seat.power is not None and owes(game, seat.power) and not has_decided(game, seat.power)
