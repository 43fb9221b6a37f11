"""The ways in which people draw a board by hand: read where one reading is possible, else refused with the way out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.text import catalogue
from feasibility.text.board_text import parse
from feasibility.text.document import position_of

ENGLISH = """\
  xxx
  xxx
xxxxxxx
xxx.xxx
xxxxxxx
  xxx
  xxx"""
ROWS = ENGLISH.split("\n")
FULL_ROWS = [row.ljust(7) for row in ROWS]
SPACED = [" ".join(row) for row in ROWS]
RULING = "\n+---+---+---+---+---+---+---+\n"

WAYS = {
    "stars": ENGLISH.replace("x", "*"),
    "digits": ENGLISH.replace("x", "1").replace(".", "0"),
    "digits a space apart": "\n".join(SPACED).replace("x", "1").replace(".", "0"),
    "capitals in walls": "\n".join(FULL_ROWS).replace(" ", "#").replace("x", "X"),
    "dashes outside": "\n".join(FULL_ROWS).replace(" ", "-"),
    "capitals": ENGLISH.replace("x", "X"),
    "a title": f"The English board\n\n{ENGLISH}",
    "a title and a caption": f"Figure 3: the central game\n{ENGLISH}\n(after Lucas)",
    "labels as chess has them": "\n".join(
        ["  abcdefg", *(f"{8 - i} {row}" for i, row in enumerate(ROWS, 1)), "  abcdefg"]
    ),
    "labels a space apart": "\n".join(
        ["   A B C D E F G", *(f"{i}  {row}" for i, row in enumerate(SPACED, 1))]
    ),
    "numbers as labels of digits": "\n".join(
        ["  1234567", *(f"{i} {row}" for i, row in enumerate(ROWS, 1))]
    ).replace("x", "1").replace(".", "0"),
    "labels at the right": "\n".join(f"{row.ljust(7)} {i}" for i, row in enumerate(ROWS, 1)),
    "a frame": "\n".join(["+-------+", *(f"|{row}|" for row in FULL_ROWS), "+-------+"]),
    "a frame of box characters": "\n".join(["┌───────┐", *(f"│{row}│" for row in FULL_ROWS), "└───────┘"]),
    "cells": RULING + RULING.join("|" + "|".join(f" {s} " for s in row) + "|" for row in FULL_ROWS) + RULING,
    "bars": "\n".join(("|" + "|".join(row.strip()) + "|").center(15) for row in ROWS),
    "tabs": "\n".join("\t".join(s.strip() for s in row) for row in ROWS),
    "tabs before": "\n".join(f"\t{row}" for row in ROWS),
    "o for pegs": ENGLISH.replace("x", "o"),
    "O for pegs": ENGLISH.replace("x", "O"),
    "full width": ENGLISH.replace("x", "Ｘ").replace(".", "．").replace(" ", "\u3000"),
    "circles of full width": ENGLISH.replace("x", "●").replace(".", "○").replace(" ", "\u3000"),
    "emoji": ENGLISH.replace("x", "🔴").replace(".", "⬜").replace(" ", "  "),
    "squares": ENGLISH.replace("x", "■").replace(".", "□"),
    "underscores": ENGLISH.replace(".", "_"),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_drawing_with_one_reading_needs_no_header(way: str) -> None:
    found = parse(WAYS[way])
    assert found.start == parse(ENGLISH).start
    assert found.board.name == "english33"
    plain = way in ("tabs before", "tabs", "circles of full width")
    assert found.notes or plain, "how it was read is said"


@pytest.mark.parametrize(
    "way", ["stars", "capitals in walls", "a frame", "o for pegs", "labels a space apart"]
)
def test_pairs_are_drawn_so_too(way: str) -> None:
    text = f"{WAYS[way]}\n---\n{WAYS[way]}"
    assert parse(text).target == parse(ENGLISH).start


def test_rows_that_are_numbered_from_below_are_told() -> None:
    (note, *_) = parse(WAYS["labels as chess has them"]).notes
    assert note == "left out the labels (here rows count from the top)"


BARRED = (
    "#NNN | .NNN\n##NN | ..NN\n.##N | ...N\n..#N | ...#",
    ". | .\n1. | 1.\n..1 | ...\n.11. | ....\n1.111 | .....",
    "..o--.. | ..---..\n.ooooo. | .-----.\nooooooo | -------\n--ooooo | -------\n"
    "o-o-o-o | -------\n.ooooo. | .-o---.\n..-oo.. | ..---..",
)


@pytest.mark.parametrize("text", BARRED)
def test_a_bar_between_two_drawings_is_no_frame(text: str) -> None:
    with pytest.raises(InputError, match="side by side; expected --> between start and target"):
        parse(text)


UNCLEAR = {
    "xxo\nx.o\nxxx": ("o", ["# peg: o", "# empty: o", "# outside: o"]),
    "xxo\nxxo\nxxx": ("xo", ["# peg: o", "# peg: x"]),
    "xxa\nx.q\nxxa": ("aq", ["# peg: a", "# empty: a", "# outside: a"]),
    "***\n***": ("*", ["# peg: *", "# empty: *"]),
    "..xxx..\nxxx_xxx": ("_", ["# peg: _", "# empty: _", "# outside: _"]),
    "xX.\nxxx": ("X", ["# peg: X", "# outside: X"]),
    "11x\n110": ("01", ["# peg: 1", "# empty: 1"]),
    "oO.": ("oO", []),
    "xx[\nx.x": ("[", []),
}


@pytest.mark.parametrize("text", UNCLEAR)
def test_a_refusal_marks_every_place_once_and_names_headers(text: str) -> None:
    signs, headers = UNCLEAR[text]
    with pytest.raises(InputError) as caught:
        parse(text)
    rows = [line[8:] for line in caught.value.details.split("\n") if re.match(r" +\d* \| ", line)]
    shown, marked = [], set()
    for row in rows:
        if row.strip(" ^"):
            shown.append(row)
        else:
            marked |= {(len(shown) - 1, i) for i, sign in enumerate(row) if sign == "^"}
    assert shown == text.split("\n")
    assert marked == {(r, i) for r, row in enumerate(shown) for i, sign in enumerate(row) if sign in signs}
    assert all(f"`{header}`" in caught.value.details for header in headers)


@pytest.mark.parametrize("text", [text for text, (_, headers) in UNCLEAR.items() if headers])
def test_the_headers_that_a_refusal_names_are_a_way_out(text: str) -> None:
    """With as many of them as there are unclear signs the drawing is read."""
    tries: list[str] = [text]
    seen = set()
    while tries:
        tried = tries.pop()
        seen.add(tried)
        try:
            parse(tried)
        except InputError as error:
            named = re.findall(r"`(# [a-z]+: [^`]+)`", error.details)
            assert len(seen) < 40
            tries += [f"{header}\n{tried}" for header in named if header not in tried]
        else:
            return
    pytest.fail("no header helps")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("# peg: *\n# empty: x\n*x*", "x.x"),
        ("# peg: o\no.o", "x.x"),
        ("# outside: .\n.x_.\nxxxx", " x.\nxxxx"),
        ("# peg: x\nxo", "x."),
        ("# empty: -\n--xx\nxxxx", "..xx\nxxxx"),
        ("# empty: --\nx -- x", "x.x"),
        ("# outside: #\n#.#\n...", " .\n..."),
        ("# peg: * @\n*@.", "xx."),
        ("# empty: _\n# outside: .\n.x_x", "x.x"),
        ("o = peg, x = hole\noox", "xx."),
        ("# o = peg\noox", "xx."),
        ("oox\n(here o is a hole, x means a peg)", "..x"),
    ],
)
def test_headers_say_what_signs_mean(text: str, drawn: str) -> None:
    assert str(parse(text).start) == drawn


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# peg: ab\nab", "not a sign for a peg; saw 'ab'"),
        ("# peg: *\n# empty: *\n**", "not a sign for an empty hole; saw '\\*'"),
        ("# peg:\nxx", "not a sign for a peg; saw ''"),
        ("# peg *\n**.", "no such header; saw '# peg \\*'; expected '# peg: \\*'"),
        ("xx\tx\nxxx", "line 1, column 3: a character that is not allowed here; saw a tab"),
        ("Ｘx．\nxxx", "a third sign beside . and x; saw 'X'"),
        ("##.##\n#...#", "looks like a row of holes"),
        ("--xx\nx.xx", "a character that is not allowed here; saw '-'"),
    ],
)
def test_what_is_not_clear_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(text)


def test_blanks_between_pegs_are_no_empty_holes() -> None:
    found = parse("+-----+\n|x xx |\n+-----+")
    with pytest.raises(InputError, match="no sign for empty holes; saw pegs with blanks between"):
        position_of(found)
    assert position_of(parse("# board: drawn\nx xx")).count == 3


def test_dashes_outside_keep_the_line_before_the_target() -> None:
    start = "\n".join(FULL_ROWS).replace(" ", "-")
    found = parse(f"{start}\n-------\n{start.replace('x', '.')}")
    assert (found.start.board.name, found.start.must.bit_count()) == ("english33", 32)
    assert found.target is not None and found.target.must == 0


def test_lenient_reading_leaves_out_what_has_no_role() -> None:
    found = parse("xq.\nxx.", lenient=True)
    assert (str(found.start), found.ignored) == ("xx.", ("line 1: 'xq.'",))


def test_corners_that_may_be_outside_are_asked_about() -> None:
    full = "\n".join(FULL_ROWS)
    for corners in (full.replace(" ", "."), full.replace(" ", "0").replace("x", "1").replace(".", "0")):
        with pytest.raises(
            InputError, match="'# board: english33' or '# board: french37' or '# board: drawn'"
        ):
            parse(corners)
        assert parse(corners, board="english33").start == parse(ENGLISH).start
        assert parse(corners, board="drawn").board.name == "rectangle:7x7"
    assert not parse("x.x\n...\nx.x").notes


@pytest.mark.parametrize("name", catalogue.names())
def test_a_pasted_board_is_called_by_its_name(name: str) -> None:
    board = catalogue.board(name)
    known = catalogue.name_of(board)
    if board.geometry == "explicit":
        assert known is None
    else:
        assert known is not None and catalogue.board(known) == board
        assert parse(f"# geometry: {board.geometry}\n{board}").board.name == known


def test_a_text_is_called_so_in_errors() -> None:
    for text in ("xxx\nx?x\nxxx", "xxx\nx.x\nxxx\nfinish in b2\n"):
        with pytest.raises(InputError, match=r"^the text"):
            feasibility.read_pair(text)
    with pytest.raises(InputError, match=r"^f, line 4: moves beside a drawing"):
        parse("xxx\nx.x\nxxx\nmoves: a1c1\n", source="f")
    with pytest.raises(InputError, match=r"^the text: the boards of start and target differ"):
        feasibility.check(position_of(parse("xx.")), "# board: drawn\n..x.\n")


def test_a_name_of_ones_own_stays() -> None:
    assert parse(f"# name: mine\n{ENGLISH}").board.name == "mine"


def test_the_command_shows_the_drawing(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("drawn") / "a.txt"
    path.write_text("xxq\n")
    assert main(["board", str(path)]) == 2
    err = capsys.readouterr().err
    assert "line 1, column 3" in err and "    1 | xxq\n      |   ^\n" in err


@given(
    st.lists(st.text("x. ", min_size=1, max_size=6), min_size=1, max_size=6),
    st.sampled_from(["*.", "●○", "10", "o."]),
)
def test_other_symbols_change_nothing_else(rows: list[str], pair: str) -> None:
    """A drawing in the symbols of the grammar and the same one in others are one position, or both are refused."""
    text = "\n".join(rows)
    if not {"x", "."} <= set(text):
        return
    other = text.translate(str.maketrans("x.", pair))
    try:
        expected = parse(text)
    except InputError:
        with pytest.raises(InputError):
            parse(other)
        return
    assert parse(other).start == expected.start


@given(st.text(st.sampled_from("xX*.o01_#|+- \t\nabc12●Ｘ：━│=E?"), max_size=60), st.booleans())
def test_any_drawing_is_read_or_refused(text: str, lenient: bool) -> None:
    try:
        found = parse(text, lenient=lenient)
    except InputError as error:
        assert str(error)
    else:
        assert found.board.n
