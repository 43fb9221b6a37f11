"""A folder of wrong rules: each is unmasked within seconds, with the smallest counterexample known."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from time import monotonic

import pytest

from feasibility import verifier
from tests.rules.conftest import Validate

FOLDER = Path(__file__).parent / "wrong"
KNOWN: dict[str, list[int]] = json.loads((FOLDER / "smallest.json").read_text())
SECONDS = 10.0
FAST = ("short.py:three_to_c2", "short.py:two_of_two", "heavy.txt", "program.py")


def rules() -> list[str]:
    """Every function of the folder, every table and the program."""
    found = [path.name for path in FOLDER.iterdir() if path.suffix == ".txt" or path.name == "modulus.json"]
    for name in ("short.py", "crowded.py"):
        tree = ast.parse((FOLDER / name).read_text())
        found += [f"{name}:{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)]
    return sorted([*found, "program.py"])


def unmask(validate: Validate, rule: str, seconds: float) -> tuple[list[int], float]:
    """Pegs and jumps of the counterexample, and the seconds that it took."""
    path = f"{FOLDER}/{rule}"
    words = ["--command", f"{sys.executable} {path}"] if rule == "program.py" else [path]
    began = monotonic()
    limits = ("--time-limit", str(seconds), "--answer-limit", "5")
    code, found = validate(*words, "--board", "english33", "--no-power", *limits)
    took = monotonic() - began
    assert (code, found["verdict"]) == (1, "UNSOUND"), found["line"]
    wrong = found["counterexample"]
    assert verifier.check(wrong["certificate"]).valid
    return [wrong["pegs"], wrong["jumps"]], took


def test_the_folder_is_listed_whole() -> None:
    assert sorted(KNOWN) == rules()
    assert len(KNOWN) >= 25


@pytest.mark.parametrize("rule", FAST)
def test_some_are_unmasked_at_once(validate: Validate, rule: str) -> None:
    assert unmask(validate, rule, 60.0)[0] == KNOWN[rule]


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(KNOWN))
def test_all_are_unmasked_in_time(validate: Validate, rule: str) -> None:
    """The smallest has no more pegs than what is known, and a short one exactly as many."""
    (pegs, jumps), took = unmask(validate, rule, SECONDS)
    assert (pegs, jumps) <= tuple(KNOWN[rule])
    assert took < 2 * SECONDS  # the ground truth that is under way is not cut off
