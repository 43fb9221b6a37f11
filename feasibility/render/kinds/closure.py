"""All that can be reached, in words."""

from feasibility.game.position import Pair
from feasibility.proofs.kinds.closure import Closure
from feasibility.render.parts import Part


def explain(pair: Pair, proof: Closure, full: bool) -> list[Part]:
    if proof.size == 1:
        return ["The start has no legal jump, and it is not the target."]
    visited = f"All {proof.size:,} positions that can be reached from the start were visited."
    return [f"{visited} None is what the target asks for."]


def reason(proof: Closure) -> str:
    return "having no first jump" if proof.size == 1 else "exhaustion"
