"""Where work is limited, all of a report is the same in every run, whatever the process was asked before."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from feasibility.base.limits import Limits
from feasibility.base.values import replace
from feasibility.decide import Plan, check
from feasibility.game.position import Pair, Position, Target
from feasibility.text.catalogue import board as named
from tests.amounts import amounts

BOARDS = ("line:9", "rectangle:3x4", "rectangle:4x4", "triangle:5", "torus:3x4")
MEMORY = 2 << 30


def some_pair(rng: random.Random) -> tuple[Pair, int]:
    """A random start, a target of any kind near to it, and steps."""
    board = named(rng.choice(BOARDS))
    start = here = Position(board, rng.getrandbits(board.n) | 1)
    for _ in range(rng.randint(1, 8)):
        jumps = here.legal_jumps()
        here = here.play(rng.choice(jumps)) if jumps else here
    wrong = rng.choice(board.jump_masks)[1] if rng.random() < 0.7 else 0
    free = rng.getrandbits(board.n) & rng.getrandbits(board.n) if rng.random() < 0.3 else 0
    target = Target(board, (here.mask ^ wrong) & ~free, free)
    if rng.random() < 0.2:
        target = Target.with_pegs(board, 1)
    return Pair(start, target), rng.choice((300, 3000, 30_000, 100_000))


def reported(pair: Pair, steps: int) -> list[object]:
    verdict = check(pair, Limits(work=steps, memory=MEMORY), Plan(patience=1))
    rows = [replace(finding, seconds=0.0) for finding in verdict.findings]
    return [*map(vars, rows), *(replace(stage, seconds=0.0) for stage in verdict.stages)]


@amounts("each", 12, 200)
def test_a_report_is_the_same_in_any_order(each: int) -> None:
    rng = random.Random(11)
    asked = [some_pair(rng) for _ in range(each)]
    first = [reported(*one) for one in asked]
    order = rng.sample(range(each), each)
    again = {number: reported(*asked[number]) for number in order}
    for number in range(each):
        assert again[number] == first[number], asked[number]


ROOT = Path(__file__).resolve().parents[2]
TOLD = "from tests.decide.test_same_report import told; told({each})"


def told(each: int) -> None:
    """All that is reported of some pairs."""
    rng = random.Random(12)
    for _ in range(each):
        print(*reported(*some_pair(rng)), sep="\n")


@amounts("each", 8, 100)
def test_a_report_is_the_same_in_any_process(each: int) -> None:
    """Whatever the order of its sets, and however fast its clocks run."""
    said = []
    for seed, rate in (("1", "3"), ("2", "0.2")):
        clock = {"PYTHONHASHSEED": seed, "CLOCK_RATE": rate, "PYTHONPATH": str(ROOT / "tests" / "clock")}
        command = [sys.executable, "-c", TOLD.format(each=each)]
        ended = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **clock}, capture_output=True, text=True, check=True
        )
        said.append(ended.stdout.splitlines())
    assert len(said[0]) > 10 * each and said[0] == said[1]
