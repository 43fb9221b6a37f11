"""Every way to type a board, on known boards and on others: read right, or refused, and never misread."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.game.position import Position
from feasibility.text.board_text import parse
from feasibility.text.catalogue import board
from feasibility.text.document import Document, How
from tests.text.by_hand.styles import WAYS, Due, Way, rows_of

KNOWN = (
    "english33",
    "french37",
    "wiegleb45",
    "diamond41",
    "asymmetric39",
    "triangle:4",
    "triangle:5",
    "triangle:7",
)
OWN = {
    "6x6": board("rectangle:6x6"),
    "7x7": board("rectangle:7x7"),
    "4x5": board("rectangle:4x5"),
    "a staircase": Board([(r, c) for r in range(5) for c in range(r + 1)]),
    "a cross": board("cross:1,1,1,1"),
    "a ring": Board([(r, c) for r in range(5) for c in range(5) if (r, c) != (2, 2)]),
    "a boat": Board([(0, 2), *((1, c) for c in range(1, 5)), *((2, c) for c in range(7)), *((3, c) for c in range(1, 6))]),
}  # fmt: skip


def positions(plain: Board, number: int = 3) -> Iterator[Position]:
    """Full but for one hole, and games half-played: a position that random jumps lead to, from some seeds."""
    for seed in range(number):
        chosen = random.Random(seed)
        position = Position(plain, plain.full & ~(1 << plain.n // 2))
        for _ in range(seed * plain.n // 6):
            legal = [j for j, (must, all_) in enumerate(plain.jump_masks) if position.mask & all_ == must]
            if legal:
                position = Position(plain, position.mask ^ plain.jump_masks[chosen.choice(legal)][1])
        yield position


def read(text: str, name: str | None = None) -> Document | InputError:
    try:
        return parse(text, board=name)
    except InputError as error:
        return error


AS_DRAWN = [way for way in WAYS if way.due is Due.READ]
CASES = [(name, way) for name in KNOWN for way in WAYS]


@pytest.mark.parametrize(("name", "way"), CASES, ids=[f"{name}-{way.name}" for name, way in CASES])
def test_a_known_board(name: str, way: Way) -> None:
    for position in positions(board(name)):
        text = way.make(rows_of(position))
        found = read(text)
        if way.due is Due.REFUSED:
            assert isinstance(found, InputError), (text, found)
        else:
            assert isinstance(found, Document), (text, found)
            assert found.start.board == position.board and found.start.must == position.mask, text
            assert found.how in (How.DRAWN, How.ROWS)
            assert found.how is How.DRAWN or "# board: drawn" in (found.note or "")


@pytest.mark.parametrize(("name", "way"), CASES, ids=[f"{name}-{way.name}" for name, way in CASES])
def test_a_board_that_is_named_is_that_board(name: str, way: Way) -> None:
    """With `--board` only signs can be unclear, and one of the headers that the refusal names is enough."""
    for position in positions(board(name), 2):
        text = way.make(rows_of(position))
        found = read(text, name)
        if isinstance(found, InputError):
            options = re.findall(r"`([^`]*)`", found.expected or "")
            tried = [read(f"{option}\n{text}", name) for option in options]
            right = [one for one in tried if isinstance(one, Document)]
            assert len(right) == len(options) == 2, (text, found)
            assert position.mask in [one.start.must for one in right]
            assert all(one.start.board == position.board for one in right)
        else:
            assert (found.start.board, found.start.must, found.how) == (
                position.board,
                position.mask,
                How.NAME,
            )


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("way", AS_DRAWN, ids=[way.name for way in AS_DRAWN])
def test_other_boards_are_read_as_drawn_and_never_misread(name: str, way: Way) -> None:
    for position in positions(OWN[name]):
        text = way.make(rows_of(position))
        plain, drawn = read(text), read(text, "drawn")
        for found in (drawn,) if name == "a staircase" else (plain, drawn):  # which is a triangle, else
            if isinstance(found, Document):
                assert (found.start.board, found.start.must) == (position.board, position.mask), (text, found)
        if not way.name.startswith("as in chess"):
            assert isinstance(drawn, Document), (text, drawn)


def beside(between: str, every_row: bool = False) -> Callable[[str, str], str]:
    """Start and target side by side, with an arrow in the middle row, or in all."""

    def make(start: str, target: str) -> str:
        left, right = start.split("\n"), target.split("\n")
        width = max(map(len, left))
        middle = len(left) // 2
        gap = " " * len(between)
        marks = [between if every_row or i == middle else gap for i in range(len(left))]
        return "\n".join(a.ljust(width) + m + b for a, m, b in zip(left, marks, right, strict=True))

    return make


JOINTS: dict[str, Callable[[str, str], str]] = {
    "dashes": lambda start, target: f"{start}\n---\n{target}",
    "a line of =": lambda start, target: f"{start}\n=====\n{target}",
    "before and after": lambda start, target: f"before:\n{start}\nafter:\n{target}",
    "Start and Target": lambda start, target: f"Start:\n\n{start}\n\nTarget:\n\n{target}\n",
    "bold words": lambda start, target: f"**From**\n{start}\n\n**To**\n{target}",
    "an arrow below": lambda start, target: f"{start}\n->\n{target}",
    "an arrow down": lambda start, target: f"{start}\n\n   ↓\n\n{target}",
    "beside": beside("  -->  "),
    "beside, an arrow in all rows": beside(" -> ", every_row=True),
    "beside, a double arrow": beside(" ⇒ "),
}
ONE_LINE = ("numpy", "None outside", "JSON", "truth", "list", "assignment", "chess", "fence", "code", "title")
OF_LINES = [
    way for way in WAYS if way.due is not Due.REFUSED and not any(word in way.name for word in ONE_LINE)
]


@pytest.mark.parametrize("joint", JOINTS)
@pytest.mark.parametrize("way", OF_LINES, ids=[way.name for way in OF_LINES])
def test_a_start_and_a_target(way: Way, joint: str) -> None:
    chosen = (OF_LINES.index(way) + list(JOINTS).index(joint)) % 3
    start, _, goal = positions(board(("english33", "french37", "triangle:5")[chosen]))
    text = JOINTS[joint](way.make(rows_of(start)), way.make(rows_of(goal)))
    found = read(text)
    if isinstance(found, Document):
        assert found.target is not None, text
        assert (found.board, found.start.must) == (start.board, start.mask), text
        assert found.target.must == goal.mask, text
    else:
        words = "bold" in joint and way.name.startswith(("string", "a string", "a template"))
        dashes = way.name in ("o and dashes", "dashes outside", "a frame")
        assert "beside" in joint or words or dashes, (text, found)
