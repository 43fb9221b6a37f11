"""What a rule sees and keeps of the positions that its process makes, and when a call hangs."""

from __future__ import annotations

import sys
from itertools import repeat
from pathlib import Path

import pytest

from feasibility.engines.positions.words import pack
from feasibility.game.position import Pair, Position, Target
from feasibility.processes import own_time
from feasibility.studies.rules.judges import program, worker
from feasibility.studies.rules.judges.asking import FAILED, KEEP
from feasibility.studies.rules.judges.choosing import choose
from feasibility.text import catalogue

BOARD = catalogue.board("rectangle:3x4")
STARTS, ENDS = list(range(100, 160)), list(range(0, 60))


@pytest.mark.parametrize("what", ["object", "fields", "every third"])
def test_what_a_rule_keeps_stays_as_it_was(what: str) -> None:
    kept: list[object] = []

    def keeps(position: Position, target: Position) -> bool:
        if what != "every third" or position.mask % 3 == 0:
            kept.append((vars(position), vars(target)) if what == "fields" else (position, target))
        return False

    asked = worker.caller(keeps, 2, BOARD, None)
    assert worker.evaluate(asked, STARTS, ENDS, bytearray(60)) == {}
    wanted = [one for one in zip(STARTS, ENDS) if what != "every third" or one[0] % 3 == 0]
    if what == "fields":
        assert [(a["mask"], b["mask"]) for a, b in kept] == wanted  # type: ignore[index]
    else:
        assert kept == [(Position(BOARD, a), Position(BOARD, b)) for a, b in wanted]


@pytest.mark.parametrize("target", [None, Target(BOARD, 5), Target(BOARD, 1, 6), Target.with_pegs(BOARD, 2)])
def test_pairs_are_as_the_constructor_makes_them(target: Target | None) -> None:
    seen: list[Pair] = []

    def rule(pair: Pair) -> bool:
        seen.append(pair)
        return False

    asked = worker.caller(rule, 1, BOARD, target)
    worker.evaluate(asked, STARTS, repeat(0) if target else ENDS, bytearray(60))
    ends = repeat(target) if target else (Target(BOARD, end) for end in ENDS)
    assert seen == [Pair(Position(BOARD, start), end) for start, end in zip(STARTS, ends)]
    assert repr(seen[0]) == repr(Pair(Position(BOARD, STARTS[0]), target or Target(BOARD, ENDS[0])))


@pytest.mark.parametrize("kind", ["function", "program"])
@pytest.mark.parametrize("starved", [False, True])
def test_a_call_that_waits_for_a_processor_does_not_hang(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, starved: bool
) -> None:
    """A call of half a second with a limit of a tenth, on a machine that gives it no time of its own."""
    (tmp_path / "slow.py").write_text(
        "import sys, time\ndef slow(*pair):\n    end = time.monotonic() + 0.5\n"
        "    while time.monotonic() < end:\n        time.sleep(0.01)\n    return False\n"
        "if __name__ == '__main__':\n    for line in sys.stdin: slow() or print('keep', flush=True)\n"
    )
    board = catalogue.board("rectangle:3x3")
    rule = f"{tmp_path}/slow.py:slow" if kind == "function" else None
    command = None if rule else f"{sys.executable} {tmp_path}/slow.py"
    monkeypatch.setattr(program, "STARTING", 60.0)
    judge = choose(board, rule, command=command, limit=60.0).judge
    try:
        assert judge.ask(pack([3], 9), Target(board, 4)).tolist() == [KEEP]
        judge.limit = 0.1  # type: ignore[attr-defined]
        if starved:
            monkeypatch.setattr(own_time, "_stat", lambda process, session: (0.0, True))
        answers = judge.ask(pack([3], 9), Target(board, 4)).tolist()
    finally:
        judge.close()
    assert (answers, dict(judge.failed)) == (([KEEP], {}) if starved else ([FAILED], {"hang": 1}))


def test_a_call_costs_the_processor_that_it_uses_and_no_waiting(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\ndef slow(*pair):\n    time.sleep(0.1)\n    return False\n"
    )
    judge = choose(catalogue.board("rectangle:3x3"), f"{tmp_path}/slow.py:slow", limit=60.0).judge
    try:
        judge.ask(pack([3, 6, 5], 9), Target(judge.board, 4))
    finally:
        judge.close()
    assert (judge.calls, judge.failed.total()) == (3, 0)
    assert 0 < judge.seconds < 0.15
