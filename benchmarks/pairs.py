"""Seeded pairs whose truth is known: infeasible, and yet they pass every criterion up to the integer cone.

Three ways to draw them. `random`: start and target independent, with random numbers of pegs. `redrawn`: a
random play, then the holes in which its ends agree are filled anew, the same in both; the difference stays a
sum of jumps, so the integer cone is always passed. `near`: the target is a position that can be reached,
changed by the holes of up to four jumps, which keeps its residue class. Truth comes from the complete
reachable set, level by level.

    python -m benchmarks.pairs --seed 1 --each 5 > pairs.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.base.limits import Limits
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Outcome
from feasibility.text import catalogue

BOARDS = (
    "rectangle:4x5",
    "cross:1,1,1,1",
    "rectangle:5x5",
    "triangle:5",
    "triangle:6",
    "english33",
    "french37",
    "diamond41",
)
WAYS = ("random", "redrawn", "near")
MOST_POSITIONS = 300_000
MANY_HOLES = 28  # above, dense starts reach too many positions to know the truth
LEAST_JUMPS = 2


@dataclass(frozen=True)
class Drawn:
    """An infeasible pair with how it was drawn and the size of the start's reachable set."""

    pair: Pair
    way: str
    reachable: int


def levels(board: Board, start: int, most: int = MOST_POSITIONS) -> list[NDArray[np.uint64]] | None:
    """All reachable positions by peg count, from the start down; None above `most`. Up to 64 holes."""
    by_pegs = [np.array([start], dtype=np.uint64)]
    masks = [(np.uint64(must), np.uint64(holes)) for must, holes in board.jump_masks]
    total = 1
    while by_pegs[-1].size:
        level = by_pegs[-1]
        after = [level[(level & holes) == must] ^ holes for must, holes in masks]
        by_pegs.append(np.unique(np.concatenate(after)) if after else level[:0])
        total += by_pegs[-1].size
        if total > most:
            return None
    return by_pegs


def draw(board: Board, way: str, rng: random.Random) -> Pair:
    """A candidate pair; nothing is known of it yet."""
    n = board.n
    if way == "random":
        pegs = rng.randint(5, max(6, min(n * 2 // 3, 18)))
        start = sum(1 << h for h in rng.sample(range(n), pegs))
        left = rng.randint(1, pegs - LEAST_JUMPS)
        return _pair(board, start, sum(1 << h for h in rng.sample(range(n), left)))
    share = rng.choice((0.3, 0.5, 0.7) if n <= MANY_HOLES else (0.25, 0.35, 0.45))
    start = first = sum(1 << h for h in range(n) if rng.random() < share)
    for _ in range(rng.randint(3, 12)):
        jumps = Position(board, start).legal_jumps()
        if not jumps:
            break
        start = Position(board, start).play(rng.choice(jumps)).mask
    if way == "near":
        for _ in range(rng.randint(1, 4)):
            start ^= rng.choice(board.jump_masks)[1]
        return _pair(board, first, start)
    idle = ~(first ^ start) & board.full
    share = rng.random()
    filled = sum(1 << h for h in range(n) if idle >> h & 1 and rng.random() < share)
    return _pair(board, first & ~idle | filled, start & ~idle | filled)


def _pair(board: Board, start: int, target: int) -> Pair:
    return Pair(Position(board, start), Position(board, target))


def passes(pair: Pair, upto: str = "integer-cone") -> bool:
    """Whether no criterion up to this one refutes the pair or stays undecided."""
    for criterion in CRITERIA:
        if criterion.name in ("pagoda", "cone"):
            continue  # contained in the integer cone
        finding = criterion.check(pair, Limits(nodes=5000).start())
        if finding.proof is not None or finding.outcome is Outcome.UNDECIDED:
            return False
        if criterion.name == upto:
            return True
    return True


def infeasible(board: Board, way: str, rng: random.Random) -> Iterator[Drawn]:
    """Endless infeasible pairs that pass everything up to the integer cone."""
    while True:
        pair = draw(board, way, rng)
        if (pair.jumps_needed or 0) < LEAST_JUMPS or not passes(pair):
            continue
        reached = levels(board, pair.start.mask)
        if reached is None:
            continue
        depth, target = pair.jumps_needed or 0, pair.exact
        if target is not None and (depth >= len(reached) or np.uint64(target.mask) not in reached[depth]):
            yield Drawn(pair, way, sum(level.size for level in reached))


def sample(seed: int, each: int, boards: tuple[str, ...] = BOARDS) -> Iterator[Drawn]:
    """`each` pairs of every board and way."""
    for name in boards:
        for way in WAYS:
            source = infeasible(catalogue.board(name), way, random.Random(f"{seed} {name} {way}"))
            for _ in range(each):
                yield next(source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--boards", default=" ".join(BOARDS), help="names, separated by spaces")
    options = parser.parse_args()
    for drawn in sample(options.seed, options.each, tuple(options.boards.split())):
        pair = drawn.pair
        target = pair.exact
        entry = {
            "board": pair.board.name,
            "way": drawn.way,
            "start": pair.start.mask,
            "target": target.mask if target else None,
            "reachable": drawn.reachable,
        }
        print(json.dumps(entry), flush=True)


if __name__ == "__main__":
    main()
