"""A pruning rule."""

from feasibility.proofs.kinds.rule import Rule
from feasibility.studies.exports.plain_form import PlainWords, words

vipr = None


def plain(proof: Rule) -> PlainWords:
    parts = [word for part in proof.parts for word in (part.kind, *words(part))]
    return [str(len(proof.parts)), *parts]
