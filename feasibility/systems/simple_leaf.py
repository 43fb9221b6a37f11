"""Leaves with small weights: for each leaf of a tree an integer program for weights that close its box.

The least largest weight comes first, then the least sum; what the program proposes is checked in integers.
"""

from __future__ import annotations

from collections import Counter

from feasibility.base.limits import Clock
from feasibility.base.values import replace
from feasibility.exact.box import BoxSystem, certifies
from feasibility.game.geometry import Board, Jump
from feasibility.proofs.nodes import Branch, Leaf, Node

LARGEST = (1, 2, 3, 4, 6, 9, 15)
NODES = 20  # of a program over one range, so that it is the same on every machine


def simplified(board: Board, node: Node, system: BoxSystem, clock: Clock) -> Node:
    """The tree over cone_system or case_system with simpler weights, wherever they are found in time."""
    match node:
        case Leaf(weights):
            flat = tuple(w for table in weights for w in table)
            simpler = simplest(system, flat, clock)
            return Leaf(tuple(simpler[i : i + board.n] for i in range(0, len(simpler), board.n)))
        case Branch(Jump() as jump, most, low, high, leg):
            column = leg * len(board.jumps) + board.jump_index[jump]
        case Branch(int() as hole, most, low, high, leg, letter):
            before = _middles(board, system) if letter == "r" else system.matrix.width - board.n
            column = before + leg * board.n + hole
        case _:
            return node
    lower, upper = system.lower[column], system.upper[column]
    below = system.with_bounds([(column, lower, most if upper is None else min(most, upper))])
    above = system.with_bounds([(column, max(lower, most + 1), upper)])
    first, second = simplified(board, low, below, clock), simplified(board, high, above, clock)
    return replace(node, low=first, high=second)


def _middles(board: Board, system: BoxSystem) -> int:
    return (system.matrix.rows // board.n) * len(board.jumps)


def simplest(system: BoxSystem, weights: tuple[int, ...], clock: Clock) -> tuple[int, ...]:
    """Weights with the least largest one that is found, then the least sum; at worst those given."""
    most = max(map(abs, weights), default=0)
    for largest in LARGEST:
        if clock.expired() or largest > most or system.is_box_empty:
            break
        smaller = _within(system, largest, clock)
        if smaller is not None:
            return min(smaller, weights, key=lambda w: (max(map(abs, w)), sum(map(abs, w))))
    return weights


def _within(system: BoxSystem, largest: int, clock: Clock) -> tuple[int, ...] | None:
    """Weights from -largest to largest that close the box, least in absolute sum.

    Unknowns: the weights, their absolute values, and for each column with two ends what it can add at most.
    """
    from feasibility.solvers.milp import Program

    rows, program = system.matrix.rows, Program()
    for low, cost in ((-largest, 0), (0, 1)):
        for _ in range(rows):
            program.unknown(low, largest, cost)
    for i in range(rows):
        program.row({i: 1, rows + i: -1}, None, 0)
        program.row({i: -1, rows + i: -1}, None, 0)
    gain = Counter(dict(enumerate(system.rhs)))
    bounds = zip(system.matrix.columns, system.lower, system.upper, strict=True)
    for column, least, most in bounds:
        if most is None:
            program.row(dict(column), None, 0)
        if least == most or (most is None and least):
            gain.subtract({row: value * least for row, value in column})
        elif most is not None:
            top = program.unknown(None, None)
            gain[top] = -1
            for end in (least, most):
                program.row({top: -1, **{row: value * end for row, value in column}}, None, 0)
    program.row(gain, 1, None)
    proposal = program.solve(range(rows), clock, NODES)
    if proposal is None:
        return None
    weights = tuple(proposal.integers[:rows])
    return weights if certifies(system, weights) else None
