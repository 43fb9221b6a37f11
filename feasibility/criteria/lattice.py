"""The lattice criterion.

Theorem: target - start is an integer combination of jump vectors. Necessary since a play adds up its jumps.
Refuted by weights w and a modulus d with w.jump = 0 mod d for every jump, and w.(target - start) != 0 mod d;
the generators of all such w come from the Smith normal form. Where the jumps do not span (thin boards), a
free part remains: weights that no jump changes at all. Source: Avis, Deza, Onn (2000). Cost: one normal form
per board (and set of free holes). Certificate: `residue`, or `pagoda` for the free part.
"""

from __future__ import annotations

from functools import lru_cache

from feasibility.board import Board
from feasibility.certificate import Pagoda, Refutation, Residue
from feasibility.criteria.base import Criterion
from feasibility.exact.box import IntMatrix
from feasibility.exact.normal_form import Smith, dual_generators, smith
from feasibility.functional import Functional
from feasibility.limits import Clock
from feasibility.linear import jump_columns
from feasibility.position import Pair, PegCount, bits
from feasibility.verdict import Finding, not_applicable, passed, refuted, undecided

NAME = "lattice"


def check(pair: Pair, clock: Clock) -> Finding:
    """Evaluate every generator of the dual group on target - start."""
    board, target = pair.board, pair.target
    if isinstance(target, PegCount):
        return not_applicable(NAME, "positions with a given number of pegs lie in many residue classes")
    group = describe_group(board)
    for weights, modulus in generators(board, target.free):
        value = sum(w * v for w, v in zip(weights, pair.difference, strict=True))
        if value % modulus if modulus else value:
            return _refute(pair, weights, modulus, value, group)
    return passed(NAME, f"target - start is an integer combination of jumps; group {group}")


def _refute(pair: Pair, weights: tuple[int, ...], modulus: int, value: int, group: str) -> Finding:
    proof: Refutation
    if modulus:
        proof = Residue(modulus, weights)
        valid = Functional(weights, modulus)
        says = f"every jump keeps this total modulo {modulus}, the pair changes it by {value % modulus}"
    else:
        valid = Functional(weights if value > 0 else tuple(-w for w in weights))
        proof = Pagoda(valid.weights)
        says = f"no jump changes this total at all, the pair changes it by {abs(value)}"
    if not (valid.is_valid(pair.board) and valid.separates(pair.start, pair.target)):
        return undecided(NAME, "a generator of the dual group failed the check in integers")
    return refuted(NAME, f"{says}; group {group}", proof)


@lru_cache(maxsize=256)
def generators(board: Board, free: int = 0) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Generators (weights, modulus) of the dual of Z^n / lattice that vanish on the free holes; modulus 0: exactly."""
    return dual_generators(_matrix(board, free))


@lru_cache(maxsize=256)
def smith_form(board: Board) -> Smith:
    """The Smith normal form of the incidence matrix."""
    return smith(_matrix(board, 0))


def describe_group(board: Board) -> str:
    """The group Z^n / lattice, as Z/2^4 + Z^2."""
    form = smith_form(board)
    parts = []
    for d in sorted(set(form.invariants)):
        power = form.invariants.count(d)
        parts.append(f"(Z/{d})^{power}" if power > 1 else f"Z/{d}")
    if form.free_rank:
        parts.append(f"Z^{form.free_rank}" if form.free_rank > 1 else "Z")
    return " + ".join(parts) or "0"


def _matrix(board: Board, free: int) -> IntMatrix:
    return IntMatrix.from_columns(board.n, [*jump_columns(board), *([(i, 1)] for i in bits(free))])


CRITERION = Criterion(
    name=NAME,
    title="lattice",
    check=check,
    theorem="target - start is a sum of jump vectors with integer coefficients (negative ones allowed).",
    because="A play is such a sum, with the number of times that each jump is played as coefficients.",
    source="D. Avis, A. Deza, S. Onn, A combinatorial approach to the solitaire game (2000)",
    example=("rectangle:3x3:+b1+c1+b2+a3+c3", "rectangle:3x3:+a1+b1"),
)
