"""What is claimed beside feasible and infeasible: bounds, numbers and lengths of sweeps, levels of armies.

`to_json`: as in a certificate, what the proof object holds beside its kind.
"""

from __future__ import annotations

from feasibility.game.geometry import Jump
from feasibility.proofs.certificate import Residue
from feasibility.proofs.nodes import Node, Weights
from feasibility.proofs.written import Json, Written


class JumpBound(Written):
    """In every play of the pair the jump occurs `at_most` (or at least) `times` times."""

    jump: Jump
    at_most: bool
    times: int

    def to_json(self) -> Json:
        return {"jump": list(self.jump), "at_most" if self.at_most else "at_least": self.times}


class PegBound(Written):
    """Every play of the pair leaves at least (or at most) so many pegs."""

    pegs: int
    at_most: bool = False

    def to_json(self) -> Json:
        return {"pegs_at_most" if self.at_most else "pegs_at_least": self.pegs}


class Bound(Written):
    """A bound with the tree of cases that refutes its opposite. `given`: of the plays in which these hold.

    Leaves have a multiplier where the bound is one of pegs, or the target a number of them.
    """

    bound: JumpBound | PegBound
    root: Node
    given: tuple[JumpBound, ...] = ()
    kind = claim = "bound"


class SweepWeights(Written):
    """Weights and potentials of holes, weights of regions, and the most that one sweep takes away of them.

    `passages` are weights for a sweep that jumps over a hole inside a set of holes: (set, hole, weight).
    """

    weights: Weights
    potentials: Weights
    region_weights: Weights
    per_sweep: int
    passages: tuple[tuple[tuple[int, ...], int, int], ...] = ()


class Sweeps(Written):
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


class LongestInPlays(Written):
    """No sweep of any play of the pair has more than so many jumps; with a play, where one is known."""

    at_most: int
    play: tuple[Jump, ...] | None = None
    kind = "longest"
    claim = "longest-sweep"


class Army(Written):
    """No army gets a peg `level` rows beyond its line: the half-plane weighs `total` = a + b s, at most 1."""

    level: int
    total: tuple[int, int]
    kind = claim = "army"
