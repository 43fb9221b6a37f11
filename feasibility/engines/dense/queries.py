"""Questions to dense sets: plays, fewest pegs, orbits, and the winning positions of a pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.address_order import WORD
from feasibility.engines.dense.closure import DenseSet, Work, backward_closure, closure
from feasibility.engines.dense.levels import PIECE
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.engines.threads import in_threads
from feasibility.game.automorphism import Triple
from feasibility.native import binding


def play(dense: DenseSet, position: int) -> tuple[Triple, ...] | None:
    """From the start of a forward set to `position`, or from `position` to a target of a backward set.

    Every member but the root has a neighbour in the set one jump nearer to it, so no step needs
    to be taken back. None if `position` is not a member.
    """
    if position not in dense:
        return None
    moves = _moves(dense.residue, dense.jumps, dense.backward)
    words, address = dense.words, dense.residue.address(position)
    steps: list[Triple] = []
    while not dense.is_root(position):
        for care, want, moved, jump in moves:
            there = address ^ moved
            if position & care == want and int(words[there >> WORD]) >> (there & 63) & 1:
                position, address = position ^ care, there
                steps.append(jump)
                break
        else:
            raise InputError("no member is one jump nearer", expected="a set closed under jumps")
    return tuple(steps) if dense.backward else tuple(reversed(steps))


@lru_cache(maxsize=16)
def _moves(
    residue: ResidueClass, jumps: tuple[Triple, ...], backward: bool
) -> list[tuple[int, int, int, Triple]]:
    """For each jump its holes, which of them hold a peg before it is made or taken back, and the address bits
    that it changes: on the residue class addresses are as linear as positions.
    """
    moves = []
    for jump in jumps:
        start, over, landing = (1 << hole for hole in jump)
        care = start | over | landing
        want = start | over if backward else landing
        moves.append((care, want, residue.address(care), jump))
    return moves


def holds(dense: DenseSet, positions: NDArray[Any]) -> NDArray[Any]:
    """For each of many positions whether it is a member."""
    places = dense.residue.addresses(positions)
    return np.asarray(looked_up(dense.words, places) & (dense.residue.positions(places) == positions))


def looked_up(words: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """For each of many addresses whether it is in the set."""
    bits = words[(places >> np.uint64(WORD)).astype(np.intp)] >> (places & np.uint64(63)) & np.uint64(1)
    return np.asarray(bits == 1)


def intersect(one: DenseSet, other: DenseSet) -> DenseSet:
    """The common members of two sets of one board and residue class, in place of the first set's array."""
    if one.residue != other.residue:
        raise InputError("dense sets of two residue classes share no position")
    np.bitwise_and(one.words, other.words, out=one.words)
    return replace(one, symmetries=tuple(g for g in one.symmetries if g in other.symmetries))


def mirrored(dense: DenseSet, threads: int = 2) -> DenseSet:
    """The members whose complement is a member too, in place of the set's array.

    With the target the complement of the start these are the winning positions: playing backwards
    from the target is playing forwards from the start with pegs and holes exchanged (Leibniz).
    """
    full = (1 << dense.residue.n) - 1
    if not dense.residue.contains(full ^ dense.residue.position(0)):
        raise InputError("complements lie in another residue class")
    if dense.residue.bits < WORD:
        raise InputError("a mirror needs a word of positions at least")
    size, library = 1 << dense.residue.bits - WORD, binding.library()
    if library:
        mirror, cursor, stop = library.dense_mirror, np.zeros(1, np.int64), np.zeros(1, np.int32)
        in_threads(threads, lambda: mirror(dense.words, size, cursor), Limits().start(), stop)
    else:
        _mirror(dense.words[:size])
    return dense


def _mirror(words: NDArray[Any]) -> None:
    """Complementing a position complements its address, which reverses the array bit by bit."""
    table = np.array([int(f"{byte:08b}"[::-1], 2) for byte in range(256)], np.uint8)
    half = (len(words) + 1) // 2
    for low in range(0, half, PIECE):
        high = min(half, low + PIECE)
        there = words[len(words) - high : len(words) - low]
        here = words[low:high]
        here &= _reversed(there, table)
        there[:] = _reversed(here, table)


def _reversed(words: NDArray[Any], table: NDArray[Any]) -> NDArray[Any]:
    return table[words.astype("<u8").view(np.uint8)[::-1]].view("<u8").astype(np.uint64)


def winning(
    n: int,
    jumps: Sequence[Triple],
    start: int,
    target: int,
    *,
    free: int = 0,
    pegs: int | None = None,
    **work: Unpack[Work],
) -> DenseSet | Stopped:
    """The positions on plays from start to target: reachable, and the target reachable from them.

    When the target is the complement of the start one closure is enough, else there are two.
    """
    ahead = closure(n, jumps, start, **work)
    return ahead if isinstance(ahead, Stopped) else won(ahead, target, free, pegs, **work)


def won(
    ahead: DenseSet,
    target: int,
    free: int = 0,
    pegs: int | None = None,
    **work: Unpack[Work],
) -> DenseSet | Stopped:
    """The winning positions among those reached from a start, in place of their array."""
    n, start = ahead.residue.n, ahead.roots[0]
    complements = not free and start ^ target == (1 << n) - 1 and ahead.residue.contains(target)
    if complements and ahead.residue.bits >= WORD:
        return replace(mirrored(ahead, work.get("threads", 2)), roots=(start, target))
    back = backward_closure(n, ahead.jumps, target, free=free, pegs=pegs, start=start, **work)
    if isinstance(back, Stopped):
        return back
    return replace(intersect(ahead, back), roots=(start, target), free=free, pegs=pegs)
