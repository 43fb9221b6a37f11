"""What the criteria refute on graphs, and how fast a census is: the tables of docs/results/graphs.md.

    python -m research.graphs power      every pair of a vacancy and a last peg, on all small graphs
    python -m research.graphs proofs     unsolvable graphs: a proof of every such pair that is no exhaustion
    python -m research.graphs speed      graphs a second, beside plain Python
    python -m research.graphs atlas --folder DIR   beside those of K. Harish, whose data are in DIR

The truth is made from the rules alone: sets of reachable positions. Every refutation that is counted is a
certificate that the verifier accepted; a feasible pair that anything refutes ends the run.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import networkx as nx

from feasibility.base.limits import Limits
from feasibility.criteria import Criterion
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.studies.census.block import Block, CountBlock, block_size
from feasibility.studies.census.run import count_blocks
from feasibility.studies.census.sources import blocks
from feasibility.text.graphs import board_of_graph
from research.every_pair import reference
from research.power import valid
from tests.studies.census.reference import facts

NAMES = [criterion.name for criterion in CRITERIA]
SECONDS = 20.0
LAST = ("turning-point", "ends")  # asked only of what the others let pass
CLASSES: tuple[tuple[str, int, Callable[[nx.Graph], bool]], ...] = (
    ("trees", 9, nx.is_tree),
    ("bipartite graphs that are no trees", 7, lambda g: nx.is_bipartite(g) and not nx.is_tree(g)),
    ("graphs that are not bipartite", 6, lambda g: not nx.is_bipartite(g)),
)


def graphs(most: int) -> Iterator[nx.Graph]:
    """All connected graphs with 3 to `most` vertices; beyond seven only trees."""
    for n in range(3, most + 1):
        for block in blocks(str(n) if n <= 7 else f"trees:{n}"):
            yield from (nx.from_graph6_bytes(text) for text in block.lines)


def pairs(board: Board) -> Iterator[tuple[int, int]]:
    """Vacancy and last peg, one pair of every orbit under the symmetries."""
    seen = set()
    for vacancy in range(board.n):
        for last in range(board.n):
            key = min((g[vacancy], g[last]) for g in board.symmetries)
            if key not in seen:
                seen.add(key)
                yield vacancy, last


def refuting(criterion: Criterion, pair: Pair) -> bool:
    """Whether a criterion refutes, by a certificate that the verifier accepts."""
    finding = criterion.check(pair, Limits(SECONDS).start())
    return finding.proof is not None and valid(pair, finding.proof)


def power() -> None:
    """The table of each class of graphs."""
    for what, most, belongs in CLASSES:
        counts, alone, first = Counter[str](), Counter[str](), Counter[str]()
        for graph in graphs(most):
            if belongs(graph):
                board = board_of_graph(graph)
                reached = dict(reference(board))
                counts["graphs"] += 1
                for vacancy, last in pairs(board):
                    start = board.full ^ 1 << vacancy
                    pair = Pair(Position(board, start), Position(board, 1 << last))
                    _ask(pair, bool(reached[start] >> (1 << last) & 1), counts, alone, first)
        _table(what, most, counts, alone, first)


def _ask(pair: Pair, feasible: bool, counts: Counter[str], alone: Counter[str], first: Counter[str]) -> None:
    counts["feasible" if feasible else "infeasible"] += 1
    asked = [c for c in CRITERIA if not c.costly] if feasible else CRITERIA
    decisive: list[str] = []
    for criterion in asked:
        if criterion.name in LAST and decisive:
            continue
        if refuting(criterion, pair):
            decisive.append(criterion.name)
    if feasible and decisive:
        raise SystemExit(f"{decisive} refute a feasible pair:\n{pair!r}")
    if not feasible:
        alone.update(decisive)
        first[decisive[0] if decisive else "nothing"] += 1


def _table(what: str, most: int, counts: Counter[str], alone: Counter[str], first: Counter[str]) -> None:
    infeasible = counts["infeasible"]
    print(f"\n### {what.capitalize()}, to {most} vertices\n")
    asked = counts["feasible"] + infeasible
    print(f"{counts['graphs']:,} graphs, {asked:,} pairs: {infeasible:,} infeasible.\n")
    print("| criterion | alone | after the earlier ones |\n|---|---:|---:|")
    for name in NAMES:
        print(f"| {name} | {'' if name in LAST else f'{alone[name]:,}'} | {first[name]:,} |")
    print(f"\nLeft by all: {first['nothing']:,}.", flush=True)


def proofs(most: int) -> None:
    """Each unsolvable graph: by what its pairs fall."""
    print("| graph6 | vertices | pairs | by each criterion |\n|---|---:|---:|---|")
    for n in range(4, most + 1):
        for counted in count_blocks(str(n), "unsolvable", jobs=1):
            for text in (graph["graph"] for graph in counted["listed"]):
                by = first_criteria(board_of_graph(nx.from_graph6_bytes(text.encode())))
                told = ", ".join(f"{name} {by[name]}" for name in [*NAMES, "nothing"] if by[name])
                print(f"| `{text}` | {n} | {by.total()} | {told} |", flush=True)


def first_criteria(board: Board) -> Counter[str]:
    """How many pairs of a vacancy and a last peg each criterion is the first to refute."""
    by = Counter[str]()
    for vacancy, last in pairs(board):
        pair = Pair(Position(board, board.full ^ 1 << vacancy), Position(board, 1 << last))
        by[next((c.name for c in CRITERIA if refuting(c, pair)), "nothing")] += 1
    return by


def speed(rounds: int) -> None:
    """Graphs a second of processor time, and those of the reference in plain Python."""
    print("| vertices | graphs | graphs a second: least, median, most | plain Python |\n|---|---:|---:|---:|")
    count = CountBlock("all")
    for n in (8, 9, 10):
        some = next(iter(blocks(str(n)))).lines[-block_size(n) :]
        count(Block(1, n, some[:64]))
        block = Block(1, n, some)
        rates = sorted(len(some) / _seconds(partial(count, block)) for _ in range(rounds))
        few = [nx.from_graph6_bytes(text) for text in some[:: len(some) // 5]]
        plain = len(few) / _seconds(partial(_plain, few))
        told = f"{rates[0]:,.0f}, {median(rates):,.0f}, {rates[-1]:,.0f}"
        print(f"| {n} | {len(some):,} | {told} | {plain:,.1f} |", flush=True)


def atlas(folder: Path) -> None:
    """Graph by graph and vacancy by vacancy: fewest and most pegs left, as a file of the atlas has them."""
    print("| file | graphs | vacancies | of which differ |\n|---|---:|---:|---:|")
    count = CountBlock("all")
    for path in sorted(folder.glob("*results_*.csv"), key=lambda path: (path.name[0] == "u", path.stem[-2:])):
        with open(path, newline="") as file:
            rows = [*csv.DictReader(file)]
        n, ours = int(rows[0]["n"]), list[tuple[list[int], list[int]]]()
        texts = [_graph6(n, row["edges"]) for row in rows]
        for first in range(0, len(texts), block_size(n)):
            counted = count(Block(first + 1, n, tuple(texts[first : first + block_size(n)])))
            ours += [(one["fewest"], one["most"]) for one in counted["listed"]]
        theirs = [[[*map(int, row[f"per_hole_{of}"].split())] for of in ("min", "max")] for row in rows]
        told = [([*zip(*a, strict=True)], [*zip(*b, strict=True)]) for a, b in zip(ours, theirs, strict=True)]
        wrong = sum(one != other for a, b in told for one, other in zip(a, b, strict=True))
        print(f"| {path.name} | {len(rows):,} | {n * len(rows):,} | {wrong:,} |", flush=True)


def _graph6(n: int, edges: str) -> bytes:
    graph = nx.empty_graph(n)
    graph.add_edges_from(tuple(map(int, edge.split("-"))) for edge in edges.split())
    text: bytes = nx.to_graph6_bytes(graph, header=False)
    return text.strip()


def _plain(graphs: list[Any]) -> None:
    for graph in graphs:
        facts(graph)


def _seconds(work: Callable[[], object]) -> float:
    """Of processor time: the work has one thread, and others may use the machine."""
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m research.graphs", description=__doc__)
    parser.add_argument("part", choices=("power", "proofs", "speed", "atlas"))
    parser.add_argument("--most", type=int, default=8, help="vertices, for proofs")
    parser.add_argument("--rounds", type=int, default=7, help="for speed")
    parser.add_argument("--folder", type=Path, help="for atlas")
    options = parser.parse_args()
    if options.part == "power":
        power()
    elif options.part == "proofs":
        proofs(options.most)
    elif options.part == "atlas":
        atlas(options.folder)
    else:
        speed(options.rounds)
