"""Pairs from both ends."""

from feasibility.proofs.kinds.ends import Ends, Followed
from feasibility.studies.exports.plain_form import PlainWords, of_proof, words

vipr = None


def plain(proof: Ends) -> PlainWords:
    each = [words(n) if isinstance(n, Followed) else ["proof", *of_proof(n)] for n in proof.nodes]
    return ["ends", str(len(each)), *(word for node in each for word in node)]
