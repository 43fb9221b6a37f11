"""The game graph of a small pair: positions as nodes, jumps as edges."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.game.position import Position
from feasibility.proofs.certificate import board_json
from feasibility.text.moves import format_jump

if TYPE_CHECKING:
    from networkx import DiGraph

    from feasibility.studies.counting.game_graph import GameGraph


MOST = 100_000
LOOK = 1024  # positions expanded between two looks at the size


def graph(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    max_positions: int = MOST,
    report: Report = silent,
    look: Callable[[], None] = lambda: None,
) -> GameGraph:
    """Every reachable position and every jump between them, as `pegfeas graph` writes them.

    Nodes are masks with `pegs`, `position` (its rows), `start`, `target` and `winning`. Edges carry the jump
    as text, and in `also` those that lead to the same position; the graph carries the `board` as certificates
    write it: bit i of a mask is hole i of its list. More than `max_positions` are refused. `look` is called
    for each position. A notebook draws a small graph.

    >>> found = graph("line:4:-b1", pegs=2)
    >>> len(found), found.number_of_edges()
    (3, 2)
    """
    pair = as_pair(start, target, pegs, board)
    made = _reachable(pair.start, max_positions, report, look)
    goals = {mask for mask in made if pair.target.contains(mask)}
    winning = set(goals)
    for mask in reversed(list(made)):  # from few pegs to many
        look()
        if not winning.isdisjoint(made.succ[mask]):
            winning.add(mask)
        made.add_node(
            mask,
            pegs=mask.bit_count(),
            position=str(Position(pair.board, mask)),
            start=mask == pair.start.mask,
            target=mask in goals,
            winning=mask in winning,
        )
    return made


def _reachable(start: Position, most: int, report: Report, look: Callable[[], None]) -> GameGraph:
    from feasibility.studies.counting.game_graph import GameGraph

    made = GameGraph(board=board_json(start.board))
    made.drawn_on = start.board
    made.add_node(start.mask)
    level = [start]
    while level:
        following: dict[int, Position] = {}
        for number, position in enumerate(level):
            if number % LOOK == 0:
                _require_small(len(made), most)
                done = f"{number:,} of {len(level):,} expanded, {len(made):,} positions"
                report(f"{plural(position.count, 'peg')}: {done}, refused above {most:,}")
            look()
            for jump in position.legal_jumps():
                after = position.play(jump)
                if after.mask not in made:
                    following[after.mask] = after
                _add(made, position.mask, after.mask, format_jump(start.board, jump))
        level = list(following.values())
    _require_small(len(made), most)
    return made


def _add(made: GameGraph, before: int, after: int, jump: str) -> None:
    """On some boards two jumps have the same three holes and landing: a over b to c, and b over a."""
    if made.has_edge(before, after):
        edge = made.edges[before, after]
        edge["also"] = f"{edge['also']} {jump}" if "also" in edge else jump
    else:
        made.add_edge(before, after, jump=jump)


def _require_small(size: int, most: int) -> None:
    if size > most:
        seen, expected = f"more than {most:,} positions", "fewer, or more by --max-positions"
        raise InputError("the game graph is too large", seen=seen, expected=expected)


def jumps_of(edge: Mapping[str, str]) -> list[str]:
    """All jumps that lead from one position to the same other."""
    return [edge["jump"], *edge.get("also", "").split()]


def dot(made: DiGraph[int]) -> str:
    """The graph in the language of Graphviz, positions as labels; winning ones are drawn bold."""
    board = json.dumps(json.dumps(made.graph["board"]), ensure_ascii=False)  # text, and quoted once more
    lines = ["digraph game {", f"  board={board};", '  node [shape=box, fontname="monospace"];']
    for mask, data in made.nodes(data=True):
        label = data["position"].replace("\n", "\\n")
        style = ', style="bold"' if data["winning"] else ""
        mark = ', peripheries="2"' if data["start"] or data["target"] else ""
        lines.append(f'  p{mask:x} [label="{label}"{style}{mark}];')
    edges = ((a, b, " ".join(jumps_of(data))) for a, b, data in made.edges(data=True))
    lines += [f'  p{a:x} -> p{b:x} [label="{label}"];' for a, b, label in edges]
    return "\n".join([*lines, "}"]) + "\n"


def node_link(made: DiGraph[int]) -> str:
    """The graph as node-link JSON, whose node ids are masks."""
    import networkx as nx

    return json.dumps(nx.node_link_data(made, edges="edges")) + "\n"
