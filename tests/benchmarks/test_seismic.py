"""What a seismic event costs, and what a board costs to play on after many of them."""

import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from judge.adjudication.movement import play_movement
from judge.board import Board, reshaping
from judge.board.events import Seism, seism_of
from judge.board.library import load_board
from judge.board.reshaping import reshape
from judge.board.shifts import Event, Flip, carry_out, release_of
from judge.board.topology import Topology
from judge.game.variant import Variant
from tests.peers.drawing import Drawn, draw_movement

EVENTS = 200
PHASES = 60
ROUNDS = 15
SLACK = 1.25  # what a comparison of two times on a busy machine needs


def random_event(rng: random.Random, topology: Topology) -> Event:
    """A release three times in ten where any is possible, else a flip."""
    torn = [face.id for face, starts in zip(topology.faces, topology.first, strict=True) if len(starts) > 1]
    if torn and rng.random() < 0.3:
        one, other = rng.sample(topology.boundaries(rng.choice(torn)), 2)
        return release_of(rng.choice(one), rng.choice(other))
    return Flip(rng.choice([one for one in range(len(topology.after) // 2) if not topology.is_round(2 * one)]))


def story(topology: Topology, seed: int) -> list[tuple[Topology, Seism]]:
    """The maps of many events, each with the event that comes next."""
    rng = random.Random(seed)
    told = []
    for _ in range(EVENTS):
        event = random_event(rng, topology)
        told.append((topology, seism_of(topology, event)))
        topology = carry_out(topology, event).topology
    return told


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", ["standard", "colonial"])
def test_an_event_with_its_new_neighbors(benchmark, figures, name: str) -> None:
    """All that `reshape` does for an order: finding the event, the map, coasts, neighbors, the board and its digest."""
    board, seisms = load_board(name), [seism for _, seism in story(load_board(name).topology, 1)]
    boards = [board]
    for seism in seisms:
        boards.append(reshape(boards[-1], (seism,)))
    spent: list[float] = []

    def run() -> None:
        reshaping._reshaped.cache_clear()
        reshaping._moved.cache_clear()
        started = time.process_time()
        for before, seism in zip(boards, seisms, strict=False):
            reshape(before, (seism,))
        spent.append((time.process_time() - started) / EVENTS)

    benchmark.pedantic(run, rounds=5, iterations=1, warmup_rounds=1)
    figures.lines.append(f"an event on the {name} board: {min(spent) * 1e3:.2f} ms, less than 2 is wanted")


def test_one_more_event_after_a_long_story_is_not_the_whole_story_told_anew(benchmark, figures) -> None:
    """A stored game tells its board by all events from the start; those of earlier phases are not done again."""
    board, seisms = load_board("standard"), tuple(seism for _, seism in story(load_board("standard").topology, 1))
    spent: list[float] = []

    def run() -> None:
        reshaping._reshaped.cache_clear()
        reshaping._moved.cache_clear()
        times = []
        for told in (EVENTS - 1, EVENTS):
            began = time.process_time()
            reshape(board, seisms[:told])
            times.append(time.process_time() - began)
        spent.append(times[1] / times[0])

    benchmark.pedantic(run, rounds=5, iterations=1, warmup_rounds=1)
    figures.lines.append(f"event {EVENTS} of a story costs {min(spent):.2f} times the {EVENTS - 1} before it")
    assert min(spent) < 0.3


def quickest(works: list[Callable[[], None]]) -> list[float]:
    """Seconds that pieces of work take when nothing gets in their way, measured in turns."""
    times = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            began = time.process_time()
            work()
            times[place] = min(times[place], time.process_time() - began)
    return times


def drawn_on(variant: Variant, board: Board) -> tuple[Variant, list[Drawn]]:
    """Movement phases of 34 units on a board."""
    played = replace(variant, board=board)
    rngs = [random.Random(f"seismic {number}") for number in range(PHASES)]
    return played, [draw_movement(rng, played, 34) for rng in rngs]


@pytest.mark.parametrize("seed", range(2))
def test_a_board_after_200_events_is_played_no_slower_than_at_the_start(
    benchmark, standard, figures, seed: int
) -> None:
    old = reshape(standard.board, tuple(seism for _, seism in story(standard.board.topology, seed)))
    sides = [drawn_on(standard, board) for board in (standard.board, old)]

    def player(variant: Variant, phases: list[Drawn]) -> Callable[[], None]:
        def play() -> None:
            for drawn in phases:
                play_movement(variant, drawn.position, drawn.orders, variant.rules)

        return play

    at_start, later = quickest([player(*side) for side in sides])
    ratio = later / at_start
    figures.lines.append(f"a movement phase after {EVENTS} events: {ratio:.2f} times one at the start (seed {seed})")
    benchmark.pedantic(player(*sides[1]), rounds=3, iterations=1)
    assert ratio < SLACK
