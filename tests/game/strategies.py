"""Random boards of every geometry, and positions, patterns, pairs and plays on them."""

from __future__ import annotations

from hypothesis import strategies as st

from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target

cells = st.tuples(st.integers(0, 6), st.integers(0, 6))
names = st.text("abcdefgh 0123456789#:-é", max_size=12)


@st.composite
def boards(draw: st.DrawFn, most: int = 20) -> Board:
    """Any set of holes; explicit boards with any list of jumps."""
    holes = draw(st.lists(cells, min_size=1, max_size=most, unique=True))
    geometry = draw(st.sampled_from(list(Geometry)))
    if geometry is not Geometry.EXPLICIT:
        return Board(holes, geometry, name=draw(names))
    triples = st.permutations(range(len(holes))).map(lambda order: order[:3])
    jumps = draw(st.lists(triples, max_size=8)) if len(holes) >= 3 else []
    return Board(holes, geometry, jumps, draw(names))


@st.composite
def positions(draw: st.DrawFn, most: int = 20) -> Position:
    board = draw(boards(most))
    return Position(board, draw(st.integers(0, board.full)))


@st.composite
def patterns(draw: st.DrawFn) -> Target:
    board = draw(boards())
    free = draw(st.integers(0, board.full))
    return Target(board, draw(st.integers(0, board.full)) & ~free, free)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """A start and a target, a position or a pattern with free holes."""
    start = draw(positions())
    board = start.board
    free = draw(st.integers(0, board.full))
    must = draw(st.integers(0, board.full)) & ~free
    return Pair(start, Target(board, must, free))
