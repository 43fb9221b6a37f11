"""`--picture` of every command whose answer people would rather look at, and the function `picture`."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import feasibility
from feasibility.api.picture import NothingToDraw, scene
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.render.scene import Scene, Shape
from feasibility.studies.counting.counting import Counts
from feasibility.studies.polyhedra.facets import Facet
from feasibility.studies.polyhedra.heat import heat
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import family
from feasibility.studies.surveys.pictures import of_survey
from feasibility.studies.surveys.survey import Survey

COMMANDS = {
    "survey": (["survey", "triangle:4", "--jobs", "1"], "which vacancies of triangle:4 can be solved"),
    "survey of one start": (
        ["survey", "triangle:4", "--family", "targets:-b2", "--jobs", "1"],
        "last pegs from -b2",
    ),
    "bounds": (["bounds", "line:4:+a1+c1+d1", "line:4:+c1"], "how often each jump can occur on line:4"),
    "facets": (["facets", "line:5", "--engine", "builtin"], "facets of line:5"),
    "army": (["army", "--level", "2"], "an army of 4 pegs for level 2"),
    "army out of reach": (["army", "--level", "5"], "steps from each hole to the goal"),
    "count": (["count", "triangle:4:-b2", "--pegs", "1"], "reached from the start: triangle:4"),
    "solve": (["solve", "triangle:4:-a2", "--pegs", "1", "--sweeps"], "a play of 8 jumps in"),
    "graph": (["graph", "line:5:-b1", "--pegs", "2"], "game graph on line:5"),
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
@pytest.mark.parametrize("name", ["bounds", "count"])
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
    assert not out and "pip install 'pegfeas[plots]'" in err


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["solve", "line:5:+a1+b1", "line:5:+e1"], 1, "there is no play"),
        (["bounds", "line:5:+a1+b1", "line:5:+e1"], 1, "no numbers of jumps"),
        (["count", "triangle:5:-a1", "--time-limit", "0"], 3, "nothing was counted"),
        (["survey", "line:4", "--family", "all", "--max-pegs", "2", "--jobs", "1"], 0, "the family has no"),
        (["army", "--level", "4", "--board", "1x1"], 3, "no army was found"),
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
    main(["bounds", "triangle:4:-a2", "triangle:4:+b2", "--picture", str(path)])
    found = feasibility.bounds("triangle:4:-a2", "triangle:4:+b2")
    assert feasibility.picture(found) == path.read_text(encoding="utf-8")


def test_facets_and_graphs_need_their_board() -> None:
    for answer in (feasibility.facets("line:4", engine="builtin"), feasibility.graph("line:5:-b1", pegs=2)):
        with pytest.raises(InputError, match=r"not name (its|their) board"):
            feasibility.picture(answer)


def test_the_older_name_of_the_option_is_taken(tmp_path: Path) -> None:
    for words in (COMMANDS["bounds"][0], COMMANDS["count"][0]):
        for option in ("--picture", "--plot"):
            assert main([*words, option, str(tmp_path / f"{option}.svg")]) == 0
        assert (tmp_path / "--plot.svg").read_bytes() == (tmp_path / "--picture.svg").read_bytes()


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


def test_the_heat_map_has_a_sector_for_each_jump() -> None:
    for name in ("english33", "triangle:4", "torus:3x4", "diamond41", "graph:petersen", "line:3"):
        board = feasibility.board(name)
        drawn = heat(board, {jump: k % 5 for k, jump in enumerate(board.jumps)})
        sectors = [shape for shape in drawn.shapes if shape.kind == "polygon"]
        assert len(sectors) == len(board.jumps) and inside(drawn)
        assert len({shape.points for shape in sectors}) == len(sectors)
        middles = {shape.points for shape in drawn.shapes if shape.kind == "text" and shape.text.isdecimal()}
        assert len(middles) == len(sectors), "no number hides another"
    board = feasibility.board("line:4")
    drawn = heat(board, dict.fromkeys(board.jumps, None))
    assert texts(drawn).count("?") == 4
    assert "where nothing is known." in " ".join(texts(drawn))
    many = {jump: 4 if k else 0 for k, jump in enumerate(board.jumps)}
    assert len(styled(heat(board, many), "p4", "polygon")) == 3, "the largest are the darkest"


def test_the_gallery_shows_each_facet_once_and_says_how_many_there_are() -> None:
    found = feasibility.facets("rectangle:3x3", engine="builtin")
    drawn = scene(found, feasibility.board("rectangle:3x3"))
    assert len([s for s in drawn.shapes if s.kind == "circle"]) == 9 * len(found)
    assert f"Facets of rectangle:3x3: {len(found)}" in texts(drawn)
    many = [Facet((1, 1, 0), 1, k) for k in range(100)]
    assert "Facets of line:3: the first 60 of 100" in texts(scene(many, feasibility.board("line:3")))


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


def test_a_level_out_of_reach_shows_distances() -> None:
    drawn = scene(feasibility.army(5))
    assert texts(drawn).count("0") == 1 and texts(drawn).count("1") == 3
    assert len(styled(drawn, "wrap", "line")) == 1


def test_bars_are_as_long_as_the_levels_are_large() -> None:
    found = feasibility.count("triangle:5:-a1", pegs=1)
    drawn = scene(found)
    bars = styled(drawn, "n1", "polygon")
    sizes = [row.positions for row in found.rows]
    long = [bar.points[2] for bar in bars]
    assert len(bars) == len(sizes)
    assert all((a < b) == (x < y) for a, x in zip(sizes, long) for b, y in zip(sizes, long))
    assert all(f"{size:,}" in texts(drawn) for size in sizes)
    short = Counts(found.rows[:4], None, all_levels=False)
    assert any("not counted" in line for line in texts(scene(short)))


def test_a_play_is_drawn_sweep_by_sweep() -> None:
    found = feasibility.solve("triangle:5:-a1", pegs=1, sweeps=True)
    assert found.play is not None and found.sweeps is not None
    drawn = scene(found)
    assert len(styled(drawn, "head", "polygon")) == len(found.play), "one head for each jump"
    assert len(styled(drawn, "arrow", "line")) == len(found.play), "one line for each jump"
    assert f"{found.sweeps}. {str(found.text).split()[-1]}" in texts(drawn)
    assert "the end" in texts(drawn) and inside(drawn)


def test_the_game_graph_has_a_row_for_each_number_of_pegs() -> None:
    found = feasibility.graph("triangle:4:-a2", pegs=1)
    board = feasibility.board("triangle:4")
    drawn = scene(found, board)
    frames = [s for s in drawn.shapes if s.kind == "polygon" and s.style in ("n2", "w0")]
    pegs = {data["pegs"] for _, data in found.nodes(data=True)}
    assert len(frames) == len(found) and len({s.points[1] for s in frames}) == len(pegs)
    winning = sum(data["winning"] for _, data in found.nodes(data=True))
    assert len(styled(drawn, "n2", "polygon")) == winning
    lines = [s for s in drawn.shapes if s.kind == "line"]
    assert len(lines) == found.number_of_edges()
    assert all(s.points[1] < s.points[3] for s in lines), "jumps lead down"
    assert inside(drawn)


def test_wide_game_graphs_have_dots_and_large_ones_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = feasibility.graph("rectangle:3x4:-a1-d3", pegs=1)
    drawn = scene(wide, feasibility.board("rectangle:3x4"))
    assert 60 < len(wide) <= 400 and not styled(drawn, "n2", "polygon")
    assert main(["graph", "triangle:5:-a1", "--pegs", "1", "--picture", str(tmp_path / "x.svg")]) == 2
    assert "the game graph is too large" in capsys.readouterr().err
    large = feasibility.graph("triangle:5:-a1", pegs=1)
    with pytest.raises(InputError, match="too many positions to draw"):
        scene(large, feasibility.board("triangle:5"))


def test_a_picture_alone_prints_no_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["graph", "line:5:-b1", "--pegs", "2", "--picture", str(tmp_path / "g.svg")]
    assert main(words) == 0
    assert capsys.readouterr().out == ""
    assert main([*words, "-o", str(tmp_path / "g.dot")]) == 0
    assert (tmp_path / "g.dot").read_text(encoding="utf-8").startswith("digraph")


def test_nothing_to_draw_is_bad_input() -> None:
    with pytest.raises(NothingToDraw, match="there is no play"):
        feasibility.picture(feasibility.solve("line:5:+a1+b1", "line:5:+e1"))
