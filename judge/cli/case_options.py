"""The rule choices of a case: by our own option names, or by the numbers and keys of the DATC's chapter 4."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from judge.game.rules import RULE_CHOICES, Rules, choose_rule

# Questions of DATC 3.1, chapter 4, that are no options of a game: the one choice that is played. Naming it changes
# nothing; another choice is refused.
PLAYED: Mapping[str, str] = MappingProxyType(
    {
        "4.A.1": "b_all_routes", "4.A.3": "2023_no_fallback",
        "4.A.6": "a_ignored", "4.A.7": "b_only_head_to_head", "4.B.1": "fails",
        "4.B.2": "a_attempted", "4.B.3": "b_illegal", "4.B.4": "coast_optional_but_must_match",
        "4.B.5": "b_ignored", "4.B.6": "b_ignored", "4.B.7": "fails", "4.C.1": "b_valid", "4.C.2": "b_valid",
        "4.C.3": "c_fleet_if_coast_named_army_inland_else_fails", "4.C.4": "a_fails", "4.C.5": "b_valid",
        "4.C.6": "b_valid", "4.D.3": "c_hold", "4.D.4": "b_first_legal", "4.D.5": "b_first",
        "4.D.6": "b_first_legal", "4.D.7": "a_allowed", "4.D.8": "2023_owned_centres", "4.D.9": "b_succeeds",
        "4.E.1": "impossible_orders_ignored", "4.E.2": "a_individually", "4.E.3": "b_not_allowed",
    }
)  # fmt: skip


def choose_rules(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """The rules with the choices of a case made in them. `Any`: what JSON holds.

    Refuses: ValueError for a name or value that is not offered, with those that are.
    """
    offered = {name: choice.values for choice in RULE_CHOICES for name in (choice.name, choice.issue)}
    for name, value in options.items():
        if name == "to_win":
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError("to_win must be a number of centers")
            rules = replace(rules, to_win=value)
            continue
        values = offered.get(name) or ((PLAYED[name],) if name in PLAYED else ())
        if not values:
            raise ValueError(f"no option {name!r}; there are to_win, {', '.join([*offered, *PLAYED])}")
        if value not in values:
            raise ValueError(f"choice {value!r} of {name} is not offered, only {' or '.join(values)}")
        rules = choose_rule(rules, name, value) or rules
    return rules
