"""The fewest sweeps of all plays."""

from feasibility.proofs.kinds.sweeps import Sweeps
from feasibility.studies.exports.plain_form import PlainWords, shown, words

vipr = None
ORDER = ("at_least", "regions", "pagodas", "residues", "symmetries", "bounds", "forward", "backward")


def plain(proof: Sweeps) -> PlainWords:
    return [*words(proof, *ORDER), *shown(proof.play)]
