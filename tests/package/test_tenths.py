"""The slow tests in ten parts, of which `.ci/run` takes one."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.amounts import tenth_of

ROOT = Path(__file__).parents[2]
SOME = "tests/criteria/test_published.py"


def collected(*words: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *words, SOME]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return [line for line in told.splitlines() if "::" in line]


def test_every_slow_test_is_in_one_tenth() -> None:
    slow = collected("-m", "slow")
    tenths = Counter(map(tenth_of, slow))
    assert len(slow) > 30 and min(tenths) >= 0 and max(tenths) <= 9 and len(tenths) > 5
    some = min(tenths)
    assert collected("-m", "slow", "--tenth", f"42{some}") == [one for one in slow if tenth_of(one) == some]


def test_other_tests_are_in_all_tenths() -> None:
    assert collected("--tenth", "3") == collected() != []
