"""Powers whose player writes no more: after so many missed turns in a row (`abandon_after`) his place is free."""

from judge.desk.calls import call, tell_leaver, way_back
from judge.desk.effects import Effect, Log
from judge.desk.leaving import vacate
from judge.desk.office import Office
from judge.desk.posts import board_of
from judge.desk.snapshot import ABANDONED, Game
from judge.desk.vacancies import what_follows
from judge.reports.phrases import counted


def abandonments(office: Office, game: Game) -> tuple[Effect, ...]:
    """The seat of a player who has missed too many turns is free; () when there is none.

    Shape: one at a time. His power's units hold from then on and nobody waits for it; he, the master and the others
    are told. Where he was the last who played, the clock stops.
    """
    most, phase = game.settings.abandon_after, game.phase
    gone = next((seat for seat in game.seats if seat.power is not None and 0 < most <= seat.missed), None)
    if gone is None or phase is None:
        return ()
    power = board_of(game).power(gone.power or "").name
    left = vacate(office, game, gone, ABANDONED)
    missed = counted(gone.missed, "turn")
    rest = " Nobody plays any more, so the clock is stopped." if left.stopped else ""
    follows = what_follows(left.game, gone.power or "", "Its units hold, and nobody waits for it.")
    told = f"{power} has missed {missed} and is without a player now. {follows}{rest}"
    mine = f"You have missed {missed} as {power}, and your place in {game.name} is free now."
    mine += way_back(left.game, gone.power or "")
    key = f"abandoned/{gone.id}/{game.id}"
    return (
        *left.effects,
        Log(game=game.id, kind="abandoned", text=f"{phase.position.phase.tag} {gone.power}"),
        tell_leaver(office, game, left.game, gone, mine, key),
        *call(office, game, left.game, gone.power or "", told, key),
    )
