"""The rules of play that a game may choose, as named options with the choice of the rulebook as default."""

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rule choices of one game; the names are the option names in CREATE, SET and a case.

    Rule: rulebook 2023; where it leaves a choice, the preference stated in DATC 3.1, chapter 4. The values that
    a choice may have stand in `RULE_CHOICES`.
    """

    convoy_paradox: str = "szykman"
    convoyed_cut: str = "a_not_cut"
    convoyed_origin: str = "b_allowed_after_convoy"
    to_win: int | None = None  # centers; None: the board's own number


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChoice:
    """One field of Rules that has named choices.

    Shape: `issue` the number of the question in DATC chapter 4; `values` the choices, the default first.
    """

    name: str
    issue: str
    values: tuple[str, ...]
    about: str


RULE_CHOICES = (
    RuleChoice(
        name="convoy_paradox", issue="4.A.2", values=("szykman",), about="what settles a convoy paradox"
    ),
    RuleChoice(
        name="convoyed_cut", issue="4.A.4", values=("a_not_cut", "b_cut"),
        about="whether an army that comes by convoy cuts a support that is aimed at where it came from",
    ),
    RuleChoice(
        name="convoyed_origin", issue="4.A.5", values=("b_allowed_after_convoy", "a_not_allowed"),
        about="whether a unit may retreat to where the army came from that dislodged it by convoy",
    ),
)  # fmt: skip


def choose_rule(rules: Rules, name: str, value: str) -> Rules | None:
    """The rules with one choice made, by the name of the option or the number of the issue; None: no such choice."""
    wanted = name.strip().lower()
    for choice in RULE_CHOICES:
        if wanted in (choice.name, choice.issue.lower()):
            chosen = value.strip().lower()
            # Any: `replace` cannot see that this field holds a string; a test holds the table to the fields
            change: dict[str, Any] = {choice.name: chosen}
            return replace(rules, **change) if chosen in choice.values else None
    return None
