"""Weights on holes and on pairs of holes: what do they refute that passes the integer cone?

    python -m research.pair_weights [--boards "line:7"] [--each 6] [--drawn 6000]

F(P) adds up the weights of the pegs of P and of the pairs of pegs. A jump from a over b to c changes it by
w(c) - w(a) - w(b) - v(a,b), and by v(c,h) - v(a,h) - v(b,h) for every other hole h that holds a peg. If the
first, with all of the others that are positive, is never above 0, then no play raises F: one inequality for
each jump. A linear program seeks the F that rises most from start to target; its weights are rounded and
proved in integers. The pairs are those that research/every_pair.py leaves to the last two criteria, those
of benchmarks/pairs.py, and vacancies to last pegs (docs/results/power.md).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import highspy
import numpy as np
from numpy.typing import NDArray

from benchmarks.pairs import WAYS, infeasible
from feasibility.base.limits import Limits
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.solvers.highs import quiet_solver
from feasibility.text import catalogue
from feasibility.text.references import read_pair
from research.every_pair import table
from research.power import BY_NAME, LEFT, ORDERED, SECONDS, valid

SMALL = ("line:7", "triangle:4", "rectangle:3x4")
DRAWN = (
    "rectangle:4x5", "cross:1,1,1,1", "rectangle:5x5", "triangle:5", "triangle:6", "english33", "french37",
)  # fmt: skip
# Infeasible from one vacancy to one peg, and decided by order or by search (docs/results/surveys/README.md).
VACANCIES = {
    "triangle:4": ("a2 a3", "a2 c4"),
    "triangle:5": LEFT,
    "diamond41": ("e1 b6", "e1 e9", "d2 i5", "d2 f8", "e1 e3", "e1 e6", "d2 f5", "e3 e1", "e4 b6", "e4 e9"),
    "wiegleb45": ("e1 e1",),
}
SCALES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 60, 120, 360, 1000, 10**4, 10**6, 10**8)
COLUMNS = ("pairs", "near", "all", "median s", "numbers", "bytes", "turning point", "bytes", "ends", "bytes",
           "pair weights alone")  # fmt: skip
Terms = list[tuple[int, int]]  # columns with their factors


def close(board: Board) -> list[tuple[int, int]]:
    """Pairs of holes at most two rows and two columns apart."""
    places = board.holes
    return [
        (g, h) for g, h in combinations(range(board.n), 2)
        if max(abs(p - q) for p, q in zip(places[g], places[h], strict=True)) <= 2
    ]  # fmt: skip


class Weights:
    """The functions F of a board as a linear program: holes first, then these pairs of holes."""

    def __init__(self, board: Board, pairs: Iterable[tuple[int, int]]) -> None:
        self.board, self.pairs = board, list(pairs)
        at = {pair: board.n + i for i, pair in enumerate(self.pairs)}
        self.at = at | {(h, g): column for (g, h), column in at.items()}
        self.width = board.n + len(self.pairs)
        self.changes = [self._change(jump) for jump in board.jumps]
        self._solver = self._model()

    def _pair(self, g: int, h: int, factor: int) -> Terms:
        return [(self.at[g, h], factor)] if (g, h) in self.at else []

    def _change(self, jump: Sequence[int]) -> tuple[Terms, list[Terms]]:
        """What a jump changes: by itself, and with each other hole if it holds a peg."""
        a, b, c = jump
        itself = [(c, 1), (a, -1), (b, -1), *self._pair(a, b, -1)]
        others = (h for h in range(self.board.n) if h not in jump)
        with_peg = ([*self._pair(c, h, 1), *self._pair(a, h, -1), *self._pair(b, h, -1)] for h in others)
        return itself, [terms for terms in with_peg if terms]

    def _model(self) -> Any:
        """Weights within -1 and 1, and a column for what each jump can gain by each other hole."""
        rows, width = [], self.width
        for itself, others in self.changes:
            gains = range(width, width + len(others))
            rows += [[*terms, (gain, -1)] for terms, gain in zip(others, gains, strict=True)]
            rows.append([*itself, *((gain, 1) for gain in gains)])
            width += len(others)
        lp, infinity = highspy.HighsLp(), highspy.kHighsInf
        lp.num_col_, lp.num_row_ = width, len(rows)
        lp.col_cost_ = np.zeros(width)
        lp.col_lower_ = np.where(np.arange(width) < self.width, -1.0, 0.0)
        lp.col_upper_ = np.where(np.arange(width) < self.width, 1.0, infinity)
        lp.row_lower_, lp.row_upper_ = np.full(len(rows), -infinity), np.zeros(len(rows))
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.cumsum([0, *map(len, rows)], dtype=np.int32)
        lp.a_matrix_.index_ = np.array([column for row in rows for column, _ in row], dtype=np.int32)
        lp.a_matrix_.value_ = np.array([factor for row in rows for _, factor in row], dtype=np.float64)
        solver = quiet_solver()
        solver.setOptionValue("simplex_strategy", 4)  # only the objective changes between pairs
        solver.passModel(lp)
        return solver

    def counts(self, position: Position) -> NDArray[np.int64]:
        """Which holes hold a peg, then which pairs hold two."""
        pegs = position.vector
        return np.array([*pegs, *(pegs[g] * pegs[h] for g, h in self.pairs)])

    def highest(self, weights: Sequence[int]) -> int:
        """The most that any jump can raise F where it can be played."""

        def total(terms: Terms) -> int:
            return sum(weights[column] * factor for column, factor in terms)

        return max(total(itself) + sum(max(0, total(t)) for t in others) for itself, others in self.changes)

    def refute(self, pair: Pair) -> list[int] | None:
        """Integer weights that no jump raises and that weigh more at the target; proved."""
        target = pair.exact
        if target is None:
            raise ValueError("weights on pairs are asked of single positions")
        gain = self.counts(target) - self.counts(pair.start)
        self._solver.changeColsCost(self.width, np.arange(self.width, dtype=np.int32), -gain.astype(float))
        self._solver.run()
        if -self._solver.getInfo().objective_function_value < 1e-7:
            return None
        return self._rounded(np.array(self._solver.getSolution().col_value[: self.width]), gain)

    def _rounded(self, floats: NDArray[np.float64], gain: NDArray[np.int64]) -> list[int] | None:
        """Each jump takes a peg away, so some weight on every peg makes up for what rounding has raised."""
        for scale in SCALES:
            weights = [round(x) for x in (floats * scale).tolist()]
            excess = max(0, self.highest(weights))
            weights = [w + excess * (i < self.board.n) for i, w in enumerate(weights)]
            if self.highest(weights) <= 0 and sum(w * int(d) for w, d in zip(weights, gain, strict=True)) > 0:
                return weights
        return None


def size(proof: Any) -> int:
    """Bytes as JSON without spaces."""
    return len(json.dumps(proof, separators=(",", ":")))


def certificate(kept: Weights, weights: list[int]) -> dict[str, Any]:
    """What a checker would need to know."""
    pairs = [[g, h, w] for (g, h), w in zip(kept.pairs, weights[kept.board.n :], strict=True) if w]
    return {"kind": "pair-weights", "weights": weights[: kept.board.n], "pairs": pairs}


def by_order(pair: Pair, name: str) -> int | None:
    """The size of a refutation by one of the last two criteria."""
    from feasibility.proofs.certificate import Certificate

    proof = BY_NAME[name].check(pair, Limits(seconds=SECONDS).start()).proof
    return size(Certificate(pair, proof).to_json()["proof"]) if proof and valid(pair, proof) else None


def median(values: Iterable[float | None], digits: int = 0) -> str:
    found = [value for value in values if value is not None]
    return f"{np.median(found):,.{digits}f}" if found else ""


def row(name: str, way: str, pairs: Sequence[Pair]) -> None:
    """Prints a row of the table."""
    board = catalogue.board(name)
    near, every = Weights(board, close(board)), Weights(board, combinations(range(board.n), 2))
    nearby = [near.refute(pair) for pair in pairs]
    seconds, found = [], []
    for pair in pairs:
        begun = process_time()
        found.append(every.refute(pair))
        seconds.append(process_time() - begun)
    proofs = [
        certificate(near, a) if a else certificate(every, b) if b else None
        for a, b in zip(nearby, found, strict=True)
    ]
    order = [[by_order(pair, criterion) for pair in pairs] for criterion in ORDERED]
    alone = [p is not None and not any(o) for p, *o in zip(proofs, *order, strict=True)]
    numbers = (sum(map(bool, p["weights"])) + len(p["pairs"]) for p in proofs if p)
    cells: list[object] = [len(pairs), sum(map(bool, nearby)), sum(map(bool, found)), median(seconds, 3)]
    cells += [median(numbers), median(size(p) for p in proofs if p)]
    for sizes in order:
        cells += [sum(map(bool, sizes)), median(sizes)]
    print(f"| {name} | {way} | {' | '.join(map(str, cells))} | {sum(alone)} |", flush=True)


def small(name: str, most: int) -> list[Pair]:
    """The pairs of a small board that are left to the last two criteria, or some of them."""
    board, rng = catalogue.board(name), random.Random(name)
    return [Pair(Position(board, a), Position(board, b)) for a, b in table(board, rng).drawn(most, rng)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", default=" ".join((*SMALL, *DRAWN, *VACANCIES)), help="names, with spaces")
    parser.add_argument("--each", type=int, default=6, help="pairs per board and way")
    parser.add_argument("--drawn", type=int, default=6000, help="pairs of a small board, at most")
    options = parser.parse_args()
    print(f"| board | drawn | {' | '.join(COLUMNS)} |\n|---|---|{'---:|' * len(COLUMNS)}")
    for name in dict.fromkeys(options.boards.split()):
        if name in SMALL:
            row(name, "every", small(name, options.drawn))
        if name in DRAWN:
            for way in WAYS:
                source = infeasible(catalogue.board(name), way, random.Random(f"1 {name} {way}"))
                row(name, way, [drawn.pair for drawn in islice(source, options.each)])
        if name in VACANCIES:
            ends = (f"{name}:-{a} {name}:+{b}" for a, b in map(str.split, VACANCIES[name]))
            row(name, "one peg", [read_pair(*both.split()) for both in ends])


if __name__ == "__main__":
    main()
