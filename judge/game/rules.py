"""The rules of play that a game may choose, as named options with the choice of the rulebook as default.

Each is a question of DATC 3.1, chapter 4, that has more than one answer which can be played. `RULE_CHOICES` is the
table of them: the field of `Rules`, the number of the question, and what each answer means. The questions that
have one answer here stand in `SETTLED`, with what was left out and why.
"""

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rule choices of one game; the names are the option names in CREATE, SET and a case.

    Rule: rulebook 2023; where it leaves a choice, the preference stated in DATC 3.1, chapter 4. The values that
    a choice may have stand in `RULE_CHOICES`, with their meanings.
    """

    convoy_routes: str = "b_all_routes"
    convoy_paradox: str = "szykman"
    convoy_to_neighbor: str = "2023_no_fallback"
    convoyed_cut: str = "a_not_cut"
    convoyed_origin: str = "b_allowed_after_convoy"
    written_routes: str = "a_ignored"
    dislodged_effect: str = "b_only_head_to_head"
    single_coast: str = "a_attempted"
    wrong_coast: str = "b_illegal"
    support_coast: str = "coast_optional_but_must_match"
    unit_coast: str = "b_ignored"
    idle_coast: str = "b_ignored"
    missing_kind: str = "b_valid"
    wrong_kind: str = "b_valid"
    build_kind: str = "c_fleet_if_coast_named_army_inland_else_fails"
    inland_fleet: str = "a_fails"
    missing_nation: str = "b_valid"
    wrong_nation: str = "b_valid"
    doubled_orders: str = "c_hold"
    too_many_builds: str = "b_first_legal"
    doubled_builds: str = "b_first"
    too_many_removals: str = "b_first_legal"
    missing_removals: str = "2023_owned_centres"
    disorder_support: str = "b_succeeds"
    impossible_orders: str = "impossible_orders_ignored"
    to_win: int | None = None  # centers; None: the board's own number
    nations: str = ""  # a table of nations that the game has brought (`board/nations.py`); "" for the board's own
    rulings: tuple[tuple[str, str], ...] = ()  # (number, choice) of the variant's own rulings that differ, sorted


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChoice:
    """One field of Rules that has named choices.

    Shape: `issue` the number of the question in DATC chapter 4; `meanings` pairs of a choice and what it means, the
    default first.
    """

    name: str
    issue: str
    about: str
    meanings: tuple[tuple[str, str], ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The choices, the default first."""
        return tuple(value for value, _ in self.meanings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A ruling of a variant that a game may have otherwise.

    Shape: `number` its name in CREATE, SET and a case (`R7`), `name` a longer one or ""; `meanings` pairs of a choice
    and what it means, the default first; `words` pairs of another word for a choice and that choice; `numbers` the
    lowest and the highest where any number between them may be chosen.
    """

    number: str
    about: str
    meanings: tuple[tuple[str, str], ...]
    name: str = ""
    words: tuple[tuple[str, str], ...] = ()
    numbers: tuple[int, int] | None = None

    @property
    def values(self) -> tuple[str, ...]:
        """The choices, the default first."""
        return tuple(value for value, _ in self.meanings)

    def is_called(self, name: str) -> bool:
        """Whether this is its number or its name, in any case."""
        return name.strip().lower().replace("-", "_") in (self.number.lower(), self.name or None)

    def chosen(self, rules: Rules) -> str:
        """The choice that holds under these rules."""
        return dict(rules.rulings).get(self.number, self.values[0])

    def choose(self, rules: Rules, value: str) -> Rules | None:
        """The rules with this choice made, in any case; None when it is not offered."""
        chosen = value.strip().lower()
        chosen = dict(self.words).get(chosen, chosen)
        if chosen not in self.values and not self._is_number(chosen):
            return None
        others = {number: choice for number, choice in rules.rulings if number != self.number}
        made = others if chosen == self.values[0] else others | {self.number: chosen}
        return replace(rules, rulings=tuple(sorted(made.items())))

    def meaning(self, value: str) -> str:
        """What a choice means, a number by itself."""
        return dict(self.meanings).get(value, value)

    @property
    def range(self) -> tuple[str, ...]:
        """The numbers that may be chosen, in words; empty when there are only the values."""
        return () if self.numbers is None else (f"any number from {self.numbers[0]} to {self.numbers[1]}",)

    def _is_number(self, value: str) -> bool:
        if self.numbers is None or not (value.isascii() and value.isdigit() and len(value) < _TOO_LONG):
            return False
        return value == str(int(value)) and self.numbers[0] <= int(value) <= self.numbers[1]


_TOO_LONG = 10  # digits; no number that may be chosen has so many, and Python refuses to read thousands
RULE_CHOICES = (
    RuleChoice(
        name="convoy_routes", issue="4.A.1", about="when a convoy with several routes breaks",
        meanings=(
            ("b_all_routes", "only when every route is broken (1982 and later)"),
            ("a_any_route", "as soon as a fleet of one route is dislodged (1971)"),
            ("a_any_route_dptg_foreign_ignored", "the same, but foreign fleets are left out where own ones suffice"),
        ),
    ),
    RuleChoice(
        name="convoy_paradox", issue="4.A.2",
        about="what settles a convoy paradox; what the rules of 1971, 1982 and 2000 leave open goes by szykman",
        meanings=(
            ("szykman", "the convoys of the paradox fail (2023)"),
            ("1971", "a convoyed army does not cut support of an attack on a fleet that convoys it"),
            ("1982", "a convoyed army does not cut support of anything in a sea with a convoying fleet"),
            ("2000", "as 1971, for fleets without which the army has no other way"),
            ("all_hold", "all moves of the paradox fail"),
            ("all_hold_with_any_route", "all moves of the paradox fail, and convoy_routes is a_any_route"),
            ("dptg", "the convoys of the paradox fail where that is consistent, else all its moves"),
        ),
    ),
    RuleChoice(
        name="convoy_to_neighbor", issue="4.A.3", about="when an army that could walk goes by sea",
        meanings=(
            ("2023_no_fallback", "when the order says so or an own fleet convoys it, and then only by sea"),
            ("2000_fallback", "the same, but over land when there is no whole route"),
            ("1982", "when an own fleet convoys it; the words “via convoy” do not count"),
            ("1971", "when the unit there goes the other way and a route holds; else over land"),
            ("dptg", "only when the order says so"),
            ("always_convoy", "whenever fleets of whatever power are ordered to make a route"),
        ),
    ),
    RuleChoice(
        name="convoyed_cut", issue="4.A.4",
        about="whether an army that comes by convoy cuts a support that is aimed at where it came from",
        meanings=(("a_not_cut", "it does not"), ("b_cut", "it does")),
    ),
    RuleChoice(
        name="convoyed_origin", issue="4.A.5",
        about="whether a unit may retreat to where the army came from that dislodged it by convoy",
        meanings=(("b_allowed_after_convoy", "it may (2023)"), ("a_not_allowed", "it may not")),
    ),
    RuleChoice(
        name="written_routes", issue="4.A.6", about="what a written way over the seas is worth",
        meanings=(
            ("a_ignored", "no more than “via convoy”"),
            ("b_optional", "the army goes by these fleets or not at all"),
            ("c_required", "the same, and without it no army goes by sea"),
        ),
    ),
    RuleChoice(
        name="dislodged_effect", issue="4.A.7",
        about="whether a dislodged unit keeps others out of the province that its attacker came from",
        meanings=(
            ("b_only_head_to_head", "it does, unless the two met head to head"),
            ("a_never_any_effect", "it never does"),
        ),
    ),
    RuleChoice(
        name="single_coast", issue="4.B.2", about="a move without a coast where only one can be reached",
        meanings=(("a_attempted", "goes to that one"), ("b_fails", "is no order")),
    ),
    RuleChoice(
        name="wrong_coast", issue="4.B.3", about="a move to a coast that cannot be reached, where another can",
        meanings=(("b_illegal", "is impossible"), ("a_corrected", "goes to the other")),
    ),
    RuleChoice(
        name="support_coast", issue="4.B.4", about="the coast in the support of a move",
        meanings=(
            ("coast_optional_but_must_match", "may be left out; a written one must be the right one"),
            ("coast_required", "must be written"),
            ("coast_ignored", "does not matter"),
            ("calhamer_own_units_only", "may be left out for units of one's own"),
        ),
    ),
    RuleChoice(
        name="unit_coast", issue="4.B.5", about="an order for a fleet that names another coast than its own",
        meanings=(("b_ignored", "is for the fleet that is there"), ("a_fails", "is no order")),
    ),
    RuleChoice(
        name="idle_coast", issue="4.B.6", about="a coast that does not exist, or is named for an army",
        meanings=(("b_ignored", "is passed over"), ("a_fails", "spoils the order")),
    ),
    RuleChoice(
        name="missing_kind", issue="4.C.1", about="an order without A or F",
        meanings=(("b_valid", "is for the unit that is there"), ("a_invalid", "is no order")),
    ),
    RuleChoice(
        name="wrong_kind", issue="4.C.2", about="an order with A for a fleet or F for an army",
        meanings=(("b_valid", "is for the unit that is there"), ("a_invalid", "is no order")),
    ),
    RuleChoice(
        name="build_kind", issue="4.C.3", about="a build without A or F",
        meanings=(
            ("c_fleet_if_coast_named_army_inland_else_fails", "is a fleet where a coast is named, an army inland"),
            ("b_army_inland_only", "is an army inland, else no order"),
            ("a_fails", "is no order"),
        ),
    ),
    RuleChoice(
        name="inland_fleet", issue="4.C.4", about="the build of a fleet in an inland province",
        meanings=(("a_fails", "is impossible"), ("b_army", "builds an army")),
    ),
    RuleChoice(
        name="missing_nation", issue="4.C.5", about="a support or convoy that does not say whose the other unit is",
        meanings=(("b_valid", "is for the unit that is there"), ("a_invalid", "is no order when it is foreign")),
    ),
    RuleChoice(
        name="wrong_nation", issue="4.C.6", about="a support or convoy that names the wrong power",
        meanings=(("b_valid", "is for the unit that is there"), ("a_invalid", "is no order")),
    ),
    RuleChoice(
        name="doubled_orders", issue="4.D.3",
        about="several possible orders for one unit in one set; in a game by mail the last has replaced the others",
        meanings=(
            ("c_hold", "none is followed"),
            ("a_first", "the first is followed"),
            ("b_last", "the last is followed"),
        ),
    ),
    RuleChoice(
        name="too_many_builds", issue="4.D.4", about="more possible builds, with those waived by number, than are open",
        meanings=(
            ("b_first_legal", "the first are built"),
            ("c_last_legal", "the last are built"),
            ("a_none", "none is built"),
        ),
    ),
    RuleChoice(
        name="doubled_builds", issue="4.D.5", about="two builds in one province",
        meanings=(("b_first", "the first counts"), ("c_last", "the last counts"), ("a_none", "neither counts")),
    ),
    RuleChoice(
        name="too_many_removals", issue="4.D.6", about="more possible removals than are due",
        meanings=(
            ("b_first_legal", "the first are removed"),
            ("c_last_legal", "the last are removed"),
            ("a_civil_disorder", "none counts, and the units are chosen by missing_removals"),
        ),
    ),
    RuleChoice(
        name="missing_removals", issue="4.D.8", about="which units go when removals are not ordered",
        meanings=(
            ("2023_owned_centres", "first those on no center, then the farthest from an owned center, any way there"),
            (
                "home_centres_fleets_by_sea",
                "the farthest from a home center, armies over all provinces, fleets as fleets go",
            ),
        ),
    ),
    RuleChoice(
        name="disorder_support", issue="4.D.9", about="support to hold for a unit of a power that ordered nothing",
        meanings=(("b_succeeds", "is given"), ("a_fails", "is not given")),
    ),
    RuleChoice(
        name="impossible_orders", issue="4.E.1", about="what an impossible order is worth",
        meanings=(
            ("impossible_orders_ignored", "nothing: the unit holds and may be supported (2023)"),
            ("illegal_still_counts_as_order", "a unit with an impossible move cannot be supported to hold"),
            ("illegal_order_shows_intent", "an impossible convoy shows that the own army means to go by sea"),
        ),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledChoice:
    """A question of DATC chapter 4 with one answer here: `left_out` the keys of other answers, `why` they are."""

    issue: str
    choice: str
    left_out: tuple[str, ...]
    why: str


_BY_MAIL = "the desk keeps one order a unit, the last that came: there is never a second set to look at"

SETTLED = (
    SettledChoice(
        issue="4.B.1", choice="fails", left_out=("default_coast",),
        why="the rulebook says that such a fleet does not move, and no map says which coast would be the default",
    ),
    SettledChoice(
        issue="4.B.7", choice="fails", left_out=("default_coast",),
        why="the rulebook wants the coast written, and no map says which would be the default",
    ),
    SettledChoice(
        issue="4.D.1", choice="c_latest_unless_clear", left_out=("a_combined", "b_combined_unless_clear", "d_latest"),
        why="a question of letters: a later order replaces the earlier one of the same unit, and CLEAR all of them",
    ),
    SettledChoice(
        issue="4.D.2", choice="b_combined", left_out=("a_hold",),
        why="a question of letters: they are taken in the sequence in which they were accepted, so it is known",
    ),
    SettledChoice(
        issue="4.D.7", choice="a_allowed", left_out=("b_not_allowed",),
        why="the rulebook lets a power leave builds unused, and a build that is not ordered is not made either way",
    ),
    SettledChoice(
        issue="4.E.2", choice="a_individually", left_out=("b_as_a_set",),
        why="a question of letters: each line stands alone, and what could mean two things is asked at once",
    ),
    SettledChoice(
        issue="4.E.3", choice="b_not_allowed", left_out=("a_allowed",),
        why="by the rulebook a unit without an order holds, so an order for another unit cannot move it",
    ),
    SettledChoice(
        issue="4.E.4", choice="b_not_allowed", left_out=("a_allowed",),
        why="a question of letters: orders belong to the phase they were written for",
    ),
    SettledChoice(
        issue="4.E.5", choice="c_not_allowed", left_out=("a_announced", "b_in_orders"),
        why="a question of letters: nobody orders the units of another seat",
    ),
    SettledChoice(
        issue="4.E.6", choice="removed_at_once", left_out=(),
        why="no program can put such a unit on the board; a master corrects a position that was entered wrongly",
    ),
)  # fmt: skip

# Of 4.C.1, 4.C.2, 4.C.5 and 4.C.6 the answer "valid unless another order is right" is not offered: it looks at a
# second order for the same unit.
LEFT_OUT_FOR_SETS = ("c_valid_unless_other", _BY_MAIL)


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
