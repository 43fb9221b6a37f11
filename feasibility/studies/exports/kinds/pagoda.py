"""Weights that no jump raises: one sum over the rows of a program."""

from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.studies.exports.plain_form import by_integers
from feasibility.studies.exports.vipr import Subject

plain = by_integers


def vipr(subject: Subject, proof: Pagoda) -> dict[str, str]:
    """Where the target is a number N of pegs, its row takes the N-th weight from below of every hole."""
    case = subject.case()
    pegs = case.pegs
    more = [] if pegs is None else [(sorted(proof.weights)[max(0, pegs.value - 1)], pegs)]
    case.leaf(case.bounds, (proof.weights,), *more)
    return subject.one_file(case)
