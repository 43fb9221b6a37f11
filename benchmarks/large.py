"""Seeded pairs on larger boards with a third to a half of the pegs left, and armies: what stays undecided?

Three kinds. `played`: the target is where a random play from a random start ends, so the pair is feasible.
`perturbed`: such a target, changed by the holes of one to four jumps, which keeps its residue class; whether
there is a play is not known. `army`: full rows, a peg two to four rows beyond, other holes open; feasible.

A pair that is decided within some seconds is decided within more, so each time limit is tried on those pairs
alone that the one before left undecided. The seconds are processor time of this process, so that a busy
machine says the same; `--wall` takes those of the wall.

    python -m benchmarks.large --seed 1 --each 4 --seconds 1 10 60
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.analysis import check
from feasibility.base import limits as limiting
from feasibility.base.limits import Limits
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.search import arbiter
from feasibility.text import catalogue

BOARDS = ("rectangle:7x7", "rectangle:8x8", "rectangle:10x10", "rectangle:12x12", "rectangle:20x20")
FIELDS = ("rectangle:11x16", "rectangle:16x11", "rectangle:14x14", "rectangle:20x15", "rectangle:15x20")
ENGINES = ("beam", "frontier", "plans")
MEMORY = 2_000_000_000  # bytes
LEAST, MOST = 1 / 3, 1 / 2  # of the pegs are left


@dataclass(frozen=True)
class Drawn:
    """A pair and how it was drawn."""

    kind: str
    pair: Pair


def played(board: Board, rng: random.Random) -> Pair:
    """The two ends of a random play."""
    while True:
        start = sum(1 << h for h in rng.sample(range(board.n), round(rng.uniform(0.5, 0.95) * board.n)))
        here, wanted = Position(board, start), round(start.bit_count() * rng.uniform(LEAST, MOST))
        while here.count > wanted and (jumps := here.legal_jumps()):
            here = here.play(rng.choice(jumps))
        if here.count <= wanted:
            return Pair(Position(board, start), here)


def perturbed(board: Board, rng: random.Random) -> Pair:
    """The end of a random play, changed by the holes of some jumps."""
    while True:
        pair = played(board, rng)
        target = pair.target.must
        for _ in range(rng.randint(1, 4)):
            target ^= rng.choice(board.jump_masks)[1]
        if target.bit_count() < pair.start.count:
            return Pair(pair.start, Position(board, target))


def army(board: Board, rng: random.Random) -> Pair:
    """An army of 11 to 15 columns, or as wide as the board, and a peg beyond it."""
    rows, columns = (1 + max(place) for place in zip(*board.holes, strict=True))
    level = rng.randint(2, 4)
    line = rng.randint(level, max(level, rows - 6))
    width = min(columns, rng.randint(11, 15))
    left = rng.randint(0, columns - width)
    start = board.mask((r, c) for r, c in board.holes if r >= line and left <= c < left + width)
    goal = board.mask([(line - level, left + width // 2)])
    return Pair(Position(board, start), Target(board, goal, board.full & ~goal))


KINDS: dict[str, Callable[[Board, random.Random], Pair]] = {
    "played": played,
    "perturbed": perturbed,
    "army": army,
}


def sample(seed: int, each: int, kind: str, name: str) -> Iterator[Drawn]:
    """`each` pairs of one kind on one board."""
    rng, board = random.Random(f"{seed} {kind} {name}"), catalogue.board(name)
    for _ in range(each):
        yield Drawn(kind, KINDS[kind](board, rng))


def decided(pair: Pair, engine: str, seconds: float) -> bool:
    """Whether an engine alone, or all of a check together, decides the pair in so many seconds."""
    limits = Limits(seconds=seconds, memory=MEMORY)
    if engine == "together":
        return check(pair, limits).decisive is not None
    return arbiter.decide(pair, arbiter.Effort(limits.start(), threads=1), engine).proof is not None


def undecided(pairs: list[Pair], engine: str, seconds: list[float]) -> list[str]:
    """How many pairs are left after each limit; a longer one is for those that a shorter one left."""
    counts = []
    for most in sorted(seconds):
        pairs = [pair for pair in pairs if not decided(pair, engine, most)]
        counts.append(str(len(pairs)))
    return counts


def row(seed: int, each: int, kind: str, name: str, engines: list[str], seconds: list[float]) -> str:
    """A line of the table: how many pairs stay undecided by each engine, after so many seconds."""
    pairs = [drawn.pair for drawn in sample(seed, each, kind, name)]
    cells = [" / ".join(undecided(pairs, engine, seconds)) for engine in engines]
    return f"| {kind} | {name} | {each} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 10.0, 60.0])
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--boards", nargs="+", default=list(BOARDS), help="of plays; armies have their own")
    parser.add_argument("--engines", nargs="+", default=[*ENGINES, "together"])
    parser.add_argument("--wall", action="store_true", help="limits on the time of the wall")
    options = parser.parse_args()
    if not options.wall:
        setattr(limiting, "monotonic", process_time)  # noqa: B010  # a clock for this process alone
    print(f"| kind | board | pairs | {' | '.join(options.engines)} |")
    print(f"|---|---|--:|{'--:|' * len(options.engines)}", flush=True)
    for kind in options.kinds:
        for name in FIELDS if kind == "army" else options.boards:
            print(row(options.seed, options.each, kind, name, options.engines, options.seconds), flush=True)


if __name__ == "__main__":
    main()
