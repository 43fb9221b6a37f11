"""The game graph of a small pair, and what comes with the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.search.graph import MOST, game_graph
from feasibility.text import catalogue

if TYPE_CHECKING:
    import networkx as nx


def graph(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    max_positions: int = MOST,
    report: Callable[[str], None] = lambda text: None,
) -> nx.DiGraph:
    """Every reachable position and every jump between them, as `pegfeas graph` writes them.

    >>> found = graph("line:4:-b1", pegs=2)
    >>> len(found), found.number_of_edges()
    (3, 2)
    """
    pair = as_pair(start, target, pegs)
    return game_graph(pair.start, pair.target, max_positions, report)


def boards() -> tuple[str, ...]:
    """The names of the boards that come with the program, as `pegfeas boards` lists them.

    >>> "english33" in boards()
    True
    """
    return catalogue.names()


def problems() -> tuple[str, ...]:
    """The problems that come with the program, as `check` takes them.

    >>> "problem:lucas/EL01" in problems()
    True
    """
    return tuple(f"problem:{name}" for name in catalogue.problems())
