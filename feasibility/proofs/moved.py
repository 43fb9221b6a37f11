"""What a symmetry of a board makes of the parts of a proof: hole i goes to permutation[i]."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.game.geometry import Jump


class Image:
    """Weights, jumps and holes on the image of a board."""

    def __init__(self, permutation: Sequence[int]) -> None:
        self.permutation = permutation
        self.undo = [0] * len(permutation)
        for i, image in enumerate(permutation):
            self.undo[image] = i

    def hole(self, hole: int) -> int:
        return self.permutation[hole]

    def weights(self, weights: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(weights[self.undo[i]] for i in range(len(weights)))

    def jump(self, jump: Jump) -> Jump:
        return Jump(*(self.permutation[hole] for hole in jump))

    def jumps(self, jumps: Sequence[Jump]) -> tuple[Jump, ...]:
        return tuple(map(self.jump, jumps))
