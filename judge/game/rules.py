"""The rules of play that a game may choose, as named options with the choice of the rulebook as default."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rule choices of one game; the names are the option names in CREATE, SET and a case.

    Rule: rulebook 2023; where it leaves a choice, the preference stated in DATC 3.1, chapter 4 (number in
    brackets).
    """

    convoy_paradox: str = "szykman"  # [4.A.2]
    convoyed_cut: str = "a_not_cut"  # [4.A.4] a convoyed attack from where the support is aimed; or "b_cut"
    convoyed_origin: str = "b_allowed_after_convoy"  # [4.A.5] a retreat there; or "a_not_allowed"
    to_win: int | None = None  # centers; None: the board's own number
