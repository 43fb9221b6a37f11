"""What can be drawn of boards, positions and proofs, each as a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.render.columns import hole_names, shortened
from feasibility.render.graph_places import Point
from feasibility.render.palette import MARKS, shade
from feasibility.render.scene import (
    EM,
    RADIUS,
    Layout,
    Scene,
    Shape,
    arrow,
    beside,
    captioned,
    circle,
    fitting,
    grid,
    headed,
    layout,
    scaled,
    step_between,
    text,
)
from feasibility.text.moves import format_jump, format_jumps, format_sweep, join_sweeps

NAME_SIZE = 7.5  # of names between the rows
ON_THE_WAY = 0.72  # share of a leg of a path where its small head is
SCALE = 0.62  # of the boards of a play
RING = 6.0  # radius of the mark where the path of a sweep starts
NUMBERINGS = ("none", "index", "coordinate")


def board(board: Board, numbers: str = "none") -> Scene:
    """The empty board; `numbers` writes the index or the coordinate into each hole."""
    return _holes(board, 0, 0, numbers, shortened(board.label))


def position(position: Position, numbers: str = "none") -> Scene:
    """Pegs dark, empty holes light."""
    board, mask = position.board, position.mask
    title = f"{shortened(board.label)} with {plural(position.count, 'peg')}: {hole_names(board, mask)}"
    return _holes(board, mask, 0, numbers, title)


def target(target: Target, numbers: str = "none") -> Scene:
    """A position, a pattern whose free holes are dashed rings with a question mark, or a number of pegs."""
    if target.exact is not None:
        return position(target.exact, numbers)
    board, free = target.board, target.free
    if target.pegs is not None:
        return _holes(board, 0, free, "none", str(target))
    must = hole_names(board, target.must)
    title = f"{shortened(board.label)}: pegs {must}; free {hole_names(board, free)}"
    drawn = _holes(board, target.must, free, numbers, title)
    if numbers != "none":
        return drawn
    marks = [text(layout(board).places[i], "?", 17, "free-text") for i in bits(free)]
    return drawn._replace(shapes=(*drawn.shapes, *marks))


def pair(pair: Pair, numbers: str = "none") -> Scene:
    left, right = position(pair.start, numbers), target(pair.target, numbers)
    pointer = Scene(44, 24, tuple(arrow((2, 12), (42, 12), head=12, trim=0)), "to")
    start, goal, free = f"start: {plural(pair.start.count, 'peg')}", str(pair.target), pair.target.free
    if pair.target.pegs is None:
        goal = plural(pair.target.must.bit_count(), "peg") + (f", {free.bit_count()} free" if free else "")
    title = f"start: {left.title}; target: {right.title}"
    return beside([captioned(left, start), pointer, captioned(right, f"target: {goal}")], title)


def weights(
    board: Board, weights: Sequence[int], pegs: Position | None = None, caption: str = "weights"
) -> Scene:
    """The number in each hole, coloured by sign and size; holes that hold a peg have a heavy rim."""
    if len(weights) != board.n:
        raise InputError("not a weight for each hole", seen=str(len(weights)), expected=str(board.n))
    words = [signed(w) for w in weights]
    longest = max(map(len, words))
    plan = layout(board, max(RADIUS, round(longest * EM * 11 / 2 + 3, 1)))
    size = fitting("0" * longest, 2 * plan.radius - 6, 17)
    largest = max(map(abs, weights))
    shapes: list[Shape] = []
    for i, (place, weight) in enumerate(zip(plan.places, weights, strict=True)):
        shapes.append(circle(place, plan.radius, shade(weight, largest), i))
    if pegs is not None:
        shapes += [circle(plan.places[i], plan.radius, "ring", i) for i in pegs.pegs]
    for place, weight, word in zip(plan.places, weights, words, strict=True):
        shapes.append(text(place, word, size, f"{shade(weight, largest)}-text"))
    listed = ", ".join(f"{board.called(i)} {w}" for i, w in enumerate(words) if w != "0")
    return _scene(plan, shapes, f"{caption}: {listed or 'all 0'}")


def marked(board: Board, mask: int) -> Scene:
    """Some holes marked with a 1, the others plain."""
    looks = [("p3", "1") if mask >> i & 1 else ("w0", "") for i in range(board.n)]
    return signs(board, looks, f"marked holes: {hole_names(board, mask)}")


def signs(board: Board, looks: Sequence[tuple[str, str]], title: str) -> Scene:
    """Each hole in its style, with its sign."""
    plan = layout(board)
    holes = sorted(range(board.n), key=lambda i: looks[i][0])  # signs of one style stand together
    shapes = [circle(p, plan.radius, looks[i][0], i) for i, p in enumerate(plan.places)]
    shapes += [text(plan.places[i], looks[i][1], 17, f"{looks[i][0]}-text") for i in holes if looks[i][1]]
    return _scene(plan, shapes, title)


def jumps(position: Position, jumps: Sequence[Jump], numbered: bool = True) -> Scene:
    """Arrows over a position, numbered in their order."""
    plan = layout(position.board)
    shapes = _discs(plan, position.mask, 0)
    labels: list[Shape] = []
    taken: set[Point] = set()
    for number, jump in enumerate(jumps, 1):
        *out, (start, end) = _legs(position.board, plan, jump)
        length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        if len(jumps) > 1:  # each keeps to its right, so that jumps to and fro stay apart
            aside = (5 * (start[1] - end[1]) / length, 5 * (end[0] - start[0]) / length)
            start, end = _aside(start, aside), _aside(end, aside)
            out = [(_aside(near, aside), _aside(far, aside)) for near, far in out]
        for near, far in out:
            shapes += arrow(near, far, "arrow", 0.0)[:2]
        style = "wrap" if length > 2.9 * plan.pitch else "arrow"
        shapes += arrow(start, end, style, trim=0.0 if out else 5.0)
        if numbered and len(jumps) > 1:
            at = _free_spot(*(out[0] if out else (start, end)), taken)
            size = fitting(str(number), 12, 10)
            labels += [circle(at, 7.5, "step"), text(at, str(number), size, "step-text")]
    names = " ".join(format_jump(position.board, j) for j in jumps)
    return _scene(plan, [*shapes, *labels], f"jumps {names} on {shortened(position.board.label)}")


def named(scene: Scene, board: Board) -> Scene:
    """The picture with the name of each hole just below it, in a style that a page shows or hides."""
    discs = {(s.points, s.size): s.hole for s in scene.shapes if s.kind == "circle" and s.hole >= 0}
    names = [
        text((x, round(y + radius + 3.4, 2)), board.called(hole), NAME_SIZE, "name")
        for ((x, y), radius), hole in discs.items()
    ]
    return scene._replace(shapes=(*scene.shapes, *names), height=scene.height + 3)


def classes(board: Board, corners: Mapping[int, int] | None = None) -> Scene:
    """Playable classes by letter and colour; `corners` maps classes to their corners, heavily rimmed."""
    plan = layout(board)
    shapes: list[Shape] = []
    letters: list[Shape] = []
    for number, mask in enumerate(board.playable_classes):
        letter = class_letter(number)
        for i in bits(mask):
            shapes.append(circle(plan.places[i], plan.radius, f"c{number % MARKS}", i))
            letters.append(text(plan.places[i], letter, fitting(letter, 26, 15), "class-text"))
    ringed = sum((corners or {}).values())
    shapes += [circle(plan.places[i], plan.radius + 1, "ring", i) for i in bits(ringed)]
    listed = "; ".join(
        f"{class_letter(k)}: {hole_names(board, m)}" for k, m in enumerate(board.playable_classes[:MARKS])
    )
    title = f"playable classes of {shortened(board.label)}: {listed}"
    return _scene(
        plan, [*shapes, *letters], title + (f"; corners {hole_names(board, ringed)}" if ringed else "")
    )


def path(position: Position, sweep: Sequence[Jump]) -> Scene:
    """A sweep as the path of its peg: a ring where it starts, a dot wherever it lands on its way."""
    if len(sweep) == 1:
        return jumps(position, sweep)
    plan = layout(position.board)
    drawn: list[Shape] = []
    for number, jump in enumerate(sweep):
        *out, (start, end) = _legs(position.board, plan, jump)
        length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        last = number == len(sweep) - 1
        if last and jump.landing == sweep[0].start:  # the head ends at the ring, not under it
            share = RING / length
            end = end[0] + (start[0] - end[0]) * share, end[1] + (start[1] - end[1]) * share
        style = "wrap" if length > 2.9 * plan.pitch else "arrow"
        halo, line, head = arrow(start, end, style, 9.0 if last else 0.0, 0.0)
        for near, far in out:
            drawn += arrow(near, far, "arrow", 0.0, 0.0)[:2]
        begin = plan.places[jump.start]
        stop = circle(begin, 4.5, "head") if number else circle(begin, RING, "step")
        if not last:  # a small head on the leg, so that it is seen which way it goes
            x, y = (start[i] + (end[i] - start[i]) * ON_THE_WAY for i in (0, 1))
            head = arrow(start, (x, y), head=13.0)[2]
        drawn += [halo, line, head, stop]
    drawn.sort(key=lambda shape: {"halo": 0, "step": 2, "head": 3}.get(shape.style, 1))  # no halo cuts a line
    names = " ".join(format_jump(position.board, jump) for jump in sweep)
    title = f"sweep {names} on {shortened(position.board.label)}"
    return _scene(plan, [*_discs(plan, position.mask, 0), *drawn], title)


def film(start: Position, jumps: Sequence[Jump], most: int | None = None) -> list[tuple[str, Scene]]:
    """A play sweep by sweep: the position before each, with its path, and the last one; with their names."""
    frames: list[tuple[str, Scene]] = []
    here, sweeps = start, join_sweeps(jumps)
    for number, sweep in enumerate(sweeps[:most], 1):
        frames.append((f"{number}. {format_sweep(start.board, sweep)}", path(here, sweep)))
        here = here.replay(sweep)
    rest = len(sweeps) - len(frames)
    return [*frames, (f"and {plural(rest, 'sweep')} more" if rest else "the end", position(here))]


def play(start: Position, jumps: Sequence[Jump]) -> Scene:
    """The position before each sweep, with the path of the peg that moves, and the last position, in rows."""
    name, frames = shortened(start.board.label), film(start, jumps)
    scenes = [captioned(scaled(frame, SCALE), caption, 12.0) for caption, frame in frames]
    count = f"{plural(len(jumps), 'jump')} in {plural(len(frames) - 1, 'sweep')}"
    title = f"a play of {count} on {name}: {format_jumps(start.board, tuple(jumps), sweeps=True)}"
    return headed(grid(scenes, title), f"{name}: {count}")


def class_letter(number: int) -> str:
    """A, B, ... then numbers."""
    return chr(65 + number) if number < 26 else str(number + 1)


def signed(weight: int) -> str:
    return str(weight).replace("-", "−")


def _aside(place: Point, by: Point) -> Point:
    return place[0] + by[0], place[1] + by[1]


def _free_spot(start: Point, end: Point, taken: set[Point]) -> Point:
    """A place on an arrow that no other number has."""
    for share in (0.36, 0.5, 0.22, 0.64):
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        at = (round(x, 2), round(y, 2))
        if at not in taken:
            break
    taken.add(at)
    return at


def _scene(plan: Layout, shapes: Sequence[Shape], title: str) -> Scene:
    edges = [Shape("line", "hole", (*plan.places[a], *plan.places[b])) for a, b in plan.edges]
    stubs = [Shape("line", "hole", stub) for stub in plan.stubs]
    return Scene(plan.width, plan.height, (*edges, *stubs, *shapes), title)


def _legs(board: Board, plan: Layout, jump: Jump) -> list[tuple[Point, Point]]:
    """The straight parts of an arrow: two where it leaves the picture and enters at the other side."""
    start, end = plan.places[jump.start], plan.places[jump.landing]
    first, second = step_between(board, *jump[:2]), step_between(board, *jump[1:])
    if not plan.stubs or not (first[1] or second[1]) or first[0] != second[0]:
        return [(start, end)]
    down, right = first[0]
    far = 2 * plan.pitch
    frame = (plan.width, plan.height)
    out = _inside((start[0] + far * right, start[1] + far * down), frame)
    back = _inside((end[0] - far * right, end[1] - far * down), frame)
    return [(start, out), (back, end)]


def _inside(place: Point, frame: Point) -> Point:
    return min(max(place[0], 0.0), frame[0]), min(max(place[1], 0.0), frame[1])


def _holes(board: Board, pegs: int, free: int, numbers: str, title: str) -> Scene:
    plan = layout(board)
    return _scene(plan, [*_discs(plan, pegs, free), *_numbers(board, plan, numbers, pegs)], title)


def _discs(plan: Layout, pegs: int, free: int) -> list[Shape]:
    kinds = ("hole", "peg", "free")
    return [
        circle(p, plan.radius, kinds[(pegs >> i & 1) or 2 * (free >> i & 1)], i)
        for i, p in enumerate(plan.places)
    ]


def _numbers(board: Board, plan: Layout, numbers: str, pegs: int) -> list[Shape]:
    if numbers == "none":
        return []
    if numbers not in NUMBERINGS:
        raise InputError("no such numbering", seen=repr(numbers), expected=", ".join(NUMBERINGS))
    words = map(board.called if numbers == "coordinate" else str, range(board.n))
    return [
        text(place, word, fitting(word, 27, 13), "peg-text" if pegs >> i & 1 else "small")
        for i, (place, word) in enumerate(zip(plan.places, words, strict=True))
    ]
