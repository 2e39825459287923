"""The variants that can be played: our own in a written table, those of third parties by entry point.

An entry point of the group `judge.variants` has the variant's name and points to a function like
`make_standard`: it takes the name of the board to play on (None for the variant's own) and gives the Variant.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from judge.errors import MisuseError
from judge.game.variant import Variant
from judge.variants.colonial import make_colonial
from judge.variants.modern import make_modern
from judge.variants.rapid import put_double_moves_on
from judge.variants.revolutionary import make_revolutionary
from judge.variants.seismic import put_events_on
from judge.variants.standard import make_standard

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

VariantMaker = Callable[[str | None], Variant]


def _on_any_board(put_on: Callable[[Variant], Variant], title: str) -> VariantMaker:
    """The maker of a variant that is a rule put on another game: on Standard under its own title, or on a board's."""

    def make(on: str | None) -> Variant:
        base = find_variant(on or "standard")
        if base.name != base.board.name:
            raise MisuseError(f"{base.name} is no board; this variant is put on the game of a board, as standard")
        made = put_on(base)
        return replace(made, title=title) if base.name == "standard" else made

    return make


VARIANTS: Mapping[str, VariantMaker] = MappingProxyType({
    "standard": make_standard,
    "colonial": make_colonial,
    "modern": make_modern,
    "revolutionary-modern": make_revolutionary,
    "rapid-deployment": _on_any_board(put_double_moves_on, "Rapid Deployment"),
    "seismic": _on_any_board(put_events_on, "Seismic Diplomacy"),
})  # fmt: skip

_GROUP = "judge.variants"
_SHORTEST = 3  # letters of the beginning of a name


def _points() -> "tuple[EntryPoint, ...]":
    """The entry points of third parties."""
    from importlib.metadata import entry_points  # costs as much to load as a turn to adjudicate

    return tuple(entry_points(group=_GROUP))


def variant_names() -> tuple[str, ...]:
    """The names of all variants that can be played: ours in the order of the table, then the others, sorted."""
    others = {point.name for point in _points()} - VARIANTS.keys()
    return (*VARIANTS, *sorted(others))


def full_name(words: str) -> str:
    """The name of the variant that is meant by the beginning of its name, or with `-diplomacy` behind it.

    Shape: in lower case; the words as they are when they mean none, or several.
    """
    words = words.strip().lower().removesuffix("-diplomacy")
    known = variant_names()
    found = [name for name in known if name.startswith(words)]
    return found[0] if words not in known and len(found) == 1 and len(words) >= _SHORTEST else words


@lru_cache(maxsize=64)
def find_variant(name: str, on: str | None = None) -> Variant:
    """The variant with this name in any case, on its own board or on another; the same object each time.

    Refuses: MisuseError for a name that nobody has, and for a board that the variant cannot be played on.
    """
    wanted = name.strip().lower()
    maker = VARIANTS.get(wanted)
    if maker is None:
        points = [point for point in _points() if point.name == wanted]
        if not points:
            raise MisuseError(f"no variant is named {name}; there are {', '.join(variant_names())}")
        loaded: VariantMaker = points[0].load()
        maker = loaded
    return maker(on)
