"""The catalogue: every board and problem loads, and the problems equal what their sources say."""

from __future__ import annotations

import json
import random
import warnings
from pathlib import Path

import pytest

from feasibility.base.errors import InputError, ReadingNote
from feasibility.game.aim import aim_of
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Position, Target
from feasibility.game.symmetry import canonical
from feasibility.text import board_text, catalogue, references
from feasibility.text.document import pair_of
from feasibility.text.moves import parse_jumps
from feasibility.text.writing import drawing, write
from tests.amounts import amounts

# Peg counts, hole counts and solutions as their sources print them: E. Lucas, Récréations mathématiques (1891),
# 30 problems on the French board; the boards and winner's solutions of a C/C++ programming contest of 2009.
FACTS = json.loads((Path(__file__).parent / "literature.json").read_text(encoding="utf-8"))


def test_the_boards_asked_for_are_there() -> None:
    names = set(catalogue.names())
    assert {
        "english33",
        "french37",
        "wiegleb45",
        "diamond41",
        "asymmetric39",
        "hexagon:3",
        "hexagon:4",
    } <= names
    assert {f"triangle:{n}" for n in range(3, 9)} <= names
    assert {f"line:{n}" for n in range(3, 17)} <= names
    assert {f"rectangle:{a}x{b}" for a in range(3, 7) for b in range(a, 7)} <= names
    assert {"torus:3x3", "torus:3x4", "torus:4x4", "defi-jury", "cross:1,1,1,3"} <= names
    assert len(names) == len(catalogue.names())


@pytest.mark.parametrize("name", catalogue.names())
def test_a_board_knows_its_name_and_is_read_back(name: str) -> None:
    board = catalogue.board(name)
    assert board.name == name
    assert board_text.parse(write(Position(board, 0))).board == board


@amounts("many", 20, 2000)
@pytest.mark.parametrize("name", catalogue.ROWS)
def test_a_known_board_is_that_of_its_file_and_of_every_drawing(name: str, many: int) -> None:
    """It is made from the table of its rows, and printed without a look at how that would be read."""
    board, chosen = catalogue.board(name), random.Random(name)
    assert name not in catalogue.named() or board_text.read_document(catalogue.named()[name]).board == board
    assert repr(board) == f"board({name!r})"
    masks = [0, board.full, *(chosen.getrandbits(board.n) for _ in range(many))]
    for mask in masks:
        free = chosen.choice((0, chosen.getrandbits(board.n) & ~mask, board.full & ~mask))
        for drawn in (Position(board, mask), Target(board, mask, free)):
            assert board_text.parse(drawing(drawn)).board == board, drawing(drawn)


@pytest.mark.parametrize(
    ("name", "holes"),
    [
        ("english33", 33), ("french37", 37), ("wiegleb45", 45), ("diamond41", 41), ("asymmetric39", 39),
        ("triangle:8", 36), ("line:16", 16), ("rectangle:5x6", 30), ("cross:2,2,2,2", 33), ("hexagon:3", 19),
        ("hexagon:4", 37), ("torus:3x4", 12), ("defi-plateau16", 119), ("cross:0,0,0,0", 9), ("line:1", 1),
    ],
)  # fmt: skip
def test_hole_counts(name: str, holes: int) -> None:
    assert catalogue.board(name).n == holes


def test_boards_with_two_names() -> None:
    assert catalogue.board("cross:2,2,2,2") == catalogue.board("english33")
    cross = catalogue.board("cross:3,3,2,2")
    mirrored = Board([(c, -r) for r, c in cross.holes])
    turned = Board([(-r, -c) for r, c in cross.holes])
    assert catalogue.board("asymmetric39") in (cross, mirrored, turned)
    assert str(catalogue.board("cross:1,2,3,4")).split("\n")[0] == "    ..."


@pytest.mark.parametrize(("name", "jumps"), [("english33", 136), ("french37", 168), ("diamond41", 192)])
def test_a_board_with_jumps_along_its_diagonals_too(name: str, jumps: int) -> None:
    plain, board = catalogue.board(name), catalogue.board(f"diagonal:{name}")
    assert (board.holes, board.geometry, len(board.jumps)) == (plain.holes, Geometry.DIAGONAL, jumps)
    drawn = board_text.parse(f"# geometry: diagonal\n{plain}").board
    assert (drawn, drawn.name) == (board, f"diagonal:{name}")
    assert references.read_board(str(write(Position(board, 0)))).name == f"diagonal:{name}"


def test_a_torus_joins_its_sides() -> None:
    torus = catalogue.board("torus:3x4")
    assert torus.geometry is Geometry.EXPLICIT
    assert len(torus.jumps) == 12 * 4
    assert (11, 8, 9) in torus.jump_index
    assert len(catalogue.board("torus:2x2").jumps) == 0


@pytest.mark.parametrize("name", FACTS["lucas"])
def test_the_problems_of_lucas(name: str) -> None:
    document = catalogue.problem(f"lucas/{name}")
    pair = pair_of(document, name)
    facts = FACTS["lucas"][name]
    assert pair.board == catalogue.board("french37")
    assert pair.exact is not None
    assert [pair.start.count, pair.exact.count] == facts["pegs"]
    jumps = parse_jumps(pair.board, facts["moves"])
    assert len(jumps) == pair.jumps_needed
    assert pair.start.replay(jumps) == pair.exact
    assert parse_jumps(pair.board, document.header("play") or "") == jumps
    assert "Lucas" in (document.header("source") or "")


@pytest.mark.parametrize("name", FACTS["defi"])
def test_the_problems_of_the_contest(name: str) -> None:
    document = catalogue.problem(f"defi/{name}", lenient=True)
    pair = pair_of(document, name)
    facts = FACTS["defi"][name]
    assert pair.board.n == facts["holes"]
    assert pair.start.complement.count == facts["empty"]
    assert pair.target == aim_of(pair.start)[0]
    assert facts["empty"] != 1 or pair.exact == pair.start.complement
    if facts["moves"] is not None:
        jumps = parse_jumps(pair.board, facts["moves"])
        assert pair.start.replay(jumps) == pair.exact
        assert parse_jumps(pair.board, document.header("play") or "") == jumps


def test_all_problems_are_known_and_have_a_source() -> None:
    expected = {f"{source}/{name}" for source in FACTS for name in FACTS[source]}
    assert expected <= set(catalogue.problems())
    for name in catalogue.problems():
        assert catalogue.problem(name, lenient=True).header("source") or name == "defi/invalid2", name


def test_the_contests_rule_for_bad_lines() -> None:
    with pytest.raises(InputError, match=r"invalid2\.txt, line \d+, column 1: a third sign beside"):
        catalogue.problem("defi/invalid2")
    found = catalogue.problem("defi/invalid2", lenient=True)
    assert len(found.ignored) == 2
    assert found.board == catalogue.board("rectangle:3x3")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("enlish33", "no such board; saw 'enlish33'; expected english33"),
        ("qqq", "no such board; saw 'qqq'; expected a file, or a name that `pegfeas boards` lists"),
        ("line", "not a size for this family of boards; saw 'line'; expected as in line:7, each at least 1"),
        (
            "line:",
            "not a size for this family of boards; saw 'line:'; expected as in line:7, each at least 1",
        ),
        (
            "line:0",
            "not a size for this family of boards; saw 'line:0'; expected as in line:7, each at least 1",
        ),
        (
            "line:-3",
            "not a size for this family of boards; saw 'line:-3'; expected as in line:7, each at least 1",
        ),
        (
            "rectangle:4",
            "not a size for this family of boards; saw 'rectangle:4'; expected as in rectangle:4x5, each at least 1",
        ),
        (
            "cross:1,2,3",
            "not a size for this family of boards; saw 'cross:1,2,3'; expected as in cross:2,2,2,2, each at least 0",
        ),
        ("line:4097", "the board is too large; saw 'line:4097'; expected at most 4096 holes"),
        ("rectangle:100x100", "the board is too large; saw 'rectangle:100x100'; expected at most 4096 holes"),
        ("triangle:999999", "the board is too large; saw 'triangle:999999'; expected at most 4096 holes"),
        ("torus:65x64", "the board is too large; saw 'torus:65x64'; expected at most 4096 holes"),
        ("diagonal:enlish33", "no such board; saw 'enlish33'; expected english33"),
        *(
            (
                f"diagonal:{plain}",
                f"not a board of rows and columns; saw '{plain}'; expected one, as in diagonal:english33",
            )
            for plain in ("", "triangle:5", "torus:3x4", "graph:path:4", "diagonal:line:7")
        ),
        ("missing/file.txt", "missing/file.txt: no such file"),
        (
            "problem:lucas/EL99",
            "no such problem; saw 'lucas/EL99'; expected lucas/EL29 or lucas/EL19 or lucas/EL09",
        ),
        (
            "problem:qqq",
            "no such problem; saw 'qqq'; expected one that `pegfeas boards` lists",
        ),
        *(
            (
                f"problem:{name}",
                f"no such problem; saw '{name}'; expected lucas/EL01 or lucas/EL02 or lucas/EL03",
            )
            for name in ("luca", "lucas", "lucas/")
        ),
    ],
)
def test_names_that_do_not_exist(name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        references.read_board(name)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (
            "english33",
            "a board alone is not a position; saw 'english33'; expected its holes too, as english33:-d4",
        ),
        ("english33:-a1", "no hole a1 on english33; expected c1 or c2 or a3 or b3"),
        (
            "english33:-d4+d5",
            "+ and - do not mix; saw 'english33:-d4+d5'; expected only + (these pegs) or only - (all but these)",
        ),
        (
            "english33:d4",
            "each hole has a sign; saw 'english33:d4'; expected english33:-d4",
        ),
        (
            "english33:+d4+e4+d4",
            "a hole is named twice; saw 'english33:+d4+e4+d4'; expected d4 once, or another hole",
        ),
        ("-d4", "holes without a board; saw '-d4'; expected BOARD:-d4"),
        (
            "nothing",
            "neither a file nor a board with holes named; saw 'nothing'; expected a file, -, problem:NAME or BOARD:-d4",
        ),
        (
            "triangle15:-1",
            "neither a file nor a board with holes named; saw 'triangle15:-1'; expected triangle15:-b4",
        ),
        ("enlish33:-d4", "no such board; saw 'enlish33'; expected english33"),
        (
            "english33:-24",
            "numbers that may be column and row, or holes counted row by row; saw 24; expected -b4 or -d5",
        ),
        ("triangle:5:-12", "no hole 12 on triangle:5; expected holes by their names, as d4"),
        ("./nothing.txt", "./nothing.txt: no such file"),
    ],
)
def test_references_that_are_no_position(reference: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        references.read_pair(reference)
    assert str(caught.value) == message


def test_a_target_without_a_sign() -> None:
    with pytest.raises(InputError, match=r"saw 'd4'; expected \+d4 or -d4, a file"):
        references.read_pair("english33:-d4", "d4")


def test_a_goal_in_words_beside_a_target_of_the_command() -> None:
    text = "Goal: last peg in the centre\nxxx\nx.x\nxxx"
    assert references.read_pair(text, "+b2") == references.read_pair(text, complement=True)
    assert references.read_pair(text, pegs=1).target.pegs == 1
    with pytest.raises(InputError, match="line 1: a target in words"):
        references.read_pair(text)
    assert references.read_pair(text, lenient=True).exact is not None  # which leaves words out


@pytest.mark.parametrize("below", ["Ziel: a1", "Target: +a1, b2", "target:\nb2"])
def test_holes_named_where_the_rows_of_a_target_are_drawn(below: str) -> None:
    with pytest.raises(InputError, match=r"holes named where rows are drawn; .* names stand in the command"):
        references.read_pair(f"xxx\nx.x\nxxx\n{below}")


def test_a_number_beside_rows_of_code_is_said_to_be_left_out() -> None:
    with pytest.warns(ReadingNote, match="left out line 2: 'k = 2'"):
        references.read_pair('board = ["xxx","x.x","xxx"]\nk = 2\n')


def test_a_target_of_the_text_that_another_one_replaces_is_told() -> None:
    text = "xx.x\nxxxx\n---\n....\nx...\n"
    for others in ({"target": "+a1"}, {"pegs": 2}, {"complement": True}):
        with pytest.warns(ReadingNote, match="the text has another target, which is left out"):
            references.read_pair(text, **others)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert references.read_pair(text, "+a2") == references.read_pair(text)


def test_boards_with_holes_named() -> None:
    pair = references.read_pair("english33:-d4", "english33:+d4")
    assert (pair.start.count, pair.jumps_needed) == (32, 31)
    assert pair.exact == pair.start.complement
    two = references.read_pair("triangle:5:-a1", "triangle:5:+a1+a2")
    assert two.jumps_needed == 12
    assert references.read_pair("problem:lucas/EL01").jumps_needed == 5
    assert canonical(pair.start) == pair.start


def test_a_file_that_is_there_is_not_missing(tmp_path: Path) -> None:
    """Only what stands behind its name is wrong."""
    drawing = tmp_path / "drawing.txt"
    drawing.write_text("xxx\nx.x\nxxx\n")
    with pytest.raises(InputError) as caught:
        references.read_pair(f"{drawing}:-0")
    assert str(caught.value) == f"no holes named; saw {f'{drawing}:-0'[:60]!r}; expected {drawing}:-b2"
