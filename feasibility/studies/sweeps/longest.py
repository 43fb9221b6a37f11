"""The longest sweep that a lone peg can make on a board when the pegs to jump over are placed for it.

A sweep is a trail: landings are nodes, jumps are edges, and every hole is jumped over at most once. On most
boards each hole is the middle of one edge per playable class at most; then the longest trail of a component
is all its edges but those of a cheapest set whose removal leaves at most two odd nodes (the postman's
matching). Where that set cuts the component, and on boards where two edges share a middle, a depth-first
search with bounds decides as far as its limit allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump

if TYPE_CHECKING:
    import networkx as nx

NODES = 200_000  # steps of the exact search before it settles for a bound
_NODE_STEPS = 5


@dataclass(frozen=True)
class LongestSweep:
    """A sweep, and the most jumps that any sweep can have; they agree when `exact`."""

    jumps: tuple[Jump, ...]
    at_most: int

    def __repr__(self) -> str:
        more = "" if self.exact else f", none over {self.at_most}"
        return f"<LongestSweep of {plural(len(self.jumps), 'jump')}{more}>"

    @property
    def exact(self) -> bool:
        return len(self.jumps) == self.at_most


def longest_possible_sweep(jumps: Iterable[Sequence[int]], *, clock: Clock | None = None) -> LongestSweep:
    """The longest over all components of the graph of landings."""
    import networkx as nx

    graph = nx.Graph()
    triples = [Jump(*jump) for jump in jumps]
    both_ways = set(triples)
    # a trail through the graph may use an edge in either direction
    shared = any(Jump(landing, over, start) not in both_ways for start, over, landing in triples)
    for start, over, landing in triples:
        known = graph.get_edge_data(start, landing, {"over": over})
        shared = shared or known["over"] != over
        graph.add_edge(start, landing, over=over)
    clock = clock or Limits().start()
    best = LongestSweep((), 0)
    for nodes in nx.connected_components(graph):
        part = graph.subgraph(nodes)
        longest = by_matching(part)
        if shared or longest is None or not is_sweep(part, longest):
            longest = Trails([jump for jump in triples if jump.start in nodes], clock).longest()
        jumps_of = longest if len(longest.jumps) > len(best.jumps) else best
        best = LongestSweep(jumps_of.jumps, max(best.at_most, longest.at_most))
    return best


def is_sweep(part: nx.Graph, trail: LongestSweep) -> bool:
    """Whether the trail jumps over every hole once and never over one where the peg has been or will be."""
    overs = {over for _, over, _ in trail.jumps}
    return len(overs) == len(trail.jumps) and not overs & set(part.nodes) and trail.exact


def by_matching(part: nx.Graph) -> LongestSweep | None:
    """All edges but a cheapest set that leaves at most two odd nodes; None when that set cuts the graph."""
    import networkx as nx

    odd = [node for node, degree in part.degree if degree % 2]
    left = nx.Graph(part)
    if len(odd) > 2:
        for path in cheapest_paths(part, odd):
            for edge in pairwise(path):
                if left.has_edge(*edge):
                    left.remove_edge(*edge)
                else:  # removed twice is not removed
                    left.add_edge(*edge, over=part.edges[edge]["over"])
    left.remove_nodes_from([node for node, degree in list(left.degree) if degree == 0])
    if left.number_of_edges() == 0 or not nx.is_connected(left):
        return None
    trail = tuple(Jump(a, left.edges[a, b]["over"], b) for a, b in nx.eulerian_path(left))
    return LongestSweep(trail, len(trail))


def cheapest_paths(part: nx.Graph, odd: Sequence[int]) -> list[list[int]]:
    """Paths that pair up all odd nodes but two (the trail's ends), of least total length."""
    import networkx as nx

    paths = {a: nx.single_source_shortest_path(part, a) for a in odd}
    pairs = nx.Graph()
    for i, a in enumerate(odd):
        pairs.add_edge(a, "first end", weight=0)
        pairs.add_edge(a, "last end", weight=0)
        for b in odd[:i]:
            pairs.add_edge(a, b, weight=len(paths[a][b]) - 1)
    matched = nx.min_weight_matching(pairs)
    return [paths[a][b] for a, b in matched if isinstance(a, int) and isinstance(b, int)]


class Trails:
    """Exact depth-first search over trails, with a bound by what is left and a limit on the work."""

    def __init__(self, jumps: Iterable[Jump], clock: Clock) -> None:
        self.clock = clock
        self.ways: dict[int, list[tuple[int, int]]] = {}
        for start, over, landing in jumps:
            self.ways.setdefault(start, []).append((over, landing))
            self.ways.setdefault(landing, [])
        self.overs = {over for ways in self.ways.values() for over, _ in ways}
        self.best: tuple[Jump, ...] = ()
        self.nodes = 0

    def longest(self) -> LongestSweep:
        """The best trail found, and a bound that is it when the search came to its end."""
        for start in self.ways:
            self.walk(start, start)
        ended = self.nodes < NODES and not self.clock.expired()
        return LongestSweep(self.best, len(self.best) if ended else len(self.overs))

    def walk(self, start: int, first: int) -> None:
        """Try all trails from one hole: a stack of (jumps so far, their overs, where the peg has been)."""
        stack: list[tuple[int, tuple[Jump, ...]]] = [(start, ())]
        while stack and self.nodes < NODES and not self.clock.expired():
            at, trail = stack.pop()
            self.nodes += 1
            self.clock.spend(_NODE_STEPS)
            if len(trail) > len(self.best):
                self.best = trail
            used = {over for _, over, _ in trail}
            if len(trail) + len(self.overs - used) <= len(self.best):
                continue
            been = {first, *(landing for _, _, landing in trail)}
            for over, landing in self.ways[at]:
                # what is jumped over has stood there from the beginning, so the peg was never there
                if over not in used and over not in been:
                    stack.append((landing, (*trail, Jump(at, over, landing))))
