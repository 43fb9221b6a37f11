"""Weights that no jump raises, in words."""

from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.render.parts import Part, Tables


def explain(pair: Pair, proof: Pagoda, full: bool) -> list[Part]:
    functional = Functional(proof.weights)
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    at_least = "" if pair.exact else "at least "
    jumps = len(pair.board.jumps)
    every = f"Every one of the {jumps} jumps" if jumps > 1 else "Every jump"
    return [
        "Give the holes these weights:",
        Tables((functional.weights,)),
        f"Add up the weights of the holes that hold a peg. {every} keeps or lowers this total: "
        "the landing hole never weighs more than the two holes that become empty.",
        f"The start weighs {have}, the target {at_least}{need}. So the target is out of reach.",
    ]


def reason(proof: Pagoda) -> str:
    return "weights that no jump raises"
