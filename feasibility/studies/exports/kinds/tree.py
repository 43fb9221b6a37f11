"""Cases on numbers of jumps: a tree over a program."""

from feasibility.proofs.kinds.tree import Tree
from feasibility.studies.exports.plain_form import PlainWords, node
from feasibility.studies.exports.vipr import Subject, refute


def plain(proof: Tree) -> PlainWords:
    return ["tree", *node(proof.root)]


def vipr(subject: Subject, proof: Tree) -> dict[str, str]:
    case = subject.case()
    refute(case, proof.root, case.bounds)
    return subject.one_file(case)
