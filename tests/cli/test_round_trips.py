"""What a command prints is read by every command that takes such a thing.

A row of the table: a command, which part of its output is taken, and the commands that read it, where FILE
stands for that part.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.game.geometry import Board, Jump
from feasibility.text.board_text import parse
from feasibility.text.catalogue import board
from feasibility.text.moves import parse_jumps

Part = Callable[[str], str]
Row = tuple[str, Part, tuple[str, ...]]

ENGLISH, CENTRE = "english33:+b4+c4+e4", "english33:+c4"
TRIANGLE = "triangle:4:-b2"
RULE = "validate FILE --board line:5 --cases 5 --no-power --jobs 1"
WHOLE = str


def paragraph(number: int) -> Part:
    """The text between two blank lines."""
    return lambda text: text.strip("\n").split("\n\n")[number]


def line(number: int) -> Part:
    """One line, negative numbers from the end."""
    return lambda text: text.strip("\n").split("\n")[number]


def lines(begin: int, end: int | None) -> Part:
    """Some lines in a row."""
    return lambda text: "\n".join(text.strip("\n").split("\n")[begin:end])


def after(mark: str) -> Part:
    """What follows a line that begins with these words."""
    return lambda text: re.split(rf"(?m)^{mark}.*\n", text, maxsplit=1)[1]


def below(mark: str, lines: int) -> Part:
    """So many lines below one that begins with these words."""
    return lambda text: "\n".join(after(mark)(text).split("\n")[:lines])


def value(*keys: str | int) -> Part:
    """A part of a JSON answer."""

    def find(text: str) -> str:
        found = json.loads(text)
        for key in keys:
            found = found[key]
        return json.dumps(found)

    return find


def among(text: str) -> str:
    """The one line of a report that is a table of weights."""
    return next(row for row in text.split("\n") if re.fullmatch(r"[-0-9. ]+", row) and " " in row.strip())


MINE = f"replay {TRIANGLE} FILE"
SHORT = "replay triangle:4:-a2 --target triangle:4:+b2 FILE"
PLAYS: list[Row] = [
    (f"check {ENGLISH} {CENTRE}", WHOLE, (f"replay {ENGLISH} FILE",)),
    (f"check {ENGLISH} {CENTRE} --json", WHOLE, (f"replay {ENGLISH} FILE", "verify FILE")),
    (f"check {ENGLISH} {CENTRE} --json", value("certificate"), (f"replay {ENGLISH} FILE", "verify FILE")),
    (f"solve {TRIANGLE} --pegs 1", WHOLE, (MINE,)),
    (f"solve {TRIANGLE} --pegs 1 --notation two-digit", WHOLE, (MINE,)),
    (f"solve {TRIANGLE} --pegs 1 --notation indices", WHOLE, (MINE,)),
    (f"solve {TRIANGLE} --pegs 1 --trace", WHOLE, (MINE,)),
    (f"solve {TRIANGLE} --pegs 1 --json", WHOLE, (MINE, "verify FILE")),
    (f"solve {TRIANGLE} --pegs 1 --all 3", line(-2), (MINE,)),
    (f"solve {TRIANGLE} triangle:4:+a2 --sweeps", WHOLE, (MINE,)),
    ("solve triangle:4:-a2 triangle:4:+b2 --sweeps --json", value("certificate"), (SHORT, "verify FILE")),
    ("solve triangle:4:-a2 triangle:4:+b2 --sweeps --json", WHOLE, (SHORT, "verify FILE")),
    ("count triangle:4:-a2 triangle:4:+b2 --sweeps --json", WHOLE, (SHORT,)),
    ("solve torus:3x4:-a1 --pegs 1", WHOLE, ("replay torus:3x4:-a1 FILE",)),
    ("solve graph:cycle:6:-0 --pegs 2", WHOLE, ("replay graph:cycle:6:-0 FILE",)),
    ("solve line:5:+b1+c1 line:5:+a1 --return-peg d1", WHOLE, ("replay line:5:+b1+c1 FILE --return-peg d1",)),
    (
        "solve line:5:+b1+c1 line:5:+a1 --return-peg d1 --json",
        WHOLE,
        ("replay line:5:+b1+c1 FILE --return-peg d1",),
    ),
    (
        "solve line:5:+b1+c1 line:5:+a1 --return-peg d1 --json",
        value("certificates", 0),
        ("replay line:5:+b1+c1 FILE --return-peg d1", "verify FILE"),
    ),
    (f"replay {ENGLISH} b4d4", WHOLE, (f"replay {ENGLISH} FILE",)),
    (f"minimum {TRIANGLE} --json", WHOLE, (MINE, "verify FILE")),
    (f"minimum {TRIANGLE}", lambda text: line(-1)(text).partition(": ")[2], (MINE,)),
    ("army --level 2 --size 5x2 --json", WHOLE, ("verify FILE",)),
]
POSITIONS: list[Row] = [
    (f"check {ENGLISH} {CENTRE}", paragraph(1), ("check FILE", "solve FILE", "draw FILE")),
    (f"check {TRIANGLE} triangle:4:+b2", paragraph(1), ("check FILE", "count FILE", "model FILE")),
    ("check torus:3x3:-a1 torus:3x3:+a1", paragraph(1), ("check FILE",)),
    ("check graph:cycle:6:-0 graph:cycle:6:+0", paragraph(1), ("check FILE",)),
    (f"replay {ENGLISH} b4d4", after("b4d4"), ("check FILE --pegs 1", f"check {ENGLISH} FILE")),
    (f"replay {TRIANGLE} d4b2", after("d4b2"), ("check FILE --pegs 1", f"check {TRIANGLE} FILE")),
    (f"solve {TRIANGLE} --pegs 1 --trace", below("start:", 5), ("check FILE --pegs 1", "minimum FILE")),
    ("army --level 2 --size 5x2", lines(1, 6), ("check FILE --pegs 1",)),
    ("army --level 2 --geometry triangular", lines(1, 8), ("check FILE --pegs 1",)),
    (f"model {TRIANGLE} triangle:4:+b2", WHOLE, ("check FILE", "model FILE")),
    ("model torus:3x3:-a1", WHOLE, ("check FILE",)),
    ("board english33", paragraph(1), ("board FILE", "lattice FILE")),
    ("board triangle:4", paragraph(1), ("board FILE",)),
    ("board torus:3x3", paragraph(1), ("board FILE",)),
    ("explain pagoda", paragraph(8), ("check FILE",)),
    ("explain cone", paragraph(8), ("check FILE",)),
]
LINE = "line:5:+a1+b1 line:5:+e1"
ALONE = "line:5:+a1+d1 line:5:+c1"  # one table refutes it
TABLES: list[Row] = [
    (f"pagoda {LINE}", line(1), ("pagoda line:5 --check FILE", "draw line:5 --weights FILE", RULE)),
    (f"pagoda {ALONE}", WHOLE, ("pagoda line:5 --check FILE", "draw line:5 --weights FILE", RULE)),
    ("pagoda line:5 --check 1,1,0,1,1", WHOLE, ("pagoda line:5 --check FILE", RULE)),
    ("pagoda line:5 --check 1,1,3,1,1", WHOLE, ("pagoda line:5 --check FILE",)),
    ("pagoda line:5:+a1+b1+c1 line:5:+a1+d1+e1 --check 1,1,0,1,1", WHOLE, ("pagoda line:5 --check FILE",)),
    ("pagoda line:5 --check 0,0,0,0,0", line(0), ("pagoda line:5 --check FILE",)),
    ("pagoda line:5 --check 1,1,3,1,1", line(-1), ("pagoda line:5 --check FILE",)),
    ("facets line:5", line(0), ("pagoda line:5 --check FILE", RULE)),
    (f"check {LINE} --criteria pagoda", among, ("pagoda line:5 --check FILE", RULE)),
    (f"check {LINE} --criteria pagoda --json", WHOLE, ("pagoda line:5 --check FILE", "verify FILE")),
    (f"pagoda {LINE} --json", value("functions", 0), ("pagoda line:5 --check FILE", RULE)),
]


@pytest.fixture(autouse=True)
def _nothing_is_read_with_a_remark() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(("command", "part", "readers"), [*PLAYS, *POSITIONS, *TABLES])
def test_what_is_printed_is_read(
    command: str, part: Part, readers: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) in (0, 1)
    kept = part(capsys.readouterr().out)
    file = tmp_path / "kept.txt"
    file.write_text(kept, encoding="utf-8")
    for reader in readers:
        code = main([str(file) if word == "FILE" else word for word in reader.split()])
        said = capsys.readouterr()
        assert code in (0, 1), (reader, kept, said)
        assert not re.search("WARNING|read as neighbours|ILLEGAL", said.out + said.err), (reader, kept, said)


PLAN = """; cost = 2
0: (JUMP-NEW-MOVE pos-3-1 pos-3-2 pos-3-3) [1.000]
1: (end-move pos-3-3)
(jump-new-move pos-3-4 pos-3-3 pos-3-2)
(end-move pos-3-2)
"""


def test_plans_of_planners_are_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "sas_plan"
    plan.write_text(PLAN)
    assert main(["replay", ENGLISH, str(plan), "--target", CENTRE]) == 0
    assert "This is the target." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ("(jump-new-move pos-3-1 pos-3-2)", "line 1: not a step of the peg solitaire domain"),
        (
            "(jump-new-move pos-3-1 pos-3-2 pos-9-9)",
            "no such location; saw 'pos-9-9'; expected as pos-6-4, from 0",
        ),
        ("(end-move pos-3-3)\nhello", "line 2: not a step of a plan; saw 'hello'"),
        ("(jump-new-move pos-3-1 pos-3-2 pos-3-4)", "has no jump from b4 to e4 over c4"),
        (
            "a play of 3 jumps (beam search)\nb4d4 e4c4",
            "not all of this play was read; saw 2 jumps; expected 3",
        ),
        (
            "Play these 2 jumps (2 sweeps):\n\nb4d4\n\ne4c4",
            "not all of this play was read; saw 1 jump; expected 2",
        ),
        ('{"moves": null, "jumps": null}', "no play in this answer"),
        ('{"moves": ["b4d4"], "jumps": [[4, 9, 16]]}', "moves and jumps that differ"),
        ('{"moves": [', "not JSON"),
        ("4,2:Q", "no such direction on orthogonal boards; saw 'Q'; expected N, S, E, W"),
        ("1,1:E", "no hole 1,1 on english33"),
        ("plays/missing.txt", "plays/missing.txt: no such file"),
        ("missing.plan", "missing.plan: no such file"),
    ],
)
def test_what_is_no_play(plan: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", ENGLISH, plan]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text", "jumps"),
    [
        ("english33", "4,2:E 3,4:s, 4,5:W", "b4d4 d3d5 e4c4"),
        ("triangle:5", "1,1:SW 1,1:SE 3,1:NE 3,3:NW 5,1:E 5,5:W", "a1a3 a1c3 a3a1 c3a1 a5c5 e5c5"),
    ],
)
def test_rows_columns_and_directions(name: str, text: str, jumps: str) -> None:
    assert parse_jumps(board(name), text) == parse_jumps(board(name), jumps)


def test_directions_are_those_of_the_drawing() -> None:
    """Every jump, by the direction in which it goes on paper."""
    for name, sides in (("english33", "N E S W"), ("triangle:5", "NE E SE SW W NW")):
        here = board(name)
        for jump in here.jumps:
            (row, column), (landing, _) = here.holes[jump.start], here.holes[jump.landing]
            found = [side for side in sides.split() if _reads(here, f"{row + 1},{column + 1}:{side}", jump)]
            assert len(found) == 1, (jump, found)
            assert ("N" in found[0]) == (landing < row) and ("S" in found[0]) == (landing > row)


def _reads(here: Board, text: str, jump: Jump) -> bool:
    try:
        return parse_jumps(here, text, notation="row-column") == (jump,)
    except InputError:
        return False


def test_an_answer_without_a_certificate_and_lines_of_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "floor.jsonl"
    assert main(["minimum", "rectangle:3x3:-a1", "--certificate", str(file), "--no-search"]) == 0
    assert main(["verify", str(file)]) == 0
    file.write_text('{"verdict": "unknown", "certificate": null, "seconds": 0.5}')
    assert main(["verify", str(file)]) == 2
    assert "no certificate there" in capsys.readouterr().err


def test_a_pair_side_by_side_is_read_as_one_above_the_other() -> None:
    assert parse("xx.  -->  ..x") == parse("xx.\n---\n..x")
    assert parse("start:\nxx.\ntarget:\n..x") == parse("xx.\n---\n..x")
    for text, says in (
        ("xx.  -->  ..x  -->  ..x", "a second arrow"),
        ("xx.x.x.x.x\nxx.  -->  ..x", "start and target are not separated"),
        ("# board: enlish33\nxx.", "no such board"),
        ("# board: line:3\n# geometry: diagonal\nxx.", "a board is named, and its geometry as well"),
        ("# board: line:3\nxx..", "row 1 does not fit line:3; saw 4 signs; expected 3 signs"),
    ):
        with pytest.raises(InputError, match=says):
            parse(text)
