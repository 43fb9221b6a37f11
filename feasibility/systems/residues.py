"""What no combination of jumps can change, not even with negative coefficients: the dual of Z^n / lattice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.cached import Memo
from feasibility.base.limits import Clock, look_of
from feasibility.exact.box import IntMatrix
from feasibility.exact.normal_form import Smith, dual_generators, smith
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, bits
from feasibility.proofs.functional import Functional
from feasibility.systems.linear import jump_columns

if TYPE_CHECKING:
    from feasibility.proofs.kinds.pagoda import Pagoda
    from feasibility.proofs.kinds.residue import Residue

_GENERATORS = Memo[tuple[tuple[tuple[int, ...], int], ...]]()
_SMITH_FORMS = Memo[Smith]()


def generators(
    board: Board, free: int = 0, clock: Clock | None = None
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Generators (weights, modulus) of the dual group that vanish on the free holes; modulus 0: exactly.

    StoppedError where the clock is over before they are known, here and below.
    """
    if free == board.full:
        return ()
    return _GENERATORS.get(
        (board, free), lambda: dual_generators(smith_form(board, clock, free), look_of(clock))
    )


def smith_form(board: Board, clock: Clock | None = None, free: int = 0) -> Smith:
    """The Smith normal form of the incidence matrix, with a column for each free hole."""
    return _SMITH_FORMS.get((board, free), lambda: smith(_matrix(board, free), look_of(clock)))


def describe_group(board: Board, clock: Clock | None = None) -> str:
    """The group Z^n / lattice, as (Z/2)^4 + Z^2."""
    form = smith_form(board, clock)
    parts = []
    for d in sorted(set(form.invariants)):
        power = form.invariants.count(d)
        parts.append(f"(Z/{d})^{power}" if power > 1 else f"Z/{d}")
    if form.free_rank:
        parts.append(f"Z^{form.free_rank}" if form.free_rank > 1 else "Z")
    return " + ".join(parts) or "0"


def _matrix(board: Board, free: int) -> IntMatrix:
    return IntMatrix.from_columns(board.n, [*jump_columns(board), *([(i, 1)] for i in bits(free))])


def separate(pair: Pair, clock: Clock | None = None) -> Residue | Pagoda | None:
    """A proof that target - start is no integer combination of jumps, checked; None where it is one."""
    silent = generators(pair.board, pair.target.free, clock)
    difference = pair.difference if silent else ()
    for weights, modulus in silent:
        value = sum(w * v for w, v in zip(weights, difference, strict=True))
        if not (value % modulus if modulus else value):
            continue
        chosen = weights if modulus or value > 0 else tuple(-w for w in weights)
        functional = Functional(chosen, modulus)
        if functional.is_valid(pair.board) and functional.separates(pair.start, pair.target):
            return functional.proof()
    return None
