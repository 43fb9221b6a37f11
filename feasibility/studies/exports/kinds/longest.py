"""The longest sweep of all plays."""

from feasibility.proofs.kinds.longest import Longest
from feasibility.studies.exports.plain_form import PlainWords, shown

vipr = None


def plain(proof: Longest) -> PlainWords:
    return [str(proof.at_most), *shown(proof.play)]
