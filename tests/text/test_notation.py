"""Board text: print and parse are inverse, and every bad input gets its place and what was expected."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError, PegfeasError, ReadingNote
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.text import catalogue, references
from feasibility.text.board_text import parse, read_document
from feasibility.text.document import join, pair_of, position_of
from feasibility.text.files import MOST_BYTES, decode
from feasibility.text.writing import write
from tests.game.strategies import pairs, patterns, positions


@given(patterns())
def test_patterns_are_read_back(pattern: Target) -> None:
    found = parse(write(pattern))
    assert found.start == pattern
    assert write(found.start) == write(pattern)
    own = " ".join(pattern.board.name.split())
    assert found.board.name == (own or catalogue.name_of(pattern.board) or "")


@given(positions())
def test_positions_are_read_back(position: Position) -> None:
    assert position_of(parse(write(position))) == position


@given(pairs())
def test_pairs_are_read_back(pair: Pair) -> None:
    text = write(pair)
    assert pair_of(parse(text)) == pair
    assert write(pair_of(parse(text))) == text
    assert pair_of(parse(text.replace("\n", "\r\n"))) == pair


@pytest.mark.parametrize(
    ("name", "jumps", "names"), [("torus:1x4", [(0, 1, 2)], None), ("graph:path:4", None, "3210")]
)
def test_the_name_of_another_board_does_not_stand_for_the_jumps(
    name: str, jumps: list[tuple[int, int, int]] | None, names: str | None
) -> None:
    """Its author may call a board as one of the catalogue is called; then its jumps and names are written."""
    other = catalogue.board(name)
    given = other.jumps if jumps is None else jumps
    board = Board(other.holes, "explicit", given, name, None if names is None else tuple(names))
    found = parse(write(Position(board, 3)))
    assert (found.board, found.board.names) == (board, board.names)
    assert not catalogue.lists(board) and catalogue.lists(other)


@given(pairs())
def test_a_target_alone_takes_the_jumps_of_its_start(pair: Pair) -> None:
    drawn = parse(str(pair.target), like=pair.board)
    assert join(parse(write(pair.start)), drawn) == pair


@given(st.text(st.sampled_from("x.?●○ E#-\n\t\rX:angeomtry0a1-b1"), max_size=80), st.booleans())
@example("# geometry: explicit\n# jumps: a1-b1-a1\nxx", False)
@example("# geometry: triangular\nxx", False)
@example("# outside: ab\nxx", False)
@example("---\n---", False)
def test_any_text_parses_or_is_refused(text: str, lenient: bool) -> None:
    try:
        found = parse(text, source="text", lenient=lenient)
    except InputError as error:
        assert str(error).startswith("text")
    else:
        again = parse(write(found.start))
        assert again.start == found.start
        assert write(again.start) == write(found.start)


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_are_refused(data: bytes) -> None:
    try:
        parse(decode(data, "file"), source="file")
    except InputError as error:
        assert str(error).startswith("file")


SYMBOLS = "expected x . o ? ● ○ space or E for outside"
GRID = "expected a grid of x, . and ?"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"f: the text is empty; {GRID}"),
        (" \n\r\n ", f"f: the text is empty; {GRID}"),
        ("# name: nothing\n", f"f, line 1: no hole in this grid; {GRID}"),
        ("E E\n EE", f"f, line 1: no hole in this grid; {GRID}"),
        ("xxx\n---\n", f"f, line 3: no hole in this grid; {GRID}"),
        ("xxx\n---", f"f: no hole in this grid; {GRID}"),
        (
            "xxx\n---\nxxx\n---\nxxx",
            "f, line 4: a second line of dashes; expected a start and at most one target",
        ),
        (
            "xx.\ntarget:\n..x\ngoal: a peg at the right",
            "f, line 4: another target begins here; saw 'goal: a peg at the right'; "
            "expected a start and at most one target",
        ),
        ("xxx\nx\tx", f"f, line 2, column 2: a character that is not allowed here; saw a tab; {SYMBOLS}"),
        ("# c\n\nxaX", f"f, line 3, column 2: a character that is not allowed here; saw 'a'; {SYMBOLS}"),
        (
            "X",
            "f, line 1, column 1: it is not clear what X means; expected `# peg: X` or `# empty: X`",
        ),
        (
            "x\rx",
            f"f, line 1, column 2: a character that is not allowed here; saw a carriage return; {SYMBOLS}",
        ),
        ("x\0x", f"f, line 1, column 2: a character that is not allowed here; saw a zero byte; {SYMBOLS}"),
        (
            "xx\ufeff",
            f"f, line 1, column 3: a character that is not allowed here; saw a byte order mark; {SYMBOLS}",
        ),
        ("xx\n--x\nx.", f"f, line 2, column 1: a character that is not allowed here; saw '-'; {SYMBOLS}"),
        ("# outside: x\nxx", f"f, line 1: no hole in this grid; {GRID}"),
        (
            "# geometry: square\nxx",
            "f, line 1: no such geometry; saw 'square'; expected orthogonal, triangular, diagonal, explicit",
        ),
        (
            "# geomtry: triangular\nx",
            "f, line 1: no such header; saw '# geomtry: triangular'; expected '# geometry: triangular'",
        ),
        ("# name: a\n# name: b\nx", "f, line 2: a second 'name' header; saw '# name: b'"),
        (
            "# geometry: triangular\n x\n# joke: this line counts for nothing\nx x\nxx",
            "f, line 5, column 1: this hole is off the triangular lattice; "
            "expected neighbours two columns apart, each row shifted by one",
        ),
        ("# geometry: explicit\nxxx", "f, line 1: an explicit board needs its list of jumps"),
        (
            "# jumps: a1-b1-c1\nxxx",
            "f, line 1: the jumps of orthogonal boards follow from their holes; expected no list of jumps",
        ),
        (
            "# geometry: explicit\n# jumps: a1-b1-c1\n# jumps: a1-b1-d1\nxxx",
            "f, line 3: not a jump of this board; saw 'a1-b1-d1'; expected three different holes of it, as a1-b1-c1",
        ),
        (
            "xxx\n---\nxx",
            "f, line 3: row 1 does not fit the board of the start; saw 2 signs; expected 3 signs",
        ),
        (
            "xxx\n---\n\nxxx\nx",
            "f, line 4: not the board of the start; saw 2 rows; expected 1 row",
        ),
        ("x" * 4097, "f, line 1: the board is too large; saw more than 4096 holes; expected at most 4096"),
        (
            "x\n" * 4097,
            "f, line 4097: the board is too large; saw more than 4096 holes; expected at most 4096",
        ),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, source="f")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"xxx\nx\xffx", "f, line 2, column 2: not a text file; saw byte 0xff; expected UTF-8"),
        (b"\xef\xbb\xbfxxx\n\x80", "f, line 2, column 1: not a text file; saw byte 0x80; expected UTF-8"),
        (b"\xff\xfex\0x\0", "f, line 1, column 1: not a text file; saw byte 0xff; expected UTF-8"),
        (b"\x7fELF\x02\x01\x01\xf0", "f, line 1, column 8: not a text file; saw byte 0xf0; expected UTF-8"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(data, "f")
    assert str(caught.value) == message


def test_small_boards_are_boards() -> None:
    for text, holes in (("x", 1), ("x.", 2), (" \n  x\n", 1)):
        assert parse(text).board.n == holes
        assert not parse(text).board.jumps


def test_byte_order_mark_line_ends_symbols_and_ragged_rows() -> None:
    plain = parse("xx.\nx\nx.x")
    assert parse(decode(b"\xef\xbb\xbfxx.\r\nx\r\nx.x\r\n")).start == plain.start
    assert parse("●●○\n●EE\n●○●").start == plain.start
    assert parse("# outside: o\noxx.\noxoo\nox.x").start == plain.start
    assert parse("\n\n   xx.\n   x\n   x.x\n\n").start == plain.start
    assert parse("# a remark\n# note: with a colon\nxx.\n# between\nx\nx.x").start == plain.start


def test_triangular_boards_are_written_as_people_draw_them() -> None:
    drawn = "    x\n   x x\n  x . x\n x x x x\nx x x x x"
    board = catalogue.board("triangle:5")
    start = Position.of(board, set(range(15)) - {4})
    assert str(start) == drawn
    assert parse("# geometry: triangular\n" + drawn).start == Target(board, start.mask, 0)
    assert str(catalogue.board("hexagon:3")) == "  . . .\n . . . .\n. . . . .\n . . . .\n  . . ."


def test_headers_are_kept() -> None:
    found = parse("# name: my board\n# source: a book\n# play: a1-c1\n# play: c1-a1\nxx.")
    assert found.board.name == "my board"
    assert found.header("source") == "a book"
    assert found.header("play") == "a1-c1 c1-a1"
    assert found.header("geometry") is None


def test_lenient_reading_is_not_offered_where_it_leaves_a_row_out() -> None:
    with pytest.raises(InputError, match="words beside a row") as caught:
        parse("xxxx   my little board\nxx.x\nxxxx")
    assert "lenient" not in caught.value.details


def test_lenient_leaves_out_lines_and_says_which() -> None:
    found = parse("kfdkhdfsk\nX.x\nxxx\nxxx", lenient=True)
    assert found.board == catalogue.board("rectangle:2x3")
    assert found.ignored == ("line 1: 'kfdkhdfsk'", "line 2: 'X.x'")
    with pytest.raises(InputError, match="no hole in this grid"):
        parse("abc", lenient=True)


def test_free_holes_are_for_targets() -> None:
    pair = pair_of(parse("xx.\n---\n??x"))
    assert pair.target == Target(pair.board, 0b100, 0b011)
    with pytest.raises(InputError) as caught:
        pair_of(parse("xx?"), "f")
    assert str(caught.value) == "f: a start has no free holes; saw '?' at c1; expected x or ."


@pytest.mark.parametrize(
    "text",
    [
        "xx.x\n....\n\n..x.\n....\n",
        " x.x\nxxxx\n\n\n ...\n..x.\n",
        "# geometry: triangular\n  .\n x x\nx x x\n\n  x\n . .\n. . .\n",
    ],
)
def test_two_drawings_without_dashes_are_not_taken_for_one_board(text: str) -> None:
    """Whoever draws the target below the start does not ask for the complement of both."""
    for read in (lambda drawn: pair_of(parse(drawn)), references.read_pair):
        with pytest.raises(InputError, match="several drawings of one shape"):
            read(text)
    one_board = references.read_pair("# board: drawn\n" + text)
    assert one_board.board.n % 2 == 0
    first = text.partition("\n\n")[0].split("\n")
    beside = "\n".join(f"{row:6}{row}" for row in first if "#" not in row)
    with pytest.raises(InputError, match=r"side by side; expected --> between|rows are shifted"):
        parse(beside)


def test_one_grid_means_the_complement() -> None:
    pair = pair_of(parse("xx.\nxxx"))
    assert pair.exact == pair.start.complement
    assert pair.jumps_needed == 4


def test_a_count_has_no_drawing() -> None:
    with pytest.raises(
        InputError, match="a number of pegs cannot be drawn; expected a position or a pattern"
    ):
        write(Target.with_pegs(Board([(0, 0)]), 1))


def _file(folder: Path, name: str, content: bytes) -> str:
    path = folder / name
    path.write_bytes(content)
    return str(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    large = _file(tmp_path, "large", b"x" * 10_000_000)
    missing = str(tmp_path / "missing")
    cases = {
        large: f"{large}: the file is too large; expected at most {MOST_BYTES >> 20} MiB",
        missing: f"{missing}: no such file",
        str(tmp_path): f"{tmp_path}: cannot be read: Is a directory",
        "a\0b": "a\0b: cannot be read: embedded null byte",
        "x" * 5000: f"{'x' * 5000}: cannot be read: File name too long",
    }
    for path, message in cases.items():
        with pytest.raises(InputError) as caught:
            read_document(path)
        assert str(caught.value) == message


@pytest.mark.parametrize("name", ["denied"])
def test_an_unreadable_file(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _file(tmp_path, name, b"xxx")
    if os.geteuid() == 0:  # root reads everything: the refusal has to be played

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("builtins.open", refuse)
    else:
        Path(path).chmod(0)
    with pytest.raises(InputError) as caught:
        read_document(path)
    assert str(caught.value) == f"{path}: cannot be read: Permission denied"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"xx.\n---\n..x\n")))
    pair = references.read_pair("-")
    assert (pair.start.count, pair.jumps_needed) == (2, 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"xx!")))
    with pytest.raises(InputError, match="standard input, line 1, column 3: a character that is not allowed"):
        references.read_board("-")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        references.read_board("-")


def test_pairs_of_two_files(tmp_path: Path) -> None:
    start = _file(tmp_path, "start", b"xx.")
    assert references.read_pair(start, _file(tmp_path, "end", b"..x")).jumps_needed == 1
    assert references.read_pair(start, _file(tmp_path, "free", b"?.x")).jumps_needed is None
    assert references.read_pair(start, pegs=1).target == Target.with_pegs(catalogue.board("line:3"), 1)
    odd = _file(tmp_path, "odd", b"word\nxx.\n")
    with pytest.warns(ReadingNote) as notes:
        assert references.read_pair(odd, lenient=True).start.count == 2
    assert str(notes[0].message) == f"ignored {odd}, line 1: 'word'"
    longer = _file(tmp_path, "longer", b"xx..")
    diagonal = _file(tmp_path, "diagonal", b"# geometry: diagonal\nxx.")
    for arguments, message in (
        (
            (start, longer),
            f"{longer}, line 1: row 1 does not fit the board of the start; saw 4 signs; expected 3 signs",
        ),
        (
            (start, diagonal),
            f"{diagonal}: the boards of start and target differ; "
            "saw diagonal:line:3: diagonal, 3 holes, 2 jumps; expected line:3: orthogonal, 3 holes, 2 jumps, as the start",
        ),
        (
            (start, "english33:+d4"),
            "english33:+d4: the boards of start and target differ; saw english33: orthogonal, 33 holes, 76 jumps; "
            "expected line:3: orthogonal, 3 holes, 2 jumps, as the start",
        ),
        (
            (start, "problem:lucas/EL01"),
            "problem:lucas/EL01: the target holds two grids; expected one grid",
        ),
        (
            ("-", "-"),
            "start and target cannot both be standard input; expected one text with a line of dashes",
        ),
    ):
        with pytest.raises(PegfeasError) as caught:
            references.read_pair(*arguments)
        assert str(caught.value) == message, arguments
    with pytest.raises(InputError, match="a target and a number of pegs; saw 'end'; expected one of them"):
        references.read_pair(start, "end", pegs=1)


def test_a_target_names_the_holes_of_its_start(tmp_path: Path) -> None:
    """Two graphs may be one board, whose holes are called in two ways: +d would be c."""
    first, second = tmp_path / "first.edges", tmp_path / "second.edges"
    first.write_text("a b\nb c\nc a\nc d\n")
    second.write_text("b c\nc d\nd b\nd e\n")
    start = f"{first}:+a+c"
    with pytest.raises(InputError, match="the holes of start and target have other names; saw b; expected a"):
        references.read_pair(start, f"{second}:+d")
    with pytest.raises(InputError, match="have other names"):
        feasibility.check(references.read_pair(start).start, f"{second}:+d")
    drawn = "# geometry: explicit\n# jumps: a1-b1-c1 a1-c1-b1 b1-a1-c1 b1-c1-a1 c1-a1-b1 c1-b1-a1\n"
    drawn += "# jumps: a1-c1-d1 b1-c1-d1 d1-c1-a1 d1-c1-b1\n...x"
    assert references.read_pair(start, drawn).exact == references.read_pair(start, "+d").exact


def test_a_target_is_read_on_the_board_of_its_start(tmp_path: Path) -> None:
    """A grid alone does not say its geometry, so its rows are those of the start, whatever their blanks."""
    square, small = _file(tmp_path, "square", b".x.\nxxx"), _file(tmp_path, "small", b" x\nx x")
    flush = _file(tmp_path, "flush", b"x\n..\n...")
    assert (
        references.read_pair("triangle:3:-a1", flush).target
        == references.read_pair("triangle:3:-a1", "triangle:3:+a1").target
    )
    for target, message in (
        (
            square,
            f"{square}, line 1: row 1 does not fit the board of the start; saw 3 signs; expected 1 sign",
        ),
        (small, f"{small}, line 2: not the board of the start; saw 2 rows; expected 3 rows"),
    ):
        with pytest.raises(InputError) as caught:
            references.read_pair("triangle:3:-a1", target)
        assert str(caught.value) == message
    drawn = _file(tmp_path, "drawn", b"# geometry: orthogonal\n  x\n x x\nx . x")
    with pytest.raises(InputError) as caught:
        references.read_pair(drawn, "triangle:3:+a1")
    assert str(caught.value) == (
        "triangle:3:+a1: the boards of start and target differ; saw triangle:3: triangular, 6 holes, 6 jumps; "
        "expected orthogonal, 6 holes, 0 jumps, as the start"
    )


def test_a_sign_has_one_meaning_in_start_and_target() -> None:
    told, untold = "# peg: 0\n# empty: 1\n0000\n0010\n0000", "1111\n1101\n1111"
    for start, target in ((told, untold), (untold, told), ("●●●\n●○●\n●●●", "...\n.○.\n...")):
        with pytest.raises(InputError, match=r"a sign with two meanings; saw . as .*, and in the start as "):
            references.read_pair(start, target)
    told_too = f"# peg: 1\n{untold}"
    assert references.read_pair(told, told_too) == references.read_pair(told, told)


def test_the_word_above_a_target_in_a_text_of_its_own_is_no_start() -> None:
    start, target = "xxx\nx.x\nxxx", "...\n.x.\n..."
    pair = references.read_pair(start, target)
    for word in ("Target:", "Ziel:", "after"):
        assert references.read_pair(start, f"{word}\n{target}") == pair
    with pytest.raises(InputError, match="line 2: a target, and no start above it"):
        references.read_pair(f"Target:\n{target}\nStart:\n{start}")


def test_a_name_in_a_file_is_told_where_it_stands(tmp_path: Path) -> None:
    named = _file(tmp_path, "named.txt", b"english33:-d4\n")
    with pytest.raises(
        InputError, match="line 1: holes named in a text; saw 'english33:-d4'; expected a drawing"
    ):
        references.read_pair(named)
