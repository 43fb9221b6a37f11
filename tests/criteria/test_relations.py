"""Which criterion contains which, and what leaves an outcome unchanged."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply
from feasibility.text import catalogue
from tests.amounts import examples
from tests.criteria.reference import ask, refutes
from tests.criteria.strategies import named_boards, pairs, small_boards

BOARDS = st.one_of(
    small_boards(),
    st.sampled_from(("line:7", "rectangle:3x4", "rectangle:4x4", "triangle:4")).map(catalogue.board),
)
SEES_ONLY_THE_DIFFERENCE = ("classes", "rule-of-three", "lattice", "pagoda", "cone", "integer-cone")


@examples(100, 250, pairs(BOARDS))
def test_rule_of_three_within_lattice(pair: Pair) -> None:
    if refutes("rule-of-three", pair):
        assert refutes("lattice", pair)


@given(pairs(named_boards()))
@settings(max_examples=60)
def test_rule_of_three_within_lattice_on_named_boards(pair: Pair) -> None:
    if refutes("rule-of-three", pair):
        assert refutes("lattice", pair)


@examples(60, 150, pairs(BOARDS))
def test_pagoda_within_cone_within_integer_cone(pair: Pair) -> None:
    by = {
        name: refutes(name, pair)
        for name in ("classes", "lattice", "pagoda", "cone", "integer-cone", "turning-point")
    }
    assert by["pagoda"] <= by["cone"] <= by["integer-cone"] <= by["turning-point"]
    assert by["classes"] <= by["cone"]
    assert by["lattice"] <= by["integer-cone"]
    assert by["pagoda"] == by["cone"]  # without a readable function the weights of the cone are taken


def _image(pair: Pair, g: tuple[int, ...]) -> Pair:
    board, target = pair.board, pair.target
    assert target.pegs is None
    moved = Target(board, apply(g, target.must), apply(g, target.free))
    return Pair(Position(board, apply(g, pair.start.mask)), moved)


@examples(50, 100, pairs(BOARDS), st.randoms(use_true_random=False))
def test_board_symmetry_changes_no_outcome(pair: Pair, rng) -> None:
    g = rng.choice(pair.board.symmetries)
    for criterion in CRITERIA:
        same = ask(criterion, pair).outcome is ask(criterion, _image(pair, g)).outcome
        assert same, f"{criterion.name} tells a pair from its image under a symmetry of the board"


@examples(50, 100, pairs(BOARDS, patterns=False))
def test_duality_changes_no_outcome(pair: Pair) -> None:
    for name in (*SEES_ONLY_THE_DIFFERENCE, "corners", "turning-point"):
        assert ask(name, pair).outcome is ask(name, pair.dual).outcome, name


@given(pairs(BOARDS, patterns=False), st.integers(0, 1 << 30))
@settings(max_examples=100)
def test_what_sees_only_the_difference(pair: Pair, filling: int) -> None:
    """Filling the holes in which both ends agree changes nothing for the linear criteria."""
    board, target = pair.board, pair.exact
    assert target is not None
    idle = board.full & ~(pair.start.mask ^ target.mask)
    other = Pair(
        Position(board, pair.start.mask & ~idle | filling & idle),
        Position(board, target.mask & ~idle | filling & idle),
    )
    for name in SEES_ONLY_THE_DIFFERENCE:
        assert ask(name, pair).outcome is ask(name, other).outcome, name


@examples(20, 60, pairs(BOARDS))
def test_freeing_holes_never_turns_a_pass_into_a_refutation(pair: Pair) -> None:
    target = pair.target
    assert target.pegs is None
    free = pair.board.full & ~(pair.start.mask & 0b1011)
    wider = Pair(pair.start, Target(pair.board, target.must & ~free, free | target.free))
    for name in ("classes", "rule-of-three", "lattice", "pagoda", "cone", "integer-cone", "turning-point"):
        if refutes(name, wider):
            assert refutes(name, pair), name


@given(small_boards(most=9), st.data())
@settings(max_examples=60)
def test_a_pattern_without_free_holes_is_a_position(board: Board, data: st.DataObject) -> None:
    start, wanted = data.draw(st.integers(0, board.full)), data.draw(st.integers(0, board.full))
    assume(start != wanted)
    first = Position(board, start)
    for name in ("classes", "rule-of-three", "lattice", "pagoda", "cone", "integer-cone", "turning-point"):
        plain, pattern = Pair(first, Position(board, wanted)), Pair(first, Target(board, wanted, 0))
        assert ask(name, plain).outcome is ask(name, pattern).outcome, name
