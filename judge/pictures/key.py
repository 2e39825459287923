"""The key of a picture: what its signs mean, those that are in it and no others."""

from dataclasses import dataclass

from judge.game.orders import Build, Convoy, Disband, Remove, Retreat, Support
from judge.game.outcomes import SUCCESSES, Outcome
from judge.game.sketches import legs
from judge.pictures import marks
from judge.pictures.fonts import text_width
from judge.pictures.strokes import Value, circle, element, number, polygon, stroke, text_at
from judge.pictures.theme import INK, WHITE
from judge.pictures.views import View

_SIZE, _BEFORE_WORD, _APART = 17, 6, 16  # pixels: of letters, before a word, between one word and the next sign


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign and the word for it. Units: `room` is how wide the sign is, in pixels."""

    word: str
    drawn: str
    room: float


class Key:
    """The signs of a view in a row."""

    def __init__(self, view: View) -> None:
        self.signs = (*_pieces(), *_orders(view), *_lands(view))

    @property
    def width(self) -> float:
        """How wide the row is, in pixels."""
        return sum(_width(sign) for sign in self.signs) + _APART * (len(self.signs) - 1)

    def drawn(self, left: float, middle: float) -> str:
        """The row, from its left end to the right, round this height."""
        parts, x = [], left
        for sign in self.signs:
            at = f"translate({number(x + sign.room / 2)} {number(middle)})"
            parts.append(element("g", sign.drawn, transform=at))
            parts.append(
                text_at(sign.word, (x + sign.room + _BEFORE_WORD, middle), _SIZE, fill=INK, text_anchor="start")
            )
            x += _width(sign) + _APART
        return "".join(parts)


def _width(sign: Sign) -> float:
    return sign.room + _BEFORE_WORD + text_width(sign.word, _SIZE)


def _pieces() -> tuple[Sign, ...]:
    fleet = element("use", href="#fleet", fill=INK, color=INK, transform="scale(0.75)")
    center = circle((0, 0), 6, fill=WHITE, stroke=INK, stroke_width=1.3) + circle((0, 0), 2.8, fill=INK)
    return Sign("army", circle((0, 0), 10, fill=INK), 24), Sign("fleet", fleet, 34), Sign("center", center, 16)


def _orders(view: View) -> tuple[Sign, ...]:
    given = [one for outcome in view.outcomes for one in (outcome.parts or (outcome,))]
    moves = [one for one in given if legs(one.order) and not isinstance(one.order, Retreat)]
    failed = [one for one in given if one.result not in SUCCESSES and _shows_failure(one)]
    support = stroke("M-18 0L14 0", INK, 2.5, stroke_dasharray="5 3") + marks.ball((16, 0), INK, 1)
    retreats = [one for one in given if isinstance(one.order, Retreat)]
    hit = view.dislodged or any(one.dislodged for one in view.outcomes)
    gone = [one for one in given if isinstance(one.order, Remove | Disband) and one.result in SUCCESSES]
    built = [one for one in given if isinstance(one.order, Build) and one.result in SUCCESSES]
    plus = circle((0, 0), 9, fill=WHITE, stroke=INK, stroke_width=2) + text_at(
        "+", (0, 0), 17, fill=INK, font_weight=700
    )
    carried = stroke("M-22 0L-10 0M10 0L22 0", INK, 4.2) + marks.ring((0, 0), INK, 0.55)
    signs = (
        (moves, Sign("move", _arrow(), 42)),
        (retreats, Sign("retreat", _arrow("2 5"), 42)),
        (failed, Sign("failed", _arrow("6 4") + marks.cross((-6, 0), 1), 42)),
        (any(isinstance(one.order, Convoy) for one in given), Sign("convoy", carried, 46)),
        (any(isinstance(one.order, Support) for one in given), Sign("support", support, 40)),
        (hit, Sign("dislodged", marks.burst((0, 0), 0.5), 26)),
        (built, Sign("new", plus, 20)),
        (gone, Sign("gone", marks.cross((0, 0), 1.3), 18)),
    )
    return tuple(sign for shown, sign in signs if shown)


def _lands(view: View) -> tuple[Sign, ...]:
    held = [one for one in view.holdings if one.people != one.holder]
    flag = marks.flag((6, 10), 1) if any(one.revolt for one in view.holdings) else ""
    signs = (
        (held, Sign("people, seasons", marks.plate((0, 0), "X4", INK, 1), 24)),
        (flag, Sign("revolt", flag, 20)),
    )
    return tuple(sign for shown, sign in signs if shown)


def _shows_failure(outcome: Outcome) -> bool:
    return bool(legs(outcome.order)) or isinstance(outcome.order, Support)


def _arrow(dash: str = "") -> str:
    extra: dict[str, Value] = {"stroke_dasharray": dash} if dash else {}
    return stroke("M-20 0L10 0", INK, 4.2, **extra) + polygon(((20, 0), (8, -7), (8, 7)), INK)
