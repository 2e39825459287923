"""Tokens that prove, in an address or a link, that the judge itself handed them out."""

import base64
import hmac
from typing import Literal

Purpose = Literal["player", "seat", "confirm", "letter", "bounce", "press"]

_TOKEN_BYTES = 10  # 80 bits, 16 letters without padding
_MASK_BITS = 59  # of a mail's number; 18 digits at most


def make_token(secret: bytes, purpose: Purpose, *facts: str) -> str:
    """The token for a purpose and the facts it is bound to.

    Rule: HMAC with BLAKE2b, cut to 80 bits. Base32 in lower case, since mail servers fold the case of local parts.
    Shape: 16 letters and digits of `a-z2-7`. Facts by purpose: `player` the player's id, `seat` the game's and the
    seat's, both followed by how many tokens before it were given up, if any were; `confirm` the address in lower case,
    `letter` the letter's id, `bounce` the mail's, `press` the letter's and the line's.
    """
    # Each part goes in with its length, so that ("1", "23") and ("12", "3") differ.
    parts = [part.encode() for part in (purpose, *facts)]
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    digest = hmac.new(secret, message, "blake2b").digest()
    return base64.b32encode(digest[:_TOKEN_BYTES]).decode("ascii").lower()


def token_matches(token: str, secret: bytes, purpose: Purpose, *facts: str) -> bool:
    """Whether a token is the one for this purpose and these facts, in any case of letters, in constant time."""
    given = token.encode("utf-8", "replace").lower()
    return hmac.compare_digest(given, make_token(secret, purpose, *facts).encode("ascii"))


def bounce_tag(secret: bytes, mail: str) -> str:
    """The tag of the envelope sender of one mail, by its number, so that a bounce tells which mail it is about.

    Rule: the number is masked by what only the judge can make of the token. Mails are numbered as they are written, so
    whoever compared two of his could tell how much others had been sent between them, in a gunboat game too.
    """
    token = make_token(secret, "bounce", mail)
    return f"b.{int(mail) ^ _mask(secret, token)}.{token}"


def bounced_mail(secret: bytes, number: str, token: str) -> str | None:
    """The number of the mail in whose bounce tag this number and token stand; None when we have not made it.

    Shape: up to 18 digits, and 16 letters in any case. Mails of earlier releases have their number unmasked.
    """
    masked = int(number)
    if str(masked) != number:
        return None
    mail = str(masked ^ _mask(secret, token.lower()))
    return next((one for one in (mail, number) if token_matches(token, secret, "bounce", one)), None)


def _mask(secret: bytes, token: str) -> int:
    digest = hmac.new(secret, b"mask of a bounce " + token.encode(), "blake2b").digest()
    return int.from_bytes(digest[:8], "big") % (1 << _MASK_BITS)
