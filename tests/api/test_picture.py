"""`--picture` of every command whose answer people would rather look at, and the function `picture`."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import feasibility
from feasibility.api.picture import NothingToDraw, scene
from feasibility.cli import main
from feasibility.render.scene import Scene, Shape
from feasibility.studies.surveys.families import family
from feasibility.studies.surveys.pictures import of_survey
from feasibility.studies.surveys.survey import Settled, Survey

COMMANDS = {
    "survey": (["survey", "triangle:4", "--jobs", "1"], "which vacancies of triangle:4 can be solved"),
    "survey of one start": (
        ["survey", "triangle:4", "--family", "targets:-b2", "--jobs", "1"],
        "last pegs from -b2",
    ),
    "bounds": (
        ["bounds", "triangle:4:-a2", "triangle:4:+b2", "--exclusions"],
        "pairs of jumps that exclude each other on triangle:4",
    ),
    "army": (["army", "--level", "2"], "an army of 4 pegs for level 2"),
    "solve": (["solve", "triangle:4:-a2", "--pegs", "1", "--sweeps"], "a play of 8 jumps in"),
}


def texts(drawn: Scene) -> list[str]:
    return [shape.text for shape in drawn.shapes if shape.kind in ("text", "words")]


def styled(drawn: Scene, style: str, kind: str = "circle") -> list[Shape]:
    return [shape for shape in drawn.shapes if shape.style == style and shape.kind == kind]


def inside(drawn: Scene) -> bool:
    """Whether every shape lies in the frame, lines of text by their middle."""
    return all(
        -1 <= value <= (drawn.height if i % 2 else drawn.width) + 1
        for shape in drawn.shapes
        for i, value in enumerate(shape.points)
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_draw_their_answers(name: str, tmp_path: Path) -> None:
    words, title = COMMANDS[name]
    path = tmp_path / "p.svg"
    assert main([*words, "--picture", str(path)]) in (0, 1)
    assert title in str(ElementTree.parse(path).getroot().get("aria-label"))


@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG\r\n"), (".pdf", b"%PDF-")])
@pytest.mark.parametrize("name", ["bounds", "army"])
def test_other_formats(name: str, ending: str, magic: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"p{ending}"
    assert main([*COMMANDS[name][0], "--picture", str(path)]) == 0
    assert path.read_bytes().startswith(magic)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_cannot_be_written_is_told_before_the_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, _ = COMMANDS[name]
    assert main([*words, "--picture", "p.bmp"]) == 2
    assert "not a kind of picture" in capsys.readouterr().err
    assert main([*words, "--picture", "/no/such/folder/p.svg"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main([*words, "--picture", str(tmp_path / "p.png")]) == 2
    out, err = capsys.readouterr()
    assert not out and "pip install matplotlib" in err


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["solve", "line:5:+a1+b1", "line:5:+e1"], 1, "there is no play"),
        (["bounds", "line:4:+a1+b1", "line:4:+c1", "--exclusions"], 0, "no two jumps exclude each other"),
        (["survey", "line:4", "--family", "all", "--max-pegs", "2", "--jobs", "1"], 0, "the family has no"),
        (["army", "--level", "4", "--board", "1x1"], 3, "no army is known"),
        (["army", "--level", "5"], 1, "no army is known"),
    ],
)
def test_an_answer_without_a_picture_says_so(
    words: list[str], code: int, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.svg"
    assert main([*words, "--picture", str(path)]) == code
    assert f"no picture is written: there is nothing to draw: {why}" in capsys.readouterr().err
    assert not path.exists()


def test_the_function_draws_what_the_command_draws(tmp_path: Path) -> None:
    path = tmp_path / "command.svg"
    main([*COMMANDS["bounds"][0], "--picture", str(path)])
    found = feasibility.exclusions("triangle:4:-a2", "triangle:4:+b2")
    assert feasibility.picture(found) == path.read_text(encoding="utf-8")


def test_vacancies_and_ends() -> None:
    board = feasibility.board("triangle:3")
    single = family(board)
    rows = [Settled(s.start, t, True, "infeasible", "x", "", 0.0) for s in single.starts for t in s.targets]
    drawn = of_survey(Survey.of(single, rows))
    assert texts(drawn).count("×") == board.n + 1
    assert "cannot be solved to one peg (proved)" in texts(drawn) and "not known" not in texts(drawn)
    unknown = [row._replace(verdict="unknown") for row in rows]
    drawn = of_survey(Survey.of(single, unknown))
    assert texts(drawn).count("?") == board.n + 1
    played = [row._replace(verdict="feasible") for row in rows if row.target == board.full ^ row.start]
    others = [row for row in rows if row.target != board.full ^ row.start]
    drawn = of_survey(Survey.of(single, [*played, *others]))
    assert texts(drawn).count("★") == board.n + 1
    with pytest.raises(NothingToDraw):
        of_survey(Survey(family(board, "all", 2), ()))


@pytest.mark.parametrize(
    ("level", "geometry", "pegs"), [(1, "orthogonal", 2), (2, "triangular", 2), (3, "orthogonal", 8)]
)
def test_the_army_stands_below_the_line(level: int, geometry: str, pegs: int) -> None:
    found = feasibility.army(level, geometry)
    drawn = scene(found)
    (line,) = styled(drawn, "wrap", "line")
    (goal,) = styled(drawn, "ring")
    assert len(styled(drawn, "peg")) == found.pegs
    assert all(peg.points[1] > line.points[1] for peg in styled(drawn, "peg"))
    assert goal.points[1] < line.points[1] and inside(drawn)
    assert found.pegs is not None and found.pegs >= pegs


def test_a_play_is_drawn_sweep_by_sweep() -> None:
    found = feasibility.solve("triangle:5:-a1", pegs=1, sweeps=True)
    assert found.play is not None and found.sweeps is not None
    drawn = scene(found)
    assert len(styled(drawn, "head", "polygon")) == len(found.play), "one head for each jump"
    assert len(styled(drawn, "arrow", "line")) == len(found.play), "one line for each jump"
    assert f"{found.sweeps}. {str(found.text).split()[-1]}" in texts(drawn)
    assert "the end" in texts(drawn) and inside(drawn)


def test_nothing_to_draw_is_bad_input() -> None:
    with pytest.raises(NothingToDraw, match="there is no play"):
        feasibility.picture(feasibility.solve("line:5:+a1+b1", "line:5:+e1"))


@pytest.mark.parametrize("text", ["xx.", "xx.\n", "xx.\n---\n..x"])
def test_a_drawing_in_a_text_is_drawn_with_its_pegs(text: str) -> None:
    """It was taken for a board, and drawn empty."""
    assert "line:3 with 2 pegs: a1 b1" in feasibility.draw(text)
    assert 'aria-label="line:3"' in feasibility.draw("line:3")
