"""What the cases of a split are, in words and as cuts: an index is written and compared by this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from feasibility.proofs.cut import Cut, Jump, Problem, Unknown

START, TARGET = "start", "target"


@dataclass(frozen=True)
class Cases:
    """Why there are no others, and each case with what is known in it."""

    because: str
    cases: tuple[tuple[str, Cut], ...]


def by_number(cut: Cut, unknown: Unknown, most: int) -> Cases:
    """An unknown is at most a number, or more."""
    name = _words(unknown, cut.problem.jumps)
    below = f"{name} is at most {most}", cut.narrowed(unknown, high=most)
    above = f"{name} is at least {most + 1}", cut.narrowed(unknown, low=most + 1)
    return Cases(f"{name} is a whole number", (below, above))


def by_order(cut: Cut, leg: int, jumps: Sequence[int], order: str) -> Cases:
    """No jump of a set occurs on a leg, or each of them may be the first (last)."""
    none = f"no jump of the set occurs on leg {leg + 1}", cut.without(leg, jumps)
    some = [
        (
            f"{list(cut.problem.jumps[jump])} is the {order} jump of the set on leg {leg + 1}",
            cut.split(leg, jumps, order, jump),
        )
        for jump in jumps
    ]
    because = f"either no jump of the set occurs on leg {leg + 1}, or one of them is the {order}"
    return Cases(because, (none, *some))


def by_last_peg(problem: Problem) -> Cases:
    """One peg is left somewhere, so in one of the holes."""
    at = [
        replace(problem, pegs=frozenset([hole]), free=frozenset(), count=None)
        for hole in range(problem.holes)
    ]
    cases = tuple((f"the last peg is in hole {hole}", Cut(here)) for hole, here in enumerate(at))
    return Cases("the last peg is in one of the holes", cases)


def why_moves(side: str) -> str:
    """Why a pair is refuted with all that its moves lead to."""
    return f"a play has a {'first' if side == START else 'last'} jump, and it is one of these"


def after(problem: Problem, jump: Jump, side: str) -> Problem:
    """The pair after a first jump, or before a last one."""
    if side == START:
        return replace(problem, start=problem.start ^ frozenset(jump))
    return replace(problem, pegs=problem.pegs ^ frozenset(jump))


def moves(problem: Problem, side: str) -> set[Jump]:
    """All first jumps of the start, or all that can have been the last."""
    if side == START:
        start = problem.start
        return {jump for jump in problem.jumps if {*jump[:2]} <= start and jump[2] not in start}
    pegs = problem.pegs
    return {jump for jump in problem.jumps if jump[2] in pegs and not {*jump[:2]} & pegs}


def _words(unknown: Unknown, jumps: tuple[Jump, ...]) -> str:
    if unknown.letter == "x":
        return f"the number of jumps {list(jumps[unknown.i])} on leg {unknown.at + 1}"
    if unknown.letter == "r":
        return f"the peg in hole {unknown.i} after leg {unknown.at + 1}"
    return f"the peg in hole {unknown.i} at the end"
