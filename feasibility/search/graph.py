"""The game graph of a small pair: positions as nodes, jumps as edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feasibility.errors import InputError
from feasibility.moves import format_jump
from feasibility.position import Pair, Position, Target

if TYPE_CHECKING:
    from networkx import DiGraph

MOST = 100_000


def game_graph(start: Position, target: Target | None = None, most: int = MOST) -> DiGraph[int]:
    """All positions reachable from the start, as masks with `pegs`, `start`, `target` and `winning`.

    Edges carry the jump as text. More than `most` positions are refused.
    """
    import networkx as nx

    graph: Any = nx.DiGraph()
    graph.add_node(start.mask)
    level = [start]
    while level:
        following: dict[int, Position] = {}
        for position in level:
            for jump in position.legal_jumps():
                after = position.play(jump)
                if after.mask not in graph:
                    following[after.mask] = after
                graph.add_edge(position.mask, after.mask, jump=format_jump(start.board, jump))
        if len(graph) > most:
            raise InputError(
                "the game graph is too large", seen=f"more than {most} positions", expected="a smaller pair"
            )
        level = list(following.values())
    goals = [mask for mask in graph if target is not None and target.contains(mask)]
    winning = set(goals)
    for goal in goals:
        winning |= nx.ancestors(graph, goal)
    for mask, data in graph.nodes(data=True):
        data.update(
            pegs=mask.bit_count(), start=mask == start.mask, target=mask in goals, winning=mask in winning
        )
    built: DiGraph[int] = graph
    return built


def dot(pair: Pair, graph: DiGraph[int]) -> str:
    """The graph in the language of Graphviz, boards as labels; winning positions are drawn bold."""
    lines = ["digraph game {", '  node [shape=box, fontname="monospace"];']
    for mask, data in graph.nodes(data=True):
        label = str(Position(pair.board, mask)).replace("\n", "\\n")
        style = ', style="bold"' if data["winning"] else ""
        mark = ', peripheries="2"' if data["start"] or data["target"] else ""
        lines.append(f'  p{mask:x} [label="{label}"{style}{mark}];')
    lines += [f'  p{a:x} -> p{b:x} [label="{data["jump"]}"];' for a, b, data in graph.edges(data=True)]
    return "\n".join([*lines, "}"]) + "\n"
