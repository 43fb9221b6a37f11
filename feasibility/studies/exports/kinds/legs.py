"""Several turning points: a program for each case."""

from feasibility.proofs.kinds.legs import Legs
from feasibility.studies.exports.plain_form import PlainWords, node
from feasibility.studies.exports.vipr import Folder, Subject


def plain(proof: Legs) -> PlainWords:
    return ["tree", *node(proof.root)]


def vipr(subject: Subject, proof: Legs) -> dict[str, str]:
    return Folder(subject).indexed(proof.root)
