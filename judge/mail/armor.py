"""Text that was signed within the text itself (PGP inline), as its writer typed it."""

from collections.abc import Iterable, Iterator

from judge.game.lines import Label
from judge.mail.marked import MarkedLine

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


def without_armor(lines: Iterable[MarkedLine]) -> Iterator[MarkedLine]:
    """The same number of lines; in a signed text without its dash-escapes, and what the program added is SIGNATURE.

    Rule: RFC 4880 7: from the first line to a blank one stand headers, a line may have "- " put before it, and the
    signature goes to its last line.
    Not: whether the signature is right; nothing is proven by it.
    """
    state = "outside"
    for line in lines:
        text = line.text.rstrip()
        if state == "outside" and text != _BEGIN:
            yield line
        elif state == "signed" and text != _SIGNATURE:
            yield MarkedLine(line.text.removeprefix("- "), line.mark)
        else:
            yield MarkedLine(line.text, Label.SIGNATURE)
            state = _next_state(state, text)


def _next_state(state: str, text: str) -> str:
    match state:
        case "outside":
            return "headers"
        case "headers":
            return "headers" if text else "signed"
        case "signed":
            return "signature"
        case _:
            return "outside" if text == _END else "signature"
