"""Proofs that a clause prunes no feasible pair: by a program over the cone, or by walks over few holes.

Theorem (cone): let w be weights that no jump raises. A play from s to t has w.t <= w.s, so f.s + g.t is at
most (f + w).s + (g - w).t, and that is at most the sum of its positive coefficients. If it is less than what
multiples of the inequalities add up to, no pair satisfies them all. By Farkas' lemma such w and multiples
exist whenever the inequalities, A x = t - s, x >= 0 and 0 <= s, t <= 1 have no real solution.

Theorem (window): on a few holes, a jump does something that depends on these holes, or needs something there.
So every play is a walk through the ways to fill them; if no walk leads to what is pruned, no play does.
"""

from __future__ import annotations

from itertools import product

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.game.geometry import Board
from feasibility.proofs.kinds.rule import Clause, Combined, RulePart, Window
from feasibility.systems.linear import jump_columns

WINDOW_HOLES = 8  # of a window: 65,536 pairs are looked at


def prove(board: Board, clause: Clause, clock: Clock) -> RulePart | None:
    """A part that the verifier accepts; None where neither theorem gives one."""
    return by_cone(board, clause, clock) or by_window(board, clause)


def by_cone(board: Board, clause: Clause, clock: Clock) -> Combined | None:
    """From weights that certify that the linear system has no solution in its box."""
    from feasibility.solvers.prove import Empty, prove_empty

    result = prove_empty(_system(board, clause), clock=clock)
    if not isinstance(result, Empty):
        return None
    return Combined(clause, tuple(result.weights[board.n :]), tuple(result.weights[: board.n]))


def _system(board: Board, clause: Clause) -> BoxSystem:
    """A x + s - t = 0, and for each inequality f.s + g.t - slack = above + 1."""
    n, rows = board.n, range(board.n, board.n + len(clause))
    starts = [
        [(i, 1), *((row, one.start[i]) for row, one in zip(rows, clause, strict=True))] for i in range(n)
    ]
    ends = [
        [(i, -1), *((row, one.target[i]) for row, one in zip(rows, clause, strict=True))] for i in range(n)
    ]
    columns = [*jump_columns(board), *starts, *ends, *([(row, -1)] for row in rows)]
    matrix = IntMatrix.from_columns(n + len(clause), columns)
    upper = (*[None] * len(board.jumps), *[1] * (2 * n), *[None] * len(clause))
    rhs = (*[0] * n, *(one.above + 1 for one in clause))
    return BoxSystem(matrix, rhs, (0,) * matrix.width, upper)


def by_window(board: Board, clause: Clause) -> Window | None:
    """The clause as a table over its holes, if no walk over these reaches what it prunes."""
    holes = tuple(sorted(frozenset[int]().union(*(one.holes for one in clause))))
    if len(holes) > WINDOW_HOLES:
        return None
    masks = [
        sum(1 << hole for i, hole in enumerate(holes) if state >> i & 1) for state in range(1 << len(holes))
    ]
    pruned = [0] * len(masks)
    for (i, start), (j, target) in product(enumerate(masks), repeat=2):
        if all(one.holds(start, target) for one in clause):
            pruned[i] |= 1 << j
    table = Window(holes, tuple(pruned))
    reached = _walks(board, holes)
    return None if any(row & seen for row, seen in zip(pruned, reached, strict=True)) else table


def _walks(board: Board, holes: tuple[int, ...]) -> list[int]:
    """For each way to fill the holes, as bits, those to which jumps can lead, whatever the others hold."""
    bit = {hole: 1 << i for i, hole in enumerate(holes)}
    moves = set()
    for jump in board.jumps:
        pegs = bit.get(jump.start, 0) | bit.get(jump.over, 0)
        moves.add((pegs, pegs | bit.get(jump.landing, 0)))
    walks = []
    for state in range(1 << len(holes)):
        seen, left = {state}, [state]
        while left:
            here = left.pop()
            after = {here ^ care for want, care in moves if here & care == want} - seen
            seen |= after
            left += after
        walks.append(sum(1 << one for one in seen))
    return walks
