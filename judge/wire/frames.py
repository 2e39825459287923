"""What the judge and the process that reads its letters say to each other: one frame for a letter, one for the answer.

A frame is two lengths, a JSON document and octets. Nothing is pickled: who takes over the process that reads hostile
mail must not get at the judge by its answers.
"""

import json
import struct
from datetime import datetime
from typing import Any, BinaryIO

from judge.game.letters import Letter
from judge.game.lines import Label, NumberedLine

Document = dict[str, Any]  # whatever JSON holds

LARGEST = 8 * 1024 * 1024  # octets of a document or of what goes with it; a letter within the caps has less

_LABELS = dict(Label.__members__)  # a look into an enumeration takes longer than all else about a line
_LENGTHS = struct.Struct(">II")


def pack(document: Document, octets: bytes = b"") -> bytes:
    """The frame of a document and some octets."""
    head = json.dumps(document).encode("ascii")
    return _LENGTHS.pack(len(head), len(octets)) + head + octets


def is_whole(buffer: bytearray) -> bool:
    """Whether a buffer holds a whole frame, or one that is none."""
    if len(buffer) < _LENGTHS.size:
        return False
    head, octets = _LENGTHS.unpack_from(buffer)
    return bool(max(head, octets) > LARGEST or len(buffer) >= _LENGTHS.size + head + octets)


def unpack(buffer: bytearray) -> tuple[Document, bytes] | None:
    """The first frame of a buffer, taken out of it; None while it is not complete. Refuses: ValueError."""
    if len(buffer) < _LENGTHS.size:
        return None
    head, octets = _LENGTHS.unpack_from(buffer)
    if max(head, octets) > LARGEST:
        raise ValueError(f"a frame of {head} and {octets} octets")
    body = _LENGTHS.size + head
    if len(buffer) < body + octets:
        return None
    document = json.loads(bytes(buffer[_LENGTHS.size : body]))
    rest = bytes(buffer[body : body + octets])
    del buffer[: body + octets]
    if not isinstance(document, dict):
        raise ValueError("a document that is none")
    return document, rest


def receive(stream: BinaryIO) -> tuple[Document, bytes] | None:
    """The next frame of a stream, waiting for it; None at its end."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head, octets = _LENGTHS.unpack(lengths)
    body = stream.read(head + octets)
    if len(body) < head + octets:
        return None
    return json.loads(body[:head]), body[head:]


def write_letter(letter: Letter) -> Document:
    """A letter as a document."""
    return {
        "sender": letter.sender,
        "sender_name": letter.sender_name,
        "recipient": letter.recipient,
        "message_id": letter.message_id,
        "references": letter.references,
        "subject": letter.subject,
        "received_at": letter.received_at.isoformat(),
        "lines": [(line.number, line.text, line.label.name) for line in letter.lines],
        "robot": letter.robot,
        "trouble": letter.trouble,
        "notices": letter.notices,
    }


def parse_letter(document: Document) -> Letter:
    """The letter of a document. Raises what a document of another shape brings about."""
    return Letter(
        sender=str(document["sender"]),
        sender_name=str(document["sender_name"]),
        recipient=str(document["recipient"]),
        message_id=str(document["message_id"]),
        references=tuple(str(one) for one in document["references"]),
        subject=str(document["subject"]),
        received_at=datetime.fromisoformat(document["received_at"]),
        lines=tuple(NumberedLine(int(number), str(text), _LABELS[label]) for number, text, label in document["lines"]),
        robot=str(document["robot"]),
        trouble=str(document["trouble"]),
        notices=tuple(str(one) for one in document["notices"]),
    )
