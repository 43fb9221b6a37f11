"""Arrows of pictures: over the border of a torus, and along the legs of a sweep."""

from __future__ import annotations

from feasibility.game.position import Position
from feasibility.render import pictures
from feasibility.render.scene import layout
from feasibility.text.catalogue import board as named
from feasibility.text.moves import parse_jumps


def test_a_torus_goes_on_at_its_other_side() -> None:
    """A stub out of each hole at a border; an arrow over the border is in two parts, inside the picture."""
    board = named("torus:4x5")
    plan = layout(board)
    assert len(plan.stubs) == 2 * (4 + 5)
    assert not layout(named("rectangle:4x5")).stubs and not layout(named("graph:cycle:5")).stubs
    over = next(j for j in board.jumps if [board.called(i) for i in j] == ["e1", "a1", "b1"])
    scene = pictures.jumps(Position(board, 1 << over.start | 1 << over.over), [over])
    lines = [s.points for s in scene.shapes if s.kind == "line" and s.style == "arrow"]
    start, landing = plan.places[over.start], plan.places[over.landing]
    assert [line[1] for line in lines] == [start[1], start[1]]
    assert lines[0][2] == plan.width and lines[1][0] == 0
    head = next(s.points for s in scene.shapes if s.style == "head")
    assert head[:2] == landing


def test_each_leg_of_a_path_says_which_way_it_goes() -> None:
    board = named("english33")
    sweep = parse_jumps(board, "c2-c4-c6-e6-e4-e2")
    scene = pictures.path(Position(board, board.full), sweep)
    heads = [s.points for s in scene.shapes if s.kind == "polygon" and s.style == "head"]
    assert len(heads) == len(sweep)
    plan = layout(board)
    for jump, (x, y, *rest) in zip(sweep, heads, strict=True):
        (a, b), (c, d) = plan.places[jump.start], plan.places[jump.landing]
        neck = ((rest[0] + rest[2]) / 2, (rest[1] + rest[3]) / 2)
        assert (x - neck[0]) * (c - a) + (y - neck[1]) * (d - b) > 0
