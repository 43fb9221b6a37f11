"""A turning point: a program for each case."""

from feasibility.proofs.cut import Cut
from feasibility.proofs.kinds.turn import Turn
from feasibility.studies.exports.plain_form import Words, split
from feasibility.studies.exports.vipr import Asked, Folder


def plain(proof: Turn) -> Words:
    return ["turn", *split(proof.split)]


def vipr(asked: Asked, proof: Turn) -> dict[str, str]:
    folder = Folder(asked)
    return folder.indexed(folder.split(Cut(asked.problem), proof.split))
