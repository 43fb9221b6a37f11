"""What each criterion refutes of infeasible pairs of small boards: the first tables of docs/results/power.md.

    python -m research.every_pair [--boards "line:7 triangle:4"] [--drawn 6000]

Every start up to symmetry, every target; the truth from sets of reachable positions as big integers, made
from the rules alone. No pair is left out and none is drawn, except for the last two criteria on 4x4:

- trivial and corners are their theorems, evaluated for all pairs in numpy;
- so are the classes; the rule of three and the lattice are asked once for each value of the residues;
- the cone is its facets, each proved in integers; the integer cone is asked of every difference that the
  lattice and the cone let pass;
- the turning point and `ends` are asked of every pair that is left, or of `--drawn` drawn ones, each by
  itself; each refutation is a certificate that the verifier accepted.

What numpy says is compared with the criteria themselves on drawn pairs; a difference, or a feasible pair that
anything refutes, ends the run.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Limits
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply, canonical
from feasibility.processes.pool import in_processes
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.verdict import Outcome
from feasibility.studies.polyhedra.facets import Enumeration
from feasibility.systems.corners import corners
from feasibility.systems.residues import generators
from feasibility.text import catalogue
from research.power import ORDERED
from research.power import refutes as refutes_by_order

BOARDS = ("line:7", "triangle:4", "rectangle:3x4", "rectangle:4x4")
NAMES = [criterion.name for criterion in CRITERIA if criterion.name not in ORDERED]
BY_NAME = {criterion.name: criterion for criterion in CRITERIA}
BIT = {name: 1 << i for i, name in enumerate(NAMES)}
FEASIBLE = 1 << len(NAMES)
COMPARED = 300  # pairs of each kind, with the criteria themselves
CHUNK = 1 << 19
Flags = NDArray[np.uint16]


def reference(board: Board) -> Iterator[tuple[int, int]]:
    """Every position with the set of what can be reached from it, as bits of an integer; few pegs first."""
    triples = [(1 << j.start | 1 << j.over, 1 << j.landing) for j in board.jumps]
    by_pegs = [[m for m in range(board.full + 1) if m.bit_count() == p] for p in range(board.n + 1)]
    below: dict[int, int] = {}
    for level in by_pegs:
        here = {}
        for mask in level:
            reached = 1 << mask
            for pegs, landing in triples:
                if mask & pegs == pegs and not mask & landing:
                    reached |= below[mask ^ pegs ^ landing]
            here[mask] = reached
            yield mask, reached
        below = here


class Differences:
    """What the criteria that see only start - target say, for all differences: base 3, one digit a hole."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.index = np.array(
            [sum(3**i for i in range(board.n) if m >> i & 1) for m in range(board.full + 1)]
        )
        self.flags: Flags = np.zeros(3**board.n, np.uint16)
        self.asked: dict[int, int] = {}
        self._fill()
        self._integer_cone()

    def of(self, start: int, targets: NDArray[np.int64]) -> Flags:
        """The flags of one start with every target."""
        flags: Flags = self.flags[self.index[start & ~targets] + 2 * self.index[targets & ~start]]
        return flags

    def _fill(self) -> None:
        """Classes, rule of three, lattice and cone, many differences at a time."""
        indicators = (indicator(self.board, members) for members in self.board.playable_classes)
        classes = self._columns(w for w in indicators if Functional(w).is_valid(self.board))
        run = Enumeration(self.board, "builtin", every=True)
        facets = (facet.weights for step in run.steps(Limits().start()) for facet in step)
        cone = self._columns(sorted(facets, key=sum))
        for first in range(0, len(self.flags), CHUNK):
            places = np.arange(first, min(first + CHUNK, len(self.flags)))
            digits = places[:, None] // 3 ** np.arange(self.board.n) % 3
            vectors = np.where(digits == 2, -1, digits).astype(np.float32)
            self.flags[places[(vectors @ classes < 0).any(axis=1)]] |= BIT["classes"]
            self._ask_residues(places, vectors)
            for low in range(0, cone.shape[1], 64):
                out = (vectors @ cone[:, low : low + 64] < 0).any(axis=1)
                self.flags[places[out]] |= BIT["cone"] | BIT["pagoda"]
                places, vectors = places[~out], vectors[~out]

    def _columns(self, functions: Iterable[tuple[int, ...]]) -> NDArray[np.float32]:
        """One function each; small integers, so that floats are exact."""
        return np.array(list(functions), np.float32).reshape(-1, self.board.n).T

    def _ask_residues(self, places: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        """Rule of three and lattice see only residues: one difference of each is asked."""
        keys = np.zeros(len(places), np.int64)
        for weights, modulus in generators(self.board):
            value = (vectors @ np.array(weights, np.float32)).astype(np.int64)
            keys = keys * (modulus or 1000) + (value % modulus if modulus else value + 500)
        names = ("rule-of-three", "lattice")
        for key in np.unique(keys).tolist():
            same = places[keys == key]
            if key not in self.asked:
                gained, lost = self._pair(int(same[0]))
                self.asked[key] = sum(BIT[n] for n in names if refutes(n, self.board, gained, lost))
            self.flags[same] |= self.asked[key]

    def _pair(self, place: int) -> tuple[int, int]:
        gained, lost = (
            sum(1 << i for i in range(self.board.n) if place // 3**i % 3 == digit) for digit in (1, 2)
        )
        return gained, lost

    def _integer_cone(self) -> None:
        self.flags[self.flags & (BIT["lattice"] | BIT["cone"]) != 0] |= BIT["integer-cone"]
        todo = np.flatnonzero(self.flags & BIT["integer-cone"] == 0)
        seen = set[int]()
        for at in todo.tolist():
            if at not in seen:
                gained, lost = self._pair(at)
                images = _images(self, gained, lost)
                seen.update(images)
                if refutes("integer-cone", self.board, gained, lost):
                    self.flags[images] |= BIT["integer-cone"]


def _images(table: Differences, gained: int, lost: int) -> list[int]:
    group, index = table.board.symmetries, table.index
    return [int(index[apply(g, gained)] + 2 * index[apply(g, lost)]) for g in group]


def refutes(name: str, board: Board, start: int, target: int) -> bool:
    """The criterion itself, without a limit."""
    finding = BY_NAME[name].check(Pair(Position(board, start), Position(board, target)), Limits().start())
    if finding.outcome is Outcome.UNDECIDED:
        raise SystemExit(f"{name} is undecided on {board.label} {start:x} to {target:x}")
    return finding.outcome is Outcome.REFUTED


class Own:
    """Trivial reasons and corners of one start with every target."""

    def __init__(self, board: Board) -> None:
        self.board, self.all = board, np.arange(board.full + 1)
        self.pegs = np.bitwise_count(self.all).astype(np.int64)
        self.moves, self.unmoves = (
            np.isin(self.all, [m for m in range(board.full + 1) if ways(Position(board, m))])
            for ways in (Position.legal_jumps, Position.legal_unjumps)
        )
        weights = [
            tuple(a - b for a, b in zip(indicator(board, over), indicator(board, edge), strict=True))
            for corner in corners(board)
            for over, edge in zip(corner.beside, corner.exits, strict=True)
            if edge
        ]
        bits = self.all[:, None] >> np.arange(board.n) & 1
        self.exits = [bits @ np.array(w) for w in weights if Functional(w).is_valid(board)]

    def of(self, start: int) -> Flags:
        """The flags of one start with every target."""
        trivial = (self.pegs >= self.pegs[start]) | ~self.unmoves | (not self.moves[start])
        trivial[start] = False
        corner = self._order(start, self.all) | self._order(self.board.full & ~self.all, ~start)
        for weight in self.exits:
            corner |= weight[start] < weight
        flags: Flags = trivial * np.uint16(BIT["trivial"]) + corner * np.uint16(BIT["corners"])
        return flags

    def _order(self, start: NDArray[np.int64] | int, target: NDArray[np.int64] | int) -> NDArray[np.bool_]:
        refuted = np.zeros(len(self.all), np.bool_)
        if self.board.geometry is not Geometry.ORTHOGONAL:
            return refuted
        for corner in corners(self.board):
            inner, beside = corner.members & ~corner.corners, 0
            for members in corner.beside:
                beside |= members
            start_at, leaves = (
                _pegs(start, beside),
                _pegs(start, corner.corners) - _pegs(target, corner.corners),
            )
            over = leaves - _pegs(target, inner)
            refuted |= (over > 0) & (start_at < over + 1)
        return refuted


def _pegs(positions: NDArray[np.int64] | int, mask: int) -> NDArray[np.int64]:
    return np.asarray(np.bitwise_count(np.asarray(positions) & mask), np.int64)


@dataclass
class Table:
    """How often each combination of flags occurs, and the pairs that all criteria before the last leave."""

    histogram: NDArray[np.int64]
    left: list[tuple[int, NDArray[np.int64]]]

    def row(self, name: str) -> tuple[int, int]:
        """Refuted alone, refuted after the earlier ones."""
        bit, kinds = BIT[name], np.arange(len(self.histogram))
        alone = self.histogram[kinds & bit != 0].sum()
        return int(alone), int(self.histogram[(kinds & bit != 0) & (kinds & bit - 1 == 0)].sum())

    def drawn(self, most: int, rng: random.Random) -> list[tuple[int, int]]:
        """The pairs that are left, or some of them."""
        sizes = np.cumsum([0, *(len(targets) for _, targets in self.left)])
        total = int(sizes[-1])
        chosen: Iterable[int] = range(total) if total <= most else sorted(rng.sample(range(total), most))
        rows = [(int(np.searchsorted(sizes, at, "right")) - 1, at) for at in chosen]
        return [(self.left[row][0], int(self.left[row][1][at - sizes[row]])) for row, at in rows]


def table(board: Board, rng: random.Random) -> Table:
    """All pairs: starts up to symmetry, truth from the reference."""
    differences, own = Differences(board), Own(board)
    histogram, left = np.zeros(2 * FEASIBLE, np.int64), []
    width = (1 << board.n) + 7 >> 3
    for start, reached in reference(board):
        if canonical(Position(board, start)).mask != start:
            continue
        flags = differences.of(start, own.all) | own.of(start)
        truth = np.unpackbits(np.frombuffer(reached.to_bytes(width, "little"), np.uint8), bitorder="little")
        truth = truth[: 1 << board.n].astype(np.bool_)
        if flags[truth].any():
            raise SystemExit(f"a feasible pair of {board.label} from {start:x} is refuted")
        if rng.random() < COMPARED / 1000:
            compare(board, start, flags, rng)
        flags[truth] = FEASIBLE
        histogram += np.bincount(flags, minlength=2 * FEASIBLE)
        open_targets = np.flatnonzero(flags == 0)
        if len(open_targets):
            left.append((start, open_targets))
    return Table(histogram, left)


def compare(board: Board, start: int, flags: Flags, rng: random.Random) -> None:
    """The criteria themselves on a drawn target, and on one that the corners refute."""
    marked = np.flatnonzero(flags & BIT["corners"])
    targets = [rng.randrange(1 << board.n), *(rng.sample(marked.tolist(), 1) if len(marked) else ())]
    for target in targets:
        for name in NAMES:
            if refutes(name, board, start, target) != bool(flags[target] & BIT[name]):
                raise SystemExit(f"{name} and numpy differ on {board.label} {start:x} to {target:x}")


def report(name: str, most: int) -> None:
    """The table of one board as Markdown."""
    board, rng, began = catalogue.board(name), random.Random(name), perf_counter()
    answers = table(board, rng)
    total, feasible = int(answers.histogram.sum()), int(answers.histogram[FEASIBLE:].sum())
    left = sum(len(targets) for _, targets in answers.left)
    asked = answers.drawn(most, rng)
    print(f"\n### {name}\n\n{total:,} pairs: {feasible:,} feasible, {total - feasible:,} infeasible.\n")
    print("| criterion | alone | after the earlier ones |\n|---|---:|---:|")
    for criterion in NAMES:
        print("| {} | {:,} | {:,} |".format(criterion, *answers.row(criterion)))
    drawn = "" if len(asked) == left else " drawn"
    for criterion in ORDERED:
        print(
            f"| {criterion} | | {refuted(board, asked, criterion):,} of {len(asked):,}{drawn} |", flush=True
        )
    print(f"\nLeft by all before the turning point: {left:,}.", flush=True)
    print(f"{name}: {perf_counter() - began:.0f} s", file=sys.stderr)


def refuted(board: Board, asked: list[tuple[int, int]], criterion: str) -> int:
    """How many of the pairs one of the last two criteria refutes by itself."""
    pairs = (Pair(Position(board, a), Position(board, b)) for a, b in asked)
    work = partial(refutes_by_order, name=criterion)
    answers = [answer for _, answer in in_processes(work, pairs)]
    if not all(isinstance(answer, bool) for answer in answers):
        raise SystemExit(f"no answer: {next(a for a in answers if not isinstance(a, bool))}")
    return sum(answers)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", default=" ".join(BOARDS), help="names, separated by spaces")
    parser.add_argument("--drawn", type=int, default=6000, help="pairs for the last two criteria, at most")
    options = parser.parse_args()
    for name in options.boards.split():
        report(name, options.drawn)


if __name__ == "__main__":
    main()
