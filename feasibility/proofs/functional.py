"""Functionals: integer weights over the holes that no jump can raise, or none can change modulo d.

The one frame for the linear certificates: modulus 0 is a pagoda function (every jump keeps or lowers the
total), modulus d >= 2 a residue (every jump keeps the total modulo d).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from feasibility.base.values import Value
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position, Target

if TYPE_CHECKING:
    from feasibility.proofs.kinds.pagoda import Pagoda
    from feasibility.proofs.kinds.residue import Residue


class Functional(Value):
    """Weights in hole order; `modulus` 0 for pagoda functions."""

    weights: tuple[int, ...]
    modulus: int = 0

    def proof(self) -> Pagoda | Residue:
        """The proof that it is where it separates a pair."""
        if self.modulus:
            from feasibility.proofs.kinds.residue import Residue

            return Residue(self.modulus, self.weights)
        from feasibility.proofs.kinds.pagoda import Pagoda

        return Pagoda(self.weights)

    def change(self, jump: Jump) -> int:
        w = self.weights
        return w[jump.landing] - w[jump.start] - w[jump.over]

    def breaks(self, board: Board) -> tuple[Jump, ...]:
        """The jumps that contradict the functional; empty iff it is valid on the board."""
        if self.modulus:
            return tuple(j for j in board.jumps if self.change(j) % self.modulus)
        return tuple(j for j in board.jumps if self.change(j) > 0)

    def is_valid(self, board: Board) -> bool:
        return (
            len(self.weights) == board.n
            and self.modulus != 1
            and self.modulus >= 0
            and not self.breaks(board)
        )

    def value(self, mask: int) -> int:
        """Total weight of the pegs of a mask, reduced by the modulus."""
        total = sum(w for i, w in enumerate(self.weights) if mask >> i & 1)
        return total % self.modulus if self.modulus else total

    def least(self, target: Target) -> int:
        """The smallest total of a position that matches the target (pagoda functions)."""
        open_ = sorted(w for i, w in enumerate(self.weights) if target.free >> i & 1)
        most = target.pegs if target.pegs is not None else bisect_left(open_, 0)
        return self.value(target.must) + sum(open_[:most])

    def margin(self, start: Position, target: Target) -> int:
        """By how much the start falls short of every match; refutes iff above 0 (pagoda functions)."""
        return self.least(target) - self.value(start.mask)

    def separates(self, start: Position, target: Target) -> bool:
        """Whether it proves that no position matching the target can be reached, given that it is valid."""
        if not self.modulus:
            return self.margin(start, target) > 0
        if any(w % self.modulus for i, w in enumerate(self.weights) if target.free >> i & 1):
            return False
        return self.value(start.mask) != self.value(target.must)


def indicator(board: Board, mask: int) -> tuple[int, ...]:
    """Weight 1 on the holes of a mask, else 0."""
    return tuple(mask >> i & 1 for i in range(board.n))
