"""How a land stands with its people, where a variant knows of such things: what pictures show of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A land province and who has it.

    Shape: `people` the power that its people want, `holder` the one that has it; `revolt` whether they have risen.
    Units: `left` seasons until they rise, or until their revolt becomes a revolution; None where no count runs.
    """

    place: str
    people: str
    holder: str
    revolt: bool = False
    left: int | None = None
