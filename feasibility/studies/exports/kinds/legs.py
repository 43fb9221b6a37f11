"""Several turning points: a program for each case."""

from feasibility.proofs.kinds.legs import Legs
from feasibility.studies.exports.kinds import tree
from feasibility.studies.exports.vipr import Folder, Subject

plain = tree.plain


def vipr(subject: Subject, proof: Legs) -> dict[str, str]:
    return Folder(subject).indexed(proof.root)
