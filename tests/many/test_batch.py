"""pegfeas batch as a process: answers, resumption, interruption, full disks, bad input."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from argparse import Namespace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import feasibility
from feasibility import Limits, verifier
from feasibility.base.errors import ExitCode
from feasibility.cli import main
from feasibility.cli.batch import next_step, stopping
from feasibility.decide import Plan, check
from feasibility.many.entries import PairText, WrittenAnswer, digest
from feasibility.many.summary import Summary
from feasibility.render.data import verdict_json
from feasibility.text.writing import write
from tests.amounts import amounts
from tests.many.strategies import json_line, pairs

GOOD = '{"id": 1, "start": "xx."}\n'


def started(*words: str, **options: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "feasibility", "batch", *words]
    return subprocess.Popen(command, stderr=subprocess.PIPE, **options)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def shape(answer: dict[str, Any]) -> Any:
    """An answer without its times and limits."""
    found = [(f["criterion"], f["outcome"]) for f in answer.get("findings", [])]
    return answer.get("verdict"), answer.get("decided_by"), found, answer.get("certificate")


@pytest.fixture(name="asked")
def _asked(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json_line(f"p{n}", pair) for n, pair in enumerate(pairs(40))))
    return path


def wait_for_lines(path: Path, count: int) -> None:
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.02)
    pytest.fail(f"no {count} lines in time")


def test_answers_are_what_check_prints(
    asked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    words = ["--ordered", "--jobs", "2", "--work-limit", "20000000"]  # in seconds, who is first may differ
    assert main(["batch", str(asked), "--output", str(out), *words]) == ExitCode.OK
    found = lines_of(out)
    assert [answer["id"] for answer in found] == [f"p{n}" for n in range(40)]
    assert [answer["line"] for answer in found] == list(range(1, 41))
    for answer, pair in zip(found, pairs(40), strict=True):
        alone = json.loads(json.dumps(verdict_json(check(pair, Limits(work=20_000_000), Plan(patience=0)))))
        assert shape(answer)[:3] == shape(alone)[:3]
        assert verifier.check(answer["certificate"]).valid
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.search(r"^all +40 ", shown.err, re.MULTILINE)
    for verdict in ("feasible", "infeasible"):
        counted = sum(answer["verdict"] == verdict for answer in found)
        told = re.findall(rf"^{verdict} +\S+ +(\d+) ", shown.err, re.MULTILINE)
        assert sum(map(int, told)) == counted > 0


def test_certificates_in_a_directory(asked: Path, tmp_path: Path) -> None:
    out, folder = tmp_path / "out.jsonl", tmp_path / "proofs"
    assert (
        main(["batch", str(asked), "--output", str(out), "--certificates", str(folder), "--jobs", "1"]) == 0
    )
    for answer in lines_of(out):
        proof = folder / answer["certificate"]
        assert proof.name == f"{sha256(proof.read_bytes()).hexdigest()}.json"
        assert verifier.check(str(folder / answer["certificate"])).valid
    assert len(list(folder.iterdir())) == len({answer["certificate"] for answer in lines_of(out)})


def test_a_directory_of_text_files(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number, pair in enumerate(pairs(5)):
        (folder / f"{number}.txt").write_text(write(pair))
    (folder / "9.txt").write_text("x!x")
    out = tmp_path / "out.jsonl"
    assert main(["batch", str(folder), "--output", str(out), "--jobs", "1"]) == ExitCode.USAGE
    found = {answer["id"]: answer for answer in lines_of(out)}
    assert sorted(found) == ["0.txt", "1.txt", "2.txt", "3.txt", "4.txt", "9.txt"]
    assert "line 1, column 2" in found["9.txt"]["error"]


def test_bad_lines_are_reported_and_the_rest_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.jsonl"
    garbage = "x" * 1_000_000
    path.write_text(f'{GOOD}{garbage}\n{GOOD}{{"id": 2, "start": "x!"}}\n{{"id": 3, "start": ".x."}}\n')
    assert main(["batch", str(path), "--ordered", "--jobs", "2"]) == ExitCode.USAGE
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(a["id"], a["line"]) for a in found] == [(1, 1), (None, 2), (1, 3), (2, 4), (3, 5)]
    assert ["error" in a for a in found] == [False, True, True, True, False]
    assert found[2]["error"] == "the id occurs already on line 1"
    assert "column 2" in found[3]["error"]
    assert set(found[1]) == {"id", "line", "digest", "error"}


def test_mixed_boards_and_a_pipe() -> None:
    asked = pairs(24, seed=5)
    text = "".join(json_line(n, pair) for n, pair in enumerate(asked))
    done = subprocess.run(
        [sys.executable, "-m", "feasibility", "batch", "-", "--jobs", "2"],
        input=text.encode(), capture_output=True, timeout=100, check=True,
    )  # fmt: skip
    found = {a["id"]: a for a in map(json.loads, done.stdout.splitlines())}
    assert sorted(found) == list(range(24))
    for number, pair in enumerate(asked):
        name = found[number]["certificate"]["board"]["name"]  # of a drawing that is a board of the catalogue
        assert name == "" or feasibility.board(name) == pair.board
        assert len(found[number]["certificate"]["board"]["holes"]) == pair.board.n


def test_a_slow_pipe_gets_its_answers_at_once() -> None:
    with started("-", "--jobs", "1", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"id": %d, "start": "xx."}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_empty_input(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(text)
    assert main(["batch", str(path)]) == ExitCode.USAGE
    assert "the input holds no pair" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["batch", "empty.jsonl"], ["survey", "--products", "0"]])
def test_no_answers_are_thrown_away_for_an_input_without_pairs(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "out.jsonl").write_text("answers")
    assert main([*words, "--output", "out.jsonl", "--force", "--jobs", "1"]) == ExitCode.USAGE
    assert (tmp_path / "out.jsonl").read_text() == "answers"


def test_an_existing_output_is_kept(asked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("precious\n")
    assert main(["batch", str(asked), "--output", str(out)]) == ExitCode.USAGE
    assert "the output file exists" in capsys.readouterr().err
    assert main(["batch", str(asked), "--output", str(out), "--resume"]) == ExitCode.USAGE
    assert "not a line of a batch's output" in capsys.readouterr().err
    assert main(["batch", str(asked), "--output", str(asked), "--force"]) == ExitCode.USAGE
    assert "it is read" in capsys.readouterr().err
    assert out.read_text() == "precious\n"
    out.write_text("precious, without a line end")
    assert main(["batch", str(asked), "--output", str(out), "--resume"]) == ExitCode.USAGE
    assert out.read_text() == "precious, without a line end"
    assert main(["batch", str(asked), "--output", str(out), "--force", "--jobs", "1"]) == ExitCode.OK
    assert len(lines_of(out)) == 40


def test_a_drawing_that_is_read_as_it_stands_says_so(tmp_path: Path) -> None:
    """Where `check` takes it for another board."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "in.txt").write_text(".\nxx\nxxx\nxxxx\nxxxxx\n")
    (tmp_path / "one.jsonl").write_text(GOOD)
    notes = []
    for name in ("folder", "one.jsonl"):
        out = tmp_path / f"{name}.out"
        main(["batch", str(tmp_path / name), "--output", str(out), "--jobs", "1"])
        [answer] = lines_of(out)
        assert answer["reading"] == "as drawn"
        notes.append(answer.get("note", ""))
    assert "as long as those of triangle:5" in notes[0] and notes[1] == ""


def test_a_line_tells_what_was_left_out_of_its_texts(tmp_path: Path) -> None:
    asked, out = tmp_path / "in.jsonl", tmp_path / "out"
    drawn = {"start": ["oo.", "hello world", "ooo"], "target": ["hello moon", "...", ".o."]}
    asked.write_text(json.dumps(drawn) + "\n" + GOOD)
    main(["batch", str(asked), "--output", str(out), "--jobs", "1", "--lenient", "--ordered"])
    first, second = lines_of(out)
    left_out = ["start: ignored line 2: 'hello world'", "target: ignored line 1: 'hello moon'"]
    assert [note for note in first["notes"] if "ignored" in note] == left_out
    assert "notes" not in second


def test_a_line_tells_that_its_start_has_another_target(tmp_path: Path) -> None:
    asked, out = tmp_path / "in.jsonl", tmp_path / "out"
    asked.write_text(json.dumps({"start": "xx.\n---\n..x", "pegs": 2}) + "\n" + GOOD)
    main(["batch", str(asked), "--output", str(out), "--jobs", "1", "--ordered"])
    first, second = lines_of(out)
    assert first["notes"] == ["the text has another target, which is left out"] and "notes" not in second


@pytest.mark.parametrize(
    "words",
    [
        ["--resume"],
        ["--jobs", "0"],
        ["--time-limit", "nan"],
        ["--memory-limit", "0"],
        ["--criteria", "nonsense"],
        ["--output", "/no/such/folder/out"],
    ],
)
def test_bad_options_are_refused_before_any_work(asked: Path, words: list[str]) -> None:
    assert main(["batch", str(asked), *words]) == ExitCode.USAGE


def test_a_full_disk_is_an_error_and_not_a_traceback(asked: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "feasibility", "batch", str(asked), "--output", "/dev/full", "--jobs", "1"],
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == ExitCode.USAGE
    assert b"cannot be written: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
    with open("/dev/full", "wb") as full, started(str(asked), "--jobs", "1", stdout=full) as process:
        _, told = process.communicate(timeout=60)
    assert process.returncode == ExitCode.USAGE
    assert b"No space left" in told
    assert b"Traceback" not in told and b"--resume" not in told  # which goes on with a file alone


def test_a_device_has_nothing_to_go_on_with(asked: Path) -> None:
    assert main(["batch", str(asked), "--output", os.devnull, "--resume", "--jobs", "1"]) == ExitCode.OK


def test_what_is_unknown_is_told_by_the_limit_that_ended_it() -> None:
    """Whatever limit the command was given; also of answers that an earlier run has written."""
    summary = Summary()
    for line, limit in enumerate(("memory", "time", "memory"), 1):
        summary.add(WrittenAnswer(line, "", "unknown", limit=limit))
    told = next_step(summary, Namespace(output=None, certificates=None))
    assert told == "3 pairs unknown: a larger --memory-limit for 2, a longer --time-limit for 1"
    summary.keep({"line": 4, "verdict": "unknown", "limit": None})
    assert "the search, which was not asked for 1" in next_step(summary, Namespace(output=None))


def test_an_interrupt_says_what_it_waits_for(capsys: pytest.CaptureFixture[str]) -> None:
    with stopping("starts") as stop:
        signal.raise_signal(signal.SIGINT)
    assert stop.asked and "the starts that have begun are finished" in capsys.readouterr().err


def test_a_killed_run_is_resumed_without_loss_or_repetition(asked: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    words = [str(asked), "--output", str(out), "--jobs", "2"]
    for many in (3, 10, 20):
        with started(*words, *(["--resume"] if out.exists() else [])) as process:
            wait_for_lines(out, many)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        with out.open("ab") as file:
            file.write(b'{"id": "p39", "line": 40, "verd')  # the line that was being written
    assert main(["batch", *words, "--resume"]) == ExitCode.OK
    found = lines_of(out)
    assert sorted(answer["line"] for answer in found) == list(range(1, 41))
    assert all(answer["id"] == f"p{answer['line'] - 1}" for answer in found)
    before = sha256(out.read_bytes()).digest()
    assert main(["batch", *words, "--resume"]) == ExitCode.OK
    assert sha256(out.read_bytes()).digest() == before


def test_resume_notices_another_input(
    asked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["batch", str(asked), "--output", str(out), "--jobs", "1"]) == 0
    asked.write_text(asked.read_text().replace('"p7"', '"other"'))
    assert main(["batch", str(asked), "--output", str(out), "--resume"]) == ExitCode.USAGE
    assert "the output belongs to another input" in capsys.readouterr().err


def test_resume_keeps_no_answer_of_another_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without ids the lines alone would fit, and infeasible pairs would be told feasible."""
    one, other, out = tmp_path / "1.jsonl", tmp_path / "2.jsonl", tmp_path / "out.jsonl"
    one.write_text('{"start": "xx.", "target": "..x"}\n' * 2)
    other.write_text('{"start": "xx.xx", "target": "..x.."}\n' * 3)
    words = ["--output", str(out), "--jobs", "1"]
    assert main(["batch", str(one), *words]) == ExitCode.OK
    before = out.read_text()
    assert main(["batch", str(other), *words, "--resume"]) == ExitCode.USAGE
    assert "its answer to line 1 is about another pair" in capsys.readouterr().err
    assert out.read_text() == before
    one.write_text('{"start": "xx.", "target": "..x"}\n')
    assert main(["batch", str(one), *words, "--resume"]) == ExitCode.USAGE
    told = "it has answers to lines that are no pairs there; saw 1 such answer; expected the input of the i"
    assert told in capsys.readouterr().err  # without --lenient, which makes none


def test_resume_keeps_no_answer_that_was_read_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What --lenient leaves out of a pair may be a row of it."""
    asked, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    asked.write_text('{"start": "xx.\\nwx.", "target": "..x"}\n')
    words = ["batch", str(asked), "--output", str(out), "--jobs", "1"]
    for first, then in ([], ["--lenient"]), (["--lenient"], []):
        main([*words, *first, "--force"])
        before = out.read_text()
        assert main([*words, *then, "--resume"]) == ExitCode.USAGE
        assert "or one read otherwise" in capsys.readouterr().err
        assert out.read_text() == before
        assert main([*words, *first, "--resume"]) == (ExitCode.OK if first else ExitCode.USAGE)
        assert out.read_text() == before


def test_resume_refuses_answers_that_do_not_tell_their_pair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(GOOD)
    out.write_text('{"id": 1, "line": 1, "verdict": "infeasible", "findings": []}\n')
    assert main(["batch", str(path), "--output", str(out), "--resume"]) == ExitCode.USAGE
    assert f"{out}, line 1: not a line of a batch's output" in capsys.readouterr().err


@pytest.mark.parametrize(
    "edit",
    [
        {"verdict": "banana"},
        {"verdict": None},
        {"decided_by": [1]},
        {"findings": 5},
        {"findings": [{"seconds": "x"}]},
        {"line": True},
    ],
)
def test_resume_refuses_lines_that_are_no_answers(
    edit: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(GOOD)
    words = ["batch", str(path), "--output", str(out), "--jobs", "1"]
    main(words)
    first, rest = out.read_text().split("\n", 1)
    out.write_text(edited := json.dumps(json.loads(first) | edit) + "\n" + rest)
    assert main([*words, "--resume"]) == ExitCode.USAGE
    assert f"{out}, line 1: not a line of a batch's output" in capsys.readouterr().err
    assert out.read_text() == edited


def test_failures_are_tried_again(asked: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    words = ["batch", str(asked), "--output", str(out), "--jobs", "1", "--work-limit", "20000000"]
    assert main(words) == 0
    found = lines_of(out)
    known = [{key: found[n][key] for key in ("id", "line", "digest")} for n in (4, 5)]
    lost = {**known[0], "error": "the worker died", "retry": True}
    bad = {**known[1], "error": "not a grid"}
    out.write_text("".join(json.dumps(a) + "\n" for a in [*found[:4], lost, bad, *found[6:]]))
    assert main([*words, "--resume"]) == ExitCode.USAGE
    again = lines_of(out)
    assert [shape(a) for a in again if a["line"] == lost["line"]] == [shape(found[4])]
    assert bad in again
    assert sorted(a["line"] for a in again) == list(range(1, 41))


def test_a_disk_that_is_full_at_the_beginning_keeps_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(GOOD)
    words = ["batch", str(path), "--output", str(out), "--jobs", "1"]
    assert main(words) == ExitCode.OK
    (found,) = lines_of(out)
    lost = {key: found[key] for key in ("id", "line", "digest")} | {"error": "it died", "retry": True}
    out.write_text(json.dumps(lost) + "\n")
    before = out.read_bytes()

    def full(path: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("feasibility.many.records.Aside", full)
    assert main([*words, "--resume"]) == ExitCode.USAGE
    assert f"{out}: cannot be written" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_two_runs_do_not_share_an_output(
    asked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    with started("-", "--output", str(out), "--jobs", "1", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(GOOD.encode())
        process.stdin.flush()
        wait_for_lines(out, 1)
        for words in (["--resume"], ["--force"]):
            assert main(["batch", str(asked), "--output", str(out), *words]) == ExitCode.USAGE
            assert "another run writes to this file" in capsys.readouterr().err
        process.stdin.close()
        assert process.wait(20) == 0
    assert len(lines_of(out)) == 1


def test_ctrl_c_finishes_what_has_begun(tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("".join(json_line(n, pair) for n, pair in enumerate(pairs(2000))))
    with started(str(path), "--output", str(out), "--jobs", "2") as process:
        wait_for_lines(out, 20)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"--resume goes on" in told
    assert b"Traceback" not in told
    found = lines_of(out)
    assert 20 <= len(found) < 2000
    assert all("verdict" in answer for answer in found)
    assert len({answer["line"] for answer in found}) == len(found)


def test_ctrl_c_twice_stops_at_once(tmp_path: Path) -> None:
    """The only pair is one that no search of minutes decides; the second Ctrl-C does not wait for it."""
    path = tmp_path / "in.jsonl"
    path.write_text('{"id": 1, "start": "diamond41:-e1", "target": "diamond41:+e9"}\n')
    slow = [str(path), "--jobs", "1", "--time-limit", "1000", "--criteria", "search"]
    slow += ["--output", str(tmp_path / "out.jsonl")]
    with started(*slow, stdout=subprocess.PIPE) as process:
        time.sleep(2.0)
        process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=10)
    assert process.returncode == 130
    assert out == b"" == (tmp_path / "out.jsonl").read_bytes()
    assert b"Ctrl-C again" in told and told.endswith(b"pegfeas: interrupted: --resume goes on\n")
    assert b"Traceback" not in told


@amounts("many", 100, 300)
def test_a_worker_that_dies_costs_one_pair(many: int, tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("".join(json_line(n, pair) for n, pair in enumerate(pairs(many))))
    with started(str(path), "--output", str(out), "--jobs", "1") as process:
        wait_for_lines(out, 10)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert len(children) == 1
        os.kill(int(children[0]), signal.SIGKILL)
        _, told = process.communicate(timeout=60)
    assert process.returncode == ExitCode.USAGE
    found = lines_of(out)
    assert sorted(answer["line"] for answer in found) == list(range(1, many + 1))
    lost = [answer for answer in found if "error" in answer]
    assert len(lost) == 1
    assert lost[0]["retry"] is True
    assert "SIGKILL" in lost[0]["error"]
    assert re.search(rb"^error +- +1 ", told, re.MULTILINE)
    assert main(["batch", str(path), "--output", str(out), "--jobs", "1", "--resume"]) == ExitCode.OK
    assert sorted(a["line"] for a in lines_of(out) if "verdict" in a) == list(range(1, many + 1))


def test_with_a_limit_of_work_the_number_of_processes_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        {"id": n, "start": start, "target": target}
        for n, (start, target) in enumerate(
            [("xx.xx.x", "x.....x"), ("xx.x", "...x"), ("xx.xxx.", "..x....")]
        )
    ]
    source = tmp_path / "pairs.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = []
    for jobs in ("1", "2"):
        main(["batch", str(source), "--jobs", jobs, "--ordered", "--work-limit", "400000"])
        answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert all(answer["limits"]["work"] == 400_000 for answer in answers)
        assert all(answer["limits"]["seconds"] is None for answer in answers)
        told.append([(answer["id"], answer["verdict"], answer["certificate"]) for answer in answers])
    assert told[0] == told[1]
    assert len(told[0]) == 3


def test_answers_of_before_belong_to_the_pairs_that_they_answer() -> None:
    assert (
        digest(PairText(3, "a", "xx.", "..x")) == digest(PairText(4, "a", "xx.", "..x")) == "2f769717fbb35e6f"
    )
    assert digest(PairText(3, "a", error="no pair")) != digest(PairText(3, "a"))
