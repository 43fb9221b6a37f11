"""The rooms of the package and the arrows between them, measured from the imports as they stand.

`python docs/generate/rooms.py [FOLDER]` counts rooms, arrows between rooms, and arrows that run upward, of
this checkout or of another one: a room is a package or a module at the top of `feasibility/`, and the order
is the one of the layers in pyproject.toml.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

from feasibility.render.scene import Scene, Shape, arrow, fitting, text

ROOT = Path(__file__).resolve().parents[2]
APART = {"__init__", "__main__"}  # the public names and the way to the command; they import on demand
WIDTH, HEIGHT, GAP, EDGE = 230.0, 44.0, 34.0, 8.0


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, at any depth of the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from feasibility import verifier` names the room only in the second part
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def arrows(root: Path = ROOT) -> nx.DiGraph:
    """Rooms as nodes, an edge from each room to every room that it imports."""
    package = root / "feasibility"
    files = {p: p.relative_to(package).parts[0].removesuffix(".py") for p in package.rglob("*.py")}
    rooms = set(files.values()) - APART
    graph = nx.DiGraph()
    graph.add_nodes_from(sorted(rooms))
    for path, room in sorted(files.items()):
        for name in imported(path):
            other = name.split(".")[1] if "." in name else ""
            if name.startswith("feasibility.") and {room, other} <= rooms and room != other:
                graph.add_edge(room, other)
    return graph


def layers(root: Path = ROOT) -> list[list[str]]:
    """The rooms from top to bottom, as pyproject.toml has them; the verifier stands beside all of them."""
    config = (root / "pyproject.toml").read_text(encoding="utf-8")
    listed = config[config.index("layers = [") :].partition("]")[0].split("\n")[1:]
    rows = [line.strip().strip('",').replace("|", ":").replace("(", "").replace(")", "") for line in listed]
    return [[room.strip() for room in row.split(":")] for row in rows if row]


def upward(graph: nx.DiGraph, order: list[list[str]]) -> list[tuple[str, str]]:
    """Arrows that run against the order."""
    floor = {room: i for i, row in enumerate(order) for room in row}
    known = [(a, b) for a, b in graph.edges if a in floor and b in floor]
    return sorted((a, b) for a, b in known if floor[b] < floor[a])


def purpose(room: str) -> str:
    """The first words of a room's docstring."""
    folder, file = ROOT / "feasibility" / room / "__init__.py", ROOT / "feasibility" / f"{room}.py"
    path = folder if folder.exists() else file
    words = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or room).split("\n")[0]
    return words.partition(":")[0].rstrip(".")


def floors(graph: nx.DiGraph) -> list[list[str]]:
    """Rooms from top to bottom, each just above the highest room that it imports."""
    height: dict[str, int] = {}
    for room in reversed(list(nx.topological_sort(graph))):
        height[room] = 1 + max((height[below] for below in graph.successors(room)), default=-1)
    rows = [
        [room for room in sorted(height) if height[room] == floor]
        for floor in range(max(height.values()) + 1)
    ]
    return rows[::-1]


def scene() -> Scene:
    """Boxes from top to bottom; an arrow that follows from others is left out."""
    graph, order = arrows(), layers()
    graph.remove_edges_from(upward(graph, order))
    plain = nx.transitive_reduction(graph.subgraph([room for row in order for room in row]))
    rows = floors(plain)
    columns = max(map(len, rows))
    width = columns * WIDTH + (columns - 1) * GAP + 2 * EDGE
    boxes = {}
    for floor, row in enumerate(rows):
        left = (width - len(row) * WIDTH - (len(row) - 1) * GAP) / 2
        for place, room in enumerate(row):
            boxes[room] = (left + place * (WIDTH + GAP), EDGE + floor * (HEIGHT + GAP))
    shapes = [shape for a, b in sorted(plain.edges) for shape in _arrow(boxes[a], boxes[b])]
    for room, corner in boxes.items():
        shapes += _box(room, corner)
    height = len(rows) * (HEIGHT + GAP) - GAP + 2 * EDGE
    return Scene(width, height, tuple(shapes), f"The rooms of pegfeas from top to bottom: {', '.join(boxes)}")


def _arrow(upper: tuple[float, float], lower: tuple[float, float]) -> list[Shape]:
    (x, y), (u, v) = upper, lower
    _, line, head = arrow((x + WIDTH / 2, y + HEIGHT), (u + WIDTH / 2, v), "ring", trim=0.0, head=7.0)
    return [line._replace(style="hole"), head._replace(style="small")]


def _box(room: str, corner: tuple[float, float]) -> list[Shape]:
    x, y = corner
    frame = (x, y, x + WIDTH, y, x + WIDTH, y + HEIGHT, x, y + HEIGHT)
    words, middle = purpose(room), round(x + WIDTH / 2, 2)
    return [
        Shape("polygon", "hole", frame),
        text((middle, y + 15), room, 15.0, "label"),
        text((middle, y + 32), words, fitting(words, WIDTH - 8, 10.0), "small"),
    ]


def main() -> None:
    """Count."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    graph = arrows(root)
    print(f"{graph.number_of_nodes()} rooms, {graph.number_of_edges()} arrows", end="")
    print(f", {len(upward(graph, layers(root)))} of them upward")


if __name__ == "__main__":
    main()
