"""Totals that no jump changes: a sum over the rows of a program, rounded."""

from fractions import Fraction
from math import ceil, floor

from feasibility.proofs.kinds.residue import Residue
from feasibility.studies.exports.plain_form import by_integers
from feasibility.studies.exports.vipr import Subject
from feasibility.studies.exports.vipr_file import added

plain = by_integers


def vipr(subject: Subject, proof: Residue) -> dict[str, str]:
    """The rows times w/d have whole coefficients and a constant that is not whole: it rounds up and down."""
    case = subject.case()
    rows = ((Fraction(w, proof.modulus), case.rows[0, hole]) for hole, w in enumerate(proof.weights))
    multipliers, summed, right = added(rows)
    terms, sides = case.spread(summed), []
    for sense, whole in (("G", ceil(right)), ("L", floor(right))):
        both = case.file.combine(sense, right, terms, multipliers)
        sides.append(case.file.round(sense, whole, terms, both))
    case.file.absurd({sides[0]: 1, sides[1]: -1})
    return subject.one_file(case)
