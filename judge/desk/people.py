"""People: WHO is in a game, and WHO IS somebody. Addresses are told to nobody, names only where they may be shown."""

from judge.desk.calls import way_in
from judge.desk.names import shown_name
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import board_of, card_of, openings, phase_tag, variant_of
from judge.desk.snapshot import Game, Player, Record, Role, Seat
from judge.desk.visitors import game_to_show
from judge.game.commands import Who, WhoIs
from judge.reports import texts
from judge.reports.people import PersonLine
from judge.reports.phrases import counted, listed

_ROLES = {
    Role.MASTER: "Master",
    Role.OBSERVER: "Observer",
    Role.MONITOR: "Monitor",
    Role.PLAYER: "Player",
    Role.APPLICANT: "Applicant",
}


def who(scene: Scene, command: Who) -> Decision:
    """The people of a game with their records."""
    if scene.game is None and not command.sure:
        return Decision(fate="note")
    game = game_to_show(scene)
    if isinstance(game, Decision):
        return game
    records = scene.people.records(tuple({seat.player.id for seat in (*game.seats, *game.former)}))
    ranks = {power.id: rank for rank, power in enumerate(board_of(game).powers)}
    seats = sorted(game.seats, key=lambda one: (_ORDER.index(one.role), ranks.get(one.power or "", 99), one.id))
    section = texts.who(
        card_of(scene.office, game),
        (*(_line(game, seat, records) for seat in seats), *_vacant(game)),
        tuple(_line(game, seat, records) for seat in game.former if seat.power is not None),
    )
    return Decision(said=f"The people of {game.name} are below.", section=section)


def _vacant(game: Game) -> tuple[PersonLine, ...]:
    """The powers that newcomers may play, with what to write for each."""
    if variant_of(game).entrance is not None:
        return ()
    found = ((one.power, board_of(game).power(one.power).name) for one in openings(game))
    return tuple(PersonLine(place=name, name=f"nobody ({way_in(game, power)})") for power, name in found)


_ORDER = (Role.PLAYER, Role.APPLICANT, Role.MASTER, Role.OBSERVER, Role.MONITOR)


def _line(game: Game, seat: Seat, records: dict[int, Record]) -> PersonLine:
    """Somebody in a game; who may not be known has no record either."""
    place = board_of(game).power(seat.power).name if seat.power is not None else _ROLES[seat.role]
    name = shown_name(game, seat)
    told = say_record(records[seat.player.id]) if name and seat.role in (Role.PLAYER, Role.APPLICANT) else ""
    return PersonLine(place=place, name=name, record=told)


def who_is(scene: Scene, command: WhoIs) -> Decision:
    """Somebody's record and the games that he is in, as far as the speaker may see them."""
    found = scene.people.named(command.name)
    if not found and not command.sure:
        return Decision(fate="note")
    if not found:
        return refuse(
            f"Nobody called {command.name} is registered here.", expected="a name or its beginning", example="WHO game"
        )
    if len(found) > 1:
        names = tuple(one.name for one in found)
        return refuse(
            f"{len(names)} people are called so.",
            expected=f"one of {listed(names, 'or')}",
            example=f"WHO IS {names[0]}",
        )
    person = found[0]
    record = scene.people.records((person.id,))[person.id]
    games = tuple(line for game in scene.people.played_by(person.id) for line in _games(scene, game, person))
    section = texts.who_is(person.name, say_record(record), games)
    return Decision(said=f"What is known of {person.name} is below.", section=section)


def _games(scene: Scene, game: Game, person: Player) -> tuple[str, ...]:
    """A line for each seat of a person in a game that the speaker may see, and in which the person may be known."""
    seats = [seat for seat in (*game.seats, *game.former) if seat.player.id == person.id]
    seats = [seat for seat in seats if seat.role not in (Role.OBSERVER, Role.MONITOR) and shown_name(game, seat)]
    if not (game.settings.is_shown or scene.leads(game) or scene.seat(game)):
        return ()
    facts = ", ".join(part for part in (game.variant, game.state.value, phase_tag(game)) if part)
    places = [board_of(game).power(one.power).name if one.power else _ROLES[one.role].lower() for one in seats]
    gone = [" (has left)" if one in game.former else "" for one in seats]
    return tuple(f"{game.name} ({facts}): {place}{left}" for place, left in zip(places, gone, strict=True))


def say_record(record: Record) -> str:
    """A record in words: `96% of 25 phases on time, 1 late; 1 game abandoned`."""
    phases = record.on_time + record.late + record.missed
    if record.share is None:
        told = "no phase counted yet"
    else:
        told = f"{record.share}% of {counted(phases, 'phase')} on time"
        told += "".join(f", {count} {word}" for word, count in _faults(record) if count)
    return told + (f"; {counted(record.abandoned, 'game')} abandoned" if record.abandoned else "")


def _faults(record: Record) -> tuple[tuple[str, int], ...]:
    return (("late", record.late), ("missed", record.missed))
