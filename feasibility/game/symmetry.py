"""Symmetries of boards, positions and pairs; canonical forms.

A symmetry is a permutation g of the holes, hole i goes to g[i], that maps jumps to jumps. It is found
by colour refinement with individualisation (McKay 1981, in its simplest form) on the jumps alone, so
explicit boards need no drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from feasibility.game.automorphism import Permutation
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target

T = TypeVar("T", int, Jump, tuple[int, ...])


def apply(permutation: Sequence[int], mask: int) -> int:
    """The mask in which every hole i of this one has gone to permutation[i]."""
    image = 0
    while mask:
        low = mask & -mask
        image |= 1 << permutation[low.bit_length() - 1]
        mask ^= low
    return image


def apply_to_jump(permutation: Permutation, jump: Jump) -> Jump:
    return Jump(permutation[jump.start], permutation[jump.over], permutation[jump.landing])


def inverse(permutation: Sequence[int]) -> Permutation:
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


def stabiliser(position: Position) -> tuple[Permutation, ...]:
    return tuple(g for g in position.board.symmetries if apply(g, position.mask) == position.mask)


def fixes(permutation: Permutation, target: Target) -> bool:
    return apply(permutation, target.must) == target.must and apply(permutation, target.free) == target.free


@lru_cache(maxsize=256)
def pair_stabiliser(pair: Pair) -> tuple[Permutation, ...]:
    return tuple(g for g in stabiliser(pair.start) if fixes(g, pair.target))


def canonical(position: Position) -> Position:
    """The least image of a position under the symmetries of its board."""
    return Position(position.board, min(apply(g, position.mask) for g in position.board.symmetries))


def orbits(items: Iterable[int], group: Sequence[Permutation]) -> tuple[tuple[int, ...], ...]:
    """Orbits of holes, each sorted, by least member."""
    return orbits_by(items, lambda hole: {g[hole] for g in group})


def jump_orbits(board: Board, group: Sequence[Permutation]) -> tuple[tuple[Jump, ...], ...]:
    """Orbits of the jumps of a board, each sorted, by least member."""
    return orbits_by(board.jumps, lambda jump: {apply_to_jump(g, jump) for g in group})


def orbits_by(items: Iterable[T], images: Callable[[T], set[T]]) -> tuple[tuple[T, ...], ...]:
    """Orbits by what the images of an item are, each sorted, by least member."""
    left, done = set(items), []
    while left:
        orbit = images(min(left))
        done.append(tuple(sorted(orbit)))
        left -= orbit
    return tuple(done)


class Image:
    """What a symmetry makes of the weights, jumps and holes of a proof."""

    def __init__(self, permutation: Permutation) -> None:
        self.permutation, self.undo = permutation, inverse(permutation)

    def hole(self, hole: int) -> int:
        return self.permutation[hole]

    def weights(self, weights: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(weights[self.undo[i]] for i in range(len(weights)))

    def jump(self, jump: Jump) -> Jump:
        return apply_to_jump(self.permutation, jump)
