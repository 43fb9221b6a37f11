"""Boards and positions of all shapes that can be drawn."""

from __future__ import annotations

from hypothesis import strategies as st

from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target

places = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 40)), min_size=1, max_size=14)
kinds = st.sampled_from([Geometry.ORTHOGONAL, Geometry.TRIANGULAR, Geometry.DIAGONAL])
boards = st.builds(
    lambda holes, kind, name: Board(holes, kind, name=name), places, kinds, st.text(max_size=30)
)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """A start with any sort of target."""
    board = draw(boards)
    start, must, free = (draw(st.integers(0, board.full)) for _ in range(3))
    target = draw(
        st.sampled_from(
            [Position(board, must), Target(board, must, free & ~must), Target.with_pegs(board, 1)]
        )
    )
    return Pair(Position(board, start), target)
