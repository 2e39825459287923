"""Powers as people write them."""

import re
from collections.abc import Iterable
from functools import lru_cache

from judge.board import Board, Power


@lru_cache(maxsize=4096)
def read_power(board: Board, word: str) -> str | None:
    """The id of the power that a name, adjective, letter or alias means, any case, dashes as blanks; None for none.

    An unambiguous beginning of a name, three letters or more, will do.
    """
    word = " ".join(word.lower().replace("'s", "").replace("-", " ").split()).strip(" .,:;!")
    for power in board.powers:
        if word in _spellings(power):
            return power.id
    if len(word) < 3:
        return None
    found = {power.id for power in board.powers if any(name.startswith(word) for name in _spellings(power))}
    return found.pop() if len(found) == 1 else None


def split_power(board: Board, text: str) -> tuple[str, str | None]:
    """The power that the last words of a text name, and the text before it; the whole text where they name none."""
    words = text.split()
    for count in (1, 2, 3):
        last = " ".join(words[-count:])
        power = read_power(board, last) if len(words) > count and len(last) > 1 else None
        if power is not None:
            return re.sub(r"\s+(for|of|to|is|belongs to)$", "", " ".join(words[:-count])), power
    return text, None


def read_powers(board: Board, words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The powers meant by a list of names or letters, and the words that mean none.

    A word that names no power but is made of power letters only (`FRG`) means each of them. No power twice.
    """
    powers: list[str] = []
    unknown: list[str] = []
    for word in words:
        one = read_power(board, word)
        letters = [read_power(board, letter) for letter in word.strip(" .,:;!")]
        if one is not None:
            powers.append(one)
        elif letters and None not in letters:
            powers += [letter for letter in letters if letter is not None]
        else:
            unknown.append(word)
    return tuple(dict.fromkeys(powers)), tuple(unknown)


def _spellings(power: Power) -> tuple[str, ...]:
    names = (power.id, power.name, power.adjective, power.letter, *power.aliases)
    return tuple(name.lower().replace("-", " ") for name in names if name)
