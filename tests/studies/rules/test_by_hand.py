"""Each rule of by_hand gets the verdict that it must get, by faster and slower clocks, beside other work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import feasibility
from feasibility import Position
from tests.studies.rules import by_hand
from tests.studies.rules.by_hand import right, stateful

ROOT = Path(__file__).parents[3]
# Prints the verdict of each rule, without the number of cases.
RUN = """
import json, sys
import feasibility
for rule, board in json.load(sys.stdin):
    found = feasibility.validate(rule, board, power=False, jobs=1)
    verdict = "SOUND" if found.verdict.startswith("SOUND ON") else found.verdict
    print(json.dumps([rule, board, verdict, found.verdict]), flush=True)
"""
FAST = ("right:whole_key", "forgetful:without_target", "fickle:after_thirty", "wrong:byte_overflow")


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Other work on the machine."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def verdicts(rules: list[tuple[str, str, str]], rate: float) -> list[list[str]]:
    environment = os.environ | {
        "CLOCK_RATE": str(rate),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT}/tests/clock",
    }
    told = json.dumps([rule[:2] for rule in rules])
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=told, capture_output=True, text=True, env=environment, cwd=ROOT,
        check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_there_are_enough_and_the_folder_is_listed_whole() -> None:
    assert len(by_hand.EVERY) >= 50
    assert len({rule for rule, _, _ in by_hand.EVERY}) == len(by_hand.EVERY)


@pytest.mark.parametrize(
    "rule", [one for one in by_hand.EVERY if one[0].endswith(FAST)], ids=lambda one: one[0]
)
def test_some_get_their_verdict(rule: tuple[str, str, str]) -> None:
    name, board, verdict = rule
    found = feasibility.validate(name, board, power=False, cases=3_000)
    assert found.verdict.startswith(verdict)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize(("machine", "rate", "load"), [(0, 0.2, 0), (1, 1.0, 2), (2, 3.0, 0)])
def test_each_gets_its_verdict(machine: int, rate: float, load: int, part: int) -> None:
    rules = by_hand.EVERY[2 * machine + part :: 6]
    with busy(load):
        found = verdicts(rules, rate)
    assert [tuple(one[:3]) for one in found] == rules


@pytest.mark.slow
def test_as_many_cases_are_tried_on_any_machine() -> None:
    sound = [rule for rule in by_hand.EVERY if rule[2] == by_hand.SOUND][::5]
    assert len(sound) >= 3 and verdicts(sound, 0.2) == verdicts(sound, 3.0)


@pytest.mark.parametrize("kind", sorted(stateful.RIGHT))
def test_right_callables_of_every_kind(kind: str) -> None:
    found = feasibility.validate(stateful.RIGHT[kind](), by_hand.SMALL, cases=300, power=False)
    assert found.verdict.startswith("SOUND ON ALL"), found
    assert found.rule.kind == "callable"
    assert any("asked in this process" in note and "crashes, hangs" in note for note in found.notes)


@pytest.mark.parametrize("kind", sorted(stateful.WRONG))
def test_wrong_callables_of_every_kind(kind: str) -> None:
    """Which of the two depends on whether it is asked the same again, as it was asked before."""
    found = feasibility.validate(stateful.WRONG[kind](), by_hand.SMALL, cases=300, power=False)
    assert found.verdict in ("UNSOUND", "NOT DETERMINISTIC"), found
    assert found.exit_code in (1, 3)


def test_a_callable_that_answers_twice_in_two_ways_is_told_so() -> None:
    seen = set[tuple[int, int]]()

    def again(position: Position, target: Position) -> bool:
        known = (position.mask, target.mask) in seen
        seen.add((position.mask, target.mask))
        return known

    found = feasibility.validate(again, by_hand.SMALL, cases=300, power=False)
    assert found.verdict == "NOT DETERMINISTIC" and found.changed is not None
    assert found.changed.answers.startswith("keep as question ")


def test_a_function_with_a_name_is_asked_in_a_process_of_its_own() -> None:
    found = feasibility.validate(right.no_jump, by_hand.SMALL, cases=50, power=False)
    assert (found.rule.kind, found.notes) == ("function", ())


@pytest.mark.parametrize("rule", [right.no_jump, "lambda"])
def test_assert_sound_lets_right_rules_pass(rule: Callable[..., bool] | str) -> None:
    asked = stateful.RIGHT["lambda"]() if isinstance(rule, str) else rule
    assert feasibility.assert_sound(asked, by_hand.SMALL, cases=50).verdict.startswith("SOUND ON ALL")


def test_assert_sound_draws_the_counterexample_and_its_play() -> None:
    def rule(position: Position, target: Position) -> bool:
        return position.count == 2

    with pytest.raises(AssertionError) as raised:
        feasibility.assert_sound(rule, by_hand.SMALL, cases=50)
    told = str(raised.value)
    assert told.startswith("UNSOUND") and "one legal jump leads to the target: " in told
    assert told.count("\n....") + told.count("\n..") >= 4


def test_assert_sound_takes_no_verdict_for_no_pass() -> None:
    with pytest.raises(AssertionError, match=r"not asked in full: .*living positions among dead ones"):
        feasibility.assert_sound(right.no_jump, by_hand.SMALL, time_limit=0.0)


def test_a_script_without_a_guard_validates_its_own_rule(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import feasibility\n\ndef rule(position, target):\n    return position.count < target.count\n\n"
        "print(feasibility.validate(rule, 'line:7', cases=50, power=False).verdict)\n"
    )
    run = [sys.executable, "script.py"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.startswith("SOUND ON ALL")
    with pytest.raises(feasibility.InputError, match="below `if __name__"):
        feasibility.validate(f"{tmp_path}/script.py:rule", "line:7", cases=50, power=False)
