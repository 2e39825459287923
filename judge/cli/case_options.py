"""The rule choices of a case: by our own option names, or by the numbers and keys of the DATC's chapter 4."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.game.rules import RULE_CHOICES, SETTLED, Rules, Ruling, choose_rule


def choose_rules(rules: Rules, options: Mapping[str, Any], rulings: Sequence[Ruling] = ()) -> Rules:
    """The rules with the choices of a case made in them; `rulings` those of the variant. `Any`: what JSON holds.

    Names and choices count in any case. A question that is settled may be named with the one answer that it has here;
    that changes nothing.
    Refuses: ValueError for a name or value that is not offered, with those that are.
    """
    offered = {name: choice.values for choice in RULE_CHOICES for name in (choice.name, choice.issue.lower())}
    settled = {choice.issue.lower(): choice for choice in SETTLED}
    own = {name.lower(): ruling for ruling in rulings for name in (ruling.number, ruling.name) if name}
    _refuse_two_answers(options, rulings)
    for written, value in options.items():
        name = str(written).strip().lower()
        if name in own:
            rules = _choose_ruling(rules, own[name], value)
        elif name == "to_win":
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError("to_win must be a number of centers")
            rules = replace(rules, to_win=value)
        elif name in settled:
            answer = settled[name]
            if not isinstance(value, str) or value.strip().lower() != answer.choice:
                raise ValueError(f"choice {value!r} of {written} is not offered, only {answer.choice}: {answer.why}")
        elif name not in offered:
            names = [ruling.number for ruling in rulings] + [choice.name for choice in RULE_CHOICES]
            numbers = [choice.issue for choice in (*RULE_CHOICES, *SETTLED)]
            raise ValueError(f"no option {written!r}; there are to_win, {', '.join(names + numbers)}")
        else:
            chosen = choose_rule(rules, name, str(value)) if _may_choose(value) else None
            if chosen is None:
                raise ValueError(f"choice {value!r} of {written} is not offered, only {' or '.join(offered[name])}")
            rules = chosen
    return rules


def _refuse_two_answers(options: Mapping[str, Any], rulings: Sequence[Ruling]) -> None:
    """Refuse a question that is asked by its name and by its number and answered in two ways."""
    numbers = {choice.name: choice.issue.lower() for choice in RULE_CHOICES}
    numbers |= {ruling.name.lower(): ruling.number.lower() for ruling in rulings}
    answers: dict[str, str] = {}
    for written, value in options.items():
        name, answer = str(written).strip().lower(), str(value).strip().lower()
        if answers.setdefault(numbers.get(name, name), answer) != answer:
            raise ValueError(f"{written} is chosen twice, as {answers[numbers.get(name, name)]} and as {answer}")


def _choose_ruling(rules: Rules, ruling: Ruling, value: Any) -> Rules:
    chosen = ruling.choose(rules, str(value)) if _may_choose(value) else None
    if chosen is None:
        offered = " or ".join((*ruling.values, *ruling.range))
        raise ValueError(f"choice {value!r} of {ruling.number} is not offered, only {offered}")
    return chosen


def _may_choose(value: Any) -> bool:
    """Whether a value may be a choice: a text, or a number, as a year may stand."""
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
