"""VOTE: how a power wants the game to end, and the end when everybody wants the same.

A vote is the voter's own affair: no mail but his receipt, no log and no page tells of it, to the master neither, and
it is forgotten when the game ends or when he leaves his seat.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.effects import KeepBallot
from judge.desk.electorate import agreed, is_current, voters
from judge.desk.endings import end_by_vote
from judge.desk.guards import check_tag, unclear_power
from judge.desk.hands import hands
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import board_of
from judge.desk.sheets import too_late
from judge.desk.snapshot import Ballot, Game, OpenPhase, Seat
from judge.desk.votes import how_it_ends
from judge.game.commands import Vote
from judge.language.powers import read_power, read_powers
from judge.reports.phrases import listed


def vote(scene: Scene, command: Vote) -> Decision:
    """A vote is kept in the place of the one before; when it makes all agree, the game ends here and now.

    Rule: a game's options say whether draws include all survivors or lists of powers, and whether votes hold until
    they are changed or for the phase only. A vote that comes after the deadline ends nothing before the turn is played.
    """
    booth = _booth(scene)
    if isinstance(booth, Decision):
        return booth
    game, phase, seat = booth
    if not (command.end or command.against):
        return Decision(said=f"{_said(game, seat.ballot)} {how_it_ends(game.settings)}", touched=game.name)
    ballot = _marked(scene, game, phase, seat, command)
    if isinstance(ballot, Decision):
        return ballot
    kept = KeepBallot(seat=seat.id, ballot=ballot)
    after = replace(game, seats=tuple(replace(one, ballot=ballot) if one.id == seat.id else one for one in game.seats))
    said = _said(after, ballot)
    if len(hands(game, scene.player.id)) > 1:
        said = said.replace("Your vote", f"Your vote as {_names(game, [seat.power or ''])}", 1)
    verdict = agreed(after, scene.office.now)
    if verdict is not None:
        ending = end_by_vote(scene.office, after, verdict, scene.history(), scene.archive.messages())
        return Decision(effects=ending, said=f"{said} With it all agree, and {game.name} is over.", touched=game.name)
    return Decision(effects=(kept,), said=said + _how_long(game, phase, ballot), touched=game.name)


def _booth(scene: Scene) -> tuple[Game, OpenPhase, Seat] | Decision:
    """Where the sender votes, or why he has no vote there."""
    game = scene.game
    if game is None:
        return no_game(scene)
    seat = scene.seat(game)
    if seat is None:
        return refuse(f"You are not in {game.name}.", expected="a game you play in", example="LIST")
    if game.state.is_over or game.phase is None:
        return refuse(f"The game {game.name} {'is over' if game.state.is_over else 'has not begun'}.")
    if seat.power is None:
        return refuse(f"You play no power in {game.name}, so you have no vote.", example="STATUS")
    if (unclear := unclear_power(scene, game)) is not None:
        return unclear
    complaint = check_tag(game, game.phase, scene.guard) if scene.guard else None
    late = too_late(scene, game, game.phase) if game.settings.votes == "cleared" else None
    if complaint is not None or late is not None:
        return Decision(fate="error", complaint=complaint or (late and replace(late, kind="refused")))
    if seat.power not in voters(game):
        return refuse(f"{_names(game, [seat.power])} is out of play in {game.name}, so you have no vote any more.")
    return game, game.phase, seat


def _marked(scene: Scene, game: Game, phase: OpenPhase, seat: Seat, command: Vote) -> Ballot | Decision:
    """The sender's ballot from now on, or why it cannot be.

    Rule: a vote that is taken back leaves a ballot for no end, with its time, so that no older letter brings it back.
    """
    came, power = scene.letter.received_at, seat.power or ""
    if seat.ballot is not None and came < seat.ballot.cast_at:
        return refuse("This letter is older than your last vote, which stands.", example="VOTE")
    blank = Ballot(phase=phase.position.phase.tag, cast_at=came)
    if command.against:
        kept = seat.ballot
        kept_on = kept is not None and command.end and (kept.draw is None) == (command.end == "draw")
        return replace(kept, cast_at=came) if kept is not None and kept_on else blank
    if len(voters(game)) < 2:
        return refuse(f"Nobody else has a vote in {game.name}, so there is nobody to agree with.")
    named = _read(game, command.powers)
    if named is None:
        return Decision(fate="note") if command.bare else _no_power(game, command)
    if command.end == "draw":
        return _draw(game, named) or replace(blank, draw=named)
    return _concession(game, power, named) or replace(blank, concede=named[0])


def _draw(game: Game, named: Sequence[str]) -> Decision | None:
    """Why a draw between these, or for no names between all survivors, cannot be voted for; None when it can."""
    settings, able = game.settings, voters(game)
    if settings.draws == "none":
        way = "VOTE CONCEDE power" if settings.concessions else ""
        return refuse(f"There are no draws in {game.name}.", example=way)
    gone = [power for power in named if power not in able]
    if gone:
        return refuse(
            f"Without a vote in {game.name} nobody can share a draw: {_names(game, gone)}.",
            expected=f"powers in play: {_names(game, able)}",
            example="VOTE DRAW",
        )
    if settings.draws == "dias" and named and set(named) != set(able):
        return refuse(f"A draw in {game.name} includes all survivors: {_names(game, able)}.", example="VOTE DRAW")
    share, most = len(named) or len(able), settings.draw_size
    if most is not None and share > most:
        return refuse(f"At most {most} powers may share a draw in {game.name}, and this would be {share}.")
    if share < 2:
        return refuse("A draw is shared by two powers or more.", example=f"VOTE CONCEDE {_names(game, named)}")
    return None


def _concession(game: Game, own: str, named: Sequence[str]) -> Decision | None:
    """Why the sender cannot concede to these; None when he can."""
    others = [power for power in voters(game) if power != own]
    if not game.settings.concessions:
        return refuse(f"There are no concessions in {game.name}.", example="VOTE DRAW")
    if len(named) == 1 and named[0] in others:
        return None
    if len(named) == 1:
        who = "your own power" if named[0] == own else f"{_names(game, named)}, which is out of play or has no player"
        problem = f"You cannot concede to {who}."
    else:
        problem = f"A concession is to one power, and {'this names ' + str(len(named)) if named else 'none is named'}."
    return refuse(problem, expected=_names(game, others, "or"), example=f"VOTE CONCEDE {_names(game, others[:1])}")


def _read(game: Game, words: Sequence[str]) -> tuple[str, ...] | None:
    """The powers that words name, sorted; None when some name none."""
    board = board_of(game)
    whole = read_power(board, " ".join(words)) if words else None
    powers, unknown = ((whole,), ()) if whole else read_powers(board, words)
    return None if unknown else tuple(sorted(powers))


def _no_power(game: Game, command: Vote) -> Decision:
    unknown = read_powers(board_of(game), command.powers)[1]
    verb = "DRAW" if command.end == "draw" else "CONCEDE"
    return refuse(
        f"There is no power {unknown[0]} in {game.name}.",
        expected=_names(game, voters(game), "or"),
        example=f"VOTE {verb}" + (f" {_names(game, voters(game)[-1:])}" if verb == "CONCEDE" else ""),
    )


def _said(game: Game, ballot: Ballot | None) -> str:
    """What somebody has voted for, in a sentence."""
    if ballot is None or _is_blank(ballot) or not is_current(game, ballot):
        return f"You vote for no end of {game.name}."
    if ballot.draw is None:
        return f"Your vote: to concede {game.name} to {_names(game, [ballot.concede])}."
    who = _names(game, ballot.draw) if ballot.draw else f"all who survive ({_names(game, voters(game))})"
    return f"Your vote: a draw of {who}."


def _is_blank(ballot: Ballot) -> bool:
    """Whether it is for no end."""
    return ballot.draw is None and not ballot.concede


def _how_long(game: Game, phase: OpenPhase, ballot: Ballot) -> str:
    """How long a vote holds; nothing of a vote for no end."""
    if _is_blank(ballot):
        return ""
    if game.settings.votes == "kept":
        return " It is secret, and holds until you change it: VOTE NO takes it back."
    return f" It is secret, and is forgotten when {phase.position.phase.tag} is over."


def _names(game: Game, powers: Sequence[str], last: str = "and") -> str:
    board = board_of(game)
    return listed(tuple(power.name for power in board.powers if power.id in powers), last)
