"""Cases on numbers of jumps: a tree over a program."""

from feasibility.proofs.kinds.tree import Tree
from feasibility.studies.exports.plain_form import Words, node
from feasibility.studies.exports.vipr import Asked, refute


def plain(proof: Tree) -> Words:
    return ["tree", *node(proof.root)]


def vipr(asked: Asked, proof: Tree) -> dict[str, str]:
    case = asked.case()
    refute(case, proof.root, case.bounds)
    return asked.one_file(case)
