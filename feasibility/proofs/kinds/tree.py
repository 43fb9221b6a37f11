"""Cases, each closed by weights."""

from feasibility.proofs.nodes import Rooted


class Tree(Rooted):
    """Infeasible: cases on the number of times that jumps occur, each closed by weights."""

    kind = "tree"
