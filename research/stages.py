"""Where the time of a pair goes: pairs of eight boards, stage by stage, and how many a second.

A quarter of the pairs each: two positions drawn independently, a play redrawn where its ends agree, the end
of a play changed by some jumps, and the ends of a play. Nothing is known of the first three beforehand.

    python -m research.stages --each 64           # as `batch` asks
    python -m research.stages --each 64 --first   # nothing after the first proof
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.pairs import BOARDS, draw
from feasibility import Limits
from feasibility.decide import Plan, check
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.text import catalogue

WAYS = ("random", "redrawn", "near", "played")
LIMITS = Limits(20.0)


def played(board: Board, rng: random.Random) -> Pair:
    """The ends of a random play of up to 15 jumps."""
    start = here = Position(board, rng.getrandbits(board.n))
    for _ in range(rng.randint(3, 15)):
        jumps = here.legal_jumps()
        if not jumps:
            break
        here = here.play(rng.choice(jumps))
    return Pair(start, here)


def sample(seed: int, each: int) -> Iterator[Pair]:
    """`each` pairs of every board, the ways of drawing them in turn."""
    for name in BOARDS:
        board, rng = catalogue.board(name), random.Random(f"{seed} {name}")
        for number in range(each):
            way = WAYS[number % len(WAYS)]
            yield played(board, rng) if way == "played" else draw(board, way, rng)


def measure(pairs: list[Pair], plan: Plan) -> None:
    """One pass over pairs that were asked before, so that what a board needs is there."""
    took: list[float] = []
    ran, decided = Counter[str](), Counter[str]()
    spent: dict[str, float] = defaultdict(float)
    for pair in pairs:
        began = process_time()
        verdict = check(pair, LIMITS, plan)
        took.append(process_time() - began)
        decided[verdict.decided_by or "nobody"] += 1
        for finding in verdict.findings:
            if finding.ran:
                spent[finding.criterion] += finding.seconds
                ran[finding.criterion] += 1
    low, middle, high = (1000 * q for q in quantiles(took, n=4))
    print(f"{len(took)} pairs, {len(took) / sum(took):.0f} a second of processor time; quartiles", end=" ")
    print(f"{low:.2f}, {middle:.2f}, {high:.2f} ms, worst {1000 * max(took):.0f} ms")
    for name, of_all in sorted(spent.items(), key=lambda item: -item[1]):
        share, each = of_all / sum(spent.values()), 1000 * of_all / ran[name]
        counts = f"asked {ran[name]:4}, decided {decided[name]:4}"
        print(f"  {name:15} {share:5.1%} of the time, {counts}, {each:8.3f} ms")
    rates(pairs, took, plan)


def rates(pairs: list[Pair], took: list[float], plan: Plan) -> None:
    """The median by the stage that decides."""
    by: dict[str, list[float]] = {}
    for pair, seconds in zip(pairs, took, strict=True):
        by.setdefault(check(pair, LIMITS, plan).decided_by or "nobody", []).append(seconds)
    for name, each in sorted(by.items(), key=lambda item: median(item[1])):
        print(f"  decided by {name:15} {len(each):4}, median {1000 * median(each):8.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=64)
    parser.add_argument("--first", action="store_true", help="nothing runs after the first proof")
    options = parser.parse_args()
    pairs = list(sample(options.seed, options.each))
    plan = Plan(patience=0, first=options.first)
    for pair in pairs:
        check(pair, LIMITS, plan)
    measure(pairs, plan)


if __name__ == "__main__":
    main()
