"""Pictures as shapes, before any file format: where the holes of a board lie, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, sqrt
from typing import NamedTuple

from feasibility.game.geometry import Board, Geometry, Hole
from feasibility.game.graph_board import edges_of
from feasibility.render import graph_places
from feasibility.render.graph_places import Point

PITCH, RADIUS, MARGIN = 40.0, 16.0, 6.0
STUB = 8.0  # length of the lines where a board goes on at its other side
EM = 0.66  # width of a character in the widest of the fonts, as a share of its size
KEY_SIZE = 13.0  # of what a mark means
SENTENCE_EM = 0.58  # the same of a sentence, whose characters are not all wide


class Shape(NamedTuple):
    """A circle (centre, radius), a line or polygon (points), a text (place, size) in a style.

    A text is centred on its place; `words` begin there. `hole` names the hole that a shape stands for,
    for pictures that move.
    """

    kind: str
    style: str
    points: tuple[float, ...]
    size: float = 0.0
    text: str = ""
    hole: int = -1


class Scene(NamedTuple):
    """Shapes in a frame of that size; `title` says in words what they show."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str


class Layout(NamedTuple):
    """Where the holes of a board lie, their radius, the size of the frame; the edges of a graph.

    `stubs`: short lines out of the picture, where a board goes on at its other side.
    """

    places: tuple[Point, ...]
    radius: float
    width: float
    height: float
    edges: tuple[tuple[int, int], ...] = ()
    stubs: tuple[tuple[float, ...], ...] = ()

    @property
    def pitch(self) -> float:
        """From a hole to its neighbour."""
        return self.radius * PITCH / RADIUS


def layout(board: Board, radius: float = RADIUS) -> Layout:
    """Orthogonal boards on squares; a triangular one with each row shifted by half a step; graphs spread."""
    return _layout(board, board.names is not None, radius)


@lru_cache(maxsize=128)
def _layout(board: Board, graph: bool, radius: float) -> Layout:
    pitch = radius * PITCH / RADIUS
    if graph:
        raw = [(x * pitch, y * pitch) for x, y in graph_places.places(board)]
    elif board.geometry is Geometry.TRIANGULAR:
        raw = [((column - row / 2) * pitch, row * pitch * sqrt(3) / 2) for row, column in board.holes]
    else:
        raw = [(column * pitch, row * pitch) for row, column in board.holes]
    around = () if graph else tuple(sorted(set(_around(board))))
    edge = MARGIN + radius + (STUB if around else 0)
    left, top = min(x for x, _ in raw) - edge, min(y for _, y in raw) - edge
    places = tuple((round(x - left, 2), round(y - top, 2)) for x, y in raw)
    width, height = max(x for x, _ in places) + edge, max(y for _, y in places) + edge
    edges = edges_of(board) if graph else ()
    stubs = tuple(_stub(places[hole], radius, step) for hole, step in around)
    return Layout(places, radius, round(width, 2), round(height, 2), edges, stubs)


def step_between(board: Board, hole: int, other: int) -> tuple[Hole, bool]:
    """The step down and right from a hole to the next in a jump, and whether it goes around the board."""
    (row, column), (down, right) = board.holes[hole], board.holes[other]
    far = (down - row, right - column)
    step = tuple(d if abs(d) <= 1 else -1 if d > 0 else 1 for d in far)
    return (step[0], step[1]), step != far


def _around(board: Board) -> Iterator[tuple[int, Hole]]:
    """Where jumps go around: the hole, and the step out of the picture."""
    for jump in board.jumps if board.geometry is Geometry.EXPLICIT else ():
        for hole, other in ((jump.start, jump.over), (jump.over, jump.landing)):
            step, around = step_between(board, hole, other)
            if around:
                yield hole, step


def _stub(place: Point, radius: float, step: Hole) -> tuple[float, ...]:
    (x, y), (down, right) = place, step
    near, far = radius + 2, radius + 2 + STUB
    return _rounded((x + near * right, y + near * down, x + far * right, y + far * down))


def circle(place: Point, radius: float, style: str, hole: int = -1) -> Shape:
    return Shape("circle", style, place, radius, hole=hole)


def text(place: Point, words: str, size: float, style: str) -> Shape:
    return Shape("text", style, place, size, words)


def fitting(words: str, room: float, largest: float) -> float:
    """The size at which words fit into a width."""
    return round(min(largest, room / (EM * max(1, len(words)))), 1)


def arrow(
    start: Point, end: Point, style: str = "arrow", head: float = 9.0, trim: float = 5.0
) -> list[Shape]:
    """A line with a head; it keeps `trim` away from its start and ends at its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    tail = (start[0] + ux * trim, start[1] + uy * trim)
    neck = (end[0] - ux * head, end[1] - uy * head)
    side = head * 0.55
    points = (*end, neck[0] - uy * side, neck[1] + ux * side, neck[0] + uy * side, neck[1] - ux * side)
    line = _rounded((*tail, *neck))
    return [
        Shape("line", "halo", line),  # keeps the line apart from the pegs that it crosses
        Shape("line", style, line),
        Shape("polygon", "head", _rounded(points)),
    ]


def beside(scenes: Sequence[Scene], title: str) -> Scene:
    """Scenes from left to right, centred on one height."""
    gap = 28.0
    height = max(scene.height for scene in scenes)
    shapes: list[Shape] = []
    x = 0.0
    for scene in scenes:
        shapes += moved(scene.shapes, x, (height - scene.height) / 2)
        x += scene.width + gap
    return Scene(x - gap, height, tuple(shapes), title)


def captioned(scene: Scene, caption: str, size: float = 14.0) -> Scene:
    width = max(scene.width, EM * size * len(caption))
    shapes = moved(scene.shapes, (width - scene.width) / 2, 0)
    label = text((round(width / 2, 2), scene.height + size), caption, size, "label")
    return Scene(width, scene.height + 2 * size, (*shapes, label), scene.title)


def grid(scenes: Sequence[Scene], title: str) -> Scene:
    """Scenes in rows that are read like text, in columns of one width."""
    width, gap = 1150.0, 24.0
    across, down = max(s.width for s in scenes) + gap, max(s.height for s in scenes) + gap
    columns = max(1, min(len(scenes), int((width + gap) // across)))
    shapes: list[Shape] = []
    for number, scene in enumerate(scenes):
        row, column = divmod(number, columns)
        shapes += moved(scene.shapes, column * across + (across - gap - scene.width) / 2, row * down)
    rows = -(-len(scenes) // columns)
    return Scene(columns * across - gap, rows * down - gap, tuple(shapes), title)


def explained(scene: Scene, sentences: Sequence[str], size: float = 13.0) -> Scene:
    """A scene with sentences below it, folded to its width (or to what can be read)."""
    from textwrap import wrap

    width = max(scene.width, 300.0)
    room = int(width / (SENTENCE_EM * size))
    lines = [line for sentence in sentences for line in wrap(sentence, room)]
    shapes = moved(scene.shapes, (width - scene.width) / 2, 0)
    for number, line in enumerate(lines):
        shapes.append(
            text((round(width / 2, 2), scene.height + size * (1 + 1.45 * number)), line, size, "label")
        )
    return scene._replace(
        width=width, height=scene.height + size * (0.8 + 1.45 * len(lines)), shapes=tuple(shapes)
    )


def headed(scene: Scene, heading: str) -> Scene:
    above = explained(Scene(scene.width, 6.0, (), heading), [heading], 14.0)
    down = above.height + 4
    shapes = moved(scene.shapes, max(0.0, (above.width - scene.width) / 2), down)
    return Scene(above.width, down + scene.height, (*above.shapes, *shapes), scene.title)


def keyed(scene: Scene, key: Sequence[tuple[str, str, str]]) -> Scene:
    """A scene with a key below it: in each line a disc of that style with its mark, and what it means."""
    long = max((len(meaning) for _, _, meaning in key), default=0)
    width = max(scene.width, 34 + EM * KEY_SIZE * long)
    shapes = moved(scene.shapes, (width - scene.width) / 2, 0)
    for number, (style, mark, meaning) in enumerate(key):
        y = scene.height + 16 + 24 * number
        shapes.append(circle((14, y), 9, style))
        if mark:
            shapes.append(text((14, y), mark, 11, f"{style}-text"))
        shapes.append(Shape("words", "label", (32, y), KEY_SIZE, meaning))
    return scene._replace(width=width, height=scene.height + 10 + 24 * len(key), shapes=tuple(shapes))


def moved(shapes: Sequence[Shape], right: float, down: float) -> list[Shape]:
    if not right and not down:
        return list(shapes)
    by = (right, down)
    return [s._replace(points=tuple(round(p + by[i % 2], 2) for i, p in enumerate(s.points))) for s in shapes]


def scaled(scene: Scene, by: float) -> Scene:
    """The scene, smaller or larger; lines keep their width."""
    shapes = [
        s._replace(points=tuple(round(p * by, 2) for p in s.points), size=round(s.size * by, 2))
        for s in scene.shapes
    ]
    return scene._replace(width=scene.width * by, height=scene.height * by, shapes=tuple(shapes))


def _rounded(points: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(p, 2) for p in points)
