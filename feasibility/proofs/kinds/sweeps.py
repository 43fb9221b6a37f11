"""The fewest sweeps of all plays of a pair."""

from __future__ import annotations

from feasibility.game.geometry import Jump
from feasibility.proofs.kind import Kind
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.written import Json, Weights, Written

RATE = 60_000  # positions in a second


class SweepWeights(Written):
    """Weights and potentials of holes, weights of regions, and the most that one sweep takes away of them.

    `passages` are weights for a sweep that jumps over a hole inside a set of holes: (set, hole, weight).
    """

    weights: Weights
    potentials: Weights
    region_weights: Weights
    per_sweep: int
    passages: tuple[tuple[tuple[int, ...], int, int], ...] = ()


class Sweeps(Kind):
    """Every play of the pair has at least so many sweeps: the sizes of levels that find none with fewer.

    `regions` are opened only by sweeps that begin in them, `symmetries` those that make positions equal. What
    `bounds` say of the sweeps that a position needs, and the pagodas, keeps positions off the levels. A play,
    where one is known, goes with it.
    """

    at_least: int
    regions: tuple[tuple[int, ...], ...]
    pagodas: tuple[Weights, ...]
    symmetries: tuple[tuple[int, ...], ...]
    bounds: tuple[SweepWeights, ...]
    residues: tuple[Residue, ...]
    forward: tuple[int, ...]
    backward: tuple[int, ...]
    play: tuple[Jump, ...] | None = None
    kind = claim = "sweeps"

    def to_json(self) -> Json:
        none = [name for name in ("bounds", "backward") if not getattr(self, name)]
        return {name: value for name, value in super().to_json().items() if name not in none}

    @classmethod
    def from_json(cls, data: object) -> Sweeps:
        none: Json = {"bounds": [], "backward": []}
        return super().from_json(none | data if isinstance(data, dict) else data)

    def visited(self) -> int:
        return sum(self.forward) + sum(self.backward)

    def forecast(self) -> float:
        return self.visited() / RATE
