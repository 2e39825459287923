"""Settings in the words of the classic judges."""

import pytest

from judge.language.classics import read_classic


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
