"""Pictures drawn in a process of their own, which is kept from picture to picture and replaced when it fails."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from judge.errors import PictureError, ProcessError
from judge.wire.frames import Document, pack
from judge.wire.process import Standby

EASEL = (sys.executable, "-P", "-m", "judge.wire.easel")
PATIENCE = 90.0  # seconds for a picture where others go first; the process limits its own work
LARGEST = 1_000_000  # octets of a picture: in a mail it is a third larger, and comes back in replies


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was drawn.

    Shape: `png` its octets; `drawing` the document of how the board is drawn, where that is new and to be kept, else
    None; `behind` whether it shows borders that are none any more, and tells so in words.
    """

    png: bytes
    drawing: Document | None = None
    behind: bool = False


class Artist(Protocol):
    """Draws pictures; used by one thread at a time."""

    def draw(self, document: Document) -> Picture:
        """The picture. Refuses: PictureError when this one cannot be drawn."""

    def close(self) -> None:
        """Let go of whatever is kept for drawing."""


class WorkerArtist(Standby):
    """Draws in a process with limits (`judge/wire/easel.py`), or in that of another `command` of the same kind."""

    def __init__(self, *, command: Sequence[str] = EASEL, patience: float = PATIENCE) -> None:
        super().__init__(command)
        self._patience = patience

    def draw(self, document: Document) -> Picture:
        """The picture, drawn in the process; one that dies, or says nothing or nonsense, is ended and replaced."""
        try:
            process = self._ready()
            process.send(pack(document))
            answer, png = process.receive_whole(self._patience)
        except TimeoutError:
            self.close()
            raise PictureError(f"it was not drawn in {self._patience:g} seconds") from None
        except ProcessError as trouble:
            self.close()
            raise PictureError(f"the process that draws {trouble}") from trouble
        except ValueError as nonsense:
            self.close()
            raise PictureError(f"what the process that draws says makes no sense: {nonsense!r}") from nonsense
        if "drawn" not in answer:
            raise PictureError(str(answer.get("trouble")))
        if len(png) > LARGEST:
            raise PictureError(f"it is too large for a mail, {len(png)} octets")
        return Picture(png, **answer["drawn"])
