"""Several turning points: a program for each case."""

from feasibility.proofs.cut import Cut
from feasibility.proofs.kinds.legs import Legs
from feasibility.studies.exports.plain_form import Words, node
from feasibility.studies.exports.vipr import Asked, Folder


def plain(proof: Legs) -> Words:
    return ["tree", *node(proof.root)]


def vipr(asked: Asked, proof: Legs) -> dict[str, str]:
    folder = Folder(asked)
    return folder.indexed(folder.node(Cut(asked.problem), proof.root))
