"""Whether whole numbers of jumps add up to target - start: residues first, then a tree of cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.game.position import Pair
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.nodes import as_node
from feasibility.systems.linear import cone_system, too_deep
from feasibility.systems.residues import separate
from feasibility.systems.session import current

if TYPE_CHECKING:
    from feasibility.solvers.branch import IntegerPoint


class IntegerCone:
    """The question of one pair, asked in turns: a later one goes on. Not for a number of pegs."""

    def __init__(self, pair: Pair) -> None:
        from feasibility.solvers.branch import BranchAndBound

        self.pair, self.residue = pair, separate(pair)
        self.cases = BranchAndBound(cone_system(pair))

    def run(self, clock: Clock) -> Refutation | IntegerPoint | Stopped:
        """A refutation, numbers of jumps, or the limit that came first.

        Outside the lattice a tree of cases would be huge; a residue says it in one line.
        """
        from feasibility.solvers import branch

        if self.residue is not None:
            return self.residue
        result = self.cases.run(current().model(self.cases.system.matrix, "tree"), clock)
        if not isinstance(result, branch.CertifyingTree):
            return result
        if too_deep(result.root):
            return Stopped("depth")
        return Tree(as_node(self.pair.board, result.root, 1))
