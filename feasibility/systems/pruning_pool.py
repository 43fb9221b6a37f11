"""The functions that the engines of the arbiter may prune with, the same for every caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.stopped import StoppedError
from feasibility.game.position import Pair
from feasibility.systems.residues import generators

if TYPE_CHECKING:
    from feasibility.proofs.kinds.residue import Residue
    from feasibility.proofs.written import Weights

SAMPLED = 24  # functions of the board's own library that are offered to the search
MOST = 40  # functions altogether


def pruning_pool(pair: Pair) -> tuple[Weights, ...]:
    """Pagoda functions that a search on the pair may prune with, known and sampled, the tightest first."""
    from feasibility.systems import facet_library
    from feasibility.systems.pagoda_library import library

    candidates = (*library(pair.board), *facet_library.closest(pair, SAMPLED))
    slack = [(f.value(pair.start.mask) - f.least(pair.target), i) for i, f in enumerate(candidates)]
    return tuple(candidates[i].weights for _, i in sorted(slack)[:MOST])


def pruning_residues(pair: Pair, clock: Clock | None = None) -> tuple[Residue, ...]:
    """Residues that no jump changes: a search ends before its first level where one tells the ends apart.

    No residues where the clock is over before they are known: the search is longer for it.
    """
    from feasibility.proofs.kinds.residue import Residue

    try:
        known = generators(pair.board, pair.target.free, clock)
    except StoppedError:
        return ()
    return tuple(Residue(modulus, weights) for weights, modulus in known if modulus)
