"""Seeded pairs on larger boards with a third to a half of the pegs left, and armies: what stays undecided?

Three kinds. `played`: the target is where a random play from a random start ends, so the pair is feasible.
`perturbed`: such a target, changed by the holes of one to four jumps, which keeps its residue class; whether
there is a play is not known. `army`: full rows, a peg two to four rows beyond, other holes open; feasible.

An engine alone runs once, with the longest of the limits: its time says which shorter ones would have done.
A check shares its time by its limit, so it runs once for each, on those pairs alone that the one before left
undecided. The seconds are processor time of this process, so that a busy machine says the same; `--wall`
takes those of the wall. With `--keep FILE` each answer is kept as it comes, and not asked for again.

    python -m benchmarks.large --seed 1 --each 4 --seconds 1 10 60 --keep FILE
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.base import limits as limiting
from feasibility.base.limits import Limits
from feasibility.decide import check, search
from feasibility.decide.engines import Effort
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.text import catalogue

BOARDS = ("rectangle:7x7", "rectangle:8x8", "rectangle:10x10", "rectangle:12x12", "rectangle:20x20")
FIELDS = ("rectangle:11x16", "rectangle:16x11", "rectangle:14x14", "rectangle:20x15", "rectangle:15x20")
ENGINES = ("beam", "frontier", "plans")
TOGETHER = "together"
MEMORY = 2_000_000_000  # bytes
LEAST, MOST = 1 / 3, 1 / 2  # of the pegs are left


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


def sample(seed: int, each: int, kind: str, name: str) -> Iterator[Pair]:
    """`each` pairs of one kind on one board."""
    rng, board = random.Random(f"{seed} {kind} {name}"), catalogue.board(name)
    for _ in range(each):
        yield KINDS[kind](board, rng)


def decided(pair: Pair, engine: str, seconds: float) -> bool:
    """Whether an engine alone, or all of a check together, decides the pair in so many seconds."""
    limits = Limits(seconds=seconds, memory=MEMORY)
    if engine == TOGETHER:
        return check(pair, limits).decisive is not None
    return search(pair, Effort(limits.start(), threads=1), engine).proof is not None


class Answers:
    """Which pairs were decided, and in how many seconds; kept in a file of JSON lines if one is named."""

    def __init__(self, kept: Path | None, wall: bool) -> None:
        self.kept, self.now = kept, monotonic if wall else process_time
        lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
        self.known: dict[tuple[object, ...], float | None] = {
            tuple(asked): took for asked, took in map(json.loads, lines)
        }

    def took(self, asked: tuple[object, ...], pair: Pair, engine: str, seconds: float) -> float | None:
        """Seconds until the pair was decided; None where the limit came first."""
        asked = (*asked, engine, seconds)
        if asked not in self.known:
            began = self.now()
            within = decided(pair, engine, seconds)
            self.known[asked] = round(self.now() - began, 3) if within else None
            if self.kept is not None:
                with self.kept.open("a") as file:
                    print(json.dumps([asked, self.known[asked]]), file=file)
        return self.known[asked]

    def undecided(
        self, asked: tuple[object, ...], pairs: list[Pair], engine: str, limits: list[float]
    ) -> list[int]:
        """How many pairs are left after each of the limits, which rise."""
        counts, left = [], dict(enumerate(pairs))
        for limit in limits:
            run = limit if engine == TOGETHER else limits[-1]
            for number, pair in list(left.items()):
                took = self.took((*asked, number), pair, engine, run)
                if took is not None and (run == limit or took <= limit):
                    del left[number]
            counts.append(len(left))
        return counts


def main() -> None:
    """Print the table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 10.0, 60.0])
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--boards", nargs="+", default=list(BOARDS), help="of plays; armies have their own")
    parser.add_argument("--engines", nargs="+", default=[*ENGINES, TOGETHER])
    parser.add_argument("--wall", action="store_true", help="limits on the time of the wall")
    parser.add_argument("--keep", type=Path, help="keep the answers here, and go on from them")
    options = parser.parse_args()
    if not options.wall:
        setattr(limiting, "monotonic", process_time)  # noqa: B010  # a clock for this process alone
    answers = Answers(options.keep, options.wall)
    print(f"| kind | board | pairs | {' | '.join(options.engines)} |")
    print(f"|---|---|--:|{'--:|' * len(options.engines)}", flush=True)
    for kind in options.kinds:
        for name in FIELDS if kind == "army" else options.boards:
            pairs = list(sample(options.seed, options.each, kind, name))
            asked = (options.seed, kind, name)
            rows = [
                answers.undecided(asked, pairs, engine, sorted(options.seconds)) for engine in options.engines
            ]
            cells = " | ".join(" / ".join(map(str, counts)) for counts in rows)
            print(f"| {kind} | {name} | {len(pairs)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
