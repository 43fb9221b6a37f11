"""A plan changed where it has no order: jumps inside a window are planned anew, the others stay."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.plans.program import Counts, Program
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.game.position import Pair, bits
from feasibility.solvers.diving import Dive
from feasibility.solvers.highs import HotModel

_NODES = 60
_PENALTY = 1.0  # for the jumps that have no order


def grown(pair: Pair, jumps: Sequence[int], steps: int, most: int) -> int:
    """The holes of some jumps, then of all jumps that touch them, and so on, up to a number of holes."""
    masks = [holes for _, holes in pair.board.jump_masks]
    window = 0
    for j in jumps:
        window |= masks[j]
    for _ in range(steps):
        wider = window
        for holes in masks:
            wider |= holes if holes & window else 0
        if wider.bit_count() > most:
            return window
        window = wider
    return window


def replanned(program: Program, counts: Counts, stuck: Sequence[int], window: int, clock: Clock) -> Counts:
    """Other numbers of the jumps inside, with the same effect; the old ones where none are found."""
    inside = [j for j, (_, holes) in enumerate(program.pair.board.jump_masks) if not holes & ~window]
    system = _inside(program.pair, counts, inside, window)
    width = system.matrix.width
    costs = np.zeros(width)
    disliked = np.isin(inside, stuck)
    costs[: len(inside)] = program.costs(len(inside)) + _PENALTY * disliked
    place = np.argsort(program.inward())[inside]
    order = np.concatenate([np.argsort(place), np.arange(len(inside), width)])
    numbers = Dive(system, HotModel(system.matrix), costs, order, _NODES).run(clock)
    if not isinstance(numbers, tuple):
        return counts
    changed = list(counts)
    for j, times in zip(inside, numbers, strict=False):
        changed[j] = times
    return tuple(changed)


def _inside(pair: Pair, counts: Counts, inside: Sequence[int], window: int) -> BoxSystem:
    """What the jumps inside add up to; holes that a pattern leaves free may end as they like."""
    board = pair.board
    rows = {hole: row for row, hole in enumerate(bits(window))}
    effect = [0] * len(rows)
    columns = []
    for j in inside:
        start, over, landing = (rows[hole] for hole in board.jumps[j])
        columns.append([(start, -1), (over, -1), (landing, 1)])
        for row, change in columns[-1]:
            effect[row] += change * counts[j]
    end = ended(pair, counts)
    free = [hole for hole in rows if pair.target.kind == "pattern" and pair.target.free >> hole & 1]
    for hole in free:
        columns.append([(rows[hole], -1)])
        effect[rows[hole]] -= end >> hole & 1
    matrix = IntMatrix.from_columns(len(rows), columns)
    upper = (*[None] * len(inside), *[1] * len(free))
    return BoxSystem(matrix, tuple(effect), (0,) * matrix.width, upper)


def ended(pair: Pair, counts: Counts) -> int:
    """Where all jumps of a plan lead, in whatever order."""
    mask = pair.start.mask
    for (_, holes), times in zip(pair.board.jump_masks, counts, strict=True):
        mask ^= holes if times & 1 else 0
    return mask
