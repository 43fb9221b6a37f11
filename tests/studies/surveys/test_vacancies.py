"""What a survey ends with: which vacancies can be solved, and where the last peg is left."""

from __future__ import annotations

import io
import json
from argparse import Namespace
from pathlib import Path

import pytest

from feasibility.cli import main
from feasibility.studies.surveys.families import family
from feasibility.studies.surveys.survey import LastPegs, Settled, Survey, survey_results
from feasibility.studies.surveys.survey_command import next_step
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks

Out = pytest.CaptureFixture[str]
STAIRS = "xxx\nxxx\nxxxxx\n  xxx\n"


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4", "line:4", "cross:1,1,1,1"])
def test_vacancies_against_a_slow_search(name: str) -> None:
    board = catalogue.board(name)
    chosen = family(board)
    found = Survey.of(chosen, survey_results(chosen, jobs=1))
    told = {hole: vacancy for vacancy in found.vacancies for hole in vacancy.like}
    assert sorted(told) == list(range(board.n))
    for hole in range(board.n):
        reached = reachable_masks(board, board.full ^ 1 << hole)
        last = [end for end in range(board.n) if 1 << end in reached]
        assert told[hole].mark == ("*" if hole in last else "x" if last else ".")
        if hole == told[hole].hole:
            assert list(told[hole].ends) == last


def test_what_was_not_looked_at_is_unknown() -> None:
    chosen = family(catalogue.board("triangle:4"))
    assert {vacancy.mark for vacancy in Survey(chosen, ()).vacancies} == {"?"}
    assert LastPegs(0b1110, (0,), (), 0, (0,)).mark == "*"


def test_a_survey_of_complements_says_nothing_of_other_holes(capsys: Out) -> None:
    chosen = family(catalogue.board("triangle:4"), "complement")
    single = family(chosen.board)
    whole = {one.hole: set(one.ends) for one in Survey.of(single, survey_results(single, jobs=1)).vacancies}
    for one in Survey.of(chosen, survey_results(chosen, jobs=1)).vacancies:
        assert one.mark == ("*" if one.hole in whole[one.hole] else "-")
        assert set(one.ends) == whole[one.hole] & {one.hole}
        assert set(one.unknown) == {*range(chosen.board.n)} - {one.hole}
    assert main(["survey", "triangle:4", "--family", "complement", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "unknown: all others" in told and "cannot be solved to one peg" not in told


@pytest.mark.parametrize("place", ["file", "-", "name"])
def test_a_file_or_a_drawing_is_surveyed(
    place: str, tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(STAIRS)
    if place == "-":
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STAIRS.encode())))
    board = {"file": str(path), "-": "-", "name": "triangle:4"}[place]
    assert main(["survey", board, "--jobs", "1"]) == 0
    said = capsys.readouterr()
    head, _, picture = said.out.partition("Begin with this hole alone empty:\n\n")
    assert "single vacancy to single peg" in head and "x  can be solved to one peg" in picture
    assert "the last peg can be left at" in picture
    assert "every pair is decided; --certificates DIR keeps the proofs" in said.err


def test_targets_of_a_start_on_a_board_of_a_file(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(STAIRS)
    for start in ("targets:-c2", "targets:+a1+b1+d3", f"targets:{path}:-c2"):
        assert main(["survey", str(path), "--family", start, "--jobs", "1"]) == 0
        assert "a single peg can be left here" in capsys.readouterr().out
    for start, says in (
        ("targets:-z9", "no hole z9"),
        ("targets:-c2,c3", "each hole has a sign; saw '-c2,c3'; expected -c2-c3"),
        ("targets:-", "standard input"),
        ("targets:english33:-d4", "not a start on this board"),
    ):
        assert main(["survey", str(path), "--family", start]) == 2, start
        assert says in capsys.readouterr().err


def test_a_start_in_a_file_is_read_as_any_start(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "start.txt"
    for text, code, says in (
        ("xx.x\n---\n..x.\n", 0, "the text has a target, which is left out"),
        ("the hole b1 is empty\nxxxx\n", 2, "an empty hole in words, and not in the drawing"),
    ):
        path.write_text(text)
        assert main(["survey", "line:4", "--family", f"targets:{path}", "--jobs", "1"]) == code
        assert says in capsys.readouterr().err


def test_json_has_the_vacancies(capsys: Out) -> None:
    assert main(["survey", "triangle:4", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["vacancies"]
    assert [one["vacancy"] for one in found] == ["a1", "a2", "b3"]
    assert found[1]["ends"] == ["b2"] and found[1]["like_it"] == ["a2", "b2", "a3", "c3", "b4", "c4"]


def test_ends_of_one_start() -> None:
    chosen = family(catalogue.board("line:4"), "targets:-b1")
    (one,) = Survey.of(chosen, survey_results(chosen, jobs=1)).ends
    assert one.ends == (2,) and one.unknown == ()


def test_what_has_ended_the_unknown_pairs_is_told() -> None:
    """By what the rows hold, whatever their words are."""
    chosen = family(catalogue.board("line:4"), "targets:-b1")
    row = Settled(chosen.starts[0].start, 1, True, "unknown", None, "no word of a limit", 0.0)
    rows = [
        row._replace(target=2, limit="memory"),
        row._replace(target=4, limit="memory"),
        row._replace(lost=True),
    ]
    said = next_step(Survey.of(chosen, rows), Namespace(output=None))
    assert said == "3 pairs unknown: a larger --memory-limit for 2, another run, as a worker was lost for 1"


def test_an_unknown_pair_says_what_to_do(capsys: Out) -> None:
    assert main(["survey", "rectangle:4x5", "--jobs", "1", "--work-limit", "0"]) == 0
    assert "unknown: a larger --work-limit" in capsys.readouterr().err


def test_unknown_pairs_are_asked_again_and_the_others_stay(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "a.jsonl"
    words = ["survey", "triangle:4", "--jobs", "1", "--output", str(path)]
    assert main([*words, "--work-limit", "1"]) == 0
    assert f"(--resume asks those whose lines are taken out of {path})" in capsys.readouterr().err
    known = [line for line in path.read_text().splitlines() if '"unknown"' not in line]
    path.write_text("\n".join([*known, ""]))
    assert main([*words, "--resume"]) == 0 and "every pair is decided" in capsys.readouterr().err
    assert 1 < len(known) < 20 and path.read_text().splitlines()[: len(known)] == known
