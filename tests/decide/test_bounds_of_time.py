"""No step takes minutes: what is quick for a pair has its turn soon.

Seconds are those of the processor, so that a busy machine is no reason to fail.
"""

from __future__ import annotations

import random
from time import process_time

import pytest

from feasibility.base.limits import Limits
from feasibility.decide import Plan, check
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Answer
from feasibility.solvers.branch import CertifyingTree, branch_and_bound
from feasibility.systems.linear import cone_system
from feasibility.text.catalogue import board as named
from tests.criteria.reference import feasible


def ring(holes: int, both_ways: bool) -> Board:
    jumps = [(i, (i + 1) % holes, (i + 2) % holes) for i in range(holes)]
    back = [(c, b, a) for a, b, c in jumps] if both_ways else []
    return Board([(0, i) for i in range(holes)], Geometry.EXPLICIT, jumps + back, name="ring")


def crowded(holes: int, jumps: int, seed: int) -> Board:
    triples = [
        (a, b, c) for a in range(holes) for b in range(holes) for c in range(holes) if len({a, b, c}) == 3
    ]
    chosen = random.Random(seed).sample([t for t in triples if len(set(t)) == 3], jumps)
    return Board([(0, i) for i in range(holes)], Geometry.EXPLICIT, chosen, name="crowded")


def some_pair(rng: random.Random, board: Board) -> Pair:
    start, free = rng.getrandbits(board.n) | rng.getrandbits(board.n), rng.getrandbits(board.n)
    target = rng.choice((Target(board, rng.getrandbits(board.n) & ~free, free), Target(board, 1)))
    return Pair(Position(board, start), target)


@pytest.mark.parametrize("count", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_small_boards_with_many_or_cyclic_jumps_take_no_minutes(count: int) -> None:
    rng = random.Random(7)
    for number in range(count):
        board = rng.choice([ring(6, number % 2 > 0), crowded(8, 73, number), crowded(11, 200, number)])
        pair = some_pair(rng, board)
        began = process_time()
        verdict = check(pair)
        assert process_time() - began < 30.0  # without bounds: minutes
        assert verdict.answer is (Answer.FEASIBLE if feasible(pair) else Answer.INFEASIBLE)


def test_jumps_that_cancel_cannot_go_on_for_ever() -> None:
    """Every jump takes a peg, so weights that are all 1 bound their number: the rows say it already."""
    for both_ways in (False, True):
        for start in range(64):
            board = ring(6, both_ways)
            pair = Pair(Position(board, start), Target(board, 1, 0b101010 & ~1))
            result = branch_and_bound(cone_system(pair), clock=Limits(nodes=200).start())
            if isinstance(result, CertifyingTree):
                assert result.nodes <= 200
            else:
                assert hasattr(result, "point")
                assert sum(result.point[: len(board.jumps)]) <= pair.start.count


@pytest.mark.parametrize("seconds", [0.3, pytest.param(2.0, marks=pytest.mark.slow)])
def test_a_limit_of_time_is_kept(seconds: float) -> None:
    rng = random.Random(3)
    boards = [named(name) for name in ("english33", "wiegleb45", "rectangle:8x8", "rectangle:12x12")]
    for board in [*boards, crowded(11, 200, 4), crowded(30, 2000, 1), crowded(60, 400, 3)]:
        check(Pair(Position(board, board.full), Target(board, 1)), Limits(seconds=0.01))  # what a board keeps
        pair = some_pair(rng, board)
        began = process_time()
        check(pair, Limits(seconds=seconds), Plan(all_criteria=True, threads=1))
        assert process_time() - began < 5 * seconds + 5  # without a look at the clock: minutes
