"""How often each jump can occur, as a heat map: a sector of its hole for each jump, towards its landing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, ceil, cos, hypot, pi, sin, tau

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board, Jump
from feasibility.render.columns import shortened
from feasibility.render.palette import shade
from feasibility.render.scene import Layout, Point, Scene, Shape, circle, explained, fitting, layout, text
from feasibility.studies.polyhedra.bounds import Ranges
from feasibility.text.moves import format_jump

READING = "Each sector is the jump from its hole in that direction; its number says how often it can occur"
ON_GRAPHS = (
    "Each sector is a jump from its vertex, in the order of the directions; "
    "its number says how often it can occur"
)
NARROWEST = pi / 5  # between the middles of two sectors; closer ones share the disc evenly


def heat(board: Board, most: Mapping[Jump, int | None]) -> Scene:
    """The greatest numbers in sectors, the larger the darker; ? where nothing is known."""
    plan = layout(board, 27.0)
    edges = [Shape("line", "hole", (*plan.places[a], *plan.places[b])) for a, b in plan.edges]
    shapes = [*edges, *(circle(p, plan.radius, "hole", i) for i, p in enumerate(plan.places))]
    largest = max((bound for bound in most.values() if bound is not None), default=0)
    labels: list[Shape] = []
    for hole, place in enumerate(plan.places):
        here = [jump for jump in most if jump.start == hole]
        for jump, (low, high) in zip(here, _sectors(plan, here), strict=True):
            bound = most[jump]
            look = "free" if bound is None else shade(bound, largest)
            shapes.append(_sector(place, plan.radius, look, low, high))
            middle, word = (low + high) / 2, "?" if bound is None else str(bound)
            at = (round(place[0] + 17 * cos(middle), 2), round(place[1] + 17 * sin(middle), 2))
            labels.append(text(at, word, fitting(word, 18, 12), f"{look}-text"))
    listed = ", ".join(f"{format_jump(board, j)} {'?' if b is None else b}" for j, b in most.items())
    title = f"how often each jump can occur on {shortened(board.label)}: {listed}"
    reading = READING if board.names is None else ON_GRAPHS
    unknown = ", ? where nothing is known" if None in most.values() else ""
    scene = Scene(plan.width, plan.height, (*shapes, *labels), title)
    return explained(scene, [f"{reading} at most{unknown}."])


def _sectors(plan: Layout, jumps: Sequence[Jump]) -> list[tuple[float, float]]:
    """From which angle to which, of each jump from one hole; a jump alone has a quarter of the disc."""
    angles = [_direction(plan, jump) for jump in jumps]
    order = sorted(range(len(jumps)), key=angles.__getitem__)
    gaps = [(angles[b] - angles[a]) % tau for a, b in zip(order, [*order[1:], *order[:1]], strict=True)]
    half = min([pi / 4, *(gap / 2 for gap in gaps if len(jumps) > 1)])
    if len(jumps) > 1 and min(gaps) < NARROWEST - 1e-9:
        half = pi / len(jumps)
        for rank, number in enumerate(order):
            angles[number] = angles[order[0]] + rank * tau / len(jumps)
    return [(angle - half, angle + half) for angle in angles]


def _direction(plan: Layout, jump: Jump) -> float:
    """Towards the hole jumped over; where a torus joins its sides, as on the rest of the way."""
    (sx, sy), (x, y), (lx, ly) = (plan.places[hole] for hole in jump)
    dx, dy = x - sx, y - sy
    if not plan.edges and hypot(dx, dy) > 1.5 * plan.pitch:
        dx, dy = lx - x, ly - y
        if hypot(dx, dy) > 1.5 * plan.pitch:
            dx, dy = sx - x, sy - y
    return atan2(dy, dx) % tau


def _sector(place: Point, radius: float, style: str, low: float, high: float) -> Shape:
    steps = max(2, ceil((high - low) / (pi / 16)))
    rim = [low + (high - low) * k / steps for k in range(steps + 1)]
    points = [place, *((place[0] + radius * cos(a), place[1] + radius * sin(a)) for a in rim)]
    return Shape("polygon", style, tuple(round(value, 2) for point in points for value in point))


def of_bounds(ranges: Ranges, board: Board | None = None) -> Scene:
    """The most times of each jump, in its hole."""
    del board  # the pair has it
    if not ranges.ranges:
        raise nothing("no numbers of jumps lead to the target", "a pair with bounds")
    return heat(ranges.pair.board, {jump: r.most.whole for r in ranges.ranges for jump in r.orbit})
