"""Orbits of the members of a dense set, under a group of symmetries that fixes it.

A group may have many thousand members, on boards with holes that no jump tells apart. So whatever is asked of
all of them is asked of a few that generate it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.errors import InputError
from feasibility.base.report import Look, patient
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.images import address_bits, keeps
from feasibility.engines.dense.levels import level_counts
from feasibility.engines.dense.queries import looked_up
from feasibility.game.automorphism import Permutation, generators
from feasibility.game.symmetry import apply, inverse


def orbit_counts(
    dense: DenseSet, permutations: Sequence[Sequence[int]], look: Look = patient
) -> tuple[int, ...]:
    """Orbits of members by number of pegs, under a group of hole permutations that fixes the set.

    By Burnside's lemma (Cauchy, Frobenius): the mean over the group of the members that a permutation fixes,
    which are as many for conjugate permutations.
    """
    few, left = check_group(dense, permutations), set(map(tuple, permutations))
    order, totals = len(left), np.zeros(dense.residue.n + 1, np.int64)
    while left:
        one = next(iter(left))
        conjugates = _conjugates(one, few, look)
        trivial = one == tuple(range(dense.residue.n))
        fixed = np.array(level_counts(dense, look), np.int64) if trivial else fixed_members(dense, one, look)
        totals += len(conjugates) * fixed
        left -= conjugates
    return tuple(int(total) // order for total in totals)


def _conjugates(one: Permutation, few: Sequence[Permutation], look: Look) -> set[Permutation]:
    """The conjugates of a permutation by everything that a few others generate."""
    known, waiting = {one}, [one]
    while waiting:
        look()
        last = waiting.pop()
        new = {_conjugate(last, by) for by in few} - known
        known |= new
        waiting += new
    return known


def _conjugate(one: Permutation, by: Permutation) -> Permutation:
    return tuple(by[one[hole]] for hole in inverse(by))


def check_group(dense: DenseSet, permutations: Sequence[Sequence[int]]) -> tuple[Permutation, ...]:
    """A few members that generate the group; an error unless it is one, and fixes the ends of the set."""
    group = set(map(tuple, permutations))
    for one in group:
        if sorted(one) != list(range(dense.residue.n)):
            raise InputError("not a permutation of the holes", seen=str(one))
    few = generators(group)
    if few is None:
        raise InputError("the permutations are no group: a product is missing")
    jumps = set(dense.jumps)
    for one in few:
        if any((one[s], one[o], one[t]) not in jumps for s, o, t in jumps):
            raise InputError("a permutation does not carry jumps to jumps", seen=str(one))
        if any(apply(one, root) != root for root in (*dense.roots, dense.free)):
            raise InputError("a permutation moves the start or the target", seen=str(one))
        if dense.backward and dense.free and not keeps(dense.residue, one):
            raise InputError("a permutation leaves the residue class", seen=str(one))
    return few


def fixed_members(dense: DenseSet, permutation: Permutation, look: Look) -> NDArray[Any]:
    """The members that a permutation of the holes fixes, by number of pegs.

    They are unions of its cycles, few enough to be looked up one by one; where the permutation
    permutes address bits, unions of cycles of these are fewer still.
    """
    residue = dense.residue
    counts = np.zeros(residue.n + 1, np.int64)
    bits = address_bits(residue, permutation)
    for masks in unions(cycles(permutation if bits is None else bits)):
        look()
        places = residue.addresses(masks) if bits is None else masks
        there = looked_up(dense.words, places)
        if bits is None:
            there &= residue.positions(places) == masks
        counts += np.bincount(np.bitwise_count(residue.positions(places[there])), minlength=len(counts))
    return counts


def cycles(permutation: Sequence[int]) -> list[int]:
    """The cycles of a permutation, as masks."""
    masks, left = [], set(range(len(permutation)))
    while left:
        hole, mask = min(left), 0
        while hole in left:
            left.remove(hole)
            mask |= 1 << hole
            hole = permutation[hole]
        masks.append(mask)
    return masks


def unions(masks: Sequence[int]) -> Iterator[NDArray[Any]]:
    """All unions of disjoint masks, in arrays of bounded size."""
    inner, outer = masks[:18], masks[18:]
    low = np.zeros(1, np.uint64)
    for mask in inner:
        low = np.concatenate([low, low | np.uint64(mask)])
    for high in range(1 << len(outer)):
        yield low | np.uint64(sum(mask for bit, mask in enumerate(outer) if high >> bit & 1))
