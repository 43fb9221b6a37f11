"""Cases from the ground truth of one target: positions from which it can be reached, with a play of each."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.levels import members
from feasibility.engines.dense.orbits import cycles, unions
from feasibility.engines.dense.queries import winning
from feasibility.game.position import Position
from feasibility.studies.rules.evidence import sampling
from feasibility.studies.rules.evidence.cases import Show, Source, named
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.evidence.sampling import Masks
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import differing

MOST_CYCLES = 22  # of a symmetry, so that the positions with it can be listed
MOST_SYMMETRIES = 200  # which the boards that people draw have; with thousands most positions have one
CHUNK = 1 << 17


def shown(truth: Truth) -> Show:
    """A play from a start to the target, by the ground truth."""

    def show(start: int, end: int | None) -> Played:
        jumps = truth.play(start) or ()
        return Played(start, Position(truth.board, start).replay(jumps).mask, jumps)

    return show


def living(truth: Truth, name: str, starts: Iterable[Masks], of: int) -> Source:
    """Positions that reach the target."""
    return Source(name, ((masks[:, None], truth.target) for masks in starts), shown(truth), of, truth.target)


def sampled(truth: Truth, wanted: int, seed: int) -> Source:
    """As many positions as are wanted, spread over the numbers of pegs; all if they are few."""
    if truth.count <= wanted:
        return everything(truth)
    return _named(truth, "positions", (level.masks for level in sampling.sample(truth, wanted, seed)))


def everything(truth: Truth) -> Source:
    """All positions that reach the target."""
    return _named(truth, "positions, every one", truth.members())


def _named(truth: Truth, which: str, starts: Iterable[Masks]) -> Source:
    name = f"{which} from which {named(truth.target)} can be reached (dense closure)"
    return living(truth, name, starts, truth.count - truth.reached)


def on_plays(truth: Truth, clock: Clock, threads: int) -> Source | None:
    """All positions on plays from the complement of the target to it; None where that is not possible."""
    target, board = truth.target.exact, truth.board
    start = 0 if target is None else target.complement.mask
    if target is None or not truth.inside(np.array([start], np.uint64)).all():
        return None
    dense = winning(board.n, board.jumps, start, target.mask, clock=clock, threads=threads)
    if isinstance(dense, Stopped) or target.mask not in dense:
        return None
    name = f"positions on plays from its complement to {named(truth.target)}"
    return living(truth, name, members(dense), len(dense) - 1)


def symmetric(truth: Truth, cases: int | None) -> Source | None:
    """The living positions that a symmetry of the board maps to themselves; None if they are too many."""
    kept = [np.zeros(0, np.uint64)]
    if len(truth.board.symmetries) > MOST_SYMMETRIES:
        return None
    for permutation in truth.board.symmetries[1:]:
        parts = cycles(permutation)
        if len(parts) > MOST_CYCLES:
            return None
        kept += [masks[truth.alive(masks)] for masks in unions(parts)]
    masks = np.unique(np.concatenate(kept))
    masks = masks[differing(masks[:, None], truth.target)]
    chosen = masks if cases is None else np.random.default_rng(0).permutation(masks)[:cases]
    batches = (chosen[low : low + CHUNK] for low in range(0, len(chosen), CHUNK))
    return living(truth, "living positions with a symmetry", batches, len(masks))
