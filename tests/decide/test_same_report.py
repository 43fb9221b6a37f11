"""Where work is limited, all of a report is the same in every run, whatever the process was asked before."""

from __future__ import annotations

import random

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
