"""A folder of wrong rules: each is unmasked within seconds, with the smallest counterexample known."""

from __future__ import annotations

import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest

from feasibility import verifier
from tests.studies.rules import folders
from tests.studies.rules.conftest import Validate

SECONDS = 10.0  # of the processor, of all cores together, whatever else the machine does
KNOWN = folders.smallest()
MORE = {"crowded.py:one_position": ("--start", "english33:-d4", "--exhaustive")}  # one of thirteen million
FAST = ("short.py:three_to_c2", "short.py:two_of_two", "heavy.txt", "program.py")


def _used() -> float:
    both = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def unmask(validate: Validate, rule: str, seconds: float) -> tuple[list[int], float]:
    """Pegs and jumps of the counterexample, and the seconds of the processor that it took."""
    path = f"{folders.WRONG}/{rule}"
    words = ["--command", f"{sys.executable} {path}"] if rule == "program.py" else [path]
    began = _used()
    limits = ("--time-limit", str(seconds), *MORE.get(rule, ()))
    code, found = validate(*words, "--board", "english33", "--no-power", *limits)
    took = _used() - began
    assert (code, found["verdict"]) == (1, "UNSOUND"), found["line"]
    wrong = found["counterexample"]
    assert verifier.check(wrong["certificate"]).valid
    return [wrong["pegs"], wrong["jumps"]], took


def test_the_folder_is_listed_whole() -> None:
    assert sorted(KNOWN) == sorted(map(folders.brief, folders.wrong()))
    assert len(KNOWN) >= 25


@pytest.mark.parametrize("rule", FAST)
def test_some_are_unmasked_at_once(validate: Validate, rule: str) -> None:
    assert unmask(validate, rule, 60.0)[0] == KNOWN[rule]


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(KNOWN))
def test_all_are_unmasked_in_time(validate: Validate, rule: str) -> None:
    """The smallest has no more pegs than what is known, and a short one exactly as many."""
    (pegs, jumps), took = unmask(validate, rule, 600.0)
    assert (pegs, jumps) <= tuple(KNOWN[rule])
    assert took < SECONDS or rule in MORE
