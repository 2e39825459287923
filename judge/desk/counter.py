"""The counter: every command goes to the function that decides it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from judge.desk import (
    absences,
    accepting,
    addresses,
    amendments,
    announcements,
    applicants,
    asking,
    assigning,
    becoming,
    ejecting,
    entering,
    guards,
    histories,
    holding,
    invitations,
    joining,
    journal,
    masters,
    mending,
    nations,
    nominations,
    orders,
    pauses,
    people,
    press,
    preview,
    registration,
    renewal,
    rollback,
    substituting,
    summaries,
    takeover,
    tracing,
    trials,
    voting,
)
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.game.commands import (
    AboutGame,
    Absent,
    Accept,
    Addresses,
    AmAlso,
    Announce,
    Approve,
    Assign,
    Become,
    Clear,
    Command,
    Create,
    Deadline,
    Demote,
    Disorder,
    Dummy,
    Eject,
    Enter,
    Held,
    Help,
    History,
    Invite,
    Join,
    ListGames,
    Nations,
    NewToken,
    Observe,
    Own,
    Pause,
    PhaseGuard,
    PlaceUnit,
    Prefer,
    Press,
    Preview,
    Process,
    Promote,
    Register,
    RemoveAddress,
    RemoveUnit,
    Resign,
    Resume,
    Rollback,
    SetAddress,
    SetOptions,
    SetParts,
    SetPassword,
    SetZone,
    ShowLog,
    ShowMap,
    SignOff,
    SignOn,
    Start,
    Status,
    Substitute,
    Summary,
    Swap,
    TakeOver,
    Terminate,
    Trace,
    Try,
    Version,
    Vote,
    Wait,
    Who,
    WhoIs,
    WholeSet,
)

# What anybody may write, proven or not; a letter of these alone is never held.
FREE = (AboutGame, Help, PhaseGuard, Register, SignOff, SignOn, Version)


# What the keeper of the judge may say by the command line: what masters do, and what anybody may ask.
KEEPERS = (
    Announce, Approve, Assign, Become, Deadline, Demote, Disorder, Dummy, Eject, Held, Help, History, Invite, ListGames,
    Nations, NewToken, Own, Pause, PhaseGuard, PlaceUnit, Preview, Process, Promote, RemoveUnit, Resume, Rollback,
    SetOptions, ShowLog, ShowMap, SignOff, Start, Status, Substitute, Summary, Swap, Terminate, Version, Who, WhoIs,
)  # fmt: skip


# What the keeper may say for a player by the command line: how he is reached and known.
_FOR_PLAYERS = (Addresses, NewToken, RemoveAddress, SetAddress)


# What a master may say for a power after BECOME, beside its orders.
_IN_ANOTHERS_NAME = (AboutGame, Clear, Wait)


def decide(scene: Scene, command: Command) -> Decision:
    """What one command does on this scene, and what the receipt says about it."""
    if scene.acting and not isinstance(command, (*KEEPERS, *_IN_ANOTHERS_NAME)):
        return refuse(
            "After BECOME only orders are given in that power's name.",
            expected="this line above BECOME, or below BECOME MASTER",
        )
    if scene.speaker.how == "keeper" and not isinstance(command, KEEPERS) and not scene.acting:
        return refuse("The keeper does here what a master does, and plays no part of his own.", example="HELP MASTERS")
    if scene.speaker.how == "the keeper for him" and not isinstance(command, _FOR_PLAYERS):
        return refuse("The keeper changes a player's addresses here, and nothing else.", example="ADDRESSES")
    return _COUNTERS[type(command)](scene, command)


def subject_of(command: Command) -> str | None:
    """The game that a command names itself, None when it means the one the letter is about."""
    name = getattr(command, "game", None)
    return name if isinstance(name, str) and name else None


def maybe_subject(command: Command) -> str:
    """A word of the command that names a game if there is one of that name: `CLAIM silk Portugal`; "" for none."""
    if isinstance(command, ListGames):
        return command.which
    if isinstance(command, NewToken):
        return command.whom
    if isinstance(command, TakeOver):
        return command.power.partition(" ")[0]
    first, _, rest = command.nation.partition(" ") if isinstance(command, Enter) else ("", "", "")
    return first if rest else ""


def about_game(scene: Scene, _command: AboutGame | SignOn) -> Decision:
    """What follows is about this game; where there is none of that name, it is not taken for another of the sender's.

    Rule: who plays one game alone can mean no other.
    """
    if scene.game is None:
        missing = no_game(scene)
        several = sum(not game.state.is_over for game in scene.games) > 1
        return replace(missing, about=scene.asked, names_game=True) if several and scene.asked else missing
    return Decision(said=f"About the game {scene.game.name}.", about=scene.game.name, names_game=True)


def sign_off(_scene: Scene, _command: SignOff) -> Decision:
    """The end of what is read."""
    return Decision(said="The letter ends here.")


# Any: each function takes the one class of command that it stands beside.
_COUNTERS: dict[type, Callable[[Scene, Any], Decision]] = {
    AboutGame: about_game,
    Become: becoming.become,
    Own: mending.own,
    PlaceUnit: mending.place,
    RemoveUnit: mending.remove,
    Announce: announcements.announce,
    Accept: accepting.answer,
    Approve: applicants.approve,
    Assign: assigning.assign,
    Invite: invitations.invite,
    Prefer: assigning.prefer,
    Swap: assigning.swap,
    Promote: nominations.promote,
    Demote: nominations.demote,
    Addresses: addresses.show_addresses,
    AmAlso: addresses.am_also,
    Clear: orders.clear,
    Create: joining.create,
    Deadline: masters.deadline,
    Disorder: ejecting.disorder,
    Dummy: ejecting.dummy,
    Substitute: substituting.substitute,
    Eject: ejecting.eject,
    Enter: entering.enter,
    Held: holding.held,
    Help: asking.help_me,
    History: histories.history,
    Join: joining.join,
    ListGames: asking.list_games,
    Nations: nations.nations,
    NewToken: renewal.new_token,
    Observe: joining.observe,
    Pause: pauses.pause,
    PhaseGuard: guards.guard_phase,
    Press: press.press,
    Preview: preview.preview,
    Process: masters.process_now,
    Register: registration.register,
    RemoveAddress: addresses.remove_address,
    Resign: joining.resign,
    Resume: pauses.resume,
    Rollback: rollback.rollback,
    SetAddress: addresses.set_address,
    SetOptions: amendments.set_options,
    SetParts: registration.set_parts,
    SetPassword: registration.set_password,
    SetZone: registration.set_zone,
    ShowLog: journal.show_log,
    ShowMap: asking.show_map,
    SignOff: sign_off,
    SignOn: about_game,
    Start: masters.start,
    Status: asking.status,
    Summary: summaries.summary,
    TakeOver: takeover.take_over,
    Terminate: masters.terminate,
    Trace: tracing.trace,
    Try: trials.try_out,
    Version: asking.version,
    Vote: voting.vote,
    Absent: absences.absence,
    Wait: orders.wait,
    Who: people.who,
    WhoIs: people.who_is,
    WholeSet: orders.replace_set,
}
