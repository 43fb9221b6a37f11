"""What a symmetry of a board makes of the parts of a proof: hole i goes to permutation[i]."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.game.geometry import Jump
from feasibility.game.symmetry import Permutation, apply_to_jump, inverse


class Image:
    """Weights, jumps and holes on the image of a board."""

    def __init__(self, permutation: Permutation) -> None:
        self.permutation, self.undo = permutation, inverse(permutation)

    def hole(self, hole: int) -> int:
        return self.permutation[hole]

    def weights(self, weights: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(weights[self.undo[i]] for i in range(len(weights)))

    def jump(self, jump: Jump) -> Jump:
        return apply_to_jump(self.permutation, jump)

    def jumps(self, jumps: Sequence[Jump]) -> tuple[Jump, ...]:
        return tuple(map(self.jump, jumps))
