"""What has been played: HISTORY, and the MAP of a phase that is over. Never what is ordered in the open phase."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import card_of, first_board, phase_tag, standings_of, variant_of
from judge.desk.snapshot import Game
from judge.desk.spans import NoTurns, Span, read_phase
from judge.desk.visitors import game_to_show, reader_at
from judge.game.commands import History
from judge.game.mails import TURN, picture_key
from judge.game.position import Position
from judge.game.turns import Turn
from judge.language.when import ambiguous_day, read_past
from judge.reports import texts
from judge.reports.cards import Reader
from judge.reports.histories import Chapter
from judge.reports.webpages import alt_text

MAX_PAGE = 60_000  # characters of one answer


def history(scene: Scene, command: History) -> Decision:
    """The phases played in a span, oldest first, as many as go into one mail, and what to write for the rest."""
    game = game_to_show(scene)
    if isinstance(game, Decision):
        return game
    span = _span(scene, game, command)
    if isinstance(span, Decision):
        return span
    past = scene.past(span)
    tags = tuple(tag for tag in past.tags if span.covers(read_phase(tag)))
    if not tags:
        return _nothing_there(game, span, past.tags)
    chapters = _chapters(game, past.turns, command)
    rest = tags[len(chapters)] if len(chapters) < len(tags) else ""
    told = tags[0] if len(chapters) == 1 else f"{tags[0]} to {tags[len(chapters) - 1]}"
    more = f"HISTORY {game.name} FROM {rest}" + (f" TO {tags[-1]}" if tags[-1] != past.tags[-1] else "")
    more += " MAP" if command.chart else ""
    said = f"The history of {game.name}, {told}, is below."
    said += f" For the rest write {more}" if rest else ""
    said += " Broadcasts are not in it; they came by mail." if command.broad else ""
    section = texts.history(
        card_of(scene.office, game), told, tuple(chapters), past.turns[len(chapters) - 1].after,
        more=more if rest else "",
    )  # fmt: skip
    return Decision(said=said, section=section)


def _span(scene: Scene, game: Game, command: History) -> Span | Decision:
    """Which phases are wanted: by their tags, by the days in which they were played, or so many of the last."""
    if command.latest == 0:
        return refuse("None of the last is nothing at all.", expected="a number", example=f"HISTORY {game.name} LAST 1")
    span = Span(first=command.first, last=command.last, after=command.after, before=command.before)
    if command.latest and command.unit != "days":
        return replace(span, among=_latest(scene.past(NoTurns()).tags, command.latest, command.unit))
    if not (command.since or command.until or command.latest):
        return span
    now, zone = scene.office.now, scene.player.zone
    if day := ambiguous_day(f"{command.since} {command.until}"):
        return refuse(
            f"{day} may be one of two days.", expected="the month by its name, or the date as 2027-01-31",
            example=f"HISTORY {game.name} FROM 1 Nov TO 20 Nov",
        )  # fmt: skip
    time = read_past(command.since, command.until, zone, now)
    if time is None:
        return refuse(
            f"“{f'{command.since} {command.until}'.strip()}” tells no days that can be read.",
            expected=f"a day or two ({zone})", example=f"HISTORY {game.name} FROM 1 Nov TO 20 Nov",
        )  # fmt: skip
    begin = now - timedelta(days=command.latest) if command.latest else time[0]
    return replace(span, among=frozenset(_played_between(scene, begin, time[1])))


def _latest(tags: tuple[str, ...], number: int, unit: str) -> frozenset[str]:
    """The tags of so many of the last phases, or of those of so many of the last years."""
    if unit == "phases":
        return frozenset(tags[-number:])
    years = sorted({read_phase(tag).year for tag in tags})[-number:]
    return frozenset(tag for tag in tags if read_phase(tag).year in years)


def _played_between(scene: Scene, begin: datetime, end: datetime) -> Iterator[str]:
    """The tags of the phases whose results went out in a time."""
    for one in scene.archive.phases():
        if one.turn is not None and one.closed_at is not None and begin <= one.closed_at < end:
            yield one.position.phase.tag


def _chapters(game: Game, turns: tuple[Turn, ...], command: History) -> list[Chapter]:
    """The chapters that fit, at least one.

    Shape: a chapter has its map where maps are asked for and it is not the one shown last; where the map is changed
    in play, the first has it unasked, and the events tell the rest.
    """
    variant = variant_of(game)
    chapters: list[Chapter] = []
    shown: tuple[str, ...] = ()
    size = lines = 0
    for turn in turns:
        wanted = command.chart or (variant.reshapes and not chapters)
        chapter = texts.chapter(turn, standings_of(variant, turn.after), shown if wanted else None)
        size += len(chapter.text)
        lines += chapter.text.count("\n")
        if chapters and (size > MAX_PAGE or lines > (command.lines or lines)):
            break
        chapters.append(chapter)
        shown = chapter.chart or shown
    return chapters


def _nothing_there(game: Game, span: Span, tags: tuple[str, ...]) -> Decision:
    """Why there is nothing to tell."""
    now, over = phase_tag(game), game.state.is_over
    unplayed = f"{now} was open when {game.name} ended, and was not played."
    if not tags:
        told = f"Nothing has been played in {game.name}"
        return Decision(
            said=f"{told}; {unplayed}" if over and now else f"{told} yet{f'; {now} is open' if now else ''}."
        )
    if game.phase is not None and span.covers(game.phase.position.phase):
        told = f"{now} is open in {game.name}; what is ordered in it is told when it has been played."
        problem = unplayed if over else told
    else:
        then = "No such phase has been played" if span.among is None else "Nothing was played at that time"
        problem = f"{then} in {game.name}."
    return refuse(problem, expected=_played(tags), example=f"HISTORY {game.name} {tags[-1]}")


def _played(tags: tuple[str, ...]) -> str:
    return tags[0] if len(tags) == 1 else f"a phase from {tags[0]} to {tags[-1]} in which there was something to decide"


def map_then(scene: Scene, game: Game, when: str) -> Decision | None:
    """What lay beside what when a phase that is over was ordered; None when it is the open phase that is meant."""
    span = Span(first=when, last=when)
    past = scene.past(span)
    tags = past.tags
    if not past.turns and game.phase is not None and span.covers(game.phase.position.phase):
        return None
    if not past.turns:
        return refuse(
            f"No such phase has been played in {game.name}.",
            expected=_played(tags) if tags else "no phase, as none has been played yet",
            example=f"MAP {game.name} {tags[-1]}" if tags else f"MAP {game.name}",
        )
    before = past.turns[0].before
    then = replace(card_of(scene.office, game), position=before)
    reader = reader_at(scene, game)
    guest = Reader(name=reader.name, zone=reader.zone, role=reader.role)
    return Decision(
        said=f"The map of {game.name} in {before.phase.tag} is below.",
        section=texts.map_table(then, guest, scene.office.now),
        picture=_picture_then(scene, game, before),
        shows=alt_text(past.turns[0], then),
    )


def _picture_then(scene: Scene, game: Game, before: Position) -> str:
    """The key of the picture of a phase that was played, "" where none is drawn."""
    if not scene.office.draws(first_board(game)):
        return ""
    tag = before.phase.tag
    found = (one.sequence for one in scene.archive.phases() if one.turn is not None and one.position.phase.tag == tag)
    return next((picture_key(TURN, game.id, tag, sequence) for sequence in found), "")
