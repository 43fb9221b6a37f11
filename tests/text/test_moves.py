"""Moves as text: three styles that print and parse, and sweeps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position
from feasibility.text import board_text, catalogue, notations
from feasibility.text.moves import format_jump, format_jumps, join_sweeps, parse_jumps
from feasibility.text.notations import parse_coordinate
from feasibility.text.writing import write
from tests.game.strategies import boards

ENGLISH = catalogue.board("english33")
# E. Bergholt (1912), as Beasley (1985) gives it: the central game in 18 sweeps, two digits = column, row.
BERGHOLT = (
    "46x44 65x45 57x55 54x56 52x54 73x53 43x63 75x73x53 35x55 15x35 23x43x63x65x45x25 37x57x55x53 31x33 34x32 "
    "51x31x33 13x15x35 36x34x32x52x54x34 24x44"
)


@given(boards(), st.randoms(), st.sampled_from(notations.NAMES), st.booleans())
def test_any_list_of_jumps_is_read_back(
    board: Board, source: random.Random, style: str, sweeps: bool
) -> None:
    jumps = tuple(source.choice(board.jumps) for _ in range(6)) if board.jumps else ()
    bare = jumps and style not in ("coordinates", "indices")
    if bare and (board.names is not None or any(len(_overs(board, j)) > 1 for j in jumps)):
        with pytest.raises(InputError, match=r"(not a notation for|no letters|no directions).*"):
            format_jumps(board, jumps, style, sweeps=sweeps)
        return
    try:
        text = format_jumps(board, jumps, style, sweeps=sweeps)
    except InputError as error:
        refused = {"letters": "no letters", "x-y": "no directions", "row-column": "no directions"}
        assert style.startswith("contest") or refused[style] in str(error)
        return
    assert parse_jumps(board, text, notation=style) == jumps


@pytest.mark.parametrize("name", ["english33", "french37"])
@pytest.mark.parametrize("style", notations.NAMES)
def test_every_notation_writes_every_jump_of_these_boards(name: str, style: str) -> None:
    board = catalogue.board(name)
    text = format_jumps(board, board.jumps, style)
    assert parse_jumps(board, text, notation=style) == board.jumps
    numbered = " ".join(f"{k}. {token}" for k, token in enumerate(text.split(), 1))
    assert parse_jumps(board, numbered, notation=style) == board.jumps


def _overs(board: Board, jump: Jump) -> set[int]:
    return {j.over for j in board.jumps if (j.start, j.landing) == (jump.start, jump.landing)}


def test_one_jump_in_every_style() -> None:
    jump = Jump(4, 9, 16)
    assert format_jump(ENGLISH, jump) == "d2d4"
    assert format_jump(ENGLISH, jump, "two-digit") == "46-44"
    assert format_jump(ENGLISH, jump, "indices") == "4/9/16"
    for text in (
        "d2d4",
        "d2-d4",
        "d2(d3)d4",
        "d2-(d3)-d4",
        "46-44",
        "46x44",
        "[46, 44]",
        "4/9/16",
        "# why\n d2d4,",
        "1. d2-d4",
        "1 : 46x44",
        "d2xd4",
        "D2-D4",
        "D2xD4",
        "d2>d4",
        "d2→d4",
        "d2 -> d4",
        "d2 d4",
        "(46, 44)",
        "(46-44)",
        "4,6:S",
        "ex",
        "e-x",
        "[0]1:3 -> Sud",
    ):
        assert parse_jumps(ENGLISH, text) == (jump,), text
    with pytest.raises(
        InputError,
        match="no such notation of moves; saw 'words'; expected coordinates, two-digit, line-column",
    ):
        format_jump(ENGLISH, jump, "words")


@pytest.mark.parametrize(
    ("board", "jump"),
    [("graph:path:6", (3, 2, 1)), ("graph:complete:5", (1, 4, 0)), ("torus:4x4", (8, 4, 0))],
)
def test_numbers_are_no_names_of_vertices_and_tell_no_jump_over_one_of_two(
    board: str, jump: tuple[int, int, int]
) -> None:
    """4-2 was written for 3(2)1, and read as from vertex 4 to vertex 2."""
    here = catalogue.board(board)
    for style in ("numbers", "numbers-0", "two-digit", "line-column", "x-y", "contest"):
        with pytest.raises(
            InputError, match=r"not a notation for the jumps of .*expected coordinates or indices"
        ):
            format_jump(here, Jump(*jump), style)
        if here.names is not None:
            with pytest.raises(InputError, match=f"not a notation for the jumps of {board}; saw {style}"):
                parse_jumps(here, "4-2", notation=style)
    assert parse_jumps(here, format_jump(here, Jump(*jump), "indices")) == (jump,)


def test_bergholts_eighteen_sweeps() -> None:
    jumps = parse_jumps(ENGLISH, BERGHOLT)
    start = Position(ENGLISH, ENGLISH.full & ~(1 << 16))
    assert len(jumps) == 31
    assert start.replay(jumps).mask == 1 << 16
    assert len(join_sweeps(jumps)) == 18
    assert format_jumps(ENGLISH, jumps, "two-digit", sweeps=True).replace("-", "x") == BERGHOLT
    assert len(format_jumps(ENGLISH, jumps, sweeps=True).split()) == 18


def test_a_torus_needs_the_jumped_hole() -> None:
    torus = catalogue.board("torus:4x4")
    jump = Jump(0, 1, 2)
    assert format_jump(torus, jump) == "a1(b1)c1"
    assert parse_jumps(torus, "a1(d1)c1") == (Jump(0, 3, 2),)
    with pytest.raises(InputError) as caught:
        parse_jumps(torus, "a1c1")
    assert str(caught.value) == (
        "line 1, column 1: several jumps from a1 to c1; saw 'a1c1'; expected the jumped hole in brackets: b1 or d1"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d2d4 hello", "line 1, column 6: not a jump; saw 'hello'; expected d2d4, 43-45, 3/9/16 or 4,5:E"),
        (
            "d2d4\n  d2d3",
            "line 2, column 3: english33 has no jump from d2 to d3; saw 'd2d3'; expected d2d4",
        ),
        ("a1c1", "line 1, column 1: no hole a1 on english33; saw 'a1c1'; expected c1 or c2 or a3 or b3"),
        (
            "11-12",
            "line 1, column 1: no hole 11 on english33; saw '11-12'; expected column from the left, then row from the bottom, both from 1",
        ),
        ("99->1", "line 1, column 1: no hole 99 on english33; saw '99->1'; expected column from the left"),
        ("ey", "line 1, column 1: no hole y on english33; saw 'ey'; expected a letter for each hole"),
        ("d2d4 d3", "line 1, column 6: not a jump; saw 'd3'; expected d2d4"),
        ("d2 d4d6", "line 1, column 1: not a jump; saw 'd2'; expected d2d4"),
        (
            "4,6:SQ",
            "line 1, column 1: no such direction on orthogonal boards; saw 'Q'; expected N, S, E, W",
        ),
        ("[0]1:3 -> Sued", "line 1, column 4: no such direction on orthogonal boards; saw 'U'"),
        (
            "1/2/3",
            "line 1, column 1: english33 has no jump from d1 to c2 over e1; saw '1/2/3'; expected d1d3",
        ),
        (
            "1/2/999999",
            "line 1, column 1: no hole 999999 on english33; saw '1/2/999999'; expected holes counted row by row from 0",
        ),
        ("d4xd7", "line 1, column 1: english33 has no jump from d4 to d7; saw 'd4xd7'; expected d4d2"),
    ],
)
def test_bad_moves(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_jumps(ENGLISH, text)
    assert str(caught.value).startswith(message)


@given(st.text("abcdSE1234-x>→:.()[]/, \n#'", max_size=30))
def test_any_text_is_moves_or_is_refused(text: str) -> None:
    try:
        jumps = parse_jumps(ENGLISH, text)
    except InputError as error:
        assert error.line is not None
    else:
        assert all(jump in ENGLISH.jump_index for jump in jumps)


def test_names_of_holes() -> None:
    line = catalogue.board("line:300")
    for hole in (0, 25, 26, 299):
        name = (
            format_jump(line, Jump(hole, hole - 1, hole - 2) if hole > 2 else Jump(hole, 1, 2)).split("1")[0]
            + "1"
        )
        assert parse_coordinate(line, name) == hole
    for text in ("d", "4", "d4d4", "", "é4", "d-4"):
        with pytest.raises(InputError, match="not the name of a hole"):
            parse_coordinate(line, text)
    with pytest.raises(InputError, match="not the name of a hole; saw 'E1'; expected e1"):
        parse_coordinate(line, "E1")


def test_two_digits_name_small_boards_only() -> None:
    line = catalogue.board("line:11")
    with pytest.raises(
        InputError, match="two digits do not name this hole; saw j1; expected at most 9 rows and columns"
    ):
        format_jump(line, Jump(9, 8, 7), "two-digit")


def test_boards_with_names_of_their_own_write_paths_and_read_them_back() -> None:
    board = Board(
        [(0, i) for i in range(4)],
        "explicit",
        [(0, 1, 2), (2, 1, 0), (1, 2, 3), (0, 3, 2)],
        "",
        ["w", "X.1", "7", "z_"],
    )
    assert [board.called(i) for i in range(4)] == ["w", "X.1", "7", "z_"]
    for jump in board.jumps:
        assert parse_jumps(board, format_jumps(board, [jump])) == (jump,)
    assert parse_jumps(board, "7-w X.1-z_") == (Jump(2, 1, 0), Jump(1, 2, 3))
    assert format_jumps(board, [Jump(0, 3, 2), Jump(2, 1, 0)], sweeps=True) == "w(z_)7(X.1)w"
    with pytest.raises(InputError, match="several jumps from w to 7"):
        parse_jumps(board, "w-7")
    with pytest.raises(InputError, match="no hole q"):
        parse_jumps(board, "q-7")
    assert board_text.parse(write(Position(board, 5))).board.names == board.names


@pytest.mark.parametrize("names", [["a", "b"], ["a", "b", "a"], ["a", "b", "c-d"], ["a", "b", ""]])
def test_names_are_distinct_and_free_of_signs(names: list[str]) -> None:
    with pytest.raises(InputError, match="name for"):
        Board([(0, 0), (0, 1), (0, 2)], "explicit", [], names=names)
