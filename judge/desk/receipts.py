"""The receipt of a letter: what was understood, what was not, and how the sender's games stand after it."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.early import early_moment
from judge.desk.effects import Effect, Post
from judge.desk.hands import hands
from judge.desk.identity import player_tag, seat_tag
from judge.desk.masking import masked_text
from judge.desk.office import Office
from judge.desk.posts import (
    card_of,
    game_subject,
    game_thread,
    page_for,
    phase_tag,
    reader_of,
    variant_of,
    wanted_picture,
)
from judge.desk.snapshot import Game, Player, Seat
from judge.desk.waiting import left_open
from judge.game.letters import Letter
from judge.game.mails import Draft
from judge.reports import texts
from judge.reports.cards import GameReceipt, Receipt, ReceiptLine

MAX_SUBJECT = 120


COPIED = "This letter came from {}, an address of yours; what it has done is told to you here as well."


def post_receipts(
    office: Office,
    letter_id: int,
    letter: Letter,
    player: Player,
    *,
    lines: Sequence[ReceiptLine],
    games: Sequence[Game],
    seats: Sequence[int] = (),
    stands: bool = True,
    sections: Sequence[str] = (),
    notices: Sequence[str] = (),
    late: Sequence[str] = (),
    proven: bool = True,
    picture: str = "",
    shows: str = "",
) -> tuple[Effect, ...]:
    """The receipt, to the registered address that the letter came from, whatever the letter says.

    Shape: `games` those the letter is about, as they are now; `stands` whether the receipt tells how they stand;
    `seats` ids of seats the letter was signed for, which go before the player's other seats; `late` names of games for
    which orders came too late; `picture` the key of one that was asked for, `shows` the sentence for it. Its reply
    address proves the seat when the letter was about one game, else the player; for an unproven letter it proves
    nothing. What a letter from another address has done is told to the one where mails go as well, so that nobody who
    has got hold of one acts unseen.
    """
    shown = [(game, seat) for game in games for seat in _seats(game, player, seats)]
    receipt = Receipt(
        subject=masked_text(letter.subject),
        received_at=letter.received_at,
        trouble=letter.trouble,
        lines=tuple(lines),
        games=tuple(_game_receipt(office, game, seat, late) for game, seat in shown if stands),
        notices=(*letter.notices, *notices),
        sections=tuple(sections),
    )
    text = texts.receipt(receipt, office.now)
    subject = answer_subject(masked_text(letter.subject))
    draft = Draft(
        key=f"receipt/{letter_id}",
        kind="receipt",
        to=letter.sender if player.writes_from(letter.sender) else player.email,
        to_name=player.name,
        subject=subject,
        text=text,
        html=page_for(player, text, subject, shows if picture else ""),
        answers=letter.message_id,
        picture=wanted_picture(player, picture),
    )
    if len({game.id for game, _ in shown}) == 1:
        game, seat = shown[0]
        draft = replace(
            draft,
            subject=game_subject(game, phase_tag(game)),
            reply_to=seat_tag(game, seat, office.secret) if proven else "",
            thread=game_thread(game, phase_tag(game)),
            game=game.name,
        )
    elif proven:
        draft = replace(draft, reply_to=player_tag(player, office.secret))
    if not proven or draft.to == player.email.lower() or player.reach.suspended_at is not None:
        return (Post(draft),)
    told = replace(receipt, notices=(COPIED.format(draft.to), *receipt.notices))
    words = texts.receipt(told, office.now)
    copy = replace(
        draft, key=f"copy/{letter_id}", kind="copy", to=player.email, text=words,
        html=page_for(player, words, draft.subject, shows if picture else ""), answers="",
    )  # fmt: skip
    return Post(draft), Post(copy)


def answer_subject(subject: str) -> str:
    """The subject of an answer that belongs to no game: the letter's own after one `Re:`, on one line."""
    plain = " ".join(subject.split())
    while plain[:3].lower() == "re:":
        plain = plain[3:].strip()
    return f"Re: {plain[:MAX_SUBJECT]}".strip() if plain else "Your letter"


def _seats(game: Game, player: Player, seats: Sequence[int]) -> tuple[Seat, ...]:
    """The seats whose state is told: the one the letter was signed for, else the first, and all powers he plays."""
    own = (seat for seat in game.seats if seat.id in seats and seat.player.id == player.id)
    first = next(own, game.seat_of(player.id))
    if first is None or first.power is None:
        return () if first is None else (first,)
    return (first, *(seat for seat in hands(game, player.id) if seat is not first))


def _game_receipt(office: Office, game: Game, seat: Seat, late: Sequence[str]) -> GameReceipt:
    running = game.state.is_under_way
    return GameReceipt(
        card=card_of(office, game),
        reader=reader_of(game, seat),
        missing=left_open(game, seat.power) if seat.power and running else (),
        late=game.name in late,
        warnings=_warnings(game, seat) if running else (),
        early_at=early_moment(game, office.now) if seat.power else None,
    )


def _warnings(game: Game, seat: Seat) -> tuple[str, ...]:
    if game.phase is None or seat.power is None:
        return ()
    return variant_of(game).warn(game.phase.position, game.phase.orders_of(seat.power).orders)
