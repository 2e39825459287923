"""The Colonial game as a value."""

from collections.abc import Iterator
from dataclasses import replace

from judge.adjudication.kinds import MOVE, MOVEMENT, STANDARD_KINDS, STANDARD_PHASES, SUPPORT
from judge.adjudication.options import move_options, support_options
from judge.board.library import load_board
from judge.errors import MisuseError
from judge.game.causes import learn_causes
from judge.game.kinds import OrderKind
from judge.game.orders import Order
from judge.game.position import Position
from judge.game.variant import Variant
from judge.variants.colonial.canal import (
    illegal_leave,
    illegal_passage,
    leave_options,
    passage_options,
    read_passage,
    read_permit,
    read_rider,
    read_unnamed,
)
from judge.variants.colonial.movement import play_colonial
from judge.variants.colonial.options import RULINGS, fit_bridges
from judge.variants.colonial.railway import (
    Train,
    illegal_train,
    read_train,
    read_train_support,
    train_options,
    train_support_options,
    word_train,
)
from judge.variants.colonial.rulings import CAUSES, HOUSE_RULES, lessons, warn_of_trains


def _moves(position: Position, power: str) -> Iterator[Order]:
    yield from move_options(position, power)
    yield from passage_options(position, power)


def _supports(position: Position, power: str) -> Iterator[Order]:
    others = (*train_support_options(position, power), *leave_options(position, power))
    return iter(dict.fromkeys((*support_options(position, power), *others)))


TRAIN = OrderKind(
    name="train", order=Train, phases="M", word=word_train, illegal=illegal_train, options=train_options,
    read=read_train,
)  # fmt: skip
_CHANGED = {
    MOVE: replace(MOVE, illegal=illegal_passage, options=_moves),
    SUPPORT: replace(SUPPORT, illegal=illegal_leave, options=_supports),
}


def make_colonial(on: str | None = None) -> Variant:
    """The Colonial game.

    Rule: see the package. Refuses: MisuseError for another board than its own.
    """
    if on not in (None, "colonial"):
        raise MisuseError(f"the Colonial game is played on its own board, not on {on}")
    learn_causes(CAUSES)
    board = load_board("colonial")
    kinds = (*(_CHANGED.get(kind, kind) for kind in STANDARD_KINDS), TRAIN)
    phases = tuple(replace(MOVEMENT, play=play_colonial) if one is MOVEMENT else one for one in STANDARD_PHASES)
    return Variant(
        name="colonial",
        title=board.title,
        board=board,
        kinds=kinds,
        phases=phases,
        grammars=("colonial", "orders"),
        rulings=RULINGS,
        fit=fit_bridges,
        readers=(
            ("permit", read_permit),
            ("unnamed", read_unnamed),
            ("rider", read_rider),
            ("train_support", read_train_support),
            ("passage", read_passage),
        ),
        riders=("tsr", "sc", "suez", "permit", "permits", "allow", "allows", "f", "fleet", "rail", "train"),
        house_rules=HOUSE_RULES,
        lessons=lessons,
        warn=warn_of_trains,
    )
