"""A turning point: a program for each case."""

from feasibility.proofs.cut import Cut
from feasibility.proofs.kinds.turn import Turn
from feasibility.studies.exports.plain_form import PlainWords, split
from feasibility.studies.exports.vipr import Folder, Subject


def plain(proof: Turn) -> PlainWords:
    return ["turn", *split(proof.split)]


def vipr(subject: Subject, proof: Turn) -> dict[str, str]:
    folder = Folder(subject)
    return folder.indexed(folder.split(Cut(subject.problem), proof.split))
