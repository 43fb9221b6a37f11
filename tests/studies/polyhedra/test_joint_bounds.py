"""`pegfeas bounds` with --require, --exclusions and --pegs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility.cli import main
from feasibility.studies.exports import formal
from tests.answers import answer

PAIR = ("triangle:4:-a2", "triangle:4:+b2")


def test_requirements_are_told_and_bound(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bounds", *PAIR, "--require", "a4a2>=2", "--certificates", str(tmp_path), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["required"] == ["a4a2>=2"]
    least = {name: row["least"]["integer"] for row in shown["orbits"] for name in row["names"]}
    assert least["a4a2"] == 2
    files = sorted(tmp_path.glob("*.json"))
    assert files
    assert main(["verify", str(files[0])]) == 0
    assert "in which the jump" in capsys.readouterr().out
    assert main(["bounds", *PAIR, "--require", "a4a2>=9"]) == 1
    assert "with what is required" in capsys.readouterr().err
    assert main(["bounds", *PAIR, "--require", "a4a2>9"]) == 2


def test_a_number_of_pegs_as_the_target(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bounds", "line:6:-b1", "--pegs", "1", "--certificates", str(tmp_path)]) == 0
    assert "accepted" in capsys.readouterr().err
    for file in tmp_path.glob("*.json"):
        assert main(["verify", str(file)]) == 0
        assert main(["verify", str(file), "--formal"]) == (0 if formal.installed() else 2)
        assert main(["verify", str(file), "--export", str(tmp_path / "x.vipr")]) == 2


def test_exclusions_as_table_json_picture_and_proofs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture, proofs = tmp_path / "x.svg", tmp_path / "proofs"
    words = ["bounds", *PAIR, "--exclusions", "--picture", str(picture), "--certificates", str(proofs)]
    assert main(words) == 0
    shown = capsys.readouterr()
    assert "pairs of jumps, of which no play has both" in shown.out
    assert "in no play at all: a2c4 b2b4" in shown.out
    assert picture.read_text().count("×") == 2 * int(answer(shown.out).split("\n\n")[1].split()[0])
    for file in proofs.glob("*.json"):
        assert main(["verify", str(file)]) == 0
    capsys.readouterr()
    assert main([*words[:4], "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["undecided"] == [] and len(facts["exclusions"]) == 16
    assert main(["bounds", "line:4:+a1+b1", "line:4:+d1", "--exclusions"]) == 1
    assert main([*words[:4], "--require", "a4a2>=1"]) == 2
    assert main(["bounds", *PAIR, "--picture", str(picture)]) == 2
    assert main(["bounds", *PAIR, "--exclusions", "--time-limit", "0"]) == 3
    assert main(["bounds", "line:4:+a1+b1", "line:4:+c1", "--exclusions", "--picture", str(picture)]) == 0
    assert "no two jumps exclude each other" in capsys.readouterr().err
