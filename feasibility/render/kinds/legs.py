"""Several turning points, in words."""

from feasibility.game.position import Pair
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kinds.legs import Legs
from feasibility.proofs.nodes import Split
from feasibility.render.cases import branches, each_of_the_set, named
from feasibility.render.parts import Case, More, Part


def explain(pair: Pair, proof: Legs, full: bool) -> list[Part]:
    lines: list[Part] = ["Some jumps can be ruled out one set after the other:"]
    node, cut = proof.root, Cut(Problem.of_pair(pair))
    while isinstance(node, Split) and node.leg == 0:
        said = (
            f"None of these {len(node.jumps)} can be the {node.when} of them to be played, so none is "
            "ever played"
        )
        lines += named(pair.board, said, node.jumps)
        lines.append(More(each_of_the_set(pair, node, ("before it", "after it"), cut), ""))
        cut = cut.without(0, node.jumps)
        node = node.never
    lines.append("The jumps that are left do not lead from start to target.")
    last = Case("With the jumps that are left", branches(pair, node, (), [cut]))
    return [*lines, More([last], "The tables of weights for every case are in the certificate.", True)]


def reason(proof: Legs) -> str:
    return "several turning points"
