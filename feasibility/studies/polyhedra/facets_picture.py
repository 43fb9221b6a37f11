"""Facets of a cone in rows, each as a table of weights."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.api.picture import nothing
from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.render import pictures
from feasibility.render.columns import shortened
from feasibility.render.scene import Scene, captioned, grid, headed
from feasibility.studies.polyhedra.facets import Facet

SHOWN = 60  # facets; more can neither be looked at nor told apart


def of_facets(given: Sequence[Facet], board: Board | None, total: int | None = None) -> Scene:
    """The first facets, as tables; `total` where there were more than are given."""
    if board is None:
        raise InputError("facets do not name their board", expected="it as second argument")
    if not given:
        raise nothing("there are no facets", "a board with facets")
    tables = [(facet.weights, _told(facet)) for facet in given[:SHOWN]]
    return facets(board, tables, len(given) if total is None else total)


def _told(facet: Facet) -> str:
    return f"{facet.tight} tight jumps, orbit of {facet.orbit}"


def facets(board: Board, tables: Sequence[tuple[Sequence[int], str]], total: int) -> Scene:
    """Tables of weights with their captions, the first of so many."""
    name = shortened(board.label)
    shown = f"the first {len(tables)} of {total:,}" if total > len(tables) else f"{total:,}"
    scenes = [captioned(pictures.weights(board, table), told, 12.0) for table, told in tables]
    return headed(grid(scenes, f"facets of {name}"), f"Facets of {name}: {shown}")
