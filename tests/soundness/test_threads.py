"""Checks from several threads: right answers, and no crash of the interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(*options: str) -> str:
    command = [sys.executable, "-m", "tests.soundness.threads", *options]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.strip()


@pytest.mark.parametrize("start", ["thread", "fork", "spawn", "loop"])
def test_a_few_checks_from_many_threads(start: str) -> None:
    assert run("--checks", "48", "--start", start) == "48 checks, 0 wrong"


@pytest.mark.slow
@pytest.mark.parametrize("start", ["thread", "fork", "spawn", "loop"])
def test_many_checks_from_many_threads(start: str) -> None:
    beside = ["--beside"] if start == "thread" else []
    assert run("--checks", "2000", "--start", start, *beside) == "2000 checks, 0 wrong"
