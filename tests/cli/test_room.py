"""Too little memory for the numerical libraries is told, and never ends with a code that is an answer."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="the system bounds memory there")
@pytest.mark.parametrize("kind", [resource.RLIMIT_DATA, resource.RLIMIT_AS])
@pytest.mark.parametrize("megabytes", [45, 60, 80, 100, 120, 150, 200, 400])
def test_little_memory_is_never_an_answer(kind: int, megabytes: int) -> None:
    words = ["check", "line:4:+a1+b1+d1", "line:4:+b1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "feasibility", *words], capture_output=True, text=True, check=False, timeout=60,
        preexec_fn=lambda: resource.setrlimit(kind, (megabytes * 10**6,) * 2),
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert (done.returncode, bool(done.stdout)) in ((3, False), (3, True), (0, True))
    if done.returncode == 3 and not done.stdout:
        assert done.stderr.endswith("pegfeas: out of memory, so the answer is unknown\n")


def test_what_needs_no_numbers_needs_no_room() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "feasibility", "explain"], capture_output=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (60 * 10**6,) * 2),
    )  # fmt: skip
    assert done.returncode == 0


def test_explanations_without_docstrings_are_refused_in_words() -> None:
    words = [sys.executable, "-OO", "-m", "feasibility", "explain"]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 2 and "python -OO leaves out" in run.stderr
