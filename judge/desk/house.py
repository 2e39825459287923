"""The house rules of a game: those of its variant, what its master chose, and the mail that tells them at the start."""

from judge.desk.effects import Effect
from judge.desk.office import Office
from judge.desk.posts import Topic, card_of, phase_tag, post_to_all, reader_of, variant_of
from judge.desk.press_terms import press_terms
from judge.desk.snapshot import Game
from judge.desk.votes import how_it_ends
from judge.game.rules import RULE_CHOICES, Rules, Ruling
from judge.game.variant import Variant
from judge.reports import texts
from judge.reports.cards import Reader
from judge.reports.when import say_length


def tell_house_rules(office: Office, game: Game) -> tuple[Effect, ...]:
    """A mail of the rules to everyone in a game that begins; none where all is as the rulebook has it."""
    variant = variant_of(game)
    if not (variant.house_rules or variant.rulings or _chosen(game.settings.rules)):
        return ()
    topic = Topic(kind="rules", key=f"rules/{game.id}", tag=phase_tag(game))
    card, options = card_of(office, game), game_options(game)
    return post_to_all(
        office, game, topic,
        lambda seat: texts.rules(card, reader_of(game, seat), options, office.now, variant.house_rules),
    )  # fmt: skip


def house_of(office: Office, game: Game, reader: Reader) -> str:
    """The rules of a game as an answer to HELP RULES."""
    return texts.house(card_of(office, game), reader, game_options(game), office.now, variant_of(game).house_rules)


def offered_choices(variant: Variant) -> tuple[tuple[str, str], ...]:
    """The rulings of a variant that a game may have otherwise, as (number, words) pairs, the default first."""
    return tuple((ruling.number, f"{_called(ruling)}: {_meanings(ruling)}") for ruling in variant.rulings)


def _called(ruling: Ruling) -> str:
    return ruling.about + (f" ({ruling.name})" if ruling.name else "")


def _meanings(ruling: Ruling) -> str:
    return "; or ".join((*(f"{value}, {meaning}" for value, meaning in ruling.meanings), *ruling.range))


def game_options(game: Game) -> tuple[tuple[str, str], ...]:
    """The options of a game as (name, words) pairs: its clock, press, end, and the rules that it chose or may choose.

    Shape: a choice that is not the usual one says what that would be.
    Not: choices of the rulebook's that are as the rulebook prefers.
    """
    settings, variant = game.settings, variant_of(game)
    rules = settings.rules
    lengths = [(name, getattr(settings, name)) for name in ("movement", "retreat", "adjustment")]
    rows = [(name, say_length(length)) for name, length in lengths]
    rows += [
        ("press", ". ".join((settings.press, *press_terms(settings)))),
        ("to_win", f"{rules.to_win or variant.board.to_win} centers"),
    ]
    rows += [("end", how_it_ends(settings))]
    rows += _chosen(rules)
    for ruling in variant.rulings:
        value, usual = ruling.chosen(rules), ruling.values[0]
        said = _against_usual(ruling.meaning(value), ruling.meaning(usual))
        rows.append((ruling.number, f"{value}, {_called(ruling)}: {said}"))
    return tuple(rows)


def _chosen(rules: Rules) -> list[tuple[str, str]]:
    """The choices of the rulebook's that a game has otherwise."""
    found = []
    for choice in RULE_CHOICES:
        value, meanings = getattr(rules, choice.name), dict(choice.meanings)
        if value != choice.values[0]:
            said = _against_usual(meanings[value], meanings[choice.values[0]])
            found.append((choice.name, f"{choice.about}: {said}"))
    return found


def _against_usual(chosen: str, usual: str) -> str:
    return chosen if chosen == usual else f"{chosen} (usually: {usual})"
