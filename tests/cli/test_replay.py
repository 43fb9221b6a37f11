"""`pegfeas replay` in the notations of the texts: what it says, prints and asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility.cli import main
from tests.answers import answer

CENTRE = "english33:-d4"


def test_the_notation_is_told_and_printed_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "problem:lucas/EL02", "4,5:N 4,3:N 2,4:EN 6,4:W 4,7:SS 4,2:N"]) == 0
    out = capsys.readouterr().out
    assert answer(out).startswith(
        "LEGAL: 8 jumps, 6 sweeps, all legal; 1 peg left\nd3d1 d5d3 b4-d4-d2 f4d4 d1-d3-d5 d6d4\n"
    )
    assert (
        "This is the target.\nRead as x-y: column from the left, then row from the bottom, both from 1" in out
    )
    assert main(["replay", "problem:lucas/EL02", out, "--notation", "x-y"]) == 0
    assert "\n4,5:N 4,3:N 2,4:EN 6,4:W 4,7:SS 4,2:N\n" in capsys.readouterr().out
    assert main(["replay", CENTRE, "d2d4", "--notation", "numbers", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notations"] == []
    assert main(["replay", CENTRE, "5-17", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notations"] == ["numbers"]


def test_what_could_be_two_plays_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    start = "english33:+b4+c4+d2+d3+g5"
    assert main(["replay", start, "24-44"]) == 2
    assert "expected --notation two-digit or --notation line-column" in capsys.readouterr().err
    assert main(["replay", start, "24-44", "--notation", "line-column"]) == 0
    assert "\n24-44\n" in capsys.readouterr().out
    assert main(["replay", start, "24-44", "--notation", "nonesuch"]) == 2
    assert "contest-2" in capsys.readouterr().err


def test_a_peg_put_back_between_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    def replay(moves: str) -> int:
        return main(["replay", "french37:-d4", moves, "--return-peg", "d4"])

    assert replay("46-44 (put back d4) 25-45") == 1
    assert "illegal: d4 holds a peg" in capsys.readouterr().out
    assert replay("# a line\n46-44 25-45 42-43") == 2
    assert "line 2, column 13: french37 has no jump" in capsys.readouterr().err
    assert replay("46-44 43-45 (put back d4) 41-43") == 0
    assert "\nd2d4 d5d3 (put back d4) d7d5\n" in capsys.readouterr().out


def test_solve_writes_every_notation(capsys: pytest.CaptureFixture[str]) -> None:
    for style in ("x-y", "numbers", "line-column", "letters", "contest"):
        assert main(["solve", "problem:lucas/EL01", "--notation", style]) == 0
        text = capsys.readouterr().out
        assert main(["replay", "problem:lucas/EL01", text, "--notation", style]) == 0
        assert "This is the target." in capsys.readouterr().out


def test_the_notation_of_an_illegal_play_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", CENTRE, "16-4"]) == 1
    assert capsys.readouterr().out.endswith("Read as numbers: holes counted row by row from 1.\n")
    assert main(["replay", CENTRE, "16-4", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["notations"] == ["numbers"]


def test_moves_that_pass_for_comments_are_no_empty_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", CENTRE, "#1 d2-d4\n#2 d5-d3"]) == 2
    assert "line 1: no move beside comments; saw '#1 d2-d4" in capsys.readouterr().err
    assert main(["replay", CENTRE, ""]) == 0
    assert "LEGAL: 0 jumps" in capsys.readouterr().out


def test_a_file_without_a_move_is_no_empty_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A pipe from a command that failed has none."""
    (tmp_path / "play").write_text("\n")
    assert main(["replay", CENTRE, str(tmp_path / "play")]) == 2
    assert "play: no move; expected moves, as d2d4" in capsys.readouterr().err
