"""Lattice.

Theorem. target - start is a sum of jump vectors with integer coefficients (negative ones allowed).
Why. A play is such a sum, with the number of times that each jump is played as coefficients. Refuted by
weights w and a modulus d with w.jump = 0 mod d for every jump, and w.(target - start) != 0 mod d; the
generators of all such w come from the Smith normal form. Where the jumps do not span (thin boards), a free
part remains: weights that no jump changes at all.
Source. D. Avis, A. Deza, S. Onn, A combinatorial approach to the solitaire game (2000).
Cost. One normal form per board (and set of free holes).
Certificate. `residue`, or `pagoda` for the free part.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.stopped import StoppedError
from feasibility.criteria.base import AtOnce, Criterion
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, not_applicable, out_of_time, passed, refuted

NAME = "lattice"


def check(pair: Pair, clock: Clock) -> Finding:
    """Evaluate every generator of the dual group on target - start."""
    from feasibility.systems.residues import describe_group, separate

    if pair.target.pegs is not None:
        return not_applicable(NAME, "positions with a given number of pegs lie in many residue classes")
    try:
        group, proof = describe_group(pair.board, clock), separate(pair, clock)
    except StoppedError:
        return out_of_time(NAME, clock)
    if proof is None:
        return passed(NAME, f"target - start is an integer combination of jumps; group {group}")
    from feasibility.proofs.kinds.residue import Residue

    change = sum(w * v for w, v in zip(proof.weights, pair.difference, strict=True))
    if isinstance(proof, Residue):
        d = proof.modulus
        says = f"every jump keeps this total modulo {d}, the pair changes it by {change % d}"
    else:
        says = f"no jump changes this total at all, the pair changes it by {change}"
    return refuted(NAME, f"{says}; group {group}", proof)


CRITERION = Criterion(
    NAME,
    AtOnce(check),
    "residue",
    ("rectangle:3x3:+b1+c1+b2+a3+c3", "rectangle:3x3:+a1+b1"),
    sources=("avis2000",),
)
