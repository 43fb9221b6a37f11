"""How many positions lie on plays from a start to a target, by dense closures from both ends.

python -m research.winning english33:-d4 english33:+d4
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.orbits import orbit_counts
from feasibility.engines.dense.queries import winning
from feasibility.game.symmetry import stabiliser
from feasibility.text.references import read_pair


def main(start: str, target: str) -> int:
    """Print positions and orbits."""
    pair = read_pair(start, target)
    positions = winning(pair.board.n, pair.board.jumps, pair.start.mask, pair.target.must)
    if not isinstance(positions, DenseSet):
        raise SystemExit(str(positions))
    print(f"{len(positions):,} positions in {sum(orbit_counts(positions, stabiliser(pair.start))):,} orbits")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
