"""`pegfeas draw` and `check --html`: what they write, and what they say of bad input."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from feasibility.cli import main

MAGIC = {".png": b"\x89PNG\r\n", ".pdf": b"%PDF-", ".svg": b"<svg "}


@pytest.mark.parametrize("ending", MAGIC)
@pytest.mark.parametrize(
    "words",
    [
        ["english33"],
        ["triangle:5:-a1", "--numbers", "index"],
        ["english33:-d4", "english33:+d4", "--theme", "dark"],
        ["problem:lucas/EL01"],
        ["english33", "--classes"],
        ["line:3:+a1", "--weights", "-1, 0 12345678901"],
        ["english33:-d4", "--jumps", "d2d4 d5-d3"],
        ["torus:3x4", "--numbers", "coordinate"],
        ["line:1"],
    ],
)
def test_draws(words: list[str], ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{ending}"
    assert main(["draw", *words, "-o", str(path)]) == 0
    data = path.read_bytes()
    assert data.startswith(MAGIC[ending])
    again = tmp_path / f"again{ending}"
    main(["draw", *words, "-o", str(again)])
    assert again.read_bytes() == data, "the same picture is the same file"


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "english33"]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).get("aria-label") == "english33"


def test_file_with_one_grid_and_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "grid.txt"
    path.write_text("xx.\n", encoding="utf-8")
    assert main(["draw", str(path)]) == 0
    assert capsys.readouterr().out.count("<circle") == 3
    path.write_text("xx.\n---\n..x\n", encoding="utf-8")
    assert main(["draw", str(path)]) == 0
    assert capsys.readouterr().out.count("<circle") == 6


def test_the_graph_of_a_file_is_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = tmp_path / "g.edges"
    graph.write_text("a b\nb c\n")
    assert main(["draw", str(graph)]) == 0
    assert capsys.readouterr().out.count("<circle") == 3
    assert main(["draw", f"{graph}:-a", "--classes"]) == main(["draw", "graph:cycle:5:-0"]) == 0


@pytest.mark.parametrize("option", [["--weights", "1 1 2"], ["--jumps", "a1c1"], ["--classes"]])
def test_a_target_that_is_not_drawn_is_said(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "grid.txt"
    path.write_text("xx.\n---\n..x\n", encoding="utf-8")
    assert main(["draw", str(path), *option]) == 0
    assert "the target is not drawn" in capsys.readouterr().err
    path.write_text("xx.\n", encoding="utf-8")
    assert main(["draw", str(path), *option]) == 0
    assert capsys.readouterr().err == ""


def test_the_notation_of_arrows_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "english33:-d4", "--jumps", "5-17"]) == 0
    assert "jumps are read as numbers: holes counted row by row from 1" in capsys.readouterr().err
    assert main(["draw", "english33:-d4", "--jumps", "d2d4"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["draw", "english33:-d4", "--jumps", ""]) == 2
    assert capsys.readouterr().err == "pegfeas: error: no move; expected moves, as d2d4\n"


@pytest.mark.parametrize(
    "words", [["draw", "line:3", "-o", "x.png"], ["survey", "line:3", "--picture", "x.pdf"]]
)
def test_without_matplotlib_it_is_named(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(words) == 2
    assert "pip install matplotlib" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_the_server_it_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--port", "0"]) == 2
    assert "pip install uvicorn" in capsys.readouterr().err


def test_check_writes_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "r.html"
    words = ["check", "line:4:+a1+c1+d1", "line:4:+c1", "--html", str(report)]
    assert main(words) == 0
    assert "FEASIBLE" in report.read_text(encoding="utf-8")
    assert "FEASIBLE" in capsys.readouterr().out
    assert main([*words[:3], "--html", "/no/such/folder/x"]) == 2


def test_a_picture_of_a_play_is_no_burden(tmp_path: Path) -> None:
    """Boards have few colours, so a PNG holds a table of them: it was 1.3 MB, and its SVG has 0.1."""
    path = tmp_path / "play.png"
    assert main(["solve", "english33:-d4", "english33:+d4", "--picture", str(path)]) == 0
    assert 50_000 < path.stat().st_size < 600_000
