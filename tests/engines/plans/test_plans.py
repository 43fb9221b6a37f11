"""Plans put in order: orders are exact, and what is found is a play."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.decide import search
from feasibility.decide.engines import Effort
from feasibility.engines.plans.finder import finder
from feasibility.engines.plans.ordering import STEPS, Ordering
from feasibility.engines.plans.planner import Dives
from feasibility.engines.results import Found
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.solvers import diving
from feasibility.solvers.highs import HotModel, SolverAnswer, Status
from feasibility.text.catalogue import board as named

CLOCK = Limits().start()


def army(rows: int, columns: int, level: int) -> Pair:
    """Full rows, and one peg so many rows beyond them; the other holes are open."""
    board = named(f"rectangle:{rows}x{columns}")
    line = level + 1
    start = Position(board, board.mask(hole for hole in board.holes if hole[0] >= line))
    goal = board.mask([(line - level, columns // 2)])
    return Pair(start, Target(board, goal, board.full & ~goal))


def played(board: Board, rng: Random, pegs: float, jumps: int) -> tuple[Position, list[Jump]]:
    """A random start and a random play from it."""
    start = Position(board, sum(1 << hole for hole in range(board.n) if rng.random() < pegs))
    here, play = start, list[Jump]()
    while len(play) < jumps and here.legal_jumps():
        play.append(rng.choice(here.legal_jumps()))
        here = here.play(play[-1])
    return start, play


def can_be_ordered(board: Board, start: int, plan: tuple[int, ...]) -> bool:
    """By trying every jump that is legal next."""

    @cache
    def rest(mask: int, left: tuple[int, ...]) -> bool:
        if not left:
            return True
        for j in set(left):
            must, holes = board.jump_masks[j]
            if mask & holes == must:
                others = list(left)
                others.remove(j)
                if rest(mask ^ holes, tuple(others)):
                    return True
        return False

    return rest(start, tuple(sorted(plan)))


@pytest.mark.parametrize("name", ["rectangle:4x4", "triangle:5", "line:9"])
def test_orders_are_those_of_a_search_without_parts(name: str) -> None:
    board, rng = named(name), Random(name)
    ordered = refused = 0
    for _ in range(400):
        start, play = played(board, rng, 0.7, rng.randint(1, 7))
        plan = [board.jump_index[jump] for jump in play]
        mask = start.mask
        for _ in range(rng.randint(0, 2)):  # another start or another jump: then often no order
            if rng.random() < 0.5:
                mask ^= 1 << rng.randrange(board.n)
            elif plan:
                plan[rng.randrange(len(plan))] = rng.randrange(len(board.jumps))
        order = Ordering(board).order(mask, plan, CLOCK, None)
        assert (order is not None) == can_be_ordered(board, mask, tuple(plan))
        if order is None:
            refused += 1
        else:
            ordered += 1
            assert sorted(order) == sorted(plan)
            Position(board, mask).replay([board.jumps[j] for j in order])
    assert min(ordered, refused) > 40


def test_parts_that_have_no_order_are_forgotten_with_their_plan() -> None:
    """What is remembered of one plan must not refuse another, which may lead to another end."""
    board, rng = named("rectangle:4x4"), Random(3)
    refused, ordering = 0, Ordering(board)
    for _ in range(600):
        start, play = played(board, rng, 0.8, 6)
        plan = [board.jump_index[jump] for jump in play]
        if plan and rng.random() < 0.5:
            plan[rng.randrange(len(plan))] = rng.randrange(len(board.jumps))
        order = ordering.order(start.mask, plan, CLOCK, None)
        refused += order is None
        assert (order is not None) == can_be_ordered(board, start.mask, tuple(plan))
    assert refused > 100


def test_an_order_that_was_cut_short_is_found_later() -> None:
    rng, board = Random(8), named("rectangle:5x5")
    number = {jump: j for j, jump in enumerate(board.jumps)}
    for _ in range(20):
        start, play = played(board, rng, 0.7, 12)
        plan, ordering = sorted(number[jump] for jump in play), Ordering(board)
        for work in range(0, 40 * STEPS, STEPS):
            ordering.order(start.mask, plan, Limits(work=work).start(), None)
        assert ordering.order(start.mask, plan, CLOCK, None) is not None


@pytest.mark.parametrize(
    ("rows", "columns", "level"), [(11, 16, 2), (16, 11, 4), (15, 20, 3), (20, 15, 4), (15, 20, 4)]
)
def test_armies_on_large_boards(rows: int, columns: int, level: int) -> None:
    """Few jumps of many: 3, 7 and 19 or a few more are enough for the levels 2, 3 and 4 (Conway 1961)."""
    pair = army(rows, columns, level)
    finding = search(pair, Effort(Limits(seconds=20).start()), "plans")
    assert finding.proof is not None and finding.summary.endswith("(plans in order)")


@pytest.mark.parametrize("seed", range(6))
def test_random_plays_on_middling_boards(seed: int) -> None:
    """A third to a half of the pegs is left; nothing is known of the play but that there is one."""
    rng = Random(seed)
    board = named("rectangle:8x8")
    start, play = played(board, rng, 0.75, 24)
    result = finder(Pair(start, start.replay(play))).run(Limits(seconds=30).start())
    assert isinstance(result, Found)
    assert start.replay([Jump(*jump) for jump in result.play]) == start.replay(play)


@pytest.mark.parametrize("name", ["line:6", "triangle:4", "rectangle:3x3"])
def test_every_pair_of_a_small_board(name: str) -> None:
    """Only plays are found, and of every pair that has one."""
    board = named(name)
    rng = Random(name)
    for start in rng.sample(range(board.full + 1), 12):
        reached, level = {start}, {start}
        while level:
            level = {p ^ holes for p in level for must, holes in board.jump_masks if p & holes == must}
            reached |= level
        for target in rng.sample(range(board.full + 1), 12) + rng.sample(
            sorted(reached), min(3, len(reached))
        ):
            pair = Pair(Position(board, start), Position(board, target))
            result = finder(pair).run(Limits(work=400_000).start())
            if isinstance(result, Found):
                assert pair.start.replay([Jump(*jump) for jump in result.play]).mask == target
            assert isinstance(result, Found) == (target in reached), pair


def test_equal_work_gives_equal_plays() -> None:
    pair = army(9, 9, 4)
    first, second = (finder(pair).run(Limits(work=3_000_000).start()) for _ in range(2))
    assert isinstance(first, Found) and first == second


def test_a_dive_longer_than_every_turn_ends_as_at_once() -> None:
    board = named("rectangle:8x8")
    start, play = played(board, Random(5), 0.7, 25)
    pair = Pair(start, start.replay(play))
    once, slices = Dives(pair, seed=4), Dives(pair, seed=4)
    for _ in range(3):
        expected, turns = once.plan(CLOCK, 400), 0
        while (found := slices.plan(Limits(work=1).start(), 400)) is None:
            turns += 1
        assert found == expected
        assert turns > 1


def test_the_limit_is_named() -> None:
    board = named("rectangle:12x12")
    for target in (Position(board, 1 << 14), Target(board, 1 << 14, 1), Target.with_pegs(board, 1)):
        result = finder(Pair(Position(board, board.full - 1), target)).run(Limits(work=20_000).start())
        assert isinstance(result, Stopped) and result.limit == "work"
        assert "plan" in result.so_far or "mended" in result.so_far


def lies(answer: object) -> object:
    return lambda *_, **__: answer


@pytest.mark.parametrize("wrong", ["status", "point", "nothing"])
def test_a_lying_solver_costs_time_only(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points that solve nothing, programs called infeasible: no verdict, and no play that is none."""
    pair = army(8, 8, 3)
    width = len(pair.board.jumps) + pair.board.n + 1
    answer = {
        "status": SolverAnswer(Status.INFEASIBLE),
        "point": SolverAnswer(Status.FEASIBLE, np.ones(width), 0.0),
        "nothing": SolverAnswer(Status.UNDECIDED),
    }[wrong]
    monkeypatch.setattr(HotModel, "solve", lies(answer))
    monkeypatch.setattr(HotModel, "steps", lies(1000))
    finding = search(pair, Effort(Limits(work=100_000).start()), "plans")
    assert finding.proof is None


def test_a_lying_plan_is_no_play(monkeypatch: pytest.MonkeyPatch) -> None:
    start = army(8, 8, 3).start
    pair = Pair(start, Target.with_pegs(start.board, start.count - 10))  # which plans alone are asked for
    monkeypatch.setattr(diving, "satisfies", lies(True))
    monkeypatch.setattr(
        HotModel, "solve", lambda model, *_, **__: SolverAnswer(Status.FEASIBLE, np.ones(model.matrix.width))
    )
    finding = search(pair, Effort(Limits(seconds=0.5).start()), "plans")
    assert finding.proof is None
