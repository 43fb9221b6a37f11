"""SVG of any board: well formed, everything in the frame, names escaped, numbers in their holes."""

from __future__ import annotations

import re
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position
from feasibility.render import pictures
from feasibility.render.palette import SHADES, css, looks, shade
from feasibility.render.scene import Scene, layout
from feasibility.render.svg import escape, svg
from feasibility.text.references import read_board, read_pair
from tests.render.strategies import boards, pairs
from tests.render.verdicts import hostile

LIGHT, DARK = looks("light"), looks("dark")
SVG = "{http://www.w3.org/2000/svg}"


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def inside(scene: Scene) -> bool:
    for shape in scene.shapes:
        reach = shape.size if shape.kind == "circle" else 0
        for x, y in zip(shape.points[::2], shape.points[1::2], strict=True):
            if not (
                reach <= x + 0.02 <= scene.width - reach + 0.04
                and reach <= y + 0.02 <= scene.height - reach + 0.04
            ):
                return False
    return True


@given(pairs(), st.sampled_from(pictures.NUMBERINGS), st.sampled_from(["auto", "light", "dark"]))
def test_any_pair(pair: Pair, numbers: str, theme: str) -> None:
    scene = pictures.pair(pair, numbers)
    root = tree(svg(scene, theme))
    assert len(root.findall(f".//{SVG}circle")) == 2 * pair.board.n
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert inside(scene)


@given(boards, st.data())
def test_any_weights_are_written_into_their_holes(board: Board, data: st.DataObject) -> None:
    size = st.integers(-(10**10), 10**10) | st.integers(-3, 3)
    weights = data.draw(st.lists(size, min_size=board.n, max_size=board.n))
    scene = pictures.weights(board, weights, Position(board, board.full))
    texts = [s for s in scene.shapes if s.kind == "text"]
    discs = [s for s in scene.shapes if s.kind == "circle" and s.style != "ring"]
    assert [int(s.text.replace("−", "-")) for s in texts] == weights
    assert [s.points for s in texts] == [s.points for s in discs]
    for word, disc in zip(texts, discs, strict=True):
        assert 0.6 * word.size * len(word.text) <= 2 * disc.size + 0.1, "the number is wider than its hole"
    assert inside(scene)
    tree(svg(scene))


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**12))
def test_shades_are_symmetric_and_keep_the_sign(weight: int, largest: int) -> None:
    found = shade(weight, max(largest, abs(weight)))
    assert found[0] == ("w" if weight == 0 else "p" if weight > 0 else "n")
    assert shade(-weight, max(largest, abs(weight)))[1:] == found[1:]
    assert 0 <= int(found[1:]) <= SHADES


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * d for d in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("table", [LIGHT, DARK])
def test_every_number_can_be_read(table: dict[str, tuple[str, str, float, bool]]) -> None:
    """WCAG 2.1 AA asks for 4.5 between text and its ground; pegs and holes differ by more than 3."""
    for style in ["w0", *(f"{sign}{step}" for sign in "pn" for step in range(1, SHADES + 1))]:
        assert contrast(table[style][0], table[f"{style}-text"][0]) >= 4.5, style
    for i in range(8):
        assert contrast(table[f"c{i}"][0], table["class-text"][0]) >= 4.5
    assert contrast(table["peg"][0], table["peg-text"][0]) >= 4.5
    assert contrast(table["hole"][0], table["small"][0]) >= 4.5
    assert contrast(table["ground"][0], table["label"][0]) >= 4.5
    assert contrast(table["peg"][0], table["hole"][0]) >= 3
    assert LIGHT.keys() == DARK.keys()


def test_shades_of_one_sign_differ_in_print() -> None:
    """From zero outwards each step is darker on paper, so that a grey copy keeps the order."""
    for sign in "pn":
        greys = [
            luminance(LIGHT[style][0]) for style in ("w0", *(f"{sign}{i}" for i in range(1, SHADES + 1)))
        ]
        assert greys == sorted(greys, reverse=True)
        assert all(a - b > 0.04 for a, b in pairwise(greys))


def test_themes() -> None:
    assert "prefers-color-scheme" not in css("light")
    assert "@media screen and (prefers-color-scheme:dark)" in css("auto")
    assert DARK["peg"].fill in css("dark")


@given(st.text(max_size=60))
def test_any_text_is_escaped(text: str) -> None:
    shown = tree(f'<a b="{escape(text)}">{escape(text)}</a>')
    assert len(shown) == 0
    assert shown.text is None or "\r" not in shown.text
    assert not re.search(r'[<>"]', escape(text))


def test_name_with_markup_stays_text() -> None:
    for picture in (pictures.pair(hostile().pair), pictures.board(hostile().pair.board)):
        text = svg(picture)
        assert "<script" not in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert len(text) < 6000, "a long name is cut"
        tree(text)


@pytest.mark.parametrize("name", ["line:1", "rectangle:15x20", "rectangle:7x17", "line:300", "triangle:24"])
def test_small_and_large_boards(name: str) -> None:
    board = read_board(name)
    for scene in (
        pictures.board(board, "coordinate"),
        pictures.classes(board),
        pictures.weights(board, [1234567890] * board.n),
    ):
        assert inside(scene)
        assert len(tree(svg(scene)).findall(f".//{SVG}circle")) == board.n


def test_arrow_leads_from_start_to_landing() -> None:
    start = read_pair("english33:-d4").start
    jump = start.legal_jumps()[0]
    scene = pictures.jumps(start, [jump])
    places = {s.hole: s.points for s in scene.shapes if s.kind == "circle"}
    (head,) = [s for s in scene.shapes if s.kind == "polygon"]
    assert head.points[:2] == places[jump.landing]


def test_film_shows_every_position() -> None:
    start = Position(read_board("line:5"), 0b11011)
    frames = [frame for _, frame in pictures.film(start, [Jump(0, 1, 2)])]
    pegs = [[s.style for s in f.shapes if s.kind == "circle"] for f in frames]
    assert pegs == [["peg", "peg", "hole", "peg", "peg"], ["hole", "hole", "peg", "peg", "peg"]]


def test_bad_use() -> None:
    board = read_board("line:3")
    with pytest.raises(InputError, match="not a weight for each hole"):
        pictures.weights(board, [1, 2])
    with pytest.raises(InputError, match="no such numbering"):
        pictures.board(board, "roman")


def test_a_path_begins_at_a_ring_and_a_closed_one_ends_beside_it() -> None:
    """Else the head of the arrow would be hidden, and nobody would see which way round the peg goes."""
    start = Position(read_board("rectangle:3x3"), sum(1 << i for i in (0, 1, 3, 5, 7)))
    round_ = [Jump(0, 1, 2), Jump(2, 5, 8), Jump(8, 7, 6), Jump(6, 3, 0)]
    for sweep, gap in ((round_[:3], 0.0), (round_, pictures.RING)):
        shapes = pictures.path(start, sweep).shapes
        (ring,) = (s for s in shapes if s.style == "step")
        *_, head = (s for s in shapes if s.kind == "polygon")
        first, last = (layout(start.board).places[i] for i in (sweep[0].start, sweep[-1].landing))
        assert ring.points == first and shapes.index(head) > shapes.index(ring)
        assert hypot(head.points[0] - last[0], head.points[1] - last[1]) == pytest.approx(gap)
        dots = [s for s in shapes if s.kind == "circle" and s.style == "head"]
        assert len(dots) == len(sweep) - 1
