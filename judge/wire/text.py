"""The text of a letter as it comes after DATA, taken in large pieces instead of line by line."""

import asyncio

END = b"\r\n.\r\n"
TOO_LONG = "500 Line too long (see RFC 5321 4.5.3.1.6)"
TOO_MUCH = "552 Error: Too much mail data"


async def read_text(reader: asyncio.StreamReader, *, size: int, line: int) -> bytes | str:
    """The text up to the dot that ends it, without the dots that were put before others; or why it is not taken.

    Rule: RFC 5321 2.3.8 and 4.5.2 - only CR LF, a dot, CR LF ends a text, the first CR LF being that of DATA when the
    text is empty; a line that begins with a dot has had another put before it.
    Units: at most `size` bytes altogether, and `line` bytes in a line. Of what is too much nothing is kept, and the
    answer waits for its end.
    Refuses: asyncio.IncompleteReadError when the end never comes.
    """
    text = bytearray(END[:2])
    too_much = False
    while not text.endswith(END):
        text += await _next_piece(reader, text[-len(END) :])
        if len(text) - len(END) > size:
            too_much = True
            del text[: -len(END)]
    if too_much:
        return TOO_MUCH
    if len(text) > line and max(map(len, text.split(b"\r\n"))) + 2 > line:
        return TOO_LONG
    return bytes(text[: 2 - len(END)].replace(b"\r\n.", b"\r\n")[2:])


async def _next_piece(reader: asyncio.StreamReader, tail: bytearray) -> bytes:
    """What comes next, never beyond the end of the text; `tail` what came last."""
    if any(tail.endswith(END[:length]) for length in range(1, len(END))):
        return await reader.readexactly(1)  # the end may have begun
    try:
        return await reader.readuntil(END)
    except asyncio.LimitOverrunError as more:
        return await reader.readexactly(more.consumed)
