"""Who speaks in a letter, and whether that is proven.

The sender's address alone proves nothing, and neither does anything else alone: a letter counts when it comes from a
registered address and carries a player's or seat's reply token of that player, or one of his passwords, or when the
domain of the address vouches for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product
from typing import Literal

from judge.desk.hands import hands
from judge.desk.snapshot import Game, Player, Seat, TokenKey
from judge.game.commands import SignOn
from judge.game.letters import Letter
from judge.game.statements import Statement
from judge.mail.addresses import Recipient
from judge.mail.passwords import check_password
from judge.mail.proofs import DomainProof
from judge.mail.tokens import make_token, token_matches

Proof = Literal[
    "", "player token", "seat token", "password", "confirmed", "dkim", "dmarc", "keeper", "the keeper for him"
]
# Checking a password is slow on purpose; a letter gets only so many tries.
MAX_PASSWORDS = 3


# The keeper of the judge, who acts by the command line as the master of any game. He is nobody in the books: id 0.
KEEPER = Player(id=0, name="the keeper", email="", confirmed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """The person a letter comes from.

    Shape: `email` the sender's address, lower case; `player` None when nobody is registered under it; `how` what
    proved the letter, "" when nothing did; `seat` the seat whose token or password it carried.
    """

    email: str
    player: Player | None = None
    how: Proof = ""
    seat: int | None = None

    @property
    def proven(self) -> bool:
        """Whether what the letter says may be done in the player's name."""
        return self.player is not None and self.how != ""


def identify(
    letter: Letter,
    recipient: Recipient,
    *,
    player: Player | None,
    games: Sequence[Game],
    secret: bytes,
    statements: Sequence[Statement] = (),
    released: bool = False,
    signed: DomainProof = "",
) -> Speaker:
    """The speaker of a letter and what proves him.

    Rule: a token or password of a seat goes first, since it says from which seat he speaks; what his domain vouches
    for is good for whatever the player himself may do.
    Shape: `player` the one registered under the sender's address, `games` those he has a seat in; `released`
    when the letter was held and its registered address has confirmed it since; `signed` how his domain vouches.
    Not: letters to the confirmation address; see `confirms_address` and `confirmed_letter`.
    """
    if player is None or not player.confirmed or not player.writes_from(letter.sender):
        return Speaker(email=letter.sender, player=player)
    if released:
        return Speaker(email=letter.sender, player=player, how="confirmed")
    if recipient.kind == "player" and _is_his(recipient.token, player, secret, letter.received_at):
        return Speaker(email=letter.sender, player=player, how="player token")
    if recipient.kind == "game" and recipient.token:
        seat = seat_of_token(recipient, player, games, secret, letter.received_at)
        if seat is not None:
            return Speaker(email=letter.sender, player=player, how="seat token", seat=seat.id)
    for command in _signons(statements):
        opened = _password_proof(command, player, games)
        if opened is not None:
            return Speaker(email=letter.sender, player=player, how="password", seat=opened[0])
    return Speaker(email=letter.sender, player=player, how=signed)


def seat_of_token(
    recipient: Recipient, player: Player, games: Sequence[Game], secret: bytes, at: datetime
) -> Seat | None:
    """The player's own seat that a reply token stands for in a letter that came in at this moment.

    Not: the token of another game or of another's seat, or one that was given up by then.
    """
    game = _game_named(recipient.game, games)
    if game is None:
        return None
    own = (seat for seat in game.seats if seat.player.id == player.id)
    for seat in own:
        for numbers in product(_good_numbers(seat.player.key, at), _good_numbers(seat.key, at)):
            if token_matches(recipient.token, secret, "seat", str(game.id), str(seat.id), *_told(*numbers)):
                return seat
    return None


def _is_his(token: str, player: Player, secret: bytes, at: datetime) -> bool:
    numbers = _good_numbers(player.key, at)
    return any(token_matches(token, secret, "player", str(player.id), *_told(one)) for one in numbers)


def _good_numbers(key: TokenKey, at: datetime) -> tuple[int, ...]:
    """The numbers of the tokens that prove a letter which came in at a moment.

    Rule: a token that is given up dies at once, but a letter that had come in before, and is read later, counts.
    """
    return (key.number, key.number - 1) if key.since is not None and at < key.since else (key.number,)


def _told(*numbers: int) -> tuple[str, ...]:
    """What a token holds of the numbers before it: nothing as long as none was ever given up."""
    return tuple(map(str, numbers)) if any(numbers) else ()


def confirms_address(recipient: Recipient, player: Player, email: str, secret: bytes) -> bool:
    """Whether a letter to this recipient confirms that its sender, this player, reads mail at this address.

    Not: an answer to what somebody was asked who had the address before him.
    """
    facts = _registration(email, player.since)
    return recipient.kind == "confirm" and token_matches(recipient.token, secret, "confirm", *facts)


def has_first_token(player: Player, at: datetime) -> bool:
    """Whether what a player was given when he registered proves a letter of his that came in at this moment."""
    return 0 in _good_numbers(player.key, at)


def confirmed_letter(recipient: Recipient, held: Sequence[int], secret: bytes) -> int | None:
    """The held letter that a letter to this recipient confirms, None when it is none of these."""
    if recipient.kind != "confirm":
        return None
    return next((one for one in held if token_matches(recipient.token, secret, "letter", str(one))), None)


def player_tag(player: Player, secret: bytes) -> str:
    """The tag of the reply address that proves a player."""
    return f"p.{make_token(secret, 'player', str(player.id), *_told(player.key.number))}"


def seat_tag(game: Game, seat: Seat, secret: bytes) -> str:
    """The tag of the reply address that proves a seat of a game."""
    numbers = _told(seat.player.key.number, seat.key.number)
    return f"{game.name}.{make_token(secret, 'seat', str(game.id), str(seat.id), *numbers)}"


def address_tag(email: str, since: datetime | None, secret: bytes) -> str:
    """The tag of the reply address that confirms a new address; `since` when its player was entered."""
    return f"confirm.{make_token(secret, 'confirm', *_registration(email, since))}"


def _registration(email: str, since: datetime | None) -> tuple[str, ...]:
    """What tells the registration of an address from one by another before: who gave it up may know that one's."""
    return email.lower(), "since", "" if since is None else since.astimezone(UTC).isoformat()


def claim_tag(player: Player, email: str, secret: bytes) -> str:
    """The tag of the reply address by which an address shows that it is a player's as well."""
    return f"confirm.{make_token(secret, 'confirm', email.lower(), str(player.id))}"


def consent_tag(player: Player, email: str, secret: bytes) -> str:
    """The tag of the reply address by which a player says that an address from which somebody wrote is his."""
    return f"confirm.{make_token(secret, 'confirm', email.lower(), str(player.id), 'consent')}"


def confirms_claim(token: str, player: Player, email: str, secret: bytes) -> bool:
    """Whether a token is the one of `claim_tag`."""
    return token_matches(token, secret, "confirm", email.lower(), str(player.id))


def agrees_to_claim(token: str, player: Player, email: str, secret: bytes) -> bool:
    """Whether a token is the one of `consent_tag`."""
    return token_matches(token, secret, "confirm", email.lower(), str(player.id), "consent")


def letter_tag(letter: int, secret: bytes) -> str:
    """The tag of the reply address that confirms a held letter."""
    return f"confirm.{make_token(secret, 'letter', str(letter))}"


def without_greetings(statements: Sequence[Statement], games: Sequence[Game]) -> tuple[Statement, ...]:
    """The statements, with `hello there friends` as the talk that it is unless it names one of these games."""
    return tuple(
        replace(one, command=None)
        if isinstance(one.command, SignOn) and not one.command.sure and _game_named(one.command.game, games) is None
        else one
        for one in statements
    )


def _signons(statements: Sequence[Statement]) -> list[SignOn]:
    found = [one.command for one in statements if isinstance(one.command, SignOn)]
    return found[:MAX_PASSWORDS]


def _password_proof(command: SignOn, player: Player, games: Sequence[Game]) -> tuple[int | None] | None:
    """The seat that a password was right for (None: the player's own password), or None when it was wrong."""
    game = _game_named(command.game, games)
    own = sorted(hands(game, player.id) if game else (), key=lambda seat: not _is_called(seat, command.seat))
    others = (seat for seat in (game.seats if game else ()) if seat.player.id == player.id and seat not in own)
    for seat in (*own, *others):
        if check_password(command.password, seat.password_hash):
            return (seat.id,)
    named = own[0].id if len(own) > 1 and _is_called(own[0], command.seat) else None
    return (named,) if check_password(command.password, player.password_hash) else None


def _is_called(seat: Seat, word: str) -> bool:
    """Whether somebody who plays several powers means this one by its name or its first letter."""
    return bool(word) and (seat.power or "").startswith(word.lower())


def _game_named(name: str, games: Sequence[Game]) -> Game | None:
    return next((game for game in games if game.name.lower() == name.lower()), None)
