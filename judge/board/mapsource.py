"""The lines of a map file by section, before anything is known of places."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.errors import MapError

SECTIONS = (
    "board",
    "powers",
    "land",
    "sea",
    "both",
    "impassable",
    "ambiguous",
    "borders",
    "straits",
    "canals",
    "coasts",
    "links",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that says something: its file, its number from 1, its text without comment and outer blanks."""

    file: str
    number: int
    text: str
    indented: bool = False

    def error(self, problem: str) -> MapError:
        """The exception that names this line."""
        return MapError(problem, file=self.file, line=self.number)

    def split(self, form: str) -> tuple[str, str]:
        """What stands before and after the first colon. Refuses: MapError, telling the form expected."""
        before, colon, after = (part.strip() for part in self.text.partition(":"))
        if not (before and colon and after):
            raise self.error(f"expected {form}, not {self.text!r}")
        return before, after


@dataclass(frozen=True, slots=True)
class Section:
    """One section: the line of its header and the lines under it."""

    header: Line
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A map file taken apart, sections in the order of the file."""

    file: str
    sections: tuple[tuple[str, Section], ...]

    def section(self, name: str) -> Section:
        """A section that must be there. Refuses: MapError."""
        for found, section in self.sections:
            if found == name:
                return section
        raise MapError(f"there is no section [{name}]", file=self.file)

    def lines(self, name: str) -> tuple[Line, ...]:
        """The lines of a section, none when it is not there."""
        return next((section.lines for found, section in self.sections if found == name), ())


def read_source(text: str, file: str) -> Source:
    """The sections of a map file.

    Refuses: MapError for an unknown or repeated section, or a line before the first.
    """
    sections: dict[str, tuple[Line, list[Line]]] = {}
    under: list[Line] | None = None
    for line in _lines(text, file):
        if line.text.startswith("["):
            name = line.text.removeprefix("[").removesuffix("]").strip()
            if name not in SECTIONS or not line.text.endswith("]"):
                raise line.error(f"unknown section {line.text}; there are: {', '.join(SECTIONS)}")
            if name in sections:
                raise line.error(f"section [{name}] begins a second time; it began in line {sections[name][0].number}")
            sections[name] = (line, under := [])
        elif under is None:
            raise line.error("this line stands before the first section")
        else:
            under.append(line)
    return Source(file, tuple((name, Section(header, tuple(lines))) for name, (header, lines) in sections.items()))


def _lines(text: str, file: str) -> Iterator[Line]:
    for number, written in enumerate(text.splitlines(), start=1):
        said = written.partition("#")[0].rstrip()
        if said:
            yield Line(file, number, said.strip(), indented=said[0].isspace())
