"""Certificates for the listed graphs of a census: for each vacancy a play to one peg, or a refutation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from feasibility.base.errors import PegfeasError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import orbits
from feasibility.many import check_many
from feasibility.processes.tasks import Failure
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.text.graphs import board_of


class Asked(NamedTuple):
    """One vacancy of a listed graph, and what the census says of it."""

    graph: str
    vacancy: int
    solvable: bool


def questions(listed: Iterable[dict[str, Any]]) -> Iterator[tuple[Asked, Pair]]:
    """For each graph one vacancy of every orbit under its symmetries: can one peg be left?"""
    for graph in listed:
        board = board_of(f"graph6:{graph['graph']}")
        for orbit in orbits(range(board.n), board.symmetries):
            start = Position(board, board.full ^ 1 << orbit[0])
            asked = Asked(graph["graph"], orbit[0], orbit[0] in graph["solvable"])
            yield asked, Pair(start, Target.with_pegs(board, 1))


def verdicts(
    listed: Iterable[dict[str, Any]],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    limits: Limits | None = None,
) -> Iterator[tuple[Asked, Verdict]]:
    """The verdict on each question; one that contradicts the census is an emergency."""
    for asked, verdict in check_many(
        questions(listed), jobs=jobs, scheduler=scheduler, limits=limits, ordered=True
    ):
        if isinstance(verdict, Failure):
            raise PegfeasError(f"graph6:{asked.graph}:-{asked.vacancy} failed: {verdict.reason}")
        wrong = Answer.INFEASIBLE if asked.solvable else Answer.FEASIBLE
        if verdict.answer is wrong:
            raise SoundnessError(
                f"the census and the check contradict: graph6:{asked.graph}:-{asked.vacancy} --pegs 1"
            )
        yield asked, verdict
