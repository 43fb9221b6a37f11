"""Surveys: published counts, families up to symmetry against a count of orbits, proofs, pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from feasibility import Limits, verifier
from feasibility.base.errors import ExitCode, InputError
from feasibility.cli import main
from feasibility.game.geometry import Board
from feasibility.game.symmetry import apply
from feasibility.proofs.accept import Acceptance
from feasibility.studies.surveys.families import PairFamily, family
from feasibility.studies.surveys.report import position_name, statement, survey_json
from feasibility.studies.surveys.survey import Settled, Survey, settle, survey_results
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks

# Class-feasible and solvable single-vacancy problems to one peg on triangles of side 2, 3, ...: OEIS A130515
# and A130516 (G. I. Bell).
A130515 = (1, 4, 3, 17, 29, 27, 80)
A130516 = (0, 0, 1, 12, 29, 27, 80)


def survey(name: str, kind: str = "single", pegs: int = 1, jobs: int = 1) -> list[Settled]:
    chosen = family(catalogue.board(name), kind, pegs)
    return list(survey_results(chosen, jobs=jobs, limits=Limits(30.0, 4 << 30)))


@pytest.mark.parametrize("side", [*range(2, 8), pytest.param(8, marks=pytest.mark.slow)])
def test_triangles_have_the_published_counts(side: int) -> None:
    found = Survey(family(catalogue.board(f"triangle:{side}")), tuple(survey(f"triangle:{side}"))).counts
    assert found["same_residues"] == A130515[side - 2]
    assert found["feasible"] == A130516[side - 2]
    assert found["unknown"] == 0


def test_all_pairs_of_the_english_board_that_the_rule_of_three_allows() -> None:
    """All 21 are solvable (J. D. Beasley, The Ins and Outs of Peg Solitaire, 1985)."""
    rows = tuple(survey("english33", jobs=2))
    assert Survey(family(catalogue.board("english33")), rows).counts == {
        "pairs": 151,
        "same_residues": 21,
        "feasible": 21,
        "infeasible": 130,
        "infeasible_same_residues": 0,
        "unknown": 0,
    }
    for row in rows:
        assert row.certificate is not None
        outcome = verifier.check(json.loads(row.certificate))
        assert outcome.valid
        assert row.digest == sha256(row.certificate.encode()).hexdigest()


def burnside(board: Board, ends: list[tuple[int, int]]) -> int:
    """Orbits of pairs of masks under the board's symmetries, by counting fixed ones."""
    fixed = [sum(apply(g, a) == a and apply(g, b) == b for a, b in ends) for g in board.symmetries]
    assert sum(fixed) % len(fixed) == 0
    return sum(fixed) // len(fixed)


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4", "cross:1,1,1,2", "torus:3x3", "line:6"])
def test_families_hold_one_pair_of_every_orbit(name: str) -> None:
    board = catalogue.board(name)
    single = [1 << i for i in range(board.n)]
    small = [m for m in range(1, 1 << board.n) if m.bit_count() <= 2]
    cases = {
        ("single", 1): [(board.full ^ a, b) for a in single for b in single],
        ("complement", 2): [(board.full ^ m, m) for m in small],
        ("all", 2): [(a, b) for a in small if a.bit_count() == 2 for b in single],
    }
    for (kind, pegs), ends in cases.items():
        chosen = family(board, kind, pegs)
        listed = {(start.start, target) for start in chosen.starts for target in start.targets}
        assert len(listed) == chosen.size == burnside(board, ends)
        images = {(apply(g, a), apply(g, b)) for a, b in listed for g in board.symmetries}
        assert images == set(ends)


@pytest.mark.parametrize("name", ["line:6", "triangle:4", "rectangle:3x4"])
def test_all_pairs_of_small_boards_against_the_reference(name: str) -> None:
    board = catalogue.board(name)
    rows = survey(name, "all", 3)
    assert Counter(row.verdict for row in rows).keys() == {"feasible", "infeasible"}
    for row in sorted(rows):
        assert (row.verdict == "feasible") == (row.target in reachable_masks(board, row.start)), row
        assert row.certificate is not None
        assert verifier.check(json.loads(row.certificate)).valid


def test_all_targets_of_one_start(tmp_path: Path) -> None:
    rows = survey("triangle:5", "targets:-a1", 2)
    board = catalogue.board("triangle:5")
    reached = reachable_masks(board, board.full ^ 1)
    assert len({row.start for row in rows}) == 1
    assert {row.target for row in rows if row.verdict == "feasible"} == {
        row.target for row in rows if row.target in reached
    }
    assert all(row.verdict != "unknown" for row in rows)


def test_limits_leave_pairs_unknown_and_say_so() -> None:
    board = catalogue.board("wiegleb45")
    chosen = family(board, "targets:-e1", 1)
    rows = list(survey_results(chosen, jobs=1, limits=Limits(0.0)))
    assert len(rows) == chosen.size
    assert {row.verdict for row in rows} == {"unknown"}
    found = Survey.of(chosen, rows)
    assert f"{found.counts['same_residues']} are unknown" in statement(found)


def test_the_command_prints_a_table_json_and_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, folder = tmp_path / "page.html", tmp_path / "proofs"
    assert main(["survey", "triangle:5", "--html", str(page), "--certificates", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "Of these, 12 are feasible (a play is known), 5 are proved infeasible, 0 are unknown." in shown
    assert len(re.findall("^-[a-e][1-5] ", shown, re.MULTILINE)) == 17
    text = page.read_text()
    assert text.count("<svg") == 4 + 1  # the board of each of four vacancies, and all vacancies
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    for path in folder.iterdir():
        assert sha256(path.read_bytes()).hexdigest() == path.stem
        assert verifier.check(str(path)).valid
    again = tmp_path / "again"
    assert main(["survey", "triangle:5", "--json", "--jobs", "1", "--certificates", str(again)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["counts"]["same_residues"] == 17
    assert {pair["sha256"] for pair in data["pairs"]} == {path.stem for path in again.iterdir()}


@pytest.mark.parametrize(("name", "told"), [("triangle:3", True), ("triangle:4", False)])
def test_pairs_that_pass_the_rule_and_fall_to_its_criterion_are_told(name: str, told: bool) -> None:
    """A row `decided by rule-of-three` stood above `4 pass it`: a small board has more colourings."""
    found = Survey.of(family(catalogue.board(name), "single", 1), survey(name, "single", 1))
    assert ("all colourings of this board, and refutes 1 of those that pass" in statement(found)) is told


@pytest.mark.parametrize("option", ["--html", "--certificates"])
def test_places_that_cannot_be_written_are_told_before_the_work(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["survey", "triangle:4", option, str(tmp_path / "file" / "x")]) == ExitCode.USAGE
    shown = capsys.readouterr()
    assert "cannot be written" in shown.err
    assert shown.out == ""


def test_an_interrupted_survey_says_so_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(chosen: PairFamily, **options: Any) -> Iterator[Settled]:
        yield from islice(survey_results(chosen, **options), 7)
        raise KeyboardInterrupt

    monkeypatch.setattr("feasibility.studies.surveys.survey_api.survey_results", broken)
    page = tmp_path / "page.html"
    words = ["survey", "triangle:4", "--jobs", "1", "--html", str(page)]
    told = "19 pairs up to symmetry.\nINCOMPLETE: the survey was interrupted, only 7 of them were looked at."
    assert main(words) == 130
    shown = capsys.readouterr()
    assert told in shown.out
    assert "every pair is decided" not in shown.err
    assert "only 7 of them were looked at" in page.read_text()
    assert main([*words, "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert (data["complete"], data["family_size"], data["counts"]["pairs"]) == (False, 19, 7)


def test_certificates_outlive_a_survey_that_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(chosen: PairFamily, **options: Any) -> Iterator[Settled]:
        yield from islice(survey_results(chosen, **options), 7)
        raise SystemExit(9)

    monkeypatch.setattr("feasibility.studies.surveys.survey_api.survey_results", dies)
    with pytest.raises(SystemExit):
        main(["survey", "triangle:4", "--jobs", "1", "--certificates", str(tmp_path)])
    found = list(tmp_path.iterdir())
    assert found
    assert all(verifier.check(str(path)).valid for path in found)


def test_pairs_whose_proof_was_not_repeated_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a closure that takes longer than its search."""
    chosen = family(catalogue.board("triangle:4"))
    (start, *_), rows = chosen.starts, tuple(survey("triangle:4"))
    assert {row.verified for row in rows} == {True} and "Not verified" not in statement(Survey(chosen, rows))
    unverified = Acceptance(verified=False, forecast=1e9)
    monkeypatch.setattr("feasibility.proofs.accept.accepted", lambda *_, **__: unverified)
    found = list(settle(start, Limits(30.0)))
    assert {row.verified for row in found} == {False}
    told = statement(Survey.of(chosen, found))
    assert f"Not verified yet: {len(found)} proofs. Write the certificates by --certificates DIR" in told
    assert [pair["verified"] for pair in survey_json(Survey.of(chosen, found))["pairs"]] == [False] * len(
        found
    )


def test_positions_by_their_shorter_name() -> None:
    board = catalogue.board("line:4")
    assert position_name(board, 0b1101) == "-b1"
    assert position_name(board, 0b0010) == "+b1"
    assert position_name(board, 0b1111) == "full"
    with pytest.raises(InputError):
        family(board, "targets:-a9")


def test_no_more_pegs_are_named_than_were_looked_at() -> None:
    """Two pegs become one: it was "up to 4 pegs", with the four targets of one peg."""
    chosen = family(catalogue.board("line:4"), "targets:+a1+b1", 4)
    assert (chosen.name, chosen.size) == ("+a1+b1 to up to 1 peg", 4)
