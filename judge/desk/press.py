"""PRESS and BROADCAST: messages to others, delivered at once, with their readers told to their author."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.effects import Effect, KeepPress
from judge.desk.hands import hands
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import Topic, board_of, card_of, phase_tag, post_to_seat, reader_of, variant_of
from judge.desk.press_rules import Signature, author_name, betrayal, limit_on, sign
from judge.desk.press_terms import reading_terms
from judge.desk.readership import Readership, power_names, read_readership, readers_of
from judge.desk.snapshot import Game, Seat
from judge.game.commands import Audience, Press
from judge.game.complaints import Complaint
from judge.language.looks import looks_like_order
from judge.mail.tokens import make_token
from judge.reports import texts
from judge.reports.folding import echo, one_line
from judge.reports.phrases import counted, listed

MAX_MESSAGE = 20_000  # characters of one message
MAX_KEPT = 4_000  # characters of a message that was not sent, as its author gets them back
_BEGINNING = 40  # characters of a message by which its author knows it again


def press(scene: Scene, command: Press) -> Decision:
    """A message to powers, to the master or to everyone; the author gets no copy but is told who reads it.

    Shape: what was not sent comes back with the reason, so that it is not lost.
    """
    game = scene.game
    if game is None:
        return no_game(scene)
    seat = scene.voice(game)
    if seat is None:
        return refuse(f"You are not in {game.name}.", expected="a game you are in", example=f"OBSERVE {game.name}")
    decision = _decide(scene, game, seat, command)
    if decision.fate == "ok":
        return decision
    if not command.sure:
        note = Complaint(
            kind="unsent", problem="This was sent to nobody.", expected="PRESS TO and their names",
            example="PRESS TO France: We go north.",
        )  # fmt: skip
        return Decision(fate="note", complaint=note)
    return replace(decision, section=texts.unsent(command.text[:MAX_KEPT])) if command.text.strip() else decision


def _decide(scene: Scene, game: Game, seat: Seat, command: Press) -> Decision:
    if (wrong := _misformed(game, command)) is not None:
        return wrong
    readership = read_readership(game, Audience(names=command.to, all_but=command.all_but))
    if isinstance(readership, Decision):
        return readership
    if (limit := limit_on(game, seat, readership)) is not None:
        return limit
    signature = sign(game, seat, command, readership)
    if isinstance(signature, Decision):
        return signature
    if (betrayed := betrayal(game, scene.player, signature, command.text)) is not None:
        return betrayed
    reading, along = readers_of(game, readership, seat)
    if not reading:
        return refuse(
            f"Nobody else would read this: {', '.join(readership.names)} in {game.name}.",
            expected="a power that somebody else plays, or master",
        )
    return Decision(
        effects=_deliver(scene, game, seat, (*reading, *along), readership, signature, command.text),
        said=_said(game, seat, readership, signature, command.text),
        complaint=_orders_within(game, command.text),
        touched=game.name,
    )


def _misformed(game: Game, command: Press) -> Decision | None:
    """The refusal of a message by its own form: its heading, its length, orders at its end that may not be part."""
    text = command.text
    if command.fault:
        return refuse(f"Of this message {command.fault}.", expected="whom it is to", example="PRESS TO France, Germany")
    if not text.strip():
        return refuse("This message is empty.", expected="the text on the lines below, then ENDPRESS")
    if len(text) > MAX_MESSAGE:
        return refuse(
            f"This message has {len(text)} characters; {MAX_MESSAGE} are the most that are passed on.",
            expected="a shorter message, or several",
        )
    last = [line for line in text.splitlines() if line.strip()][-1]
    if not command.marked and looks_like_order(last, board_of(game), variant_of(game).shape):
        return refuse(
            "This message has no ENDPRESS, and its end reads like orders, which may not be meant for others.",
            expected="ENDPRESS on a line of its own where the message ends",
            example="ENDPRESS",
        )
    return None


def _orders_within(game: Game, text: str) -> Complaint | None:
    """A word of warning about a line of a message that may have been meant as an order."""
    board, shape = board_of(game), variant_of(game).shape
    meant = next((line for line in text.splitlines() if looks_like_order(line, board, shape)), "")
    return Complaint(kind="note", problem=f"“{echo(meant)}” is part of the message, not an order.") if meant else None


def _deliver(
    scene: Scene, game: Game, author: Seat, reading: Sequence[Seat], readership: Readership,
    signature: Signature, text: str,
) -> tuple[Effect, ...]:  # fmt: skip
    """The message kept and mailed.

    Rule: the key and the order of the mails come from the judge's secret, so that nobody can tell from them which
    letter a message came in.
    """
    name = make_token(scene.office.secret, "press", str(scene.letter_id), str(scene.number))
    card, terms = card_of(scene.office, game), reading_terms(game.settings)
    topic = Topic(kind="press", key=f"press/{name}", tag=phase_tag(game))
    shuffled = sorted(reading, key=lambda seat: make_token(scene.office.secret, "press", name, str(seat.id)))
    posts = (
        post_to_seat(
            scene.office, game, seat, topic,
            texts.press(
                card, reader_of(game, seat), signature.sender, listed(signature.audience), text, scene.office.now,
                terms=terms,
            ),
        )
        for seat in shuffled
    )  # fmt: skip
    honest = signature.kind == "white"
    kept = KeepPress(
        game=game.id, phase=game.phase.id if game.phase else None, sender=signature.sender,
        audience=signature.audience, text=text, kind=signature.kind, author=author.player.id,
        readers=tuple(sorted(seat.player.id for seat in reading)),
        author_name="" if honest else author_name(game, author), reached=() if honest else readership.names,
    )  # fmt: skip
    return (kept, *posts)


def _said(game: Game, author: Seat, readership: Readership, signature: Signature, text: str) -> str:
    """What the author is told: to whom else it went, how it was told to them, how it begins, how long it is."""
    how = {
        "grey": ", unsigned",
        "fake": f", told as from {signature.sender} to {listed(signature.audience)}",
    }.get(signature.kind, "")
    vacant = [power for power in readership.powers if game.seat_for(power) is None]
    nobody = f" (nobody plays {listed(power_names(game, vacant))})" if vacant else ""
    line = one_line(text)
    begins = line if len(line) <= _BEGINNING else line[:_BEGINNING].rsplit(" ", 1)[0] + " ..."
    length = f"{counted(len(text.splitlines()), 'line')}, {counted(len(text), 'character')}"
    own = power_names(game, [seat.power for seat in hands(game, author.player.id) if seat.power is not None])
    others = tuple(name for name in readership.names if name not in own)
    return f"Sent to {listed(others)}{nobody}{how}. It has {length} and begins: {begins}"
