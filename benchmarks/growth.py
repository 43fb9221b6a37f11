"""How times grow with the board and with the pegs."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter

from benchmarks.criteria import BY_NAME, in_residue_class, random_pairs
from feasibility import Limits, Position
from feasibility.engines.dense.closure import DenseSet, closure
from feasibility.game.geometry import coordinate
from feasibility.game.position import Pair
from feasibility.game.symmetry import stabiliser
from feasibility.text import catalogue

ON_BOARDS = ("rule-of-three", "lattice", "corners", "cone")
MOST = Limits(seconds=5)  # for one pair
PEGS = (8, 14, 20, 26, 32)
BOARDS = (
    *(f"rectangle:{size}" for size in ("4x4", "4x5", "5x5", "5x6", "5x7")),
    "english33",
    "french37",
)
Timing = Callable[[int, str], list[float]]
REPEATS = 3  # of a closure


def curves(quick: bool) -> str:
    """Three tables in Markdown."""
    pairs = 5 if quick else 15
    squares = (4, 5, 6) if quick else (4, 5, 6, 7, 8, 9)
    parts = [
        "Milliseconds of a criterion on random pairs of a square, median (quartiles):\n",
        _table("side", squares, ON_BOARDS, lambda side, name: _board(side, name, pairs)),
        "The same on the English board by pegs of the start, to half of them in the same residue class:\n",
        _table("pegs", PEGS, ("cone", "integer-cone"), lambda pegs, name: _pegs(pegs, name, pairs)),
        "Dense closure from a vacancy in the first hole, and in the hole that most symmetries keep:\n",
        _closures(BOARDS[:3] if quick else BOARDS),
    ]  # fmt: skip
    return "\n".join(parts)


def _table(head: str, sizes: tuple[int, ...], names: tuple[str, ...], time: Timing) -> str:
    lines = [f"| {head} | {' | '.join(names)} |", "|--:|" + "--:|" * len(names)]
    lines += [f"| {s} | {' | '.join(_cell(time(s, name)) for name in names)} |" for s in sizes]
    return "\n".join(lines) + "\n"


def _cell(seconds: list[float]) -> str:
    low, middle, high = (1000 * value for value in quantiles(seconds, n=4))
    return f"{middle:.3g} ({low:.3g} to {high:.3g})"


def _time(name: str, pairs: list[Pair]) -> list[float]:
    runs = []
    BY_NAME[name].check(pairs[0], MOST.start())
    for pair in pairs:
        began = perf_counter()
        BY_NAME[name].check(pair, MOST.start())
        runs.append(perf_counter() - began)
    return runs


def _board(side: int, name: str, count: int) -> list[float]:
    return _time(name, random_pairs(catalogue.board(f"rectangle:{side}x{side}"), count, side))


def _pegs(pegs: int, name: str, count: int) -> list[float]:
    rng, board = random.Random(pegs), catalogue.board("english33")
    drawn: list[Pair] = []
    while len(drawn) < count:
        start, target = rng.sample(range(33), pegs), rng.sample(range(33), pegs // 2)
        drawn += in_residue_class([Pair(Position.of(board, start), Position.of(board, target))])
    return _time(name, drawn)


def _closures(names: tuple[str, ...]) -> str:
    head = ("board", "vacancy", "symmetries", "bits", "positions", "seconds", "spread")
    lines = [f"| {' | '.join(head)} |", "|---|---|--:|--:|--:|--:|--:|"]
    for name in names:
        board = catalogue.board(name)
        kept = [len(stabiliser(Position.of(board, [hole]))) for hole in range(board.n)]
        for hole in sorted({0, kept.index(max(kept))}):
            reached, seconds = _closed(Position(board, board.full & ~(1 << hole)))
            what = f"{name} | {coordinate(board.holes[hole])} | {kept[hole]} | 2^{reached.residue.bits}"
            spread = f"{seconds[0]:.3g} to {seconds[-1]:.3g}"
            lines.append(f"| {what} | {len(reached):,} | {median(seconds):.3g} | {spread} |")
    return "\n".join(lines) + "\n"


def _closed(start: Position) -> tuple[DenseSet, list[float]]:
    """The reachable set and the sorted seconds of making it."""
    seconds = []
    for _ in range(REPEATS):
        began = perf_counter()
        reached = closure(start.board.n, start.board.jumps, start.mask)
        seconds.append(perf_counter() - began)
    assert isinstance(reached, DenseSet)
    return reached, sorted(seconds)
