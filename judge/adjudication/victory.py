"""Centers change hands after the fall moves and retreats; then someone may have won."""

from collections import Counter

from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Event
from judge.game.variant import Opened, Variant


def count_centers(_variant: Variant, position: Position, rules: Rules) -> Opened:
    """Give each occupied center to the power whose unit stands on it, and see who has won.

    Rule: rulebook 2023, "Controlling Supply Centers"; ownership belongs to the province, whatever the coast.
    Shape: an event for each center that changed hands and each power that was thrown out of the game.
    """
    board = position.board
    owners = dict(position.centers)
    standing = {unit.province: unit.power for unit in position.units}
    events: list[Event] = []
    for center in board.centers():
        new, old = standing.get(center), owners.get(center)
        if new is not None and new != old:
            owners[center] = new
            lost = f" from {board.power(old).name}" if old is not None else ""
            nothing = ", where it counts nothing" if board.is_worthless(center, new) else ""
            text = f"{board.power(new).name} takes {board.province(center).name}{lost}{nothing}."
            powers = (new,) if old is None else (new, old)
            events.append(Event(kind="center", text=text, places=(center,), powers=powers))
    after = Position(
        board=board, phase=position.phase, units=position.units, centers=tuple(sorted(owners.items())),
        state=position.state,
    )  # fmt: skip
    for power in sorted({owner for _, owner in position.centers}):
        if not after.counted_of(power) and not after.units_of(power):
            text = f"{board.power(power).name} is out of the game."
            events.append(Event(kind="eliminated", text=text, powers=(power,)))
    won = winner(after, rules)
    if won:
        text = f"{board.power(won[0]).name} wins with {len(after.counted_of(won[0]))} centers."
        events.append(Event(kind="victory", text=text, powers=won))
    return Opened(position=after, events=tuple(events), winner=won)


def winner(position: Position, rules: Rules) -> tuple[str, ...]:
    """The power that has won, alone in the tuple; empty while the game goes on.

    Rule: enough centers, and more than anyone else; with as many as another the game goes on.
    """
    needed = position.board.to_win if rules.to_win is None else rules.to_win
    worthless = position.board.is_worthless
    counts = Counter(owner for center, owner in position.centers if not worthless(center, owner)).most_common(2)
    if not counts or counts[0][1] < needed or (len(counts) > 1 and counts[1][1] == counts[0][1]):
        return ()
    return (counts[0][0],)
