"""Facets that another program has found: read, proved in integers, merged by the symmetries of the board."""

from __future__ import annotations

from os import PathLike, fspath

import numpy as np

from feasibility.base.errors import InputError
from feasibility.base.values import replace
from feasibility.exact.farkas import primitive
from feasibility.game.geometry import Board
from feasibility.studies.polyhedra.cone import DualCone, Ints, dual_cone
from feasibility.studies.polyhedra.rays import are_extreme, changes, representatives, tight_jumps
from feasibility.studies.polyhedra.sample import Sample
from feasibility.systems.facet_library import LARGEST
from feasibility.text.matrices import INEQUALITIES, Row
from feasibility.text.matrix_readers import read_vectors
from feasibility.text.moves import format_jump


def facets_in(board: Board, path: str | PathLike[str]) -> Sample:
    """One facet of each orbit that a file has; InputError names the first vector that is none."""
    cone, (rays, lines) = dual_cone(board), _directions(board, fspath(path))
    if lines and changes(board, _reduced(None, lines, path)).any():
        raise InputError("a jump changes the total of a line", source=fspath(path))
    table = _reduced(cone, rays, path)
    raised = changes(board, table) > 0
    for place in np.flatnonzero(raised.any(axis=1))[:1]:
        jump = format_jump(board, board.jumps[int(raised[place].argmax())])
        raise _no_facet(path, rays, int(place), f"the jump {jump} raises its total")
    rows = np.flatnonzero(table.any(axis=1))  # the others are lines, written as rays
    for place in rows[~are_extreme(cone, tight_jumps(cone, table[rows]))][:1]:
        raise _no_facet(path, rays, int(place), "a pagoda function, and not an extreme one")
    return Sample(np.unique(representatives(cone, table[rows]), axis=0), len(rows))


def _directions(board: Board, path: str) -> tuple[list[Row], list[Row]]:
    """The rays and lines, without the origin or 1 >= 0, which some programs write down."""
    vectors = read_vectors(path)
    vectors = replace(vectors, rows=tuple(row for row in vectors.rows if row[0] <= 0 or any(row[1:])))
    if vectors.kind == INEQUALITIES:
        vectors = vectors.polar()
    rows = vectors.rows
    for row in (*rows, *vectors.lines):
        if len(row) != board.n + 1:
            expected = f"a weight for each of {board.n} holes"
            raise InputError(
                f"not vectors of {board.label}", source=path, seen=f"{len(row) - 1}", expected=expected
            )
        if row[0]:
            raise InputError(
                "not a cone", source=path, seen=str(row)[:60], expected="a first column of zeros"
            )
    return [row[1:] for row in rows], [row[1:] for row in vectors.lines]


def _reduced(cone: DualCone | None, rows: list[Row], path: str | PathLike[str]) -> Ints:
    """Primitive, and 0 on the pinned holes; in numbers of any size until they are known to be small."""
    if cone is not None and cone.projection is not None:
        moved = np.array(rows, dtype=object).reshape(-1, cone.board.n) @ cone.projection.astype(object)
        rows = moved.tolist()
    small = [primitive(row) for row in rows]
    if any(abs(weight) > LARGEST for row in small for weight in row):
        raise InputError("weights too large", source=fspath(path), expected="below 2^31")
    return np.array(small, dtype=np.int64).reshape(len(small), -1 if small else 0)


def _no_facet(path: str | PathLike[str], rays: list[Row], place: int, why: str) -> InputError:
    seen = " ".join(map(str, rays[place]))[:60]
    return InputError(f"vector {place + 1} is not a facet: {why}", source=fspath(path), seen=seen)
