"""Levels from both ends."""

from feasibility.proofs.kinds.search import Search
from feasibility.studies.exports.plain_form import PlainWords, words

vipr = None


def plain(proof: Search) -> PlainWords:
    near = ["search-near", str(proof.near)] if proof.near else ["search"]
    return [*near, *words(proof, "pagodas", "residues", "forward", "backward")]
