"""What a census says of one graph, and what all engines that find it share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Facts:
    """One connected graph: masks of vertices, and counts of pegs.

    `solvable`: the vacancies from which one peg can be left. `left`: the fewest pegs that can be left from
    any vacancy, and `best` the vacancies from which that is so. `fool`: the most pegs of a position without
    a jump that can be reached from a single vacancy; `independent`: the most pegs of any such position.
    `digest`: the SHA-256 of the positions that can reach one peg, as 2^n bits: bit p for the position with
    mask p, the first eight in the first byte from its lowest bit on.
    """

    n: int
    solvable: int
    left: int
    best: int
    fool: int
    independent: int
    digest: str

    @property
    def kind(self) -> str:
        """As the literature says it."""
        if not self.solvable:
            return UNSOLVABLE
        return FREELY if self.solvable == (1 << self.n) - 1 else SOLVABLE


UNSOLVABLE, SOLVABLE, FREELY = "unsolvable", "solvable", "freely solvable"
KINDS = (UNSOLVABLE, SOLVABLE, FREELY)
LISTINGS = {"none": (), "unsolvable": (UNSOLVABLE,), "not-free": (UNSOLVABLE, SOLVABLE), "all": KINDS}
TABLES = ("fool", "deficit", "left")  # what is counted by number, as attributes


def peg_counts(n: int) -> NDArray[Any]:
    """The number of pegs of each of the 2^n positions."""
    import numpy as np

    return np.bitwise_count(np.arange(1 << n, dtype=np.uint32))
