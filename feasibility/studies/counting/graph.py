"""The game graph of a small pair: positions as nodes, jumps as edges."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.game.position import Position, Target
from feasibility.proofs.certificate import board_json
from feasibility.text.moves import format_jump

if TYPE_CHECKING:
    from networkx import DiGraph


MOST = 100_000
LOOK = 1024  # positions expanded between two looks at the size


def game_graph(
    start: Position,
    target: Target | None = None,
    most: int = MOST,
    report: Report = silent,
    look: Callable[[], None] = lambda: None,
) -> DiGraph[int]:
    """All positions reachable from the start, as masks with `pegs`, `position` (its rows), `start`, `target`
    and `winning`.

    Edges carry the jump as text, and the graph the `board` as certificates write it: bit i of a mask is hole
    i of its list. More than `most` positions are refused. `look` is called for each position.
    """
    graph = _reachable(start, most, report, look)
    goals = {mask for mask in graph if target is not None and target.contains(mask)}
    winning = set(goals)
    for mask in reversed(list(graph)):  # from few pegs to many
        look()
        if not winning.isdisjoint(graph.succ[mask]):
            winning.add(mask)
        graph.add_node(
            mask,
            pegs=mask.bit_count(),
            position=str(Position(start.board, mask)),
            start=mask == start.mask,
            target=mask in goals,
            winning=mask in winning,
        )
    return graph


def _reachable(start: Position, most: int, report: Report, look: Callable[[], None]) -> DiGraph[int]:
    import networkx as nx

    graph: DiGraph[int] = nx.DiGraph(board=board_json(start.board))
    graph.add_node(start.mask)
    level, began = [start], monotonic()
    while level:
        following: dict[int, Position] = {}
        for number, position in enumerate(level):
            if number % LOOK == 0:
                _require_small(len(graph), most)
                rate = (len(graph) - len(following)) / max(monotonic() - began, 1e-9)
                done = f"{number:,} of {len(level):,} expanded, {len(graph):,} positions"
                report(f"{plural(position.count, 'peg')}: {done}, {rate:,.0f}/s, refused above {most:,}")
            look()
            for jump in position.legal_jumps():
                after = position.play(jump)
                if after.mask not in graph:
                    following[after.mask] = after
                graph.add_edge(position.mask, after.mask, jump=format_jump(start.board, jump))
        level = list(following.values())
    _require_small(len(graph), most)
    return graph


def _require_small(size: int, most: int) -> None:
    if size > most:
        seen = f"more than {most} positions"
        raise InputError("the game graph is too large", seen=seen, expected="a smaller pair")


def dot(graph: DiGraph[int]) -> str:
    """The graph in the language of Graphviz, positions as labels; winning ones are drawn bold."""
    board = json.dumps(json.dumps(graph.graph["board"]), ensure_ascii=False)  # text, and quoted once more
    lines = ["digraph game {", f"  board={board};", '  node [shape=box, fontname="monospace"];']
    for mask, data in graph.nodes(data=True):
        label = data["position"].replace("\n", "\\n")
        style = ', style="bold"' if data["winning"] else ""
        mark = ', peripheries="2"' if data["start"] or data["target"] else ""
        lines.append(f'  p{mask:x} [label="{label}"{style}{mark}];')
    lines += [f'  p{a:x} -> p{b:x} [label="{data["jump"]}"];' for a, b, data in graph.edges(data=True)]
    return "\n".join([*lines, "}"]) + "\n"


def graphml(graph: DiGraph[int]) -> str:
    """The graph as GraphML, which has no lists: the board is JSON text; nodes are hexadecimal masks."""
    import networkx as nx

    named = nx.relabel_nodes(graph, hex)
    named.graph["board"] = json.dumps(graph.graph["board"])
    return "\n".join(nx.generate_graphml(named)) + "\n"


def node_link(graph: DiGraph[int]) -> str:
    """The graph as node-link JSON, whose node ids are masks."""
    import networkx as nx

    return json.dumps(nx.node_link_data(graph, edges="edges")) + "\n"
