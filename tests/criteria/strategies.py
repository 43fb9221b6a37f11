"""Boards, plays and targets for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.text import catalogue

GEOMETRIES = (Geometry.ORTHOGONAL, Geometry.TRIANGULAR, Geometry.DIAGONAL)


@st.composite
def small_boards(draw: st.DrawFn, most: int = 14) -> Board:
    """Random boards of all geometries, listed jumps too; some have no jump at all."""
    geometry = draw(st.sampled_from((*GEOMETRIES, Geometry.EXPLICIT)))
    grid = [(r, c) for r in range(5) for c in range(5)]
    holes = draw(st.lists(st.sampled_from(grid), min_size=1, max_size=most, unique=True))
    if geometry is not Geometry.EXPLICIT:
        return Board(holes, geometry)
    triple = st.lists(st.integers(0, len(holes) - 1), min_size=3, max_size=3, unique=True)
    jumps = draw(st.lists(triple, max_size=12)) if len(holes) > 2 else []
    return Board(holes, geometry, jumps)


def named_boards() -> st.SearchStrategy[Board]:
    """Every board of the catalogue."""
    return st.sampled_from(catalogue.names()).map(catalogue.board)


@st.composite
def plays(draw: st.DrawFn, boards: st.SearchStrategy[Board], most: int = 12) -> tuple[Position, Position]:
    """A random start and what random legal jumps made of it."""
    board = draw(boards)
    density = draw(st.sampled_from((0.3, 0.5, 0.7, 0.9)))
    rng = draw(st.randoms(use_true_random=False))
    start = Position.of(board, [h for h in range(board.n) if rng.random() < density])
    here = start
    for _ in range(draw(st.integers(0, most))):
        jumps = here.legal_jumps()
        if not jumps:
            break
        here = here.play(rng.choice(jumps))
    return start, here


@st.composite
def played_pairs(draw: st.DrawFn, boards: st.SearchStrategy[Board], most: int = 12) -> Pair:
    """A feasible pair: the target is where a play ended, a pattern that it matches, or its number of pegs."""
    start, end = draw(plays(boards, most))
    kind = draw(st.sampled_from(("position", "pattern", "pattern", "count")))
    target = Target.exactly(end)
    if kind == "count":
        target = Target.with_pegs(end.board, end.count)
    elif kind == "pattern":
        free = draw(st.integers(0, end.board.full))
        target = Target(end.board, end.mask & ~free, free)
    return Pair(start, target)


@st.composite
def pairs(draw: st.DrawFn, boards: st.SearchStrategy[Board], patterns: bool = True) -> Pair:
    """Any pair: half of them near a play, so that the strong criteria are asked too."""
    board = draw(boards)
    start = draw(st.integers(0, board.full))
    if draw(st.booleans()):
        near, end = draw(plays(st.just(board)))
        start, wanted = near.mask, end.mask
        for hole in draw(st.lists(st.integers(0, board.n - 1), max_size=3)):
            wanted ^= 1 << hole
    else:
        wanted = draw(st.integers(0, board.full))
    if not patterns or draw(st.booleans()):
        return Pair(Position(board, start), Position(board, wanted))
    free = draw(st.integers(0, board.full)) & draw(st.integers(0, board.full))
    return Pair(Position(board, start), Target(board, wanted & ~free, free))
