"""A turning point: a program for each case."""

from feasibility.proofs.kinds.turn import Turn
from feasibility.studies.exports.plain_form import PlainWords, split
from feasibility.studies.exports.vipr import Folder, Subject


def plain(proof: Turn) -> PlainWords:
    return ["turn", *split(proof.split)]


def vipr(subject: Subject, proof: Turn) -> dict[str, str]:
    return Folder(subject).indexed(proof.split)
