"""Every pair of small boards against the slow solver: no refutation of a feasible pair, proofs checked."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Position
from feasibility.game.symmetry import apply, canonical
from feasibility.text import catalogue
from tests.amounts import amounts
from tests.criteria.reference import ask, pair_of, reachable_masks, refuting

NAMES = [criterion.name for criterion in CRITERIA]
REASONED = CRITERIA[: NAMES.index("corners") + 1]  # no linear program
OWN = [c for c in CRITERIA if c.name in ("trivial", "corners")]
LINEAR = [c for c in CRITERIA if c.name not in ("trivial", "corners", "turning-point", "ends")]
TURNING = [c for c in CRITERIA if c.name == "turning-point"]


def starts(board: Board) -> Iterator[tuple[int, set[int]]]:
    """Every position up to symmetry with what can be reached from it."""
    for mask in range(1 << board.n):
        if canonical(Position(board, mask)).mask == mask:
            yield mask, reachable_masks(board, mask)


@pytest.mark.parametrize("name", ["line:1", "line:2", "line:3", "line:4", "triangle:2", "rectangle:2x2"])
def test_tiny_boards_completely(name: str) -> None:
    board = catalogue.board(name)
    for start in range(1 << board.n):
        reached = reachable_masks(board, start)
        for target in range(1 << board.n):
            wrong = refuting(pair_of(board, start, target))
            assert not (wrong and target in reached), (name, start, target, wrong)
            if target not in reached:
                assert wrong, (name, start, target)  # on these boards nothing is left for the search


@amounts("name", "line:5", "line:7")
def test_cheap_criteria_on_every_pair_of_a_line(name: str) -> None:
    board = catalogue.board(name)
    for start, reached in starts(board):
        for target in range(1 << board.n):
            found = refuting(pair_of(board, start, target), REASONED)
            assert not (found and target in reached), (start, target, found)


@amounts("many", 40, 150)
@pytest.mark.parametrize("name", ["line:7", "triangle:4"])
def test_every_feasible_pair_passes_every_criterion(name: str, many: int) -> None:
    board = catalogue.board(name)
    chosen = [(start, target) for start, reached in starts(board) for target in reached]
    for start, target in random.Random(5).sample(chosen, min(len(chosen), many)):
        assert refuting(pair_of(board, start, target)) == [], (start, target)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["line:7", "triangle:4"])
def test_every_feasible_pair_and_one_in_four_others(name: str) -> None:
    """Every criterion; what `ask` checks of the others is what their certificates are worth."""
    board, rng = catalogue.board(name), random.Random(name)
    for start, reached in starts(board):
        for target in range(1 << board.n):
            pair = pair_of(board, start, target)
            if target in reached:
                assert refuting(pair) == [], (start, target)
            elif not rng.randrange(4) and not refuting(pair, REASONED):
                refuting(pair)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "share"), [("rectangle:3x4", 1), ("rectangle:4x4", 1 / 40)])
def test_every_feasible_pair_of_a_rectangle(name: str, share: float) -> None:
    """What sees only target - start is asked once per difference up to symmetry, what is cheap on
    every pair, the turning point on one in 200.

    The square has 1,088,143 of them: those of a share of the starts are asked. `ends`, which follows the
    jumps, has pairs of its own (test_ends_on_all_pairs).
    """
    board, rng, seen = catalogue.board(name), random.Random(7), set[tuple[int, int]]()
    for start, reached in starts(board):
        for target in reached if rng.random() < share else ():
            pair = pair_of(board, start, target)
            assert refuting(pair, OWN) == [], (start, target)
            key = start & ~target, target & ~start
            if key not in seen:
                seen.update((apply(g, key[0]), apply(g, key[1])) for g in board.symmetries)
                assert refuting(pair, LINEAR) == [], (start, target)
            if not rng.randrange(200):
                assert refuting(pair, TURNING) == [], (start, target)


@pytest.mark.parametrize("name", ["rectangle:3x4", "rectangle:4x4", "triangle:4", "torus:3x3", "hexagon:3"])
@amounts("many", 5, 20)
def test_random_pairs(name: str, many: int) -> None:
    board = catalogue.board(name)
    rng = random.Random(name)
    for _ in range(many // 2 if board.n > 16 else many):
        start = sum(1 << h for h in range(board.n) if rng.random() < 0.5)
        reached = reachable_masks(board, start)
        some = rng.sample(sorted(reached), min(3, len(reached)))
        for target in (*some, rng.randrange(1 << board.n)):
            found = refuting(pair_of(board, start, target))
            assert not (found and target in reached), (start, target, found)


def test_a_refutation_says_the_truth_in_words() -> None:
    board = catalogue.board("line:5")
    finding = ask("classes", pair_of(board, 0b01111, 0b10101))
    assert "playable class" in finding.summary
