"""Is all that a rule prunes pruned by something known: residues, or one pagoda function of the library?"""

from __future__ import annotations

from dataclasses import dataclass

from feasibility.game.position import Target
from feasibility.proofs.functional import Functional
from feasibility.studies.rules.evidence.sampling import Masks
from feasibility.studies.rules.judges.quick import QuickJudge, WeightsJudge
from feasibility.systems.pagoda_library import library

FEWEST = 20  # pruned positions, below which nothing is said
RESIDUES = ("rule-of-three", "lattice")


@dataclass(frozen=True)
class Implied:
    """What prunes each of `pruned` positions that the rule prunes: a criterion, or a pagoda function."""

    pruned: int
    criterion: str = ""
    functional: Functional | None = None


def by_known(target: Target, pruned: Masks) -> Implied | None:
    """The criterion or function that prunes all of these positions, too."""
    words = pruned[:, None]
    if len(words) < FEWEST:
        return None
    for name in RESIDUES:
        if QuickJudge(target.board, (name,)).prunes(words, target).all():
            return Implied(len(words), criterion=name)
    for functional in library(target.board):
        judge = WeightsJudge(target.board, functional)
        if judge.prunes(words[:FEWEST], target).all() and judge.prunes(words, target).all():
            return Implied(len(words), functional=functional)
    return None
