"""Drawings as people make them: spaced, shifted, with headers that are nearly right."""

from __future__ import annotations

from pathlib import Path

import pytest

from feasibility.base.errors import InputError, ReadingNote
from feasibility.cli import main
from feasibility.game.geometry import Board
from feasibility.game.position import Position
from feasibility.text.board_text import parse
from feasibility.text.catalogue import board
from feasibility.text.references import read_board, read_pair
from feasibility.text.writing import write

SPACED = """\
    x x x
    x x x
x x x x x x x
x x x . x x x
x x x x x x x
    x x x
    x x x
"""
SHIFTED = "  x x\n x x x\nx . x x\n"


def written(folder: Path, text: str) -> str:
    path = folder / "drawn.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_symbols_a_space_apart_are_neighbours(tmp_path: Path) -> None:
    pair = read_pair(written(tmp_path, SPACED))
    assert pair.start == read_pair("english33:-d4").start
    assert pair.start.board == board("english33")
    with pytest.warns(ReadingNote, match="a space apart were read as neighbours"):
        assert read_board(written(tmp_path, "x . x\nx   x\n")).n == 5


def test_a_spaced_drawing_is_answered_as_the_compact_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was answered INFEASIBLE, on a board without two neighbours in any row."""
    code = main(["check", written(tmp_path, SPACED), "--first", "--json"])
    out, err = capsys.readouterr()
    assert code == 0 and '"feasible"' in out and "read as" not in err


def test_targets_may_be_spaced_where_starts_are_not() -> None:
    text = "xx.\n---\n. . x"
    assert parse(text).target == parse("xx.\n---\n..x").target


@pytest.mark.parametrize("holes", [[(0, 0), (0, 2)], [(0, 0), (0, 2), (1, 0)], [(0, 1), (1, 0), (1, 2)]])
def test_boards_with_gaps_between_all_columns_are_read_back(holes: list[tuple[int, int]]) -> None:
    """What is written says so where a reader would take it for a spaced or a triangular drawing."""
    position = Position(Board(holes), 1)
    assert parse(write(position)).board.holes == position.board.holes


def test_shifted_rows_want_a_header(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="rows are shifted by half a step") as caught:
        read_pair(written(tmp_path, SHIFTED))
    assert "'# geometry: triangular'" in str(caught.value.expected) and caught.value.line == 1
    read_pair(written(tmp_path, f"# geometry: triangular\n{SHIFTED}"))


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("x.\n.x\n", "no jump at all"),
        ("x\nx\n.\n", "no jump along a row"),
        (f"# geometry: orthogonal\n{SHIFTED}", "no jump at all"),
    ],
)
def test_boards_that_hardly_anyone_means_are_warned_of(tmp_path: Path, text: str, warning: str) -> None:
    with pytest.warns(ReadingNote, match=f"WARNING: {warning}"):
        read_board(written(tmp_path, text))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("# geometri triangular", "# geometry: triangular"),
        ("# geometry triangular", "# geometry: triangular"),
        ("#geometry=triangular", "# geometry: triangular"),
        ("# geom: triangular", "# geometry: triangular"),
        ("# Geometry : triangula", None),  # a header with a wrong value has its own message
        ("# outside .", "# outside: ."),
        ("# jump: a1-b1-c1", "# jumps: a1-b1-c1"),
        ("# jumps a1-b1-c1", "# jumps: a1-b1-c1"),
        ("# spacing 1", "# spacing: 1"),
    ],
)
def test_near_headers_are_no_comments(line: str, meant: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse(f"{line}\nxx.\n", source="f")
    assert (caught.value.source, caught.value.line) == ("f", 1)
    assert meant is None or caught.value.expected == repr(meant)


@pytest.mark.parametrize("line", ["#x#", "##...##", "# x . x", "#●○●"])
def test_rows_that_begin_with_the_sign_of_comments_do_not_vanish(line: str) -> None:
    with pytest.raises(InputError, match="looks like a row"):
        parse(f"xx.\n{line}\n", source="f")


@pytest.mark.parametrize(
    "line",
    ["#", "####", "# --- #", "# a remark", "# names are free", "# note: with a colon", "# source of it all",
     "# the geometry is plain", "# play it twice", "# outside it rains", "# x marks a peg"],
)  # fmt: skip
def test_comments_stay_comments(line: str) -> None:
    assert parse(f"{line}\nxx.\n").start == parse("xx.\n").start


def test_o_is_a_peg_beside_points_and_unclear_beside_x() -> None:
    assert parse("oo.").start == parse("xx.").start
    with pytest.raises(InputError, match="not clear what o and x mean"):
        parse("xxo")
    assert parse("# peg: x\nxxo").start == parse("xx.").start
    assert parse("# peg: o\nxxo").start == parse("..x").start
    with pytest.raises(InputError, match="what o means"):
        parse("ooo")
    with pytest.raises(InputError, match=r"a third sign beside \. and x; saw 'o'"):
        parse("xo.")
    assert parse("# outside: o\noxx.o").start == parse("xx.").start


def test_a_hole_that_is_not_there_brings_the_nearest_ones() -> None:
    with pytest.raises(InputError, match="no hole h4 on english33; expected g3 or g4 or g5"):
        read_pair("english33:-h4", "english33:+d4")


def test_the_board_of_a_file_takes_named_holes(tmp_path: Path) -> None:
    path = written(tmp_path, "xxx\nxxx\nxxx\n")
    pair = read_pair(f"{path}:-b2", f"{path}:+a1+c3")
    assert (pair.start.count, pair.jumps_needed) == (8, 6)
    with pytest.raises(InputError, match="each hole has a sign") as caught:
        read_pair(f"{path}:-b2,c2")
    assert caught.value.expected == f"{path}:-b2-c2"
    with pytest.raises(InputError, match="no such file"):
        read_pair(f"{tmp_path}/missing.txt:-b2")
    with pytest.raises(InputError, match="no such file"):
        read_pair(f"{tmp_path}/missing.txt")
