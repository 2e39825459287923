"""Phase guards: what is meant for one phase is never done in another."""

from judge.desk.hands import hands
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import board_of, variant_of
from judge.desk.snapshot import Game, OpenPhase
from judge.game.commands import PhaseGuard
from judge.game.complaints import Complaint
from judge.game.phases import Phase, parse_phase, phase_order
from judge.game.variant import Variant
from judge.reports.phrases import listed

MOST_YEARS = 5  # ahead of the open phase, for which orders are kept


def phase_words(phase: OpenPhase) -> str:
    """A phase by its tag and in words: `S1901M (Spring 1901, movement)`."""
    return words_of(phase.position.phase)


def words_of(phase: Phase) -> str:
    """A phase by its tag and in words."""
    return f"{phase.tag} ({phase.title})"


def is_to_come(phase: OpenPhase, tag: str) -> bool:
    """Whether a tag names a phase that comes after the open one."""
    meant = parse_phase(tag)
    return meant is not None and phase_order(meant) > phase_order(phase.position.phase)


def stop_for(variant: Variant, phase: Phase) -> Phase | None:
    """The phase of the game that is meant by one that it does not have: `F1901A` is played in winter.

    Shape: the only one of its kind in the year; None where there are several, or none.
    """
    found = [season for season, kind in variant.calendar.stops if kind is phase.kind]
    return Phase(found[0], phase.year, phase.kind) if len(found) == 1 else None


def check_tag(game: Game, phase: OpenPhase, tag: str) -> Complaint | None:
    """Why something meant for the phase with this tag cannot be done in the open phase; None when it can."""
    meant, now = parse_phase(tag), phase.position.phase
    if meant == now:
        return None
    if meant is None:
        problem = f"{tag} is no phase."
    elif phase_order(meant) < phase_order(now):
        problem = f"This was for {meant.tag}, which is over; {phase_words(phase)} is open in {game.name} now."
    else:
        problem = f"This is for {meant.tag}, which has not opened; {phase_words(phase)} is open in {game.name} now."
    return Complaint(kind="refused", problem=problem, expected=f"the open phase, {now.tag}", example=f"PHASE {now.tag}")


def unclear_power(scene: Scene, game: Game) -> Decision | None:
    """The question which power is meant, to who plays several and answers a mail of none of them; None for no question.

    Not: after BECOME, which has named the power.
    """
    own = hands(game, scene.player.id)
    if len(own) < 2 or scene.acting or any(seat.id == scene.speaker.seat for seat in own):
        return None
    names = tuple(board_of(game).power(seat.power or "").name for seat in own)
    return refuse(
        f"You play {listed(names)} in {game.name}, and this letter does not say for which of them it speaks.",
        expected="an answer to a mail that you got for the one you mean",
    )


def guard_phase(scene: Scene, command: PhaseGuard) -> Decision:
    """What follows is meant for this phase only: it is kept when the phase is still to come, and refused when over."""
    tag, game = meant_tag(scene, command.tag, whole=command.whole), scene.game
    known = game is not None and scene.speaker.player is not None and scene.seat(game) is not None
    if game is None or game.phase is None or not known or not game.state.is_under_way:
        return Decision(said=f"For {tag} only.", guard=tag)
    phase = game.phase
    if is_to_come(phase, tag):
        meant = parse_phase(tag)
        said = (
            f"For {tag} only." if meant is None else f"What follows is for {words_of(meant)}, which is still to come."
        )
        return Decision(said=said, guard=tag)
    complaint = check_tag(game, phase, tag)
    if complaint is not None:
        return Decision(fate="error", complaint=complaint, guard=tag, touched=game.name)
    return Decision(said="" if command.heading else f"For {tag} only.", guard=tag)


def meant_tag(scene: Scene, tag: str, *, whole: bool = True) -> str:
    """The tag that is meant, in a game that is open: the kind may be left out, and builds are made in winter."""
    meant, game = parse_phase(tag), scene.game
    if meant is None or game is None or game.phase is None:
        return tag.upper()
    now = game.phase.position.phase
    if not whole and (meant.season, meant.year) == (now.season, now.year):
        return now.tag
    variant = variant_of(game)
    if (meant.season, meant.kind) in variant.calendar.stops:
        return meant.tag
    instead = stop_for(variant, meant)
    return meant.tag if instead is None else instead.tag
