"""How much longer does `check` take than the best of its procedures asked alone? On pairs from a seed.

Five kinds. `near`: the end of a short play, changed by some jumps; `redrawn`: a play whose ends are filled
anew where they agree; `played`: both ends of a long random play; `perturbed`: such a pair with the target
changed by some jumps, which keeps its residue class; `needle`: a board that is full but for one to three
holes, and one to three pegs of its residue class.

The best procedure is found by a race: all are asked alone, in a process where the board's libraries are made,
with limits that grow four times from 0.1 s; once one has decided, the others of its round have no more than
twice its time. Then `check` is asked with patience 0. Seconds are processor time of this process, so that a
busy machine says nearly the same. Each answer is kept in a file of JSON lines and not asked for again.

    python -m benchmarks.schedule --keep FILE --alone         # the race
    python -m benchmarks.schedule --keep FILE --check NAME    # `check`, kept under a name
    python -m benchmarks.schedule --keep FILE --alone --after NAME    # those that took `check` long enough

research/schedule_report.py says what they come to.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.large import perturbed, played
from benchmarks.pairs import draw
from feasibility.base import limits as limiting
from feasibility.base.limits import Limits
from feasibility.decide import Plan, check
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.text import catalogue

BOARDS = (
    "triangle:5", "rectangle:4x5", "triangle:6", "cross:1,1,1,1", "rectangle:5x5", "triangle:7",
    "rectangle:5x6", "rectangle:6x7", "english33", "rectangle:6x6", "french37", "triangle:8", "diamond41",
    "wiegleb45", "rectangle:7x7", "triangle:10", "rectangle:8x8", "triangle:11", "rectangle:9x9",
    "rectangle:10x10", "triangle:14", "rectangle:12x12", "rectangle:15x15", "rectangle:20x20",
)  # fmt: skip
KINDS = ("near", "redrawn", "played", "perturbed", "needle")
ENGINES = ("beam", "plans", "dense", "frontier")
MEMORY = 4_000_000_000
VAST = 200  # holes; of larger boards there is one pair of each kind
LEAST = 0.1  # seconds; below this a ratio says nothing


def needle(board: Board, rng: random.Random) -> Pair:
    """From a board that is nearly full to nearly nothing, within one residue class where that is found."""
    from feasibility.systems.residues import separate

    while True:
        holes = rng.sample(range(board.n), rng.randint(1, 3))
        start = Position(board, board.full ^ sum(1 << h for h in holes))
        for _ in range(200):
            pegs = rng.sample(range(board.n), rng.randint(1, 3))
            pair = Pair(start, Position(board, sum(1 << h for h in pegs)))
            if separate(pair) is None:
                return pair


def drawn(board: Board, kind: str, rng: random.Random) -> Pair:
    """One pair of a kind, with at least two jumps to play."""
    while True:
        if kind in ("near", "redrawn"):
            pair = draw(board, kind, rng)
        else:
            pair = {"played": played, "perturbed": perturbed, "needle": needle}[kind](board, rng)
        if (pair.jumps_needed or 0) >= 2:
            return pair


def pairs(seed: int, each: int) -> Iterator[tuple[str, Pair]]:
    """Every pair with its name."""
    for name in BOARDS:
        board = catalogue.board(name)
        for kind in KINDS:
            rng = random.Random(f"{seed} {kind} {name}")
            for number in range(each if board.n < VAST else 1):
                yield f"{name} {kind} {number}", drawn(board, kind, rng)


def asked(pair: Pair, plan: Plan, seconds: float) -> tuple[float, str, str | None, bool]:
    """Seconds, the answer and by whom, and whether a limit came first."""
    began = process_time()
    verdict = check(pair, Limits(seconds=seconds, memory=MEMORY), plan)
    return process_time() - began, str(verdict.answer), verdict.decided_by, verdict.stopped is not None


def alone(pair: Pair, name: str, seconds: float) -> tuple[float, str, str | None, bool]:
    """One procedure and nothing else: not even the program that another one has solved."""
    if name in ENGINES:
        plan = Plan((), engine=name, threads=1)
    else:
        plan = Plan([name], search=False, patience=0, threads=1)
    with ThreadPoolExecutor(1) as fresh:  # solvers belong to a thread
        return fresh.submit(asked, pair, plan, seconds).result()


def race(pair: Pair, most: float) -> dict[str, Any]:
    """The time of each procedure, as far as the best one lets it have any."""
    names = [criterion.name for criterion in CRITERIA] + list(ENGINES)
    times: dict[str, Any] = {}
    best, cap, answer = None, LEAST, "unknown"
    while best is None and names and cap < 4 * most:
        cap = min(cap, most)
        for name in list(names):
            limit = cap if best is None else min(cap, max(2 * best, LEAST))
            took, says, _, limited = alone(pair, name, limit)
            times[name] = [round(took, 4), says]
            if says != "unknown":
                best, answer = took if best is None else min(best, took), says
            elif not limited and took < limit:
                names.remove(name)
        if cap == most:
            break
        cap *= 4
    return {"best": best, "answer": answer, "times": times}


class Kept:
    """Answers in a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.known = {tuple(key): value for key, value in map(json.loads, lines)}

    def add(self, key: tuple[str, str], value: Any) -> None:
        self.known[key] = value
        with self.path.open("a") as file:
            print(json.dumps([key, value]), file=file)

    def is_slow(self, pair: str, name: str | None) -> bool:
        """Whether `check`, kept as `name`, took so long that a ratio says something; any pair without one."""
        took, says, *_ = self.known.get((pair, name), (0.0, "unknown"))
        return name is None or (took > LEAST and says != "unknown")


def warmed(drawn: Iterable[tuple[str, Pair]]) -> Iterator[tuple[str, Pair]]:
    """The pairs, the first of each board asked once before it counts."""
    before = ""
    for name, pair in drawn:
        board = name.split()[0]
        if board != before:
            before = board
            for one in (*(c.name for c in CRITERIA), *ENGINES):
                alone(pair, one, 1.0)
        yield name, pair


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--alone", action="store_true", help="race the procedures")
    parser.add_argument("--check", metavar="NAME", help="ask `check`, and keep what it says under this name")
    parser.add_argument("--only", default="", help="pairs whose name holds this")
    parser.add_argument("--after", metavar="NAME", help=f"pairs that `check` decided in over {LEAST} s")
    options = parser.parse_args()
    setattr(limiting, "monotonic", process_time)  # noqa: B010  # a clock for this process alone
    kept = Kept(options.keep)
    if options.alone or options.check:
        chosen = (
            (name, pair)
            for name, pair in pairs(options.seed, options.each)
            if options.only in name and kept.is_slow(name, options.after)
        )
        for name, pair in warmed(chosen):
            if options.alone and (name, "alone") not in kept.known:
                kept.add((name, "alone"), race(pair, options.seconds))
            if options.check and (name, options.check) not in kept.known:
                kept.add((name, options.check), asked(pair, Plan(threads=1, patience=0), options.seconds))


if __name__ == "__main__":
    main()
