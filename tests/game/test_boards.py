"""Boards: what follows from the holes, published sizes, and what is refused."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given

from feasibility.base.errors import InputError
from feasibility.game.geometry import STEPS, Board, Geometry, Jump, column_letters, coordinate
from feasibility.game.position import bits
from feasibility.text import catalogue
from tests.game.strategies import boards

# Avis, Deza and Onn (2000) give the first three; the others are counted by hand: a row of k holes has 2 (k - 2).
SIZES = {
    "english33": (33, 76),
    "french37": (37, 92),
    "wiegleb45": (45, 108),
    "line:7": (7, 10),
    "diamond41": (41, 100),
    "triangle:5": (15, 36),
    "defi-jury": (36, 76),
}


@pytest.mark.parametrize("name", SIZES)
def test_incidence_has_the_published_size(name: str) -> None:
    board = catalogue.board(name)
    matrix = board.incidence
    assert matrix.shape == SIZES[name]
    assert matrix.dtype == np.int8
    assert not matrix.flags.writeable
    assert (board.sparse_incidence.toarray() == matrix).all()


@given(boards())
def test_a_column_of_the_incidence_is_its_jump(board: Board) -> None:
    for column, (start, over, landing) in zip(board.incidence.T.tolist(), board.jumps, strict=True):
        expected = [0] * board.n
        expected[start] = expected[over] = -1
        expected[landing] = 1
        assert column == expected


@given(boards())
def test_jumps_are_exactly_the_straight_ones(board: Board) -> None:
    if board.geometry is Geometry.EXPLICIT:
        return
    steps = {(sign * r, sign * c) for r, c in STEPS[board.geometry] for sign in (1, -1)}
    found = []
    for s, (row, column) in enumerate(board.holes):
        for down, right in steps:
            over, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in board.holes and landing in board.holes:
                found.append(Jump(s, board.holes.index(over), board.holes.index(landing)))
    assert board.jumps == tuple(sorted(found))


@given(boards())
def test_a_board_is_a_value(board: Board) -> None:
    again = eval(repr(board), {"Board": Board})
    assert again == board
    assert hash(again) == hash(board)
    assert again.name == board.name
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.holes == tuple(sorted(board.holes))
    assert min(r for r, _ in board.holes) == min(c for _, c in board.holes) == 0
    with pytest.raises(AttributeError, match="frozen"):
        board.name = "other"
    with pytest.raises(AttributeError, match="frozen"):
        del board.jumps


@given(boards())
def test_playable_classes_are_what_one_peg_can_visit(board: Board) -> None:
    reach = [{i} for i in range(board.n)]
    for _ in range(board.n):
        for start, _over, landing in board.jumps:
            joined = reach[start] | reach[landing]
            for hole in joined:
                reach[hole] = joined
    assert {frozenset(bits(mask)) for mask in board.playable_classes} == {frozenset(r) for r in reach}
    assert sum(board.playable_classes) == board.full
    assert set(bits(board.never_over)) == set(range(board.n)) - {over for _, over, _ in board.jumps}


def test_english_classes_have_8_8_5_and_12_holes() -> None:
    sizes = sorted(mask.bit_count() for mask in catalogue.board("english33").playable_classes)
    assert sizes == [5, 8, 8, 12]


def test_boards_are_compared_after_a_shift_and_by_their_jumps() -> None:
    holes = [(0, 0), (0, 1), (0, 2)]
    assert Board([(r + 5, c - 3) for r, c in holes]) == Board(holes)
    assert Board(holes) != Board(holes, "diagonal")
    assert Board(holes, "explicit", [(0, 1, 2)]) != Board(holes, "explicit", [(2, 1, 0)])
    assert Board(holes) != "ooo"


def test_three_hundred_holes_and_the_largest_board() -> None:
    line = catalogue.board("line:300")
    assert (line.n, len(line.jumps), len(line.symmetries)) == (300, 596, 2)
    assert line.full.bit_length() == 300
    assert catalogue.board("rectangle:64x64").n == 4096
    with pytest.raises(InputError, match="the board is too large; saw 4097 holes; expected at most 4096"):
        Board([(0, c) for c in range(4097)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([],), "the board has no hole; expected at least one hole"),
        (([(0, 0), (0, 0)],), "a hole is listed twice; expected distinct holes"),
        (
            ([(0, 1), (1, 0.5), (1, 1.5)], "triangular"),
            "not the place of a hole; saw (1, 0.5); expected row and column, whole numbers",
        ),
        ((["a1"],), "not the place of a hole; saw 'a1'; expected row and column, whole numbers"),
        (
            ([(0, 0)], "explicit", [("a1", "b1", "c1")]),
            "not a jump of this board; saw ('a1', 'b1', 'c1'); expected three different hole indices below 1",
        ),
        (
            ([(0, 0)], "cubic"),
            "no such geometry; saw 'cubic'; expected orthogonal, triangular, diagonal, explicit",
        ),
        (([(0, 0)], "explicit"), "an explicit board needs its list of jumps"),
        (
            ([(0, 0)], "diagonal", []),
            "the jumps of diagonal boards follow from their holes; expected no list of jumps",
        ),
        (
            ([(0, 0), (0, 1)], "explicit", [(0, 1, 2)]),
            "not a jump of this board; saw (0, 1, 2); expected three different hole indices below 2",
        ),
        (
            ([(0, 0), (0, 1), (0, 2)], "explicit", [(0, 1, 0)]),
            "not a jump of this board; saw (0, 1, 0); expected three different hole indices below 3",
        ),
    ],
)
def test_what_is_no_board(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Board(*arguments)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_masks_by_coordinates() -> None:
    board = catalogue.board("english33")
    assert board.mask([(3, 3), (0, 2), (3, 3)]) == 1 << 16 | 1
    with pytest.raises(InputError, match="no hole at row 0, column 0 of english33"):
        board.mask([(0, 0)])


def test_names_of_holes_go_on_after_z() -> None:
    assert [column_letters(c) for c in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]
    assert coordinate((3, 3)) == "d4"


def test_explicit_jumps_follow_their_holes_when_these_are_sorted() -> None:
    board = Board([(0, 2), (0, 0), (0, 1)], "explicit", [(0, 2, 1)])
    assert board.jumps == (Jump(2, 1, 0),)
