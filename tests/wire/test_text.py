"""The text of a letter: in whatever pieces it comes it is read as if line by line, and no farther."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.wire.text import TOO_LONG, TOO_MUCH, read_text

SIZE, LINE = 400, 64
pieces = st.lists(
    st.sampled_from([b"\r\n.\r\n", b"\r\n", b".", b"\r", b"\n", b"a", b"word " * 4, b"\r\n..", b"x" * 63])
)


def line_by_line(sent: bytes) -> tuple[bytes, bytes]:
    """The text and what stands behind its end, read as RFC 5321 tells it."""
    text, rest = b"", sent
    while True:
        line, end, rest = rest.partition(b"\r\n")
        assert end
        if line == b".":
            return text, rest
        text += line.removeprefix(b".") + end


def read(*chunks: bytes, size: int = SIZE, line: int = LINE) -> tuple[bytes | str, bytes]:
    async def feed() -> tuple[bytes | str, bytes]:
        reader = asyncio.StreamReader(limit=LINE)
        reading = asyncio.create_task(read_text(reader, size=size, line=line))
        for chunk in chunks:
            reader.feed_data(chunk)
            await asyncio.sleep(0)
        reader.feed_eof()
        return await reading, await reader.read()

    return asyncio.run(feed())


@given(pieces, st.lists(st.integers(0, 500), max_size=8))
def test_a_text_in_any_pieces_is_what_its_lines_say(parts: list[bytes], cuts: list[int]) -> None:
    sent = b"".join(parts) + b"\r\n.\r\nQUIT\r\n"
    marks = [0, *sorted(min(cut, len(sent)) for cut in cuts), len(sent)]
    chunks = [sent[start:stop] for start, stop in pairwise(marks)]
    text, rest = line_by_line(sent)
    assert read(*chunks, size=10_000, line=10_000) == (text, rest)


def test_a_text_may_be_empty() -> None:
    assert read(b".\r\nQUIT\r\n") == (b"", b"QUIT\r\n")


@pytest.mark.parametrize(("length", "taken"), [(SIZE, True), (SIZE + 1, False), (SIZE * 10, False)])
def test_a_text_of_just_the_size_is_taken_and_a_byte_more_is_not(length: int, taken: bool) -> None:
    text = (b"x" * 8 + b"\r\n") * (length // 10 - 1) + b"x" * (length % 10 + 8) + b"\r\n"
    assert len(text) == length
    assert read(text + b".\r\nNOOP\r\n") == (text if taken else TOO_MUCH, b"NOOP\r\n")


@pytest.mark.parametrize(("length", "taken"), [(LINE, True), (LINE + 1, False), (LINE * 5, False)])
def test_a_line_of_just_the_length_is_taken_and_a_byte_more_is_not(length: int, taken: bool) -> None:
    text = b"Subject: x\r\n\r\n" + b"x" * (length - 2) + b"\r\n"
    assert read(text + b".\r\nNOOP\r\n") == (text if taken else TOO_LONG, b"NOOP\r\n")


def test_a_text_without_an_end_is_none() -> None:
    with pytest.raises(asyncio.IncompleteReadError):
        read(b"Subject: x\r\n\r\nA Par - Bur\r\n")
