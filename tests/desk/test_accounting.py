"""No line of a letter is passed over: each is done, explained, taken as a remark or told to be left aside."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.game.lines import Label
from judge.language.looks import looks_like_order
from judge.variants import find_variant

# What people write, and of which fates its line may be told; None: it is part of what stands above it, or a comment.
OWN = (
    ("A Vie - Gal", {"ok"}),
    ("f tri → alb; a bud - ser", {"ok"}),
    ("A Vie - Mos", {"error"}),
    ("A Mun - Ber", {"error"}),
    ("A Vei - Gal", {"error"}),
    ("A Vie S", {"error"}),
    ("what a lovely day", {"note"}),
    ("Dear judge,", {"note"}),
    ("SET WAIT", {"ok"}),
    ("READY", {"ok"}),
    ("CLEAR", {"ok"}),
    ("STATUS", {"ok"}),
    ("GAME nowhere", {"error"}),
    ("PROCESS S1901M", {"error"}),
    ("DEADLINE", {"error"}),
    ("SET ZONE Nowhere/Town", {"error"}),
    ("🎲🎲🎲", {"note"}),
)
ASIDE = (
    ("A Vie - Boh", Label.QUOTED),
    ("just words", Label.QUOTED),
    ("A Bud - Rum", Label.SIGNATURE),
    ("Regards, Anna", Label.SIGNATURE),
    ("F Tri - Ven", Label.FORWARDED),
    ("A Vie - Tyr", Label.AFTER_DASHES),
    ("Anna Berg, Vienna", Label.AFTER_DASHES),
)
LETTERS = st.tuples(
    st.lists(st.sampled_from(OWN), max_size=12),
    st.booleans(),
    st.lists(st.sampled_from(OWN), max_size=3),
    st.lists(st.sampled_from(ASIDE), max_size=8),
)


def test_every_line_of_a_letter_is_accounted_for(game_town) -> None:
    """Done + explained + remarks + left aside = all lines that are not blank; after SIGNOFF what reads as an order."""
    town = game_town()
    board = find_variant("standard").board

    @given(letter=LETTERS)
    @settings(max_examples=60, deadline=None, database=None)
    def check(letter) -> None:
        above, signs_off, below, aside = letter
        own = [*above, *([("SIGNOFF", {"ok"}), *below] if signs_off else [])]
        texts = [text for text, _ in (*own, *aside)]
        labels = {len(own) + at: label for at, (_, label) in enumerate(aside, 1)}
        town.reply(town.last("Anna", "start"), "\n".join(texts), labels=labels)
        receipt = town.last("Anna", "receipt").text

        told: dict[int, set[str]] = {}
        for line in town.sessions[-1].lines:
            told.setdefault(line.number, set()).add(line.fate)
        for number, (_, fates) in enumerate(above, 1):
            assert told.pop(number) == fates, texts[number - 1]
        shown = {int(number) for number in re.findall(r"\bline (\d+):", receipt)}
        counted = re.search(r"^(\d+) (?:more )?(quoted )?lines? that", receipt, re.MULTILINE)
        passed_over = sum(
            number > len(above) and looks_like_order(text, board) and number not in shown
            for number, text in enumerate(texts, 1)
        )
        assert passed_over == (int(counted[1]) if counted else 0), receipt

    check()
