"""PROMOTE, HANDOVER, DEMOTE: who leads a game. Nobody comes to lead one without having said that he will.

Rule: a game is never without a master; the last one hands it over, or ends it. Whoever has led a game longer can
take the lead from one who came later, and anybody can give it up; the keeper of the judge can do both for any master.
"""

from dataclasses import replace
from datetime import timedelta

from judge.desk.effects import AddSeat, CloseInvitation, CloseNomination, Effect, LeaveSeat, Log, Nominate
from judge.desk.mastery import own_game
from judge.desk.names import is_hidden
from judge.desk.notices import tell_others
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import Topic, phase_tag, post_to_outsider
from judge.desk.registered import Person, find_person, may_be_a_name
from judge.desk.snapshot import Game, Nomination, Player, Role, Seat
from judge.game.commands import Accept, Demote, Promote

MAX_MASTERS = 5
STANDS_FOR = timedelta(days=14)
_RAIL = (Role.OBSERVER, Role.MONITOR)


def promote(scene: Scene, command: Promote) -> Decision:
    """Somebody is asked whether he will lead the game as well, or in the place of the one who asks."""
    verb = "HANDOVER" if command.hand_over else "PROMOTE"
    met = whom_a_master_means(scene, command.person, verb, sure=command.sure)
    if isinstance(met, Decision):
        return met
    game, person = met
    if game.state.is_over:
        return refuse(f"The game {game.name} is over; nobody leads it any more.")
    if len(game.masters) >= MAX_MASTERS and not command.hand_over:
        return refuse(f"{game.name} has {MAX_MASTERS} masters; there is no room for more.", example="DEMOTE Ada")
    if person.player is not None and not person.by_address and _unfit(game, person.player):
        return refuse(f"{person.words} {_unfit(game, person.player)}.")
    place = f"in the place of {_leaving(scene, game)}" if command.hand_over else "as well"
    whether = ", if somebody is registered under it" if person.by_address else ""
    who = "an address" if person.by_address else person.words
    log = Log(game=game.id, kind="nominate", text=f"{who} is asked to lead the game {place}, by {scene.by}")
    return Decision(
        effects=(*_ask(scene, game, person, command), log),
        said=f"{person.words} is asked to lead {game.name} {place}{whether}. Nothing changes before the answer, "
        f"ACCEPT {game.name}.",
        touched=game.name,
    )


def _leaving(scene: Scene, game: Game) -> str:
    """The name of the master in whose place another is asked to lead."""
    own = game.seat_of(scene.player.id, Role.MASTER) or game.master
    return "nobody" if own is None else own.player.name


def whom_a_master_means(scene: Scene, words: str, verb: str, *, sure: bool) -> tuple[Game, Person] | Decision:
    """The speaker's own game and the one who is meant; what begins like a command and reaches nobody is a note.

    Rule: not where a master writes what can be a name: whoever he means, he is told that nobody is called so.
    """
    example = f"{verb} TO {{}}" if verb == "HANDOVER" else f"{verb} {{}}"
    if scene.game is None:
        return no_game(scene) if sure else Decision(fate="note")
    person = find_person(scene, words, example)
    if isinstance(person, Decision) and not sure and not (scene.leads(scene.game) and may_be_a_name(words)):
        return Decision(fate="note")
    game = own_game(scene, verb)
    if isinstance(game, Decision):
        return game
    return person if isinstance(person, Decision) else (game, person)


def _unfit(game: Game, player: Player) -> str:
    """Why somebody cannot come to lead a game, as the end of a sentence about him; "" when he can.

    Not: whether he plays, in a game where nobody may know that.
    """
    if game.seat_of(player.id, Role.MASTER) is not None:
        return f"leads {game.name} already"
    if not is_hidden(game) and _plays_in_vain(game, player):
        return f"plays in {game.name}, whose masters do not play (masters_play=no)"
    return ""


def _plays_in_vain(game: Game, player: Player) -> bool:
    return not game.settings.masters_play and game.seat_of(player.id, Role.PLAYER) is not None


def _ask(scene: Scene, game: Game, person: Person, command: Promote) -> tuple[Effect, ...]:
    """The question; none to an address that is nobody's, to a master, or to somebody who was asked the same before."""
    player = person.player
    if player is None or game.seat_of(player.id, Role.MASTER) is not None:
        return ()
    own = game.seat_of(scene.player.id, Role.MASTER)
    by = own.id if own is not None else None
    if any(
        (one.player.id, one.by, one.hand_over) == (player.id, by, command.hand_over) and _stands(scene, one)
        for one in scene.archive.nominations()
    ):
        return ()
    name = "the keeper of the judge" if own is None else f"{scene.player.name}, its master,"
    place = "as well"
    if command.hand_over:
        place = "in his place" if own is not None else f"in the place of {_leaving(scene, game)}"
    elif own is not None:
        place = "with him"
    text = (
        f"{name[:1].upper()}{name[1:]} asks you to lead the game {game.name} {place}. If you will, answer this mail "
        f"with the line ACCEPT {game.name}; if not, with DECLINE {game.name}. Without an answer nothing changes."
    )
    topic = Topic(kind="notice", key=f"nomination/{scene.letter_id}/{scene.number}", tag=phase_tag(game))
    asked = Nominate(game=game.id, player=player.id, by=by, hand_over=command.hand_over)
    return asked, post_to_outsider(scene.office, game, player, topic, text, role="guest")


def _stands(scene: Scene, nomination: Nomination) -> bool:
    return scene.office.now - nomination.asked_at < STANDS_FOR


def waits_for(scene: Scene) -> bool:
    """Whether the speaker was asked to lead the game that the line is about, and has not answered."""
    asked = () if scene.game is None else scene.archive.nominations()
    return any(one.player.id == scene.player.id for one in asked)


def answer(scene: Scene, command: Accept) -> Decision:
    """The one who was asked to lead a game will, or will not.

    Rule: what has been asked counts for fourteen days, and only as long as the one who asked leads the game himself.
    """
    game, word = scene.game, "ACCEPT" if command.accepts else "DECLINE"
    asked = () if game is None else scene.archive.nominations()
    mine = next((one for one in reversed(asked) if one.player.id == scene.player.id), None)
    if game is None or mine is None:
        if not command.sure:
            return Decision(fate="note")
        return no_game(scene) if game is None else refuse(f"Nothing in {game.name} waits for you to {word} it.")
    if not command.accepts:
        log = Log(game=game.id, kind="nominate", text="the one who was asked to lead the game declines")
        told = tell_others(scene, _led(game, mine), game, f"{scene.player.name} will not lead the game.")
        return Decision(effects=(CloseNomination(mine.id), log, *told), said=f"You do not lead {game.name}.")
    asker = _asker(game, mine)
    if asker is None or game.state.is_over or not _stands(scene, mine):
        return refuse(f"You were asked to lead {game.name}, but that is not wanted any more.")
    if why := _refusal(game, scene.player, mine):
        return refuse(why)
    return _take_the_lead(scene, game, mine, asker)


def _asker(game: Game, nomination: Nomination) -> Seat | None:
    """The master who asked, for the keeper the first master; None when he leads the game no more."""
    return next((seat for seat in game.masters if nomination.by in (None, seat.id)), None)


def _led(game: Game, nomination: Nomination) -> Game:
    """The game with those alone in it who asked."""
    asker = _asker(game, nomination)
    return replace(game, seats=() if asker is None else (asker,))


def _refusal(game: Game, player: Player, nomination: Nomination) -> str:
    """Why somebody cannot take the lead now, a sentence to him; "" when he can."""
    if game.seat_of(player.id, Role.MASTER) is not None:
        return f"You lead {game.name} already."
    if _plays_in_vain(game, player):
        return f"You play in {game.name}, and its masters do not play; RESIGN first if you will rather lead it."
    if len(game.masters) >= MAX_MASTERS and not nomination.hand_over:
        return f"{game.name} has {MAX_MASTERS} masters; there is no room for more."
    return ""


def _take_the_lead(scene: Scene, game: Game, nomination: Nomination, asker: Seat) -> Decision:
    player = scene.player
    left = [seat for seat in game.seats if seat.player.id == player.id and seat.role in _RAIL]
    left += [asker] if nomination.hand_over else []
    seats = tuple(seat for seat in game.seats if seat not in left)
    after = replace(game, seats=(*seats, Seat(id=_last_id(game), player=player, role=Role.MASTER)))
    place = f"in the place of {asker.player.name}" if nomination.hand_over else f"with {_names(game)}"
    return Decision(
        effects=(
            CloseNomination(nomination.id),
            *(LeaveSeat(seat.id) for seat in left),
            AddSeat(game=game.id, player=player.id, role=Role.MASTER),
            Log(game=game.id, kind="masters", text=f"{player.name} leads the game {place}"),
            *tell_others(scene, game, after, f"{player.name} leads the game from now on, {place}."),
        ),
        said=f"You lead {game.name} from now on, {place}. HELP MASTERS tells what a master can do.",
        about=game.name,
        touched=game.name,
    )  # fmt: skip


def _last_id(game: Game) -> int:
    """A number behind those of all seats, for one that has none yet."""
    return 1 + max((seat.id for seat in game.seats), default=0)


def _names(game: Game) -> str:
    return " and ".join(seat.player.name for seat in game.masters)


def demote(scene: Scene, command: Demote) -> Decision:
    """Somebody leads the game no more; or, where he was only asked whether he will, he is asked no more."""
    met = whom_a_master_means(scene, command.person, "DEMOTE", sure=command.sure)
    if isinstance(met, Decision):
        return met
    game, person = met
    seat = game.seat_of(person.player.id, Role.MASTER) if person.player is not None else None
    if seat is None:
        return _ask_no_more(scene, game, person)
    own = game.seat_of(scene.player.id, Role.MASTER)
    if own is not None and seat.id < own.id:
        return refuse(
            f"{seat.player.name} has led {game.name} longer than you.", expected="somebody who came to lead it later"
        )
    return step_down(scene, game, seat)


def _ask_no_more(scene: Scene, game: Game, person: Person) -> Decision:
    known = person.player.id if person.player is not None else None
    waiting = [one for one in scene.archive.nominations() if one.player.id == known]
    if not waiting and not person.by_address:
        return refuse(f"{person.words} does not lead {game.name}.", expected=f"one of {_names(game)}")
    log = Log(game=game.id, kind="nominate", text=f"a question to lead the game is taken back by {scene.by}")
    said = f"{person.words} does not lead {game.name}, and cannot accept to any more."
    return Decision(effects=(*(CloseNomination(one.id) for one in waiting), log), said=said, touched=game.name)


def step_down(scene: Scene, game: Game, seat: Seat) -> Decision:
    """The master of a seat leads the game no more, by his own will or another's; the last one cannot.

    Rule: whoever loses the lead against his will has invited nobody any more who has not come yet.
    """
    if len(game.masters) < 2:
        whose = "You are the master" if seat.player.id == scene.player.id else f"{seat.player.name} is the only master"
        return refuse(
            f"{whose} of {game.name}, which cannot be without one.",
            expected="HANDOVER TO somebody else, who must accept; or the end of the game, for everyone",
            example=f"TERMINATE {game.name}",
        )
    after = replace(game, seats=tuple(one for one in game.seats if one.id != seat.id))
    willing = seat.player.id == scene.player.id
    asked = () if willing else (one for one in scene.archive.invitations() if one.by == seat.player.id)
    said = "has given up the lead" if willing else f"does not lead the game any more, by {scene.by}"
    rest = f"{_names(after)} {'leads' if len(after.masters) < 2 else 'lead'} it"
    if willing:
        receipt = f"You do not lead {game.name} any more. " + (
            "You still play in it." if after.seat_of(seat.player.id) else f"OBSERVE {game.name} to follow it."
        )
    else:
        receipt = f"{seat.player.name} does not lead {game.name} any more."
    return Decision(
        effects=(
            LeaveSeat(seat.id),
            *(CloseInvitation(one.id) for one in asked),
            Log(game=game.id, kind="masters", text=f"{seat.player.name} {said}; {rest}"),
            *tell_others(scene, game, after, f"{seat.player.name} {said}. {rest}."),
        ),
        said=receipt,
        touched=game.name,
    )
