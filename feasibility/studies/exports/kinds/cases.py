"""A proof for each hole."""

from feasibility.proofs.kinds.cases import Cases
from feasibility.studies.exports.plain_form import PlainWords, of_proof

vipr = None


def plain(proof: Cases) -> PlainWords:
    each = [word for hole, case in enumerate(proof.cases) for word in (str(hole), *of_proof(case))]
    return ["cases", str(len(proof.cases)), *each]
