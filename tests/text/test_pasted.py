"""What a command prints above its answer is read back as the same pair, also of few rows."""

from __future__ import annotations

import random

import pytest

import feasibility
from feasibility.cli import main
from feasibility.text.references import read_pair

BOARDS = (
    *("line:4", "line:9", "rectangle:2x5", "rectangle:2x3", "rectangle:4x2", "rectangle:4x4", "english33"),
    *("cross:1,2,1,3", "wiegleb45", "triangle:4", "hexagon:3", "torus:4x4", "rectangle:3x30"),
)


@pytest.mark.filterwarnings("ignore::feasibility.base.errors.ReadingNote")
@pytest.mark.parametrize("name", BOARDS)
def test_a_printed_pair_is_read_as_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    board, draw = feasibility.board(name), random.Random(name)
    for _ in range(5):
        start, target = (draw.getrandbits(board.n) or 1 for _ in range(2))
        pegs = (
            "".join(f"+{board.called(i)}" for i in range(board.n) if mask >> i & 1)
            for mask in (start, target)
        )
        command = ["check", *(f"{name}:{named}" for named in pegs), "--no-search", "--criteria", "lattice"]
        assert main(command) in (0, 1, 3)
        parts = capsys.readouterr().out.split("\n\n")
        for text in ("\n\n".join(parts[:2]), parts[1]):
            pair = read_pair(text)
            assert (pair.start.mask, pair.target.must, pair.target.free) == (start, target, 0)
            assert pair.start.board.jumps == board.jumps


@pytest.mark.filterwarnings("ignore::feasibility.base.errors.ReadingNote")
@pytest.mark.parametrize("name", BOARDS)
def test_so_is_one_whose_words_take_two_lines(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--pegs 1)` was broken between the two, and `1).` is a row of signs."""
    board = feasibility.board(name)
    assert main(["check", f"{name}:-{board.called(0)}", "--no-search", "--criteria", "lattice"]) in (0, 1, 3)
    pair = read_pair("\n\n".join(capsys.readouterr().out.split("\n\n")[:2]))
    assert (pair.start.mask, pair.target.must, pair.target.free) == (board.full - 1, 1, 0)
