"""Settings in the words of the classic judges."""

import pytest

from judge.game.commands import Create
from judge.game.lines import NumberedLine
from judge.language.classics import read_classic
from judge.language.commands import read_statements


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("MOVE CLOCK 1410 MIN 12 NEXT 71 DELAY 0.5 DAYS -MTWTF-",
         (("at", "23:30"), ("movement_min", "720m"), ("movement", "4260m"), ("delay", "30m"),
          ("days", "mon,tue,wed,thu,fri"))),
        ("retreat clock -1 min 0 next 23", (("retreat_min", "none"), ("retreat", "1380m"))),
        ("BUILD CLOCK NEXT 24 DAYS SMTWTFS", (("adjustment", "1440m"),)),
        ("MOVE CLOCK -1", (("at", "none"),)),
        ("no press, unlist, manual start", (("press", "none"), ("listed", "no"), ("autostart", "no"))),
        ("White", (("press", "white"),)),
        ("gray/white", (("press", "grey/white"),)),
        ("GREY, no partial, fake", (("press", "grey"), ("partial", "no"), ("fake", "yes"))),
        ("observer white, no late press, must order", (
            ("observer_press", "white"), ("late_press", "no"), ("must_order", "yes"),
        )),
        ("watch all press", (("watch_press", "all"),)),
        ("PRIVATE", (("listed", "no"),)),
        ("centers 20", (("to_win", "20"),)),
        ("NO DIAS", (("draws", "lists"),)),
        ("NoConcessions", (("concessions", "no"),)),
        ("MOVE CLOCK NEXT 71 GRACE 167", (("movement", "4260m"), ("movement_grace", "10020m"))),
        ("STRICT WAIT, max absence 14", (("strict_wait", "yes"), ("max_absence", "14d"))),
        ("no strict wait", (("strict_wait", "no"),)),
        ("NMR", (("nmr", "disorder"),)),
        ("NO NMR", (("nmr", "wait"),)),
        ("No Reveal", (("reveal", "no"),)),
        ("variant gunboat", (("anonymous", "yes"),)),
        ("not variant gunboat", (("anonymous", "no"),)),
    ],
)  # fmt: skip
def test_a_classic_setting_is_read_as_options(text: str, options: tuple) -> None:
    assert read_classic(text) == options


@pytest.mark.parametrize(
    "text",
    ["move clock soon", "move clock next", "retreat clock 1200", "move clock days -------", "centers many",
     "white, grue", "move clock next ."],
)  # fmt: skip
def test_what_means_nothing_here_is_no_setting(text: str) -> None:
    assert read_classic(text) == ()


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("CREATE silk gunboat", Create(game="silk", options=(("anonymous", "yes"),))),
        (
            "CREATE ?silk hunter2 standard gunboat no press",
            Create(game="silk", options=(("anonymous", "yes"), ("press", "none"), ("password", "hunter2"))),
        ),
        (
            "CREATE silk seismic ON modern unlisted, movement=2 days",
            Create(game="silk", variant="seismic", on="modern", options=(("listed", "no"), ("movement", "2 days"))),
        ),
        (
            "create silk press=none rapid deployment, at=20:00",
            Create(game="silk", variant="rapid-deployment", options=(("press", "none"), ("at", "20:00"))),
        ),
        (
            "CREATE silk standard password hunter2, movement=2d",
            Create(game="silk", options=(("movement", "2d"), ("password", "hunter2"))),
        ),
    ],
)
def test_a_game_is_created_with_them_as_plain_words(text: str, command: Create) -> None:
    (statement,) = read_statements([NumberedLine(1, text)])
    assert statement.command == command
