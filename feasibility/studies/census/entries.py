"""Pairs on graphs that are asked as a batch does: vacancies of the listed ones, and products of two trees.

Each vacancy gets its certificate, a play to one peg or a refutation. Of a cartesian product the first vertex
is empty at the start: Kreh and de Wiljes (2021) conjecture that all of them can be solved but where a factor
is a single vertex. Trees suffice: all jumps of the product of two spanning trees are jumps of the product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count
from typing import Any

from feasibility.base.errors import InputError, PegfeasError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide import Plan
from feasibility.decide.schedule import BATCH
from feasibility.game.symmetry import orbits
from feasibility.many import Executor, shared_plan
from feasibility.many.entries import Answering, PairText, answers
from feasibility.many.output import open_output
from feasibility.processes.tasks import StopRequest
from feasibility.studies.census.sources import graph6_line, graph_lines
from feasibility.text.graphs import board_of, read_line, without_header

MOST_FACTOR = 12  # vertices; the products of larger trees are millions


def questions(listed: Iterable[dict[str, Any]]) -> Iterator[tuple[PairText, bool]]:
    """Can one peg be left from each vacancy, one of every orbit? And what the census says."""
    numbers = count(1)
    for graph in listed:
        board = board_of(f"graph6:{graph['graph']}")
        for vacancy, *_ in orbits(range(board.n), board.symmetries):
            start = f"graph6:{graph['graph']}:-{vacancy}"
            yield PairText(next(numbers), start, start, pegs=1), vacancy in graph["solvable"]


def certify(
    listed: Iterable[dict[str, Any]], folder: str, engine: Executor, limits: Limits, report: Report
) -> int:
    """Answer into `index.jsonl` as a batch does, and tell how many have no certificate; an answer that
    contradicts the census is an emergency.
    """
    solvable, unknown = dict[int, bool](), 0

    def entries() -> Iterator[PairText]:
        for entry, known in questions(listed):
            solvable[entry.line] = known
            yield entry

    answering = Answering(limits, shared_plan(Plan(schedule=BATCH), engine.jobs), apart=True)
    index = open_output(f"{folder}/index.jsonl", resume=False, force=True, certificates=folder)
    with closing(index), closing(answers(entries(), answering, engine, StopRequest())) as found:
        for number, answer in enumerate(found, 1):
            if answer.verdict == "error":
                raise PegfeasError(f"a vacancy has no answer: {answer.text}")
            if answer.verdict == ("infeasible" if solvable.pop(answer.line) else "feasible"):
                raise SoundnessError(f"the census and the check contradict: {answer.text[:200]}")
            index.write(answer.text, answer.certificate)
            unknown += answer.verdict == "unknown"
            report(f"{number - unknown:,} vacancies have their certificates")
    return unknown


def products(most: int) -> Iterator[PairText]:
    """An entry for each two trees of 2 to so many vertices, in the order of the larger one."""
    import networkx as nx

    if not 2 <= most <= MOST_FACTOR:
        expected = f"2 to {MOST_FACTOR} vertices of a factor"
        raise InputError("not a size of factors", seen=str(most), expected=expected)
    factors = [without_header(line) for n in range(2, most + 1) for line in graph_lines(f"trees:{n}")[1]]
    pairs = ((first, second) for i, second in enumerate(factors) for first in factors[: i + 1])
    for number, (first, second) in enumerate(pairs, 1):
        product = nx.cartesian_product(read_line(first), read_line(second))
        graph = graph6_line(nx.convert_node_labels_to_integers(product, ordering="sorted"))
        name = f"{first.decode()} x {second.decode()}"
        yield PairText(number, name, f"graph6:{graph.decode().strip()}:-0", pegs=1)
