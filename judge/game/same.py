"""Values told apart by what they are, not by what they hold, where something is remembered of them."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """A value that is equal to nothing but itself: to compare a position or a variant takes longer than to use it."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)
