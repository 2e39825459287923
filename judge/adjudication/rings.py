"""What hangs on itself: circular movements, and convoys whose fate depends on what their own armies do.

Of the decisions that the bounds of the resolver leave open, one *ring* is taken that hangs on nothing outside it
(a strongly connected component), and its consistent answers are searched: guess one decision, follow the bounds,
and keep what does not contradict itself. One consistent answer is the answer. Several or none are

    a circular movement, when no convoy is part of the ring: everyone moves on (DATC 6.C.1);
    a convoy paradox, when one is: the convoys in the ring fail (Szykman, DATC 4.A.2).

Then the bounds go on with what hung on the ring.
"""

from collections.abc import Sequence

from judge.adjudication.resolver import NO, OPEN, YES, Intents, Resolver


def resolve(intents: Intents) -> Resolver:
    """The decisions of a turn, all made."""
    resolver = Resolver(intents)
    resolver.settle_by_bounds()
    while OPEN in resolver.state:
        _settle(resolver, _first_ring(resolver))
    resolver.find_dislodgers()
    return resolver


def _first_ring(resolver: Resolver) -> list[int]:
    """Open decisions that hang on each other and on no other open one, sorted."""
    still_open = [decision for decision, answer in enumerate(resolver.state) if answer == OPEN]
    hanging = {decision: resolver.hanging_on(decision) for decision in still_open}
    looks_at: dict[int, list[int]] = {decision: [] for decision in still_open}
    for decision, others in hanging.items():
        for other in others:
            looks_at[other].append(decision)
    start = still_open[0]
    while True:
        before = _reached(start, looks_at)
        ring = before & (_reached(start, hanging) | {start})
        if before == ring:
            return sorted(ring)
        start = min(before - ring)


def _reached(start: int, edges: dict[int, list[int]]) -> set[int]:
    """All that can be reached from a place by at least one edge."""
    found: set[int] = set()
    front = [start]
    while front:
        for other in edges[front.pop()]:
            if other not in found:
                found.add(other)
                front.append(other)
    return found


def _settle(resolver: Resolver, ring: Sequence[int]) -> None:
    convoys = [decision for decision in ring if decision >= resolver.count]
    answers: list[list[int]] = []
    _search(resolver, ring[::-1], [], answers)
    if len(answers) == 1 or (answers and not convoys):
        # of a circular movement the answer in which the most arrive
        answer = max(answers, key=sum)
        decided = list(zip(ring[::-1], answer, strict=True))
    else:
        decided = [(decision, NO) for decision in _failing(resolver, ring, convoys)]
        resolver.paradox.update(decision % resolver.count for decision, _ in decided)
    for decision, state in decided:
        resolver.make(decision, state)
    resolver.follow([other for decision, _ in decided for other in resolver.hanging_on(decision)])


def _failing(resolver: Resolver, ring: Sequence[int], convoys: list[int]) -> list[int]:
    """What fails in a paradox: its convoys, or all its moves as well.

    Rule: DATC 4.A.2, szykman, all_hold, dptg. What the rules of 1971, 1982 and 2000 leave open goes by szykman.
    """
    rule = resolver.intents.rules.convoy_paradox
    moves = [one for one in ring if one < resolver.count and resolver.goal[one] >= 0]
    if not convoys:
        return moves
    if rule == "dptg":
        return convoys if _may_fail(resolver, ring, convoys) else convoys + moves
    return convoys + moves if rule in ("all_hold", "all_hold_with_any_route") else convoys


def _may_fail(resolver: Resolver, ring: Sequence[int], convoys: Sequence[int]) -> bool:
    """Whether it is consistent that all convoys of a ring fail."""
    mark = len(resolver.trail)
    answers: list[list[int]] = []
    for convoy in convoys:
        resolver.make(convoy, NO)
    resolver.follow([other for convoy in convoys for other in resolver.hanging_on(convoy)])
    _search(resolver, ring, list(convoys), answers)
    resolver.undo(mark)
    return bool(answers)


def _search(resolver: Resolver, ring: Sequence[int], guessed: list[int], answers: list[list[int]]) -> None:
    """Add to `answers` the consistent answers of a ring, as lists in its order; at most two are needed."""
    state = resolver.state
    decision = next((one for one in ring if state[one] == OPEN), None)
    if decision is None:
        if all(resolver.decide(one) == state[one] for one in ring):
            answers.append([state[one] for one in ring])
        return
    for guess in (YES, NO):
        mark = len(resolver.trail)
        resolver.make(decision, guess)
        resolver.follow(resolver.hanging_on(decision))
        guessed.append(decision)
        if all(resolver.decide(one) in (OPEN, state[one]) for one in guessed):
            _search(resolver, ring, guessed, answers)
        guessed.pop()
        resolver.undo(mark)
        if len(answers) > 1:
            return
