"""A play: the list of its jumps."""

from feasibility.game.geometry import Jump
from feasibility.proofs.kind import Proof


class Play(Proof):
    """Feasible: this list of jumps leads from the start to the target."""

    jumps: tuple[Jump, ...]
    kind = "play"
    claim = "feasible"
