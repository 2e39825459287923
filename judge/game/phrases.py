"""An order line as it was written, before it is known what it means in a position."""

from dataclasses import dataclass

from judge.game.units import UnitKind


@dataclass(frozen=True, slots=True)
class PlacePhrase:
    """A place as written: the provinces it could mean, the coast that was named ("" for none), its column."""

    text: str
    provinces: tuple[str, ...]
    coast: str
    column: int


@dataclass(frozen=True, slots=True)
class UnitPhrase:
    """A unit as written: nation and kind where they were given, and its place."""

    place: PlacePhrase
    kind: UnitKind | None = None
    nation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A line, or a part of one, that some grammar rule has read.

    Shape: `rule` the rule's name; `units`, `places` and `parts` (phrases of inner rules) in the order written;
    `words` the other words as (terminal, text) pairs.
    """

    rule: str
    units: tuple[UnitPhrase, ...] = ()
    places: tuple[PlacePhrase, ...] = ()
    parts: tuple["Phrase", ...] = ()
    words: tuple[tuple[str, str], ...] = ()

    def word(self, terminal: str) -> str | None:
        """The first word of this terminal."""
        return next((text for name, text in self.words if name == terminal), None)
