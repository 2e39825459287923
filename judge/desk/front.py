"""The front desk: a letter is opened, taken line by line, and answered. See the package's docstring for the calls."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.desk.admission import Incoming, admit
from judge.desk.aside import lines_aside, mark_in, tell_aside
from judge.desk.becoming import for_the_master, tell_the_player
from judge.desk.blocks import take_blocks
from judge.desk.counter import decide, maybe_subject, subject_of
from judge.desk.early import aim
from judge.desk.effects import Effect
from judge.desk.everywhere import spread
from judge.desk.holding import LAPSED
from judge.desk.identity import KEEPER, Proof, Speaker, confirmed_letter, without_greetings
from judge.desk.limits import MAX_COMMANDS, Used, add_up, over_limit, too_many_mails
from judge.desk.masking import hide_in_messages, hide_torn, masked, masked_text
from judge.desk.mending import as_removal
from judge.desk.office import Archive, History, Office, Scene, Traced, untraced
from judge.desk.orders import MAX_FAULTS
from judge.desk.posts import forms_of
from judge.desk.privacy import is_open_to, is_shown
from judge.desk.receipts import post_receipts
from judge.desk.register import NOBODY, People
from judge.desk.returns import said_to_who_is_back, welcome_back
from judge.desk.session import Session, Wants, complained, masked_receipt, noted, touch
from judge.desk.snapshot import Game, HeldLetter, Listing, Player, Role
from judge.desk.spans import Read, no_past
from judge.desk.subjects import game_in, guard_in
from judge.desk.wishes import take_wishes
from judge.game.commands import Clear, Command, ListGames, SignOff, SignOn, Wait
from judge.game.statements import Statement
from judge.language.commands import read_statements
from judge.language.looks import looks_like_order
from judge.reports.cards import ReceiptLine

__all__ = ["Incoming", "Session", "Wants", "begin", "begin_as_keeper", "finish", "may_know", "take", "wanted"]

NOTHING_KEPT = Archive()
NOT_PROVEN = (
    "This letter did not prove who sent it. To have orders and commands taken, answer one of the judge's mails to you "
    "or begin with a SIGNON line."
)
TOO_MANY = (
    f"A letter may hold {MAX_COMMANDS} commands. From line {{}} on nothing was read; write another letter for the rest."
)
NOTHING_WAITS = "Nothing waits for this confirmation: it was confirmed before, or the address was cut short."
NO_SET = "No order that could be taken stands below REPLACE, so your orders are as they were before."
SUBJECT_UNREAD = "The subject is never read; write your orders in the text of the mail."


def begin(
    office: Office,
    incoming: Incoming,
    *,
    player: Player | None,
    games: Sequence[Game] = (),
    addressed: Game | None = None,
    held: Sequence[int] = (),
    mails: Callable[[], int] = lambda: 0,
    passwords: Callable[[], bool] = lambda: True,
    claimants: Sequence[Player] = (),
    owner: Player | None = None,
    lapsed: Sequence[int] = (),
) -> tuple[Session, tuple[Effect, ...]]:
    """A letter is opened.

    Shape: `player` the one registered under the sender's address, confirmed or not; `games` the live games he is in;
    `addressed` the game that the recipient address names, live or not; `held` ids of the sender's held letters;
    `mails` how many the sender's letters have sent to others in the last hour; `passwords` whether passwords are
    looked at, which they are not after too many wrong ones; `claimants` who may get the sender's address as one more
    of theirs; `owner` whose address it is that `said_to_be` names; `lapsed` ids of his letters that waited in vain.
    """
    if addressed is not None and (player is None or not is_shown(addressed, player)):
        addressed = None
    known = tuple({game.id: game for game in (*games, addressed) if game is not None}.values())
    statements = hide_in_messages(hide_torn(without_greetings(read_statements(incoming.letter.lines), known)))
    admission = admit(
        office, incoming, statements, player=player, games=known, held=held,
        passwords=not any(isinstance(one.command, SignOn) for one in statements) or passwords(),
        claimants=claimants, owner=owner, lapsed=lapsed,
    )  # fmt: skip
    subject = incoming.letter.subject
    about = incoming.recipient.game or _only_game(games) or game_in(subject, games)
    ended = _end_of_reading(statements)
    aside = lines_aside(incoming.letter.lines, forms_of(known), ended=ended) if admission.read else ()
    groups, unread = _groups(statements) if admission.read else ((), None)
    session = Session(
        incoming=incoming,
        speaker=admission.speaker,
        games=tuple(games),
        groups=groups,
        unread=unread,
        used=Used(earlier=mails() if _may_write_to_others(statements, player, known) else 0),
        about=about,
        fixed=bool(incoming.recipient.game),
        guard=guard_in(subject, about, known),
        aside=aside,
        answered=not admission.read,
        quiet=admission.quiet,
        state=admission.state,
        reason=admission.reason,
        too_late=confirmed_letter(incoming.recipient, lapsed, office.secret) is not None,
    )
    back = welcome_back(office, incoming.id, admission.speaker, games)
    return session, (*back, *admission.effects)


def begin_as_keeper(incoming: Incoming, game: Game | None = None, player: Player = KEEPER) -> Session:
    """What the keeper says by the command line, about a game or for a player, which is proven by where it comes from.

    Not: a receipt by mail; what the lines come to is told where they were typed.
    """
    groups, unread = _groups(hide_torn(read_statements(incoming.letter.lines)))
    how: Proof = "the keeper for him" if game is None else "keeper"
    speaker = Speaker(email=incoming.letter.sender, player=player, how=how)
    return Session(
        incoming=incoming, speaker=speaker, groups=groups, unread=unread, about="" if game is None else game.name,
        fixed=game is not None, answered=True, reason="by the keeper",
    )  # fmt: skip


def wanted(session: Session) -> Wants | None:
    """What the next group needs to be loaded, None when all are taken."""
    if not session.groups:
        return None
    session = spread(session)
    command = session.groups[0][0].command
    if session.groups[0][0].complaint is not None or (command and over_limit(session.used, command)):
        return Wants()
    named = subject_of(command) if command else None
    return Wants(
        game=named or session.about,
        rather="" if named or command is None else maybe_subject(command),
        listings=isinstance(command, ListGames),
        over=isinstance(command, ListGames) and command.which == "finished",
    )


def may_know(session: Session, game: Game, archive: Archive) -> bool:
    """Whether the game that the next group wants may be loaded for it; see `is_open_to`."""
    command = session.groups[0][0].command if session.groups else None
    return is_open_to(session.speaker, command, game, archive, session.incoming.letter.received_at)


def take(
    office: Office,
    session: Session,
    *,
    game: Game | None = None,
    listings: Sequence[Listing] = (),
    history: History = tuple,
    past: Read = no_past,
    people: People = NOBODY,
    archive: Archive = NOTHING_KEPT,
    held: Callable[[], Sequence[HeldLetter]] = tuple,
    traced: Traced = untraced,
) -> tuple[Session, tuple[Effect, ...]]:
    """The next group of a letter is decided on the game as it stands after all that went before.

    Refuses: ValueError when nothing is left.
    """
    wants = wanted(session)
    if wants is None:
        raise ValueError("the letter is read to its end")
    session = spread(session)
    group, session = session.groups[0], replace(session, groups=session.groups[1:])
    scene = Scene(
        office=office, speaker=session.speaker, letter_id=session.incoming.id, letter=session.incoming.letter,
        number=group[0].line.number, asked=_asked(wants, game), game=game, fixed=session.fixed, games=session.games,
        listings=tuple(listings), guard=session.guard, whole=session.whole, history=history,
        past=past, people=people, archive=archive, held=held, traced=traced, acting=session.acting,
    )  # fmt: skip
    group, session = _masters_line(scene, group, session)
    statement = group[0]
    if statement.command is not None:
        decision = over_limit(session.used, statement.command) or decide(scene, statement.command)
        decision = too_many_mails(session.used, decision.effects) or decision
        session = replace(session, used=add_up(session.used, statement.command, decision.effects, decision.section))
        session, effects = noted(session, masked(statement), decision, statement.command, game)
        return _split_command(game, session, statement.command), effects
    if statement.complaint is not None:
        return replace(session, lines=(*session.lines, complained(masked(statement)))), ()
    if not session.speaker.proven:
        lines = (ReceiptLine(number=one.line.number, text=masked_text(one.line.text), fate="note") for one in group)
        return replace(session, lines=(*session.lines, *lines)), ()
    room = max(0, MAX_FAULTS - session.used.faults)
    written = [one.line for one in group]
    taken = take_wishes(scene, written, room=room) or take_blocks(scene, written, room=room)
    told = tuple(masked_receipt(line) for line in taken.lines)
    told, session = _split(game, session, told)
    late = (taken.touched,) if taken.late else ()
    session = replace(
        session,
        whole=session.whole and not any(line.fate == "ok" for line in told),
        lines=(*session.lines, *told),
        late=(*session.late, *late),
        used=replace(session.used, faults=session.used.faults + sum(line.fate == "error" for line in taken.lines)),
    )
    acted = any(line.fate in ("ok", "error") for line in told)
    return (touch(session, taken.touched) if acted else session), taken.effects


def _masters_line(
    scene: Scene, group: tuple[Statement, ...], session: Session
) -> tuple[tuple[Statement, ...], Session]:
    """The group up to the first line that only a master means as a command, or just that line; the rest is put back."""
    if group[0].command is not None or group[0].complaint is not None:
        return group, session
    for at, one in enumerate(group):
        command = as_removal(scene, one.line.text)
        if command is not None:
            taken = group[:at] or (replace(one, command=command),)
            rest = group[len(taken) :]
            return taken, replace(session, groups=(rest, *session.groups) if rest else session.groups)
    return group, session


def _split(
    game: Game | None, session: Session, lines: tuple[ReceiptLine, ...]
) -> tuple[tuple[ReceiptLine, ...], Session]:
    """Lines ordered in somebody's name: what the master is to read of them, and the session that keeps the rest."""
    if game is None or not session.acting:
        return lines, session
    his = tuple((game.name, session.acting, line) for line in lines if line.fate == "ok")
    shown = lines
    if game.seat_for(session.acting) is not None:
        shown = tuple(for_the_master(game, session.acting, line) for line in lines)
    return shown, replace(session, ordered=(*session.ordered, *his))


def _split_command(game: Game | None, session: Session, command: Command) -> Session:
    """CLEAR and WAIT in somebody's name are told like his orders."""
    if not isinstance(command, Clear | Wait) or not session.lines:
        return session
    (shown,), session = _split(game, session, session.lines[-1:])
    return replace(session, lines=(*session.lines[:-1], shown))


def _told(office: Office, session: Session, games: Sequence[Game]) -> tuple[Effect, ...]:
    """Word to the players in whose name a master has ordered, or to all where nobody plays the power."""
    known = {game.name: game for game in games}
    pairs = dict.fromkeys((game, power) for game, power, _ in session.ordered if game in known)
    return tuple(
        effect
        for name, power in pairs
        for effect in tell_the_player(
            office, session.incoming.id, session.speaker, known[name], power,
            tuple(line for game, one, line in session.ordered if (game, one) == (name, power)),
        )
    )  # fmt: skip


def _asked(wants: Wants, game: Game | None) -> str:
    """The name of the game that a group is about: the one loaded, else the one wanted, "" for none."""
    return wants.game or ("" if game is None else game.name)


def finish(office: Office, session: Session, *, games: Sequence[Game] = ()) -> tuple[Effect, ...]:
    """The receipt of a letter that was read; `games` those it is about (`concerned`), loaded afresh.

    Shape: where it tells when a phase is played early, that is settled with it.
    """
    player = session.speaker.player
    told = _told(office, session, games)
    if session.answered or player is None:
        return told
    if session.quiet and not any(line.fate in ("ok", "error") for line in session.lines):
        return ()
    games = tuple(game for game in games if is_shown(game, player))
    letter = session.incoming.letter
    notices = _notices(session)
    acted = any(line.fate in ("ok", "error") for line in session.lines)
    aside, counted = tell_aside(session.aside, player, session.games, acted=acted, mark=mark_in(letter.lines))
    unread = () if session.unread is None else (TOO_MANY.format(session.unread.line.number),)
    seats = () if session.speaker.seat is None else (session.speaker.seat,)
    return (
        *(aimed for game in games for aimed in aim(office, game)),
        *told,
        *post_receipts(
            office, session.incoming.id, letter, player, lines=(*session.lines, *aside), games=games, seats=seats,
            stands=bool(session.touched or not session.sections), sections=session.sections,
            picture=session.picture,
            shows=session.shows,
            notices=(*unread, *notices, *counted), late=session.late, proven=session.speaker.proven,
        ),
    )  # fmt: skip


def _notices(session: Session) -> tuple[str, ...]:
    notices = [*said_to_who_is_back(session.speaker)]
    if not session.speaker.proven:
        unknown = NOTHING_WAITS if session.incoming.recipient.kind == "confirm" else NOT_PROVEN
        notices.append(LAPSED if session.too_late else unknown)
    if session.whole:
        notices.append(NO_SET)
    subject = session.incoming.letter.subject
    if not session.lines and any(looks_like_order(subject, *form) for form in forms_of(session.games)):
        notices.append(SUBJECT_UNREAD)
    return tuple(notices)


def _end_of_reading(statements: Sequence[Statement]) -> int | None:
    """The number of the line at which the sender ends his letter, None when he does not."""
    return next((one.line.number for one in statements if isinstance(one.command, SignOff)), None)


def _may_write_to_others(statements: Sequence[Statement], player: Player | None, games: Sequence[Game]) -> bool:
    """Whether mails to others may come of a letter: not of orders alone, which only a master's can be more than."""
    leads = player is not None and any(game.seat_of(player.id, Role.MASTER) is not None for game in games)
    return leads or any(one.command is not None for one in statements)


def _only_game(games: Sequence[Game]) -> str:
    live = [game.name for game in games if not game.state.is_over]
    return live[0] if len(live) == 1 else ""


def _groups(statements: Sequence[Statement]) -> tuple[tuple[tuple[Statement, ...], ...], Statement | None]:
    """Statements one by one, but lines that may be orders together as long as no command comes between them.

    Rule: the command that is one too many ends the reading: what stands below may be about what it says.
    """
    groups: list[tuple[Statement, ...]] = []
    commands = 0
    for one in statements:
        plain = one.command is None and one.complaint is None
        commands += not plain
        if commands > MAX_COMMANDS:
            return tuple(groups), one
        if plain and groups and groups[-1][0].command is None and groups[-1][0].complaint is None:
            groups[-1] += (one,)
        else:
            groups.append((one,))
    return tuple(groups), None
