"""Extreme rays without enumeration, one of each orbit: drawn at random, or found by another program.

Distinct ones are met by random linear programs, then on walks from their optima. Whatever is proposed is
kept only if it is a pagoda function whose tight jumps have rank one less than A, in integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath

import numpy as np
from numpy.typing import NDArray

from feasibility.base.arrays import Ints
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import StoppedError
from feasibility.base.values import replace
from feasibility.exact.farkas import primitive
from feasibility.game.geometry import Board
from feasibility.render.matrices import INEQUALITIES, Row
from feasibility.solvers.rounding import integral_rays
from feasibility.solvers.walk import Walkers
from feasibility.studies.polyhedra.adjacency import optima
from feasibility.studies.polyhedra.cone import (
    DualCone,
    are_extreme,
    changes,
    dual_cone,
    extreme_among,
    least_images,
    orbit,
    tight_jumps,
)
from feasibility.studies.polyhedra.facets import Facet, proved
from feasibility.studies.polyhedra.matrix_readers import read_vectors
from feasibility.systems.facet_library import LARGEST
from feasibility.text.moves import format_jump

WALKERS = 256
_ROUNDS = 16  # steps whose rays are proved together at most


@dataclass(frozen=True, eq=False)
class Sample:
    """`weights`: one extreme ray of each orbit met; `drawn` rays in all."""

    weights: Ints
    drawn: int


def proved_rays(cone: DualCone, rays: NDArray[np.float64]) -> Ints:
    """The extreme rays among the vectors over the kept holes, as least members of their orbits, each once."""
    extreme = extreme_among(cone.inequalities, np.unique(integral_rays(rays), axis=0))
    return np.unique(least_images(cone, cone.reduce(cone.lift(extreme)))[0], axis=0)


def sample(board: Board, count: int, seed: int, clock: Clock, report: Report = silent) -> Sample:
    """Extreme rays met on `count` steps of random walks, one of each orbit; fewer at the time limit."""
    if seed < 0:
        raise InputError("not a seed", seen=str(seed), expected="0 or more")
    cone = dual_cone(board)
    none = np.zeros((0, board.n), dtype=np.int64)
    try:
        starts = optima(cone.inequalities, max(1, min(WALKERS, count // 20)), seed, clock.look)
    except StoppedError:
        return Sample(none, 0)
    if not len(starts):
        return Sample(none, 0)
    walkers = Walkers(cone.inequalities, starts, seed)
    met = {w.tobytes(): w for w in proved_rays(cone, starts.astype(np.float64))}
    drawn, most = len(starts), 1  # the first proofs show what they cost
    while drawn < count and not clock.expired():
        rounds = []
        for _ in range(min(most, -(-(count - drawn) // len(starts)))):
            walkers.step()
            rounds.append(walkers.rays().copy())
        rays = proved_rays(cone, np.vstack(rounds))
        met.update((w.tobytes(), w) for w in rays)
        drawn, most = drawn + len(rounds) * len(starts), min(2 * most, _ROUNDS)
        report(f"{drawn} of {count} drawn, {plural(len(met), 'orbit')} of facets")
    return Sample(np.array(sorted(met.values(), key=lambda w: (np.abs(w).sum(), w.tolist()))), drawn)


def facets_of(board: Board, drawn: Sample, every: bool) -> list[Facet]:
    """The sample as facets, with all members of their orbits if wanted."""
    cone, weights = dual_cone(board), drawn.weights
    if every and len(weights):
        weights = np.vstack([orbit(cone, w) for w in weights])
    return proved(cone, weights, least_images(cone, weights)[1])


def facets_in(board: Board, path: str | PathLike[str]) -> Sample:
    """One facet of each orbit that a file has; InputError names the first vector that is none."""
    cone, source = dual_cone(board), fspath(path)
    rays, lines = _directions(board, source)
    if lines and changes(board, _reduced(None, lines, source)).any():
        raise InputError("a jump changes the total of a line", source=source)
    table = _reduced(cone, rays, source)
    raised, rows = changes(board, table) > 0, np.flatnonzero(table.any(axis=1))  # the others are lines
    wrong = np.flatnonzero(raised.any(axis=1))
    if not len(wrong):
        wrong = rows[~are_extreme(cone, tight_jumps(cone, table[rows]))]
    for place in wrong[:1].tolist():
        why, seen = "a pagoda function, and not an extreme one", " ".join(map(str, rays[place]))[:60]
        if raised[place].any():
            why = f"the jump {format_jump(board, board.jumps[int(raised[place].argmax())])} raises its total"
        raise InputError(f"vector {place + 1} is not a facet: {why}", source=source, seen=seen)
    return Sample(np.unique(least_images(cone, table[rows])[0], axis=0), len(rows))


def _directions(board: Board, path: str) -> tuple[list[Row], list[Row]]:
    """The rays and lines, without the origin or 1 >= 0, which some programs write down."""
    vectors = read_vectors(path)
    vectors = replace(vectors, rows=tuple(row for row in vectors.rows if row[0] <= 0 or any(row[1:])))
    if vectors.kind == INEQUALITIES:
        vectors = vectors.polar()
    for row in (*vectors.rows, *vectors.lines):
        if len(row) != board.n + 1:
            seen, expected = str(len(row) - 1), f"a weight for each of {board.n} holes"
            raise InputError(f"not vectors of {board.label}", source=path, seen=seen, expected=expected)
        if row[0]:
            expected = "a first column of zeros"
            raise InputError("not a cone", source=path, seen=str(row)[:60], expected=expected)
    return [row[1:] for row in vectors.rows], [row[1:] for row in vectors.lines]


def _reduced(cone: DualCone | None, rows: list[Row], path: str) -> Ints:
    """Primitive, and 0 on the holes not kept; in numbers of any size until they are known to be small."""
    if cone is not None and cone.projection is not None:
        moved = np.array(rows, dtype=object).reshape(-1, cone.board.n) @ cone.projection.astype(object)
        rows = moved.tolist()
    small = [primitive(row) for row in rows]
    if any(abs(weight) > LARGEST for row in small for weight in row):
        raise InputError("weights too large", source=path, expected="below 2^31")
    return np.array(small, dtype=np.int64).reshape(len(small), -1 if small else 0)
