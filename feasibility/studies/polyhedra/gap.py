"""What lies in the cone and in the lattice of a board, but not in the integer cone.

The Hilbert basis of cone and lattice consists of the jumps and of the elements listed here; where there are
none, cone and lattice together decide the integer cone (Avis, Deza, Onn 2000). Each element is proved: in the
lattice by residues, in the cone by an exact point, outside the integer cone by a tree of cases.

Without Normaliz, on small boards: every element of the Hilbert basis is a combination of independent jumps
with coefficients below 1 (Caratheodory), so all sets of independent jumps of index above 1 are gone through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from math import comb, prod

import numpy as np

from feasibility.api.asking import BoardLike, as_board
from feasibility.base.arrays import Ints
from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.exact.normal_form import smith
from feasibility.exact.simplex import Feasible, solve_exactly
from feasibility.exact.tree import Node
from feasibility.game.geometry import Board
from feasibility.game.symmetry import orbits_by
from feasibility.solvers.branch import CertifyingTree, branch_and_bound
from feasibility.solvers.rounding import scaled_inverse
from feasibility.studies.polyhedra import normaliz
from feasibility.studies.polyhedra.cone import dual_cone, orbit
from feasibility.studies.polyhedra.facets import facets
from feasibility.systems.linear import cone_matrix
from feasibility.systems.residues import generators

MOST_SETS = 1_000_000  # that are examined where nobody asked for this engine and gave it a limit
_CHUNK, _SET_STEPS = 1 << 14, 3  # sets at a time; steps of one


@dataclass(frozen=True)
class Element:
    """A vector target - start, its orbit's size, real jump counts for it, the proof against whole ones."""

    vector: tuple[int, ...]
    orbit: int
    point: tuple[Fraction, ...]
    tree: Node


@dataclass(frozen=True)
class Gap:
    """One element of each orbit; `elements` counts all."""

    board: Board
    engine: str
    orbits: tuple[Element, ...]

    def __repr__(self) -> str:
        found = f"{plural(self.elements, 'element')} in {plural(len(self.orbits), 'orbit')}"
        return f"<Gap of {self.board.label}: {found}>"

    @property
    def elements(self) -> int:
        """How many there are, not up to symmetry."""
        return sum(e.orbit for e in self.orbits)


def gap(
    board: BoardLike,
    *,
    engine: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> Gap | Stopped:
    """What cone and lattice let through, but whole jumps do not, as `pegfeas gap` lists it.

    Stopped says why where a limit, or the size of the board, ended it.

    >>> gap("line:4", engine="builtin").elements
    0
    """
    try:
        return _gap(as_board(board), engine, as_limits(limits, time_limit, work_limit, memory_limit).start())
    except StoppedError as end:
        return end.stopped


def _gap(board: Board, engine: str | None, clock: Clock) -> Gap:
    dual_cone(board)
    if engine not in (None, "builtin", "normaliz"):
        raise InputError("no such engine", seen=repr(engine), expected="normaliz or builtin")
    counted = clock.last is not None  # the steps of another program are not
    if engine == "normaliz" and counted:
        seen, expected = "the engine normaliz", "builtin, whose steps are counted"
        raise InputError("a work limit", seen=seen, expected=expected)
    usual = "builtin" if counted or normaliz.locate() is None else "normaliz"
    chosen = usual if engine is None else engine
    if chosen == "builtin":
        asked = engine == chosen and clock.remaining() is not None
        vectors = _search(board, clock, None if asked else MOST_SETS)
    else:
        basis = normaliz.ask("HilbertBasis", clock, cone_and_lattice=board.incidence.T.astype(int).tolist())
        vectors = {tuple(row) for row in basis.tolist()}
    vectors -= {tuple(column) for column in board.incidence.T.tolist()}
    return Gap(board, chosen, tuple(_proved(board, vectors, clock)))


def _proved(board: Board, vectors: set[tuple[int, ...]], clock: Clock) -> Iterator[Element]:
    for images in orbits_by(vectors, lambda v: {tuple(v[i] for i in g) for g in board.symmetries}):
        vector = images[0]
        if not vectors.issuperset(images):
            raise SoundnessError(f"the list of an engine is not closed under symmetry: {vector}")
        system = BoxSystem.cone(cone_matrix(board, "position"), vector)
        for weights, modulus in generators(board):
            value = sum(w * v for w, v in zip(weights, vector, strict=True))
            if value % modulus if modulus else value:
                raise SoundnessError(f"an engine gave a vector outside the lattice: {vector}")
        point, tree = solve_exactly(system, clock), branch_and_bound(system, clock=clock)
        clock.look_in_words()
        if not isinstance(point, Feasible) or not isinstance(tree, CertifyingTree):
            raise SoundnessError(f"an engine gave a vector that is no gap of the integer cone: {vector}")
        yield Element(vector, len(images), point.point, tree.root)


def _search(board: Board, clock: Clock, most: int | None) -> set[tuple[int, ...]]:
    """The Hilbert basis from all sets of independent jumps; StoppedError where they are more than `most`."""
    cone = dual_cone(board)
    sets = comb(len(board.jumps), cone.rank)
    if most is not None and sets > most:
        why = f"Normaliz is not used, and without it {sets:,} sets of jumps are to be examined, which is "
        why += "begun where the engine builtin is asked for with a limit of time or work"
        raise StoppedError("size", f"{why}; {normaliz.wanted()}")
    jumps = -cone.inequalities
    # of the lattice of jumps in the integer vectors over the kept holes
    index = prod(smith(IntMatrix.from_rows(jumps.T.tolist(), len(jumps))).diagonal)
    points: set[tuple[int, ...]] = set()
    choices = combinations(range(len(jumps)), cone.rank)
    while chunk := list(islice(choices, _CHUNK)):
        if clock.expired():
            raise StoppedError(clock.over() or "time", f"{clock.ended()}; {normaliz.wanted()}")
        clock.spend(_SET_STEPS * len(chunk))
        sizes = np.abs(np.linalg.det(jumps[np.array(chunk)].astype(np.float64)))
        for place in np.flatnonzero(sizes > 1.5 * index):
            points |= _below_one(board, jumps, chunk[place])
    return _irreducible(board, points)


def _below_one(board: Board, jumps: Ints, chosen: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The lattice points, 0 left out, that are combinations of these jumps with coefficients in [0, 1)."""
    base = jumps[list(chosen)]
    found = scaled_inverse(base)
    if found is None:
        raise StoppedError("precision", "numbers beyond what floats hold")
    inverse, size = found
    steps = [tuple(row) for row in ((jumps @ inverse) % size).tolist() if any(row)]
    reached = {(0,) * len(base)}
    fresh = list(reached)
    while fresh:
        sums = {tuple((a + b) % size for a, b in zip(x, y, strict=True)) for x in fresh for y in steps}
        fresh = list(sums - reached)
        reached |= sums
    full = board.incidence.astype(np.int64)[:, list(chosen)]
    points = full @ np.array([x for x in reached if any(x)], dtype=np.int64).reshape(-1, len(base)).T
    return {tuple(row) for row in (points // size).T.tolist()}


def _irreducible(board: Board, points: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The points that are no sum of two others of cone and lattice, in order of the jumps they take."""
    cone = dual_cone(board)
    found = facets(board, engine="builtin")
    table = np.vstack([orbit(cone, np.array(facet.weights, dtype=np.int64)) for facet in found])
    basis = [tuple(column) for column in board.incidence.T.tolist()]
    known = set(basis)
    for point in sorted(points, key=lambda p: (-sum(p), p)):
        if point in known:
            continue
        rests = np.array(point, dtype=np.int64) - np.array(basis, dtype=np.int64)
        if not (table @ rests.T <= 0).all(axis=0).any():
            basis.append(point)
            known.add(point)
    return known
