"""Cases from the ground truth of one target: positions from which it can be reached, with a play of each."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from feasibility.engines.dense.orbits import cycles, unions
from feasibility.engines.positions.words import Words
from feasibility.game.position import Position, Target
from feasibility.studies.rules.evidence.cases import Show, Source, named, sliced
from feasibility.studies.rules.evidence.near import Sees
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.evidence.sampling import MaskArray
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import differing

MOST_CYCLES = 22  # of a symmetry, so that the positions with it can be listed
MOST_SYMMETRIES = 200  # which the boards that people draw have; with thousands most positions have one
CHUNK = 1 << 17


def shown(sees: Sees) -> Show:
    """A play from a start to the target."""

    def show(start: int, end: int | None) -> Played:
        play = sees.play(start)
        jumps = () if play is None else play
        return Played(start, Position(sees.target.board, start).replay(jumps).mask, jumps)

    return show


def living(sees: Sees, name: str, starts: Iterable[MaskArray | Words], of: int | None) -> Source:
    """Positions that reach the target."""
    words = (one if one.ndim == 2 else one[:, None] for one in starts)
    batches = (part for one in words for part in sliced(one, sees.target, CHUNK))
    return Source(name, batches, shown(sees), of, sees.target)


def needless(target: Target) -> int:
    """How many positions of a target that is no number of pegs need no jump."""
    return 0 if target.pegs is not None else 1 << target.free.bit_count()


def everything(sees: Sees, truth: Truth) -> Source:
    """All positions that reach the target."""
    name = f"positions, every one from which {named(truth.target)} can be reached (dense closure)"
    return living(sees, name, truth.members(), truth.count - truth.reached)


def symmetric(truth: Truth) -> MaskArray | None:
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
    return masks[differing(masks[:, None], truth.target)]
