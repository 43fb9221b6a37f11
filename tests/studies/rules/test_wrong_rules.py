"""A folder of wrong rules: each is unmasked, with the smallest counterexample known."""

from __future__ import annotations

import sys

import pytest

from feasibility import verifier
from tests.studies.rules import folders
from tests.studies.rules.conftest import Validate

KNOWN = folders.smallest()
ON_PLAYS = ("crowded.py:half_turn", "crowded.py:one_position")  # found when all positions on plays are asked
MOST_CALLS = 3_000_000  # to unmask any other
FAST = ("short.py:three_to_c2", "short.py:two_of_two", "heavy.txt", "program.py")


def unmask(validate: Validate, rule: str) -> list[int]:
    """Pegs and jumps of the counterexample."""
    path = f"{folders.WRONG}/{rule}"
    words = ["--command", f"{sys.executable} {path}"] if rule == "program.py" else [path]
    code, found = validate(*words, "--board", "english33", "--no-power")
    assert (code, found["verdict"]) == (1, "UNSOUND"), found["line"]
    assert found["calls"] <= MOST_CALLS or rule in ON_PLAYS
    wrong = found["counterexample"]
    assert verifier.check(wrong["certificate"]).valid
    return [wrong["pegs"], wrong["jumps"]]


def test_the_folder_is_listed_whole() -> None:
    assert sorted(KNOWN) == sorted(map(folders.brief, folders.wrong()))
    assert len(KNOWN) >= 25


@pytest.mark.parametrize("rule", FAST)
def test_some_are_unmasked_at_once(validate: Validate, rule: str) -> None:
    assert unmask(validate, rule) == KNOWN[rule]


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(KNOWN))
def test_all_are_unmasked(validate: Validate, rule: str) -> None:
    """The smallest has no more pegs than what is known, and a short one exactly as many."""
    assert unmask(validate, rule) <= KNOWN[rule]
