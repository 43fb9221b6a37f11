"""Totals that no jump changes, in words; where they count pegs by twos, as marks."""

from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.residue import Residue
from feasibility.render.parts import Marks, Part, Tables


def explain(pair: Pair, proof: Residue, full: bool) -> list[Part]:
    functional = Functional(proof.weights, proof.modulus)
    d = functional.modulus
    have, need = functional.value(pair.start.mask), functional.value(pair.target.must)
    if d == 2 and set(functional.weights) <= {0, 1}:
        parity = ("an even", "an odd")
        return [
            "Mark these holes:",
            Marks(sum(1 << i for i, w in enumerate(functional.weights) if w)),
            "Every jump has none or two of its three holes marked, so it changes the number of pegs on "
            "marked holes by 0 or 2.",
            f"The start has {parity[have]} number of pegs on marked holes, the target {parity[need]} "
            "number. So the target is out of reach.",
        ]
    return [
        "Give the holes these weights:",
        Tables((functional.weights,)),
        f"Every jump changes the total weight of the pegs by a multiple of {d}.",
        f"Modulo {d} the start weighs {have}, the target {need}. So the target is out of reach.",
    ]


def reason(proof: Residue) -> str:
    return "totals that no jump changes"
