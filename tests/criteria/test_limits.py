"""Limits end as UNDECIDED; boards at the edge of what a board is."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

from feasibility.base.limits import Limits
from feasibility.criteria import Criterion
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Outcome
from feasibility.text import catalogue
from feasibility.text.references import read_pair
from tests.criteria.reference import BY_NAME, ask, feasible, pair_of, refuting
from tests.criteria.strategies import pairs, played_pairs, small_boards

SOLVERS = ("pagoda", "cone", "integer-cone", "turning-point")
HARD = ("english33:-d4", "english33:+d4")


@pytest.mark.parametrize("name", SOLVERS)
def test_no_time_is_undecided(name: str) -> None:
    pair = read_pair(*HARD)
    finding = ask(name, Pair(pair.start.play(pair.start.legal_jumps()[0]), pair.target), Limits(seconds=0))
    assert finding.outcome is Outcome.UNDECIDED
    assert finding.proof is None


@pytest.mark.parametrize("name", ["rule-of-three", "lattice"])
def test_eliminations_on_large_boards_look_at_the_clock(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that has 100 looks: far fewer than there are holes. What is known then is used at once."""
    board = catalogue.board("rectangle:23x29")
    pair = Pair(Position(board, board.full ^ 1), Target.exactly(Position(board, 1)))
    looks = itertools.count()
    with monkeypatch.context() as held:
        held.setattr("feasibility.base.limits.monotonic", lambda: 2000.0 * (next(looks) > 100))
        clock = Limits(seconds=1000).start()
        assert BY_NAME[name].check(pair, clock).outcome is Outcome.UNDECIDED
        assert next(looks) < 110
    assert ask(name, pair).outcome is not Outcome.UNDECIDED
    assert ask(name, pair, Limits(seconds=0)).outcome is not Outcome.UNDECIDED


@given(pairs(small_boards(most=10)))
@settings(max_examples=60)
def test_no_time_is_never_wrong(pair: Pair) -> None:
    truth = feasible(pair)
    for criterion in CRITERIA:
        finding = ask(criterion, pair, Limits(seconds=0))
        assert finding.outcome is not Outcome.REFUTED or not truth


@given(pairs(small_boards(most=10)))
@settings(max_examples=60)
def test_few_nodes_agree_with_many(pair: Pair) -> None:
    for criterion in CRITERIA:
        few, many = ask(criterion, pair, Limits(nodes=1)), ask(criterion, pair)
        if few.outcome is not Outcome.UNDECIDED:
            assert few.outcome is many.outcome or criterion.name == "turning-point"
        if criterion.name == "turning-point" and few.outcome is Outcome.REFUTED:
            assert many.outcome is Outcome.REFUTED


def test_few_nodes_are_undecided() -> None:
    pair = read_pair("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1")
    assert ask("integer-cone", pair, Limits(nodes=1)).outcome is Outcome.UNDECIDED
    assert ask("integer-cone", pair).outcome is Outcome.REFUTED


def test_turning_point_cut_short_does_not_claim_to_have_passed() -> None:
    """When an integer program stops at its limit, the criterion has not been shown to hold."""
    pair = read_pair(*HARD)
    assert ask("turning-point", pair, Limits(nodes=1)).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)
@pytest.mark.parametrize("name", ["line:1", "line:2", "triangle:1", "rectangle:1x2", "rectangle:2x2"])
def test_boards_without_jumps(name: str, criterion: Criterion) -> None:
    board = catalogue.board(name)
    for start in range(1 << board.n):
        for target in range(1 << board.n):
            finding = ask(criterion, pair_of(board, start, target))
            assert (finding.outcome is Outcome.REFUTED) <= (start != target)
        for free in range(1 << board.n):
            pair = Pair(Position(board, start), Target(board, 0, free))
            assert (ask(criterion, pair).outcome is Outcome.REFUTED) <= bool(start & ~free)
        for count in range(board.n + 1):
            pair = Pair(Position(board, start), Target.with_pegs(board, count))
            assert (ask(criterion, pair).outcome is Outcome.REFUTED) <= (count != start.bit_count())


def test_without_jumps_only_equality_is_left() -> None:
    board = Board([(0, 0), (5, 5), (9, 0)], Geometry.DIAGONAL)
    for start in range(8):
        for target in range(8):
            assert bool(refuting(pair_of(board, start, target))) == (start != target)


def test_boards_of_one_listed_jump() -> None:
    board = Board([(0, 0), (0, 1), (0, 2)], Geometry.EXPLICIT, [(0, 1, 2)])
    for start in range(8):
        for target in range(8):
            pair = pair_of(board, start, target)
            assert bool(refuting(pair)) != feasible(pair)


def _army_board() -> Pair:
    """Rows of 20 columns; everything below a line is full, one peg is wanted five rows above it."""
    board = catalogue.board("rectangle:15x20")
    below = sum(1 << board.index[r, c] for r in range(5, 15) for c in range(20))
    wanted = 1 << board.index[0, 10]
    return Pair(Position(board, below), Target(board, wanted, board.full & ~wanted))


def test_conway_army_on_300_holes() -> None:
    """Level 5 cannot be reached (Conway 1961); on a finite board the cone alone proves it."""
    finding = ask("cone", _army_board())
    assert finding.outcome is Outcome.REFUTED
    assert finding.proof is not None
    assert finding.proof.kind == "pagoda"


def test_cheap_criteria_take_300_holes() -> None:
    pair = _army_board()
    for name in ("trivial", "classes", "rule-of-three", "lattice", "corners"):
        assert ask(name, pair).outcome is not Outcome.REFUTED
    assert ask("pagoda", pair, Limits(seconds=5)).outcome in (Outcome.REFUTED, Outcome.UNDECIDED)
    ask("integer-cone", pair, Limits(seconds=5))


def test_turning_point_on_300_holes_keeps_its_time() -> None:
    board = catalogue.board("rectangle:15x20")
    pair = Pair(Position(board, board.full & ~1), Position(board, 1))
    assert ask("turning-point", pair, Limits(seconds=1)).outcome is Outcome.UNDECIDED


def _half_integral_lines(copies: int) -> Pair:
    """Copies of the half-integral line of 7 side by side."""
    board = Board([(3 * i, c) for i in range(copies) for c in range(7)])
    row, end = 0b1101011, 0b1000001
    return pair_of(board, sum(row << 7 * i for i in range(copies)), sum(end << 7 * i for i in range(copies)))


def test_many_fractions_at_once() -> None:
    assert ask("integer-cone", _half_integral_lines(20)).outcome is Outcome.REFUTED


def test_a_tree_too_deep_to_write_down_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = _half_integral_lines(1)
    assert ask("integer-cone", pair).outcome is Outcome.REFUTED
    monkeypatch.setattr("feasibility.systems.linear.DEEPEST", 0)
    finding = ask("integer-cone", pair)
    assert finding.outcome is Outcome.UNDECIDED
    assert "deep" in finding.summary


@given(played_pairs(small_boards(most=10)))
@settings(max_examples=60)
def test_pegs_count_targets(pair: Pair) -> None:
    wanted = Target.with_pegs(pair.board, pair.start.count)
    for criterion in CRITERIA:
        assert ask(criterion, Pair(pair.start, wanted)).outcome is not Outcome.REFUTED
    more = Pair(pair.start, Target.with_pegs(pair.board, min(pair.start.count + 1, pair.board.n)))
    if pair.start.count < pair.board.n:
        assert "trivial" in refuting(more)


@pytest.mark.parametrize("pegs", range(1, 5))
@pytest.mark.parametrize("name", ["line:6", "rectangle:2x4", "triangle:3", "rectangle:3x3"])
def test_peg_counts_against_the_slow_solver(name: str, pegs: int) -> None:
    board = catalogue.board(name)
    for start in range(1, 1 << board.n, 7):
        pair = Pair(Position(board, start), Target.with_pegs(board, pegs))
        assert not (refuting(pair, CRITERIA) and feasible(pair))


def test_not_applicable_says_why() -> None:
    board = catalogue.board("english33")
    pair = Pair(Position(board, board.full & ~1), Target.with_pegs(board, 1))
    for name in ("classes", "rule-of-three", "lattice", "corners", "integer-cone", "turning-point"):
        finding = BY_NAME[name].check(pair, Limits().start())
        assert finding.outcome is Outcome.NOT_APPLICABLE
        assert len(finding.summary) > 20
