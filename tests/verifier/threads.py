"""False and true searches from eight threads, in a process of its own that has not imported numpy.

    python -m tests.verifier.threads SEED

One certificate says so many positions that numpy is imported in the meantime. Prints how many outcomes
are wrong.
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor

from feasibility.proofs.accept import verify
from tests.verifier.reference import Holes, certificate, jumps_of, rectangle

Json = dict[str, object]
HOLES = range(60, 73)  # both sides of what a word holds, and more sizes than anybody would keep
JUMPS, BACK = 5, 2


def grown(jumps: tuple[tuple[int, int, int], ...], levels: int, first: int, back: bool) -> list[set[int]]:
    """Levels from one position, each jump by jump."""
    found = [{first}]
    for _ in range(levels):
        level = set[int]()
        for start, over, landing in jumps:
            pegs, hole = 1 << start | 1 << over, 1 << landing
            full = hole if back else pegs
            level |= {p ^ (pegs | hole) for p in found[-1] if p & (pegs | hole) == full}
        found.append(level)
    return found


def searches(holes: Holes, rng: random.Random) -> tuple[Json, Json]:
    """Two certificates with right sizes of levels: of a pair that has a play, and of one that has none."""
    jumps = jumps_of(holes, "orthogonal")
    while True:
        start = rng.sample(range(len(holes)), 13)
        ahead = grown(jumps, JUMPS, sum(1 << hole for hole in start), back=False)
        if len(ahead[-1]) > 20:
            break
    reached = rng.choice(sorted(ahead[-1]))
    others = [hole for hole in range(len(holes)) if not reached >> hole & 1]
    made = []
    for target in (reached, sum(1 << hole for hole in rng.sample(others, reached.bit_count()))):
        levels = ahead[: JUMPS - BACK + 1], grown(jumps, BACK, target, back=True)
        forward, backward = (list(map(len, side)) for side in levels)
        proof: Json = {"kind": "search", "pagodas": [], "residues": []}
        proof |= {"forward": forward, "backward": backward}
        pegs = [hole for hole in range(len(holes)) if target >> hole & 1]
        made.append(certificate(holes, start, pegs, proof))
    return made[0], made[1]


def main() -> None:
    rng = random.Random(sys.argv[1])
    pairs = [searches(rectangle(8, 9)[:holes], rng) for holes in HOLES]
    proof: Json = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 200_000]}
    large = certificate(rectangle(1, 64), [0, 1], [2], proof)
    asked = [(false, "rejected") for false, _ in pairs * 12] + [(true, "valid") for _, true in pairs]
    rng.shuffle(asked)
    asked.insert(len(asked) // 3, (large, "rejected"))
    assert "numpy" not in sys.modules
    with ThreadPoolExecutor(8) as pool:
        said = [outcome.outcome for outcome in pool.map(verify, [value for value, _ in asked])]
    wrong = sum(outcome != right for outcome, (_, right) in zip(said, asked, strict=True))
    print(f"{len(asked)} checks, {wrong} wrong, numpy {'is' if 'numpy' in sys.modules else 'not'} imported")


if __name__ == "__main__":
    main()
