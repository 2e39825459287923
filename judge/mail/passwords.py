"""Passwords, kept as argon2id hashes only."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()  # argon2id with the parameters of RFC 9106, low memory


def hash_password(password: str) -> str:
    """The argon2id hash of a password, with its salt and parameters in it."""
    return _HASHER.hash(_octets(password))


def check_password(password: str, password_hash: str) -> bool:
    """Whether a password is the one that was hashed; an empty or foreign hash matches nothing."""
    try:
        return _HASHER.verify(password_hash, _octets(password))
    except (InvalidHashError, VerificationError):
        return False


def _octets(password: str) -> bytes:
    return password.encode("utf-8", "replace")
