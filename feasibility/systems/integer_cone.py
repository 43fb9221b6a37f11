"""Whether whole numbers of jumps add up to target - start: residues first, then a tree of cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Refutation, Tree
from feasibility.systems.linear import as_node, cone_system, too_deep
from feasibility.systems.residues import separate
from feasibility.systems.session import current

if TYPE_CHECKING:
    from feasibility.solvers.branch import Solution
    from feasibility.solvers.prove import Undecided


def prove_integer_cone(pair: Pair, clock: Clock) -> Refutation | Solution | Undecided:
    """A refutation, numbers of jumps, or the limit that came first. Not for a number of pegs.

    Outside the lattice a tree of cases would be huge; a residue says it in one line.
    """
    return separate(pair) or _by_cases(pair, clock)


def _by_cases(pair: Pair, clock: Clock) -> Tree | Solution | Undecided:
    from feasibility.solvers import branch
    from feasibility.solvers.prove import Undecided

    system = cone_system(pair)
    result = branch.branch_and_bound(system, model=current().model(system.matrix, "tree"), clock=clock)
    if not isinstance(result, branch.Tree):
        return result
    return Undecided("depth") if too_deep(result.root) else Tree(as_node(pair.board, result.root, 1))
