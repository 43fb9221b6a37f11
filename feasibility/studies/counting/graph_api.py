"""The game graph of a small pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.report import Report, silent
from feasibility.studies.counting.graph import MOST, game_graph

if TYPE_CHECKING:
    import networkx as nx


def graph(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    max_positions: int = MOST,
    report: Report = silent,
) -> nx.DiGraph:
    """Every reachable position and every jump between them, as `pegfeas graph` writes them.

    >>> found = graph("line:4:-b1", pegs=2)
    >>> len(found), found.number_of_edges()
    (3, 2)
    """
    pair = as_pair(start, target, pegs)
    return game_graph(pair.start, pair.target, max_positions, report)
