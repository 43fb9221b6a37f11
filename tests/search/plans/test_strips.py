"""Strip after strip: parts of boards, what has to stay on the rest, and plays of the whole."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.search.plans import strips as module
from feasibility.search.plans.planner import plans
from feasibility.search.plans.program import Program
from feasibility.search.plans.strips import Strips, part
from feasibility.search.results import Found, Stopped
from feasibility.solvers.diving import dive
from feasibility.solvers.highs import Answer, HotModel, Status
from feasibility.text.catalogue import board as named
from tests.search.plans.test_plans import CLOCK, lies, played


def drawn(name: str, seed: int, jumps: int) -> Pair:
    """The two ends of a random play."""
    start, play = played(named(name), Random(seed), 0.75, jumps)
    return Pair(start, start.replay(play))


@pytest.mark.parametrize("name", ["rectangle:4x5", "triangle:5", "torus:4x4"])
def test_a_part_of_a_board_has_the_jumps_inside_it(name: str) -> None:
    board, rng = named(name), Random(name)
    for _ in range(20):
        mask = rng.randrange(1, board.full + 1)
        smaller, holes = part(board, mask)
        inside = {tuple(jump) for jump in board.jumps if all(mask >> hole & 1 for hole in jump)}
        assert {tuple(holes[i] for i in jump) for jump in smaller.jumps} == inside
        assert smaller.holes == tuple(
            (r - min(board.holes[h][0] for h in holes), c - min(board.holes[h][1] for h in holes))
            for r, c in (board.holes[h] for h in holes)
        )


@pytest.mark.parametrize("seed", range(3))
def test_strips_lead_to_the_target(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found is a play of the whole pair; of easy pairs one is found."""
    monkeypatch.setattr(module, "WHOLE", 40)
    pair = drawn("rectangle:9x9", seed, 25)
    strips, clock, play = Strips(pair, seed), Limits(seconds=30).start(), None
    while play is None and not clock.expired():
        play = strips.attempt(clock)
    assert play is not None and pair.start.replay(play).matches(pair.target)
    assert strips.finished >= 3 and "attempt" in str(strips)


def test_a_finished_strip_stays_as_it_is() -> None:
    pair = drawn("rectangle:9x9", 5, 20)
    strips, left = Strips(pair), pair.board.full
    for _ in range(10):
        strip, window = strips._strip(left)
        assert strip.bit_count() == 18 and window.bit_count() == 54 and strip & window == strip
        jumps = strips._finish(pair.start, left & ~strip, strip, window, Limits(seconds=10).start())
        if jumps is not None:
            assert (pair.start.replay(jumps).mask ^ pair.target.must) & strip == 0
            return
    pytest.fail("no strip could be finished")


def test_what_is_demanded_stays() -> None:
    """A plan leaves as much weight on free holes as is asked, and more than without being asked."""
    board = named("rectangle:6x6")
    goal = board.mask([(0, 2)])
    pair = Pair(Position(board, board.full & ~0xFFF), Target(board, goal, board.full & ~0xFFF))
    corner = {board.holes.index(hole): 1 for hole in [(3, 3), (3, 4), (4, 3), (4, 4), (2, 2), (2, 3)]}
    program = Program(pair)
    program.demand((corner, 5))
    for _ in range(5):
        counts = program.plan(CLOCK, 200)
        assert isinstance(counts, tuple)
        end = np.array(pair.start.vector) + board.incidence @ np.array(counts)
        assert sum(end[hole] for hole in corner) >= 5 and end[board.holes.index((0, 2))] == 1


def test_large_boards_take_both_ways_in_turns() -> None:
    pair = drawn("rectangle:10x11", 2, 12)
    first, second = (plans(pair, clock=Limits(work=8_000_000).start()) for _ in range(2))
    assert isinstance(first, Found) and first == second
    assert pair.start.replay([Jump(*jump) for jump in first.play]).matches(pair.target)
    ended = plans(drawn("rectangle:12x12", 2, 60), clock=Limits(work=30_000).start())
    assert isinstance(ended, Stopped) and ended.limit == "work" and "attempt" in ended.so_far


@pytest.mark.parametrize("status", [Status.INFEASIBLE, Status.UNDECIDED, Status.FEASIBLE])
def test_a_lying_solver_finds_no_play(status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = drawn("rectangle:9x9", 1, 20)
    monkeypatch.setattr(
        HotModel, "solve", lambda model, *_, **__: Answer(status, np.ones(model.matrix.width))
    )
    monkeypatch.setattr(HotModel, "steps", lies(1000))
    strips = Strips(pair)
    assert [strips.attempt(Limits(work=200_000).start()) for _ in range(3)] == [None] * 3


def test_what_a_solver_left_open_is_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that ran out of its time may well have a point."""
    matrix = IntMatrix.from_columns(1, [[(0, 2)]])
    system, order = BoxSystem(matrix, (1,), (0,), (None,)), np.arange(1)
    assert dive(system, HotModel(matrix), np.zeros(1), order, CLOCK, 10) == "empty"
    monkeypatch.setattr(HotModel, "solve", lies(Answer(Status.UNDECIDED)))
    monkeypatch.setattr(HotModel, "steps", lies(1))
    assert dive(system, HotModel(matrix), np.zeros(1), order, CLOCK, 10) == "limit"
