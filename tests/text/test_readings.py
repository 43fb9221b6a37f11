"""Moves as the texts on the game print them: each list of them is read as printed, in the one legal way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility.base.errors import IllegalJump, InputError
from feasibility.game.position import Target
from feasibility.text import board_text, catalogue
from feasibility.text.board_text import parse
from feasibility.text.document import pair_of, position_of
from feasibility.text.moves import format_jumps, join_sweeps, parse_jumps, read_moves
from feasibility.text.references import read_document, read_pair

# E. Lucas (1891), the 30 problems, as texts on them print their plays: 69 lists in two forms.
LUCAS = json.loads((Path(__file__).parent / "data/lucas-printed.json").read_text())
# E. Bergholt (1912), 18 sweeps; a program of a contest of 2009, in its own words, with its board.
BERGHOLT = json.loads((Path(__file__).parent / "data/bergholt.json").read_text())
CONTEST = json.loads((Path(__file__).parent / "data/contest-printed.json").read_text())
CENTRE = read_pair("english33:-d4", "english33:+d4")


def test_all_sixty_nine_lists_are_here() -> None:
    assert sum(map(len, LUCAS.values())) == 69
    assert len(LUCAS) == 30


@pytest.mark.parametrize("name", LUCAS)
def test_lists_of_lucas_problems_end_at_their_targets(name: str) -> None:
    pair = pair_of(catalogue.problem(f"lucas/{name}"), name)
    for given in LUCAS[name]:
        pairs = given["form"] == "pairs"
        as_python = str([tuple(p) if pairs else p for p in given["printed"]])
        for text in (as_python, json.dumps(given["printed"]), " ".join(map(str, given["printed"]))):
            jumps = read_moves(pair.start, text)
            assert pair.target.contains(pair.start.replay(jumps).mask), text
            assert jumps == read_moves(pair.start, text, notation="two-digit" if pairs else "x-y")
        if not pairs:
            written = format_jumps(pair.board, jumps, "x-y", sweeps=True)
            assert parse_jumps(pair.board, written, notation="x-y") == jumps


def test_bergholts_eighteen_sweeps() -> None:
    text = "\n".join(BERGHOLT["moves"])
    jumps = read_moves(CENTRE.start, text, notation="line-column")
    assert CENTRE.target.contains(CENTRE.start.replay(jumps).mask)
    assert len(join_sweeps(jumps)) == 18
    written = format_jumps(CENTRE.board, jumps, "line-column", sweeps=True).replace("-", "x").split()
    assert [f"{i} : {move}" for i, move in enumerate(written, 1)] == BERGHOLT["moves"]
    # The other way to read it is the same play, turned, so there is nothing to ask.
    assert read_moves(CENTRE.start, text) == read_moves(CENTRE.start, text, notation="two-digit")


def test_a_program_in_its_own_words() -> None:
    jumps = read_moves(CENTRE.start, "\n".join(CONTEST["moves"]))
    assert len(jumps) == 31
    assert CENTRE.target.contains(CENTRE.start.replay(jumps).mask)
    assert jumps == read_moves(CENTRE.start, "\n".join(CONTEST["moves"]), notation="contest-2")
    printed = board_text.parse("\n".join(row for row in CONTEST["board"] if row))
    assert position_of(printed) == CENTRE.start


def test_a_play_by_letters() -> None:
    """The 18 sweeps of Bergholt as Wikipedia, Peg solitaire, writes them."""
    text = "ex lj ck Pf DP GI JH mG GI ik gi LJ JH Hl lj jh CK pF AC CK Mg gi ac ck kI dp pF FD DP Pp ox"
    jumps = read_moves(CENTRE.start, text)
    assert CENTRE.target.contains(CENTRE.start.replay(jumps).mask)
    assert format_jumps(CENTRE.board, jumps, "letters") == text


def test_two_legal_readings_that_differ_are_asked_about() -> None:
    start = read_pair("english33:+b4+c4+d2+d3+g5", "english33:+d4").start
    message = (
        "this play is legal in several notations; saw two-digit (column from the left, then row from the bottom, "
        "both from 1); line-column (row from the top, then column from the left, both from 1); "
        "expected --notation two-digit or --notation line-column"
    )
    with pytest.raises(InputError) as caught:
        read_moves(start, "24-44")
    assert str(caught.value) == message
    board = start.board
    by_column = read_moves(start, "24-44", notation="two-digit")
    by_line = read_moves(start, "24-44", notation="line-column")
    assert [format_jumps(board, jumps) for jumps in (by_column, by_line)] == ["b4d4", "d2d4"]
    for jumps in (by_column, by_line):
        target = Target(board, start.replay(jumps).mask)
        assert read_moves(start, "24-44", target=target) == jumps


def test_without_the_fifth_peg_the_two_are_one_play_turned() -> None:
    start = read_pair("english33:+b4+c4+d2+d3", "english33:+d4").start
    assert format_jumps(start.board, read_moves(start, "24-44")) == "b4d4"


def test_an_illegal_play_is_told_in_the_reading_that_comes_farthest() -> None:
    jumps = read_moves(CENTRE.start, "5-17 8-10 8-10")
    assert format_jumps(CENTRE.board, jumps) == "d2d4 b3d3 b3d3"
    with pytest.raises(IllegalJump, match=r"jump 3 \(b3-c3-d3\)"):
        CENTRE.start.replay(jumps)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. d2-d4 2. b3-d3", "d2d4 b3d3"),
        ("d2xd4 B3>D3", "d2d4 b3d3"),
        ("d2→d4, b3 -> d3", "d2d4 b3d3"),
        ("5-17 8-10", "d2d4 b3d3"),
        ("4->16 7->9", "d2d4 b3d3"),
        ("4,6:S 2,5:E", "d2d4 b3d3"),
        ("2,4:S 3,2:E", "d2d4 b3d3"),
    ],
)
def test_the_ways_to_write_two_jumps(text: str, says: str) -> None:
    assert format_jumps(CENTRE.board, read_moves(CENTRE.start, text)) == says


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("french37:-c1", "11-1", "c3c1"),
        ("french37:-c1", "3-1", "e1c1"),
        ("triangle:5:-a1", "4-1 6-4", "a3a1 c3a3"),
        ("triangle:5:-a1", "3->0", "a3a1"),
    ],
)
def test_numbers_of_other_boards(name: str, text: str, says: str) -> None:
    start = position_of(read_document(name))
    assert format_jumps(start.board, read_moves(start, text)) == says


def test_a_header_keeps_what_would_be_markup_elsewhere() -> None:
    name = "<b>two</b> rows &amp; more"
    assert parse(f"# name: {name}\nxx.\n...\n").start.board.name == name
    assert str(parse("xx.<br>...<br>").start) == "xx.\n..."
