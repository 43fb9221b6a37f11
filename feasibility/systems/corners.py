"""The corners of a board: holes that nothing can jump over, and how their pegs can leave them."""

from __future__ import annotations

from functools import lru_cache

from feasibility.base.values import Value
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.proofs.functional import Functional, indicator


class Corner(Value):
    """A playable class with corners: all masks of holes."""

    members: int
    corners: int
    beside: tuple[int, ...]
    exits: tuple[int, ...]  # per class beside: the corners that are left only over it
    ordered: bool  # whether every jump over an inner hole is made from beside, as the order of exits needs

    @property
    def inner(self) -> int:
        """The holes of the class that can be jumped over."""
        return self.members & ~self.corners

    @property
    def sides(self) -> int:
        """All holes of the classes beside."""
        return sum(self.beside)


@lru_cache(maxsize=256)
def corners(board: Board) -> tuple[Corner, ...]:
    """The playable classes that have corners."""
    cornered = []
    for members in board.playable_classes:
        own = [j for j in board.jumps if members >> j.start & 1]
        edge = members & board.never_over
        edge &= sum({1 << j.start for j in own})
        beside = tuple(
            c for c in board.playable_classes if c != members and any(c >> j.over & 1 for j in own)
        )
        if edge and edge != members:
            exits = tuple(_only_over(own, edge, c) for c in beside)
            ordered = all(
                any(c >> j.start & 1 for c in beside) for j in board.jumps if members & ~edge & 1 << j.over
            )
            cornered.append(Corner(members, edge, beside, exits, ordered))
    return tuple(cornered)


def _only_over(jumps: list[Jump], edge: int, over: int) -> int:
    """The corners from which every jump goes over this class or lands on another of them."""
    left = edge
    while True:
        away = [j for j in jumps if left >> j.start & 1 and not left >> j.landing & 1]
        leaks = [j for j in away if not over >> j.over & 1]
        if not leaks:
            return left
        left &= ~sum({1 << j.start for j in leaks})


def ordered_corners(board: Board) -> tuple[Corner, ...]:
    """Those of an orthogonal board to which the order of exits applies."""
    if board.geometry is not Geometry.ORTHOGONAL:
        return ()
    return tuple(corner for corner in corners(board) if corner.ordered)


@lru_cache(maxsize=256)
def exit_functionals(board: Board) -> tuple[tuple[int, Functional], ...]:
    """Corners with the pagoda function that says what their exits cost: [beside] - [corners]."""
    exits = []
    for corner in corners(board):
        for over, edge in zip(corner.beside, corner.exits, strict=True):
            gains, losses = indicator(board, over), indicator(board, edge)
            functional = Functional(tuple(a - b for a, b in zip(gains, losses, strict=True)))
            if edge and functional.is_valid(board):
                exits.append((edge, functional))
    return tuple(exits)
