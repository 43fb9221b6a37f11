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
    name, first, total = shortened(board.label), given[:SHOWN], total or len(given)
    shown = f"the first {len(first)} of {total:,}" if total > len(first) else f"{total:,}"
    scenes = []
    for facet in first:
        told = f"{facet.tight} tight jumps, orbit of {facet.orbit}"
        scenes.append(captioned(pictures.weights(board, facet.weights), told, 12.0))
    return headed(grid(scenes, f"facets of {name}"), f"Facets of {name}: {shown}")
