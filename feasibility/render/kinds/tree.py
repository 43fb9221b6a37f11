"""Cases on numbers of jumps, in words."""

from feasibility.base.plurals import plural
from feasibility.game.position import Pair
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kinds.tree import Tree
from feasibility.render.cases import by_conditions, listed
from feasibility.render.parts import Part


def explain(pair: Pair, proof: Tree, full: bool) -> list[Part]:
    cases = by_conditions(pair, proof.root, (), [Cut(Problem.of_pair(pair))])
    return [
        f"Suppose there is a play. It falls under one of {plural(len(cases), 'case')}, by how often certain "
        "jumps occur in it; each is impossible.",
        *listed(cases),
    ]


def reason(proof: Tree) -> str:
    return "cases"
