"""Surveys that were killed, or cut within a line, go on; the file of another survey is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import feasibility
from feasibility import Limits, verifier
from feasibility.cli import main
from feasibility.processes.tasks import StopRequest, TaskFailure
from feasibility.studies.surveys import survey as surveying
from feasibility.studies.surveys.families import PairFamily, Start
from feasibility.studies.surveys.survey import Settled, settle, survey_results

WORDS = ["survey", "triangle:4", "--jobs", "1", "--work-limit", "10000000"]  # equal answers in every run


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main([*WORDS, *words]) == code
    shown = capsys.readouterr()
    return shown.err if code else shown.out


def answers(text: str) -> list[tuple[Any, ...]]:
    """The pairs of a survey's JSON, without their times."""
    keys = ("start", "target", "same_residues", "verdict", "decided_by", "sha256", "verified")
    return [tuple(map(str, map(pair.get, keys))) for pair in json.loads(text)["pairs"]]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a whole survey."""
    output = tmp_path_factory.mktemp("survey") / "pairs.jsonl"
    feasibility.survey("triangle:4", jobs=1, output=str(output))
    return output.read_bytes()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pairs each run has to decide."""
    sizes: list[int] = []

    def counted(chosen: PairFamily, **options: Any) -> Iterator[Settled]:
        sizes.append(chosen.size)
        return survey_results(chosen, **options)

    monkeypatch.setattr("feasibility.studies.surveys.survey_api.survey_results", counted)
    return sizes


@pytest.mark.parametrize("lines", [0, 8, 19])
def test_a_survey_that_was_cut_within_a_line_goes_on(
    lines: int, capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: list[int]
) -> None:
    output = tmp_path / "pairs.jsonl"
    words = ("--json", "--output", str(output))
    whole = told(capsys, *words)
    assert "the output file exists" in told(capsys, *words, code=2)
    kept = output.read_bytes().splitlines(keepends=True)
    assert len(kept) == 20
    output.write_bytes(b"".join(kept[: lines + 1]) + (kept[lines + 1][:20] if lines < 19 else b""))
    assert main([*WORDS, *words, "--resume"]) == 0
    shown = capsys.readouterr()
    assert answers(shown.out) == answers(whole) and asked == [19, 19 - lines]
    assert (f"pegfeas: {lines} kept from the earlier run\n" in shown.err) == (lines > 0)
    again = output.read_bytes().splitlines()
    assert len(again) == 20 and len(set(again)) == 20
    assert answers(told(capsys, *words, "--force")) == answers(whole)
    assert asked[2:] == [19]


def test_a_survey_that_was_killed_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output, folder = tmp_path / "pairs.jsonl", tmp_path / "proofs"
    words = [
        "survey", "triangle:5", "--family", "complement", "--max-pegs", "3", "--jobs", "2", "--json",
        "--output", str(output), "--certificates", str(folder),
    ]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "feasibility", *words], stdout=subprocess.DEVNULL
    ) as process:
        while process.poll() is None and (not output.exists() or output.read_bytes().count(b"\n") < 3):
            sleep(0.01)
        process.kill()
    before = output.read_bytes().count(b"\n") - 1
    assert main([*words, "--resume"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] and before >= 2
    fresh = feasibility.survey("triangle:5", "complement", 3, jobs=1)
    assert [pair["verdict"] for pair in found["pairs"]] == [row.verdict for row in fresh.rows]
    for pair in found["pairs"]:
        assert verifier.check(str(folder / f"{pair['sha256']}.json")).valid


def test_what_was_kept_is_not_counted_as_done_in_a_second(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    words = ("--output", str(tmp_path / "pairs.jsonl"))
    told(capsys, *words)
    monkeypatch.setattr("feasibility.cli.terminal.ProgressLine.show", lambda _, text: shown.append(text))
    told(capsys, *words, "--resume")
    assert [*dict.fromkeys(text.split(", ")[1] for text in shown)] == ["0.0/s"]


def slowly(task: Start, limits: Limits, threads: int) -> Iterator[Settled]:
    """A worker that takes its time, and dies in the end."""
    for row in [*settle(task, limits, threads)]:
        sleep(0.05)
        yield row
    os.kill(os.getpid(), 9)


def test_a_stop_keeps_what_is_decided_of_a_start(
    tmp_path: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, output = StopRequest(), str(tmp_path / "pairs.jsonl")
    whole = feasibility.survey("triangle:5", "targets:-a1", 2, jobs=1)
    with monkeypatch.context() as patched:
        patched.setattr(surveying, "settle", slowly)
        first = feasibility.survey(
            "triangle:5", "targets:-a1", 2, jobs=1, output=output, stop=stop, each=lambda _: stop.ask()
        )
    assert 1 <= len(first.rows) < 40 and {row.lost for row in first.rows} == {False}
    again = feasibility.survey("triangle:5", "targets:-a1", 2, jobs=1, output=output, resume=True)
    assert asked[1:] == [len(whole.rows), len(whole.rows) - len(first.rows)]
    assert [row.verdict for row in again.rows] == [row.verdict for row in whole.rows]


def test_a_worker_that_dies_keeps_what_it_has_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = feasibility.survey("triangle:4", jobs=1)
    monkeypatch.setattr(surveying, "settle", slowly)
    assert feasibility.survey("triangle:4", jobs=1).counts == whole.counts


def test_pairs_whose_certificates_are_not_there_are_asked_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: list[int]
) -> None:
    output, folder = tmp_path / "pairs.jsonl", tmp_path / "proofs"
    words = ("--json", "--output", str(output))
    whole = told(capsys, *words)
    words = (*words, "--resume", "--certificates", str(folder))
    assert answers(told(capsys, *words)) == answers(whole)
    one, other = sorted(folder.iterdir())[:2]
    one.unlink()
    other.write_text("{}")
    assert answers(told(capsys, *words)) == answers(whole)
    assert asked[:2] == [19, 19] and 2 <= asked[2] < 19
    assert verifier.check(str(one)).valid and verifier.check(str(other)).valid


def test_what_was_decided_is_not_lost_to_a_lower_limit(tmp_path: Path) -> None:
    """Its certificates are away, and asked again within less work a pair is unknown."""
    output, folder = str(tmp_path / "pairs.jsonl"), str(tmp_path / "proofs")
    whole = feasibility.survey("triangle:4", jobs=1, output=output)
    again = feasibility.survey(
        "triangle:4", jobs=1, output=output, resume=True, certificates=folder, work_limit=1
    )
    assert again.counts["unknown"] > 0
    kept = feasibility.survey("triangle:4", jobs=1, output=output, resume=True)
    assert kept.counts == whole.counts and kept.counts["unknown"] == 0


def test_pairs_whose_certificates_say_otherwise_are_asked_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: list[int]
) -> None:
    output = tmp_path / "pairs.jsonl"
    words = ("--json", "--output", str(output), "--certificates", str(tmp_path / "proofs"))
    whole = told(capsys, *words)
    output.write_text(output.read_text().replace('"verdict": "infeasible"', '"verdict": "feasible"', 1))
    assert answers(told(capsys, *words, "--resume")) == answers(whole)
    assert asked == [19, 1]


def test_pairs_on_which_a_worker_died_are_asked_again(
    tmp_path: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = str(tmp_path / "pairs.jsonl")
    with monkeypatch.context() as patched:
        patched.setattr(
            surveying, "run", lambda _, tasks, *__, **___: ((t, TaskFailure("died")) for t in tasks)
        )
        died = feasibility.survey("triangle:4", jobs=1, output=output)
    assert {row.verdict for row in died.rows} == {"unknown"}
    again = feasibility.survey("triangle:4", jobs=1, output=output, resume=True)
    assert again.counts["unknown"] == 0
    assert feasibility.survey("triangle:4", jobs=1, output=output, resume=True).counts == again.counts
    assert asked == [19, 19, 0]


@pytest.mark.parametrize(
    "words",
    [
        ("line:10",),
        ("graph:path:10",),
        ("triangle:4", "--family", "complement"),
        ("triangle:4", "--family", "all", "--max-pegs", "2"),
    ],
)
def test_the_file_of_another_survey_is_refused(
    words: tuple[str, ...], written: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = tmp_path / "pairs.jsonl"
    output.write_bytes(written)
    options = ["--jobs", "1", "--output", str(output), "--resume"]
    assert main(["survey", *words, *options]) == 2
    assert "line 1: the output belongs to another survey" in capsys.readouterr().err
    assert main(["survey", "--graphs", "4", *options]) == 2
    assert "line 1: the output belongs to another census" in capsys.readouterr().err
    assert output.read_bytes() == written


@pytest.mark.parametrize(
    "line",
    [
        "5",
        "{",
        "{}",
        '{"start": [0], "target": [1]}',
        '{"start": 3, "target": [1]}',
        '{"start": [[]], "target": [1]}',
        '{"verdict": "possible"}',
        '{"verdict": "unknown"}',
        '{"sha256": null}',
        '{"decided_by": 3}',
        '{"seconds": "long"}',
        '{"limit": 3}',
        '{"target": [99999999999999]}',
    ],
)
def test_lines_that_are_no_pairs_of_the_survey(
    line: str, written: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output, kept = tmp_path / "pairs.jsonl", written.decode().splitlines()
    if line.endswith("}") and line != "{}":
        line = json.dumps(json.loads(kept[1]) | json.loads(line))
    output.write_text("\n".join([kept[0], line, *kept[2:]]) + "\n")
    error = told(capsys, "--output", str(output), "--resume", code=2)
    assert "line 2: not a line of a survey" in error and "Traceback" not in error


@pytest.mark.parametrize("text", ["what I wrote, without a line end", "1", '{"census": "my own"}', "a\nb"])
def test_a_file_of_something_else_stays_as_it_is(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = tmp_path / "notes"
    output.write_text(text)
    assert "line 1: " in told(capsys, "--output", str(output), "--resume", code=2)
    assert output.read_text() == text


@pytest.mark.parametrize("length", [0, 1, 40])
def test_a_first_line_that_was_cut(
    length: int, written: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = tmp_path / "pairs.jsonl"
    output.write_bytes(written[:length])
    told(capsys, "--output", str(output), "--resume")
    assert output.read_bytes().splitlines()[0] == written.splitlines()[0]
    assert len(output.read_bytes().splitlines()) == 20


def test_resume_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--output FILE" in told(capsys, "--resume", code=2)
