"""The game graph of a small pair: positions in rows by pegs, from the start down, and the jumps between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.render.columns import shortened
from feasibility.render.scene import Point, Scene, Shape, circle, headed, keyed, layout, moved
from feasibility.studies.counting.graph import MOST_DRAWN

if TYPE_CHECKING:
    from networkx import DiGraph

WIDEST = 1400.0  # of a row of drawn positions; wider rows have dots
SMALL, DOT, GAP = 5.0, 5.0, 14.0
SWEEPS = 6  # over the rows, so that fewer jumps cross
KEY = (("n2", "leads to the target"), ("w0", "does not"), ("ring", "the start, and the target"))

Frame = tuple[float, float]


def of_graph(graph: DiGraph[int], board: Board | None) -> Scene:
    """Positions as small boards where there is room, else as dots."""
    if board is None:
        raise InputError("a graph does not name its board", expected="it as second argument")
    if len(graph) > MOST_DRAWN:
        expected = f"at most {MOST_DRAWN}"
        raise InputError("too many positions to draw", seen=f"{len(graph):,}", expected=expected)
    rows = _rows(graph)
    plan, widest = layout(board, SMALL), max(map(len, rows))
    drawn = widest * (plan.width + GAP) <= WIDEST
    frame = (plan.width, plan.height) if drawn else (2 * DOT, 2 * DOT)
    places = _places(rows, frame, 30.0 if drawn else 46.0)
    shapes = _jumps(graph, places, frame)
    for mask, place in places.items():
        shapes += _framed(graph.nodes[mask], place, frame, drawn)
        if drawn:
            small = layout(board, SMALL).places
            discs = [circle(p, SMALL, "peg" if mask >> i & 1 else "hole") for i, p in enumerate(small)]
            shapes += moved(discs, place[0] - frame[0] / 2, place[1] - frame[1] / 2)
    width = max(x for x, _ in places.values()) + frame[0] / 2 + 4
    height = max(y for _, y in places.values()) + frame[1] / 2 + 4
    size = f"{len(graph):,} positions and {graph.number_of_edges():,} jumps between them"
    scene = Scene(width, height, tuple(shapes), f"game graph on {shortened(board.label)}: {size}")
    return headed(
        keyed(scene, [(style, "", meaning) for style, meaning in KEY]),
        f"{size}, a row for each number of pegs",
    )


def _rows(graph: DiGraph[int]) -> list[list[int]]:
    """Positions by pegs, each below the middle of those that it comes from and above those it leads to."""
    counts = sorted({data["pegs"] for _, data in graph.nodes(data=True)}, reverse=True)
    rows = [[mask for mask, data in graph.nodes(data=True) if data["pegs"] == pegs] for pegs in counts]
    for number in range(SWEEPS):
        down = number % 2 == 0
        order = range(1, len(rows)) if down else range(len(rows) - 2, -1, -1)
        for at in order:
            beside = rows[at - 1 if down else at + 1]
            share = {mask: (k + 0.5) / len(beside) for k, mask in enumerate(beside)}
            near = graph.pred if down else graph.succ
            rows[at].sort(key=lambda mask: _middle([share[m] for m in near[mask]]))
    return rows


def _middle(shares: list[float]) -> float:
    return sum(shares) / len(shares) if shares else 0.5


def _places(rows: list[list[int]], frame: Frame, apart: float) -> dict[int, Point]:
    """Rows centred on one line."""
    across, down = frame[0] + GAP, frame[1] + apart
    middle = max(map(len, rows)) * across / 2
    return {
        mask: (
            round(middle + (k - (len(row) - 1) / 2) * across, 2),
            round(frame[1] / 2 + 4 + number * down, 2),
        )
        for number, row in enumerate(rows)
        for k, mask in enumerate(row)
    }


def _jumps(graph: DiGraph[int], places: dict[int, Point], frame: Frame) -> list[Shape]:
    """Those on the way to the target last, so that none is hidden."""
    lines: list[Shape] = []
    for winning in (False, True):
        for a, b in graph.edges:
            if graph.nodes[b]["winning"] == winning:
                (x, y), (u, v) = places[a], places[b]
                look = "peg" if winning else "w0"
                lines.append(Shape("line", look, (x, y + frame[1] / 2, u, v - frame[1] / 2)))
    return lines


def _framed(data: dict[str, bool], place: Point, frame: Frame, drawn: bool) -> list[Shape]:
    looks = ["n2" if data["winning"] else "w0"] + ["ring"] * (data["start"] or data["target"])
    if not drawn:
        return [circle(place, DOT, look) for look in looks]
    (x, y), (right, down) = place, (frame[0] / 2, frame[1] / 2)
    corners = (x - right, y - down, x + right, y - down, x + right, y + down, x - right, y + down)
    return [Shape("polygon", look, tuple(round(c, 2) for c in corners)) for look in looks]
