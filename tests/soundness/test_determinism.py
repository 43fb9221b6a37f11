"""The same call gives the same certificate in every run, process and thread, within the same work limits."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.decide import Plan, check
from feasibility.text.references import read_pair
from tests.soundness.threads import pairs

WORK = 400_000
NAMED = (
    ("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3"),
    ("english33:+d1+d2+e2+d3+e3+c4", "english33:+d4"),
    ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"),
    ("rectangle:4x5:-b2", "rectangle:4x5:+c4"),
    ("triangle:5:-a1", "triangle:5:+a1"),
    ("english33:-d4", "english33:+d4"),
)


def told(count: int, every: bool = False, threads: int = 2) -> str:
    """Everything but the seconds, for the named pairs and some at random."""
    asked = [read_pair(*names) for names in NAMED] + pairs(count, 11)
    found = []
    for pair in asked:
        verdict = check(pair, Limits(work=WORK), Plan(all_criteria=every, threads=threads))
        findings = [[f.criterion, str(f.outcome), f.summary] for f in verdict.findings]
        certificate = verdict.certificate
        found.append([findings, None if certificate is None else certificate.text()])
    return json.dumps(found)


def in_process(seed: int, count: int, every: bool) -> str:
    code = f"from tests.soundness.test_determinism import told; print(told({count}, {every}))"
    env = {**os.environ, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, env=env, capture_output=True, text=True, timeout=600)
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("count", "seeds", "every"), [(4, 2, False), pytest.param(40, 6, True, marks=pytest.mark.slow)]
)
def test_hash_seeds_processes_and_threads_change_nothing(count: int, seeds: int, every: bool) -> None:
    first = told(count, every)
    with ThreadPoolExecutor(3) as pool:
        others = [pool.submit(in_process, seed, count, every) for seed in range(seeds)]
        here = [pool.submit(told, count, every, threads) for threads in (1, 2, 5)]
        assert all(other.result() == first for other in (*others, *here))


def test_a_limit_of_work_ends_each_part_and_says_so() -> None:
    pair = read_pair("problem:defi/jury")
    verdict = check(pair, Limits(work=400_000))
    assert verdict.answer == "unknown"
    told = verdict.findings[-1].summary
    assert "work limit" in told
    assert check(pair, Limits(work=0)).findings[0].summary == "the work limit was reached"


def test_a_limit_of_work_does_not_look_at_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from feasibility.base import limits

    def never() -> float:
        raise AssertionError("the time was asked for")

    monkeypatch.setattr(limits, "monotonic", never)
    assert check(read_pair(*NAMED[2]), Limits(work=WORK)).answer == "infeasible"
    assert check(read_pair(*NAMED[3]), Limits(work=WORK)).answer != "unknown"


@pytest.mark.parametrize("pair", [NAMED[1], NAMED[3], NAMED[5]])
def test_the_whole_answer_is_the_same_however_much_memory_is_free(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for free in (100_000_000, 20_000_000_000):
        monkeypatch.setattr("feasibility.cli.arguments.available_memory", lambda free=free: free)
        main(["check", *pair, "--json", "--work-limit", str(WORK)])
        told.append(re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', capsys.readouterr().out))
    assert told[0] == told[1]
