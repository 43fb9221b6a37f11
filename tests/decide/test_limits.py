"""Ctrl-C and limits of `check` and `solve`: who ends, with which code, and what is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path

import pytest

from feasibility.base.errors import ExitCode, SoundnessError
from feasibility.base.limits import Clock, Limits, resident_bytes
from feasibility.base.stopped import Stopped
from feasibility.cli import INTERRUPTED, main
from feasibility.decide import Plan, check, engines
from feasibility.decide import plays as solving
from feasibility.decide import search as decide
from feasibility.decide.engines import Effort
from feasibility.decide.plays import Plays
from feasibility.decide.returning import with_return
from feasibility.engines.results import Exhausted, Result, Searcher
from feasibility.studies.sweeps.solving import fewest
from feasibility.text.references import read_pair
from tests.clocks import Held
from tests.decide.ended import Ended

HARD = ("wiegleb45:-e1", "wiegleb45:+e1")  # no method decides it in minutes or in a gigabyte of memory
CENTRE, D4 = read_pair("french37:-d4", "french37:+d4"), 18  # with the peg put back there is a play
END = 60.0  # seconds, generously, for a command to end; it would go on for minutes


READY = "import sys; from feasibility.cli import main; print(flush=True); sys.exit(main(sys.argv[1:]))"


def started(*words: str) -> subprocess.Popen[bytes]:
    """A command that has begun: while Python starts, a signal is Python's."""
    command = [sys.executable, "-c", READY, *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"\n"
    return process


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def answered(out: str) -> bool:
    """Whether anything follows the picture of what was read."""
    return any(word in out for word in ("Yes", "No,", "Not known", "FEASIBLE", "UNKNOWN"))


@pytest.mark.parametrize(
    "words",
    [
        ("check", *HARD, "--criteria", "search"),
        ("solve", *HARD, "--method", "frontier"),
        ("solve", *HARD, "--sweeps"),
    ],
)
def test_one_interrupt_ends_the_command(words: tuple[str, ...]) -> None:
    with started(*words, "--time-limit", "300", "--memory-limit", "1") as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, told = process.communicate(timeout=2 * END)
    assert time.monotonic() - began < END
    assert process.returncode == INTERRUPTED
    assert not answered(out.decode())
    assert told.startswith(b"pegfeas: interrupted") and b"Traceback" not in told


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "ask", [decide, fewest, lambda _, effort: with_return(CENTRE, D4, effort.clock.rest())]
)
def test_nothing_begins_after_an_interrupt(
    ask: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beam search hears the interrupt first; frontier search must not be asked."""
    monkeypatch.setattr("feasibility.engines.beam.search.Direction.next_level", interrupted)
    monkeypatch.setattr("feasibility.engines.frontier.winning.Thinning", interrupted)
    monkeypatch.setattr("feasibility.engines.frontier.sides.Side.advance", lambda *_: pytest.fail("went on"))
    with pytest.raises(KeyboardInterrupt):
        # steps: on a busy machine a short turn of beam search may end before it looks at a level
        ask(read_pair("french37:-a3", "french37:+a3"), Effort(Limits(work=1_000_000_000).start()))


def without_finders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact engines alone have something to say."""
    for engine in ("beam", "plans"):
        monkeypatch.setitem(engines.ENGINES, engine, lambda *_: Ended("width"))


def test_an_interrupted_check_tells_and_writes_what_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "proof.json"
    monkeypatch.setattr("feasibility.engines.frontier.sides.Side.advance", interrupted)
    without_finders(monkeypatch)
    words = ("check", *HARD, "--criteria", "classes,search", "--certificate", str(path))
    assert main(words) == INTERRUPTED and not path.exists()
    told = capsys.readouterr().err
    assert told.startswith("pegfeas: interrupted: 1 criterion had not decided the pair; frontier search")
    monkeypatch.setattr("feasibility.decide.runner.Run._better", interrupted)
    words = ("check", "french37:-d4", "french37:+d4", "--criteria", "rule-of-three,search")
    assert main([*words, "--certificate", str(path)]) == INTERRUPTED
    assert "the pair is infeasible, decided by rule-of-three" in capsys.readouterr().err
    assert main(["verify", str(path)]) == 0


def test_levels_on_disk_go_on_after_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = read_pair("triangle:5:-b3")
    effort = Effort(Limits(seconds=60).start(), workdir=tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("feasibility.engines.frontier.level_files.LevelWriter.put", interrupted)
        with pytest.raises(KeyboardInterrupt):
            decide(pair, effort, "frontier")
    assert decide(pair, effort, "frontier").proof is not None


def test_a_work_directory_is_the_one_that_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is relative, and the process goes elsewhere while it searches."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(here)
    plan = Plan((), engine="frontier", workdir=Path("kept"))
    verdict = check(read_pair("triangle:5:-b3"), Limits(), plan, report=lambda text: os.chdir(there))
    assert verdict.certificate is not None and Path.cwd() == there
    assert not any(there.iterdir()) and list((here / "kept" / "frontier").glob("*-*"))


class Lying(Searcher):
    """An engine that has exhausted what it never saw."""

    def __init__(self) -> None:
        self.closed = False

    def run(self, clock: Clock) -> Result:
        return Exhausted(closure=3)

    def close(self) -> None:
        self.closed = True


def test_an_engine_alone_passes_the_gate_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = Lying()
    monkeypatch.setitem(engines.ENGINES, "dense", lambda pair, effort: lying)
    with pytest.raises(SoundnessError):
        decide(read_pair("line:4:+a1+b1+d1", "line:4:+b1"), Effort(Limits().start()), "dense")
    assert lying.closed


def full_after(looks: int) -> Callable[[], int]:
    """A process whose memory is full at that look."""
    seen = chain(repeat(0, looks), repeat(1 << 60))
    return lambda: next(seen)


@pytest.mark.parametrize("method", ["beam", "plans", "frontier"])
@pytest.mark.parametrize("limit", ["time", "memory"])
def test_every_method_names_the_limit(method: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(seconds=0.2)
    if limit == "memory":
        limits = Limits(seconds=600, memory=1 << 40)
        monkeypatch.setattr("feasibility.base.limits.resident_bytes", full_after(2))
    asked = read_pair(*(("wiegleb45:-e1",) if method == "plans" else HARD))  # no plan fits the other one
    finding = decide(asked, Effort(limits.start()), method)
    assert finding.proof is None
    assert f"stopped at the {limit} limit" in finding.summary


def test_a_beam_that_kept_everything_says_so() -> None:
    finding = decide(read_pair("triangle:5:-b3"), Effort(Limits(seconds=600).start()), "beam")
    assert "visited every position" in finding.summary


def test_a_listing_names_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_alive", lambda *_: None)
    late = Plays(read_pair(*HARD), Effort(Limits(seconds=0.1).start()))
    assert (list(late), late.stopped) == ([], Stopped("time"))
    monkeypatch.setattr("feasibility.base.limits.resident_bytes", full_after(2))
    full = Plays(read_pair(*HARD), Effort(Limits(seconds=600, memory=1 << 40).start()))
    assert (list(full), full.stopped) == ([], Stopped("memory"))
    whole = Plays(read_pair("line:4:+a1+b1+d1", "line:4:+b1"), Effort(Limits().start()))
    assert (len(list(whole)), whole.stopped) == (1, None)


@pytest.mark.parametrize("command", ["check", "solve"])
def test_a_memory_limit_below_the_program(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, command, "english33:-d4", "--memory-limit", "0.001")
    assert code == ExitCode.USAGE and not answered(out)
    assert err.startswith("pegfeas: error: the program itself already uses ")
    assert err.endswith(" MB; saw a memory limit of 1 MB; expected more\n")


MEASURED = """
import sys
from feasibility.cli import main
code = main(sys.argv[1:])
with open("/proc/self/status") as file:
    print(code, *(line.split()[1] for line in file if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell")
def test_beam_search_stays_below_its_limit() -> None:
    """The most that the process ever held; looking at it after every level would be 20 % too late."""
    words = ("solve", "wiegleb45:-e1", "--method", "beam", "--memory-limit", "0.045", "--time-limit", "60")
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, timeout=90, check=True
    )
    *_, last = done.stdout.split("\n")[:-1]
    code, most = map(int, last.split())
    assert code == ExitCode.UNKNOWN
    assert "memory limit" in done.stdout + done.stderr
    assert most << 10 < 1.05 * 0.045e9


@pytest.mark.full
def test_an_interrupt_is_heard_by_the_integer_program() -> None:
    for pause in (2.5, 10.0, 40.0):  # until the integer program runs; on a slow machine that takes its time
        with started("army", "--level", "7", "--geometry", "triangular") as process:
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
            out, told = process.communicate(timeout=END)
        assert (process.returncode, out) == (INTERRUPTED, b"")
        if b"by weight" in told:
            break
    assert told.startswith(b"pegfeas: interrupted: no army was found yet; by weight")


def test_a_work_directory_is_looked_at_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for command in ("check", "solve"):
        code, out, err = run(capsys, command, "line:3:+a1+b1", "--workdir", str(tmp_path / "file"))
        assert code == 2 and not answered(out) and "the work directory cannot be made: File exists" in err


def test_an_interrupted_search_for_the_fewest_sweeps_keeps_the_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feasibility.studies.sweeps.solving.fewest_sweeps", interrupted)
    code, out, err = run(capsys, "solve", "line:4:+a1+b1+d1", "line:4:+b1", "--sweeps")
    assert code == INTERRUPTED and "\nFEASIBLE: a play of 2 jumps" in out and out.endswith("\na1c1 d1b1\n")
    assert "the fewest sweeps are not known" in err


def test_interrupted_plays_are_one_document(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(solving.Plays, "__iter__", interrupted)
    words = ("solve", "line:4:+a1+b1+d1", "line:4:+b1", "--all", "3")
    code, out, err = run(capsys, *words, "--json")
    data = json.loads(out)
    assert (code, len(data["plays"]), data["complete"]) == (INTERRUPTED, 1, False)
    assert err == "pegfeas: interrupted: after 1 play; there may be more\n"
    run(capsys, *words, "--certificate", path := str(tmp_path / "play.json"))
    assert main(["verify", path]) == 0


def test_both_engines_are_named_where_neither_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = read_pair("english33:-d4", "english33:+c4")
    without_finders(monkeypatch)
    monkeypatch.setitem(engines.ENGINES, "frontier", lambda *_: Ended("time"))
    finding = decide(pair, Effort(Limits(seconds=0.5, memory=resident_bytes() + (60 << 20)).start()))
    assert finding.summary.startswith("frontier search stopped at the time limit; dense closure stopped at ")
    assert "memory limit: needs 88 MiB more" in finding.summary


def test_a_minimum_names_its_limit(capsys: pytest.CaptureFixture[str], held: Held) -> None:
    held.tick = 0.001
    code, out, err = run(capsys, "minimum", "problem:defi/jury", "--time-limit", "0.6")
    assert code == 3 and "at least 1 peg remains" in out
    assert err.startswith("pegfeas: whether 1 peg can remain is not decided: ")
    code, out, err = run(capsys, "minimum", "problem:defi/jury", "--time-limit", "0.6", "--json")
    assert code == 3 and json.loads(out)["reason"] in err
