"""`pegfeas bounds` with --require, --exclusions and --pegs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility import board, bounds
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.studies.exports import formal
from feasibility.studies.polyhedra import bounds_command
from feasibility.studies.polyhedra import exclusions as of_pairs
from feasibility.studies.polyhedra.bounds import Extreme, Range, Ranges
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
    assert "lead from START to TARGET with a4a2>=9\n" in capsys.readouterr().err
    assert main(["bounds", *PAIR, "--require", "7-2>=2", "--objective", "a4a2"]) == 0  # as numbers from 1
    assert "\nin plays with a4a2>=2\n" in capsys.readouterr().out
    assert main(["bounds", *PAIR, "--require", "a4a2>8"]) == 1
    assert main(["bounds", *PAIR, "--require", "a4a2+a2b2>9"]) == 2
    shown = capsys.readouterr().err
    assert "'a4a2+a2b2>9', column 6: triangle:4 has no jump from a2 to b2; saw 'a2b2'" in shown


def test_directions_are_those_of_the_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    """On a triangle from a3 over a2 to a1 is up and to the right."""
    assert main(["bounds", "triangle:3:+a3+a2", "triangle:3:+a1"]) == 0
    assert "hole, 2 up and 1 right\n  .\n . .\n1 . .\n" in capsys.readouterr().out
    assert main(["bounds", "torus:1x5:+d1+e1", "torus:1x5:+a1"]) == 0
    out = capsys.readouterr().out  # over e1, which is right of d1, and on to a1: not "3 left"
    assert "\nd1a1 " in out and "most jumps from each hole" not in out


def test_numbers_of_times_rise() -> None:
    here, none = board("line:4"), Extreme()
    ranges = (Range(((1, j),), (j,), Extreme(whole=w), none) for j, w in zip(here.jumps, (11, None, 2, 1)))
    assert bounds_command._below(here, tuple(ranges)).startswith(
        "\njumps by the most times they can occur: 1 x 1, 1 x 2, 1 x 11, 1 x ?\n"
    )


@pytest.mark.parametrize(("required", "real"), [("c1a1=1", 1), ("c1a1<=0", 0)])
def test_what_is_required_of_a_jump_bounds_it_in_real_numbers_too(required: str, real: int) -> None:
    """Without it the line has 13/10."""
    (one,) = bounds("line:7:-a1", pegs=3, require=required, objective="c1a1").ranges
    assert (one.most.real, one.most.whole, one.least.real, one.least.whole) == (real,) * 4


def test_a_sum_is_bound_where_sums_are_required(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["bounds", *PAIR, "--require", "a4a2+a2a4<=2", "--objective", "2*a4a2-c4a2"]
    assert main([*words, "--certificates", str(tmp_path), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["required"] == ["a2a4+a4a2<=2"]
    (row,) = shown["orbits"]
    assert (row["names"], row["jumps"]) == (["2*a4a2-c4a2"], [])
    asked = bounds(*PAIR, require="a4a2+a2a4<=2", objective="2*a4a2-c4a2")
    assert (row["most"]["integer"], row["least"]["integer"]) == ranges_of(asked)[0]
    assert [record["jump"] for record in asked.records()] == row["names"]
    assert repr(asked) == "<Ranges of 2*a4a2-c4a2, on triangle:4>"
    for side in ("most", "least"):
        file = str(tmp_path / f"{side}-sum.json")
        assert main(["verify", file]) == 0
        assert main(["verify", file, "--formal"]) == (0 if formal.installed() else 2)
        assert main(["verify", file, "--export", str(tmp_path / f"{side}.vipr")]) == 0
        assert main(["verify", file, "--against", str(tmp_path / f"{side}.vipr")]) == 0
    assert main(["bounds", *PAIR, *words[-2:], "--certificates", str(tmp_path)]) == 0
    assert main(["verify", str(tmp_path / "most-sum.json"), "--against", str(tmp_path / "most.vipr")]) == 1
    assert main(["verify", str(tmp_path / "most-sum.json"), "--export", str(tmp_path / "x.vipr")]) == 0
    assert main(["verify", str(tmp_path / "most-sum.json"), "--against", str(tmp_path / "x.vipr")]) == 0
    assert main(["verify", str(tmp_path / "least-sum.json"), "--against", str(tmp_path / "x.vipr")]) == 1
    capsys.readouterr()
    assert main(words) == 0
    assert "2*a4a2-c4a2" in capsys.readouterr().out
    assert main([*words, "--exclusions"]) == 2
    assert main(["bounds", *PAIR, "--objective", "a4a2>=1"]) == 2


def ranges_of(found: Ranges) -> list[tuple[int | None, int | None]]:
    return [(one.most.whole, one.least.whole) for one in found.ranges]


def test_a_sum_of_one_jump_is_the_jump() -> None:
    one, all_ = bounds(*PAIR, objective="a4a2"), bounds(*PAIR)
    (alone,) = one.ranges
    known = next(r for r in all_.ranges if alone.orbit[0] in r.orbit)
    most, least = known.most.whole, known.least.whole
    assert most is not None and least is not None
    assert (alone.most.whole, alone.least.whole) == (most, least)
    assert ranges_of(bounds(*PAIR, objective="-7*a4a2")) == [(-7 * least, -7 * most)]


def test_of_jumps_that_were_not_asked_about_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """A point is a hole without such a jump."""
    assert main(["bounds", *PAIR, "--objective", "a4a2"]) == 0
    assert "most times" not in (out := capsys.readouterr().out) and "from each hole" not in out
    assert main(["bounds", *PAIR]) == 0
    assert "from each hole" in capsys.readouterr().out


def test_two_jumps_between_the_same_holes_are_not_drawn_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Over 0 there is one from 1 to 3, over 2 there is none."""
    assert main(["bounds", "graph:cycle:4:-0", "--pegs", "1"]) == 0
    out = capsys.readouterr().out
    assert "2 x 0, 6 x 1" in out and "from each hole" not in out


def test_a_number_of_pegs_as_the_target(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bounds", "line:6:-b1", "--pegs", "1", "--certificates", str(tmp_path)]) == 0
    assert "accepted" in capsys.readouterr().err
    for file in tmp_path.glob("*.json"):
        assert main(["verify", str(file)]) == 0
        assert main(["verify", str(file), "--formal"]) == (0 if formal.installed() else 2)
        export = str(file.with_suffix(".vipr"))
        assert main(["verify", str(file), "--export", export]) == 0
        assert main(["verify", str(file), "--against", export]) == 0


def test_exclusions_as_table_json_picture_and_proofs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture, proofs = tmp_path / "x.svg", tmp_path / "proofs"
    words = ["bounds", *PAIR, "--exclusions", "--picture", str(picture), "--certificates", str(proofs)]
    assert main(words) == 0
    shown = capsys.readouterr()
    assert "pairs of jumps, of which no play has both" in shown.out
    assert "in no play at all, so in none of these pairs: a2c4 b2b4" in shown.out
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


def test_what_a_limit_left_is_no_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither "no two jumps" nor "no such function" where nothing, or not all, was asked."""
    pair = ["line:7:+a1+b1+c1+d1+e1+f1", "line:7:+d1+e1+f1"]
    words, jumps = ["bounds", *pair, "--exclusions", "--work-limit", "0"], 10
    assert main([*words, "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert found["feasible"] is None and len(found["undecided"]) == jumps * (jumps + 1) // 2
    assert main([*words, "--picture", str(tmp_path / "e.svg")]) == 3
    told = capsys.readouterr().err
    assert "45 pairs of jumps not decided, nor 10 jumps alone" in told
    assert "known to exclude each other, as a limit" in told
    assert main(["bounds", *PAIR, "--exclusions", "--work-limit", "1000"]) == 3
    told, left = capsys.readouterr()
    assert "\nat least " in told and "pairs of jumps not decided, nor " in left
    words = ["pagoda", "line:5:+a1+b1", "line:5:+e1"]
    for limit, complete in ((["--time-limit", "1e-9"], False), ([], True)):
        main([*words, *limit, "--json"])
        assert json.loads(capsys.readouterr().out)["complete"] is complete
    monkeypatch.setattr("feasibility.studies.polyhedra.pagoda.refuting", lambda *_, **__: [])
    for limit, said in ((["--time-limit", "1e-9"], "was found so far"), ([], "refutes the pair")):
        assert main([*words, *limit]) == 3
        assert f"no pagoda function {said}" in capsys.readouterr().out


def test_pairs_beyond_a_limit_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of 120 jumps the 7,000 pairs that each just began took many times the limit."""
    begun = []

    def solve(*rest: object, **named: object) -> Stopped:
        begun.append(rest)
        return Stopped("time")

    monkeypatch.setattr(of_pairs, "branch_and_bound", solve)
    found = of_pairs.exclusions(*PAIR, time_limit=0)
    assert found.empty is None and len(begun) == 1
    search = of_pairs._Search(found.pair, Limits(0.0).start())
    search.ask((0, 1))
    assert len(begun) == 1 and search.left
