"""How many infeasible pairs each criterion refutes; writes the tables of docs/results/power.md.

    python -m benchmarks.power small            every pair of four small boards
    python -m benchmarks.power turning          drawn pairs that pass the integer cone (benchmarks/pairs.py)

The small boards: every start up to symmetry, every target, truth from the complete reachable set. Criteria
that see only target - start are asked once per difference up to symmetry; the turning point, where many pairs
are left, of a sample.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.pairs import BOARDS, WAYS, infeasible, levels
from feasibility import catalogue, verifier
from feasibility.certificate import Certificate, Proof
from feasibility.criteria import CRITERIA
from feasibility.geometry import Board
from feasibility.limits import Limits
from feasibility.position import Pair, Position
from feasibility.symmetry import apply, canonical
from feasibility.turning import Inquiry, by_ilp, by_lp, kill
from feasibility.turning_proof import around_one_hole, proof_of
from feasibility.verdict import Outcome

NAMES = [criterion.name for criterion in CRITERIA]
BY_NAME = dict(zip(NAMES, CRITERIA, strict=True))
LINEAR = ("classes", "rule-of-three", "lattice", "pagoda", "cone", "integer-cone")
SMALL = ("line:7", "triangle:4", "rectangle:3x4", "rectangle:4x4")
MOST_COMPLETE = 12  # holes; larger boards by a sample
DRAWN_PAIRS = 50_000
TURNING_SAMPLE = 400


class Linear:
    """Criteria that see only the difference, one answer per difference up to symmetry."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[tuple[int, int], frozenset[str]] = {}

    def __call__(self, start: int, target: int) -> frozenset[str]:
        key = (start & ~target, target & ~start)
        found = self.known.get(key)
        if found is None:
            images = [(apply(g, key[0]), apply(g, key[1])) for g in self.board.symmetries]
            found = frozenset(self._ask(_pair(self.board, *key)))
            self.known.update(dict.fromkeys(images, found))
        return found

    def _ask(self, pair: Pair) -> Iterator[str]:
        for name in LINEAR:
            if name == "pagoda":
                continue  # refutes what the cone refutes
            finding = BY_NAME[name].check(pair, Limits().start())
            if finding.outcome is Outcome.UNDECIDED:
                raise SystemExit(f"{name} undecided on {pair!r}")
            if finding.proof is not None:
                yield name
                if name == "cone":
                    yield "pagoda"


def _pair(board: Board, start: int, target: int) -> Pair:
    return Pair(Position(board, start), Position(board, target))


def every_pair(board: Board, rng: random.Random) -> Iterator[tuple[int, int, bool]]:
    """Start, target and the truth: all starts up to symmetry; on large boards a uniform sample."""
    if board.n > MOST_COMPLETE:
        for _ in range(DRAWN_PAIRS):
            start, target = rng.randrange(board.full + 1), rng.randrange(board.full + 1)
            yield start, target, target in _reached(board, start)
        return
    for start in range(board.full + 1):
        if canonical(Position(board, start)).mask == start:
            reached = _reached(board, start)
            yield from ((start, target, target in reached) for target in range(board.full + 1))


def _reached(board: Board, start: int) -> set[int]:
    return {int(mask) for level in levels(board, start) or [] for mask in level}


def small(name: str, seed: int) -> None:
    """The table of one small board."""
    board, rng = catalogue.board(name), random.Random(seed)
    linear, alone, after = Linear(board), Counter[str](), Counter[str]()
    left: list[Pair] = []
    total = feasible = 0
    for start, target, truth in every_pair(board, rng):
        total, feasible = total + 1, feasible + truth
        pair = _pair(board, start, target)
        refuted = set(linear(start, target))
        if start != target:
            refuted |= {n for n in ("trivial", "corners") if BY_NAME[n].check(pair, Limits().start()).proof}
        if truth and refuted:
            raise SystemExit(f"{refuted} refuted a feasible pair: {pair!r}")
        alone.update(refuted)
        first = next((n for n in NAMES if n in refuted), None)
        if first is not None:
            after[first] += 1
        elif not truth:
            left.append(pair)
    asked = left if len(left) <= TURNING_SAMPLE else rng.sample(left, TURNING_SAMPLE)
    turned = sum(refutes(pair) for pair in asked)
    drawn = "" if board.n <= MOST_COMPLETE else ", drawn uniformly"
    print(f"\n### {name}\n\n{total} pairs{drawn}: {feasible} feasible, {total - feasible} infeasible.\n")
    print("| criterion | alone | after the earlier ones |\n|---|---:|---:|")
    for n in NAMES[:-1]:
        print(f"| {n} | {alone[n]} | {after[n]} |")
    share = f"{turned} of {len(asked)}" + ("" if len(asked) == len(left) else " drawn")
    print(f"| turning-point | | {share} |\n\nLeft by all before the turning point: {len(left)}.", flush=True)


def refutes(pair: Pair) -> bool:
    """Whether the turning point refutes, by a certificate that the verifier accepts."""
    finding = BY_NAME["turning-point"].check(pair, Limits(seconds=20).start())
    return finding.proof is not None and valid(pair, finding.proof)


def valid(pair: Pair, proof: Proof) -> bool:
    outcome = verifier.check(Certificate(pair, proof).to_json())
    if not outcome.valid:
        raise SystemExit(f"invalid certificate: {outcome}\n{pair!r}")
    return True


def turning(seed: int, each: int, boards: list[str]) -> None:
    """Power and cost over drawn pairs."""
    columns = "pairs | one hole, LP | dead jumps, LP | dead jumps, ILP | all | median s | median bytes"
    print(f"| board | drawn | {columns} |\n|---|---|---:|---:|---:|---:|---:|---:|---:|")
    sums = Counter[str]()
    for name in boards:
        for way in WAYS:
            source = infeasible(catalogue.board(name), way, random.Random(f"{seed} {name} {way}"))
            counts, seconds, sizes = Counter[str](), [], []
            for _ in range(each):
                pair = next(source).pair
                counts["pairs"] += 1
                counts["single"] += around_one_hole(Inquiry(pair, Limits().start())) is not None
                inquiry = Inquiry(pair, Limits(seconds=20).start())
                for label, decide in (("lp", by_lp), ("ilp", by_ilp(1000))):
                    inquiry.witnesses.clear()
                    end = kill(inquiry, decide)
                    if end is not None:
                        counts[label] += valid(pair, proof_of(inquiry, end))
                        break
                begin = perf_counter()
                finding = BY_NAME["turning-point"].check(pair, Limits(seconds=20).start())
                seconds.append(perf_counter() - begin)
                if finding.proof is not None and valid(pair, finding.proof):
                    counts["all"] += 1
                    sizes.append(len(Certificate(pair, finding.proof).text()))
            sums += counts
            row = [counts[k] for k in ("pairs", "single", "lp", "ilp", "all")]
            cells = " | ".join(map(str, row))
            print(
                f"| {name} | {way} | {cells} | {np.median(seconds):.2f} | {np.median(sizes or [0]):.0f} |",
                flush=True,
            )
    cells = " | ".join(str(sums[k]) for k in ("pairs", "single", "lp", "ilp", "all"))
    print(f"| **all** | | {cells} | | |")
    print(f"\nRefuted: {100 * sums['all'] / max(1, sums['pairs']):.1f} %.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("small", "turning"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10, help="pairs per board and way")
    parser.add_argument("--boards", help="names, separated by spaces")
    options = parser.parse_args()
    if options.what == "turning":
        turning(options.seed, options.each, (options.boards or " ".join(BOARDS)).split())
        return
    for name in (options.boards or " ".join(SMALL)).split():
        small(name, options.seed)


if __name__ == "__main__":
    main()
