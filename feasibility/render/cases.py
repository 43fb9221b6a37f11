"""Proofs by cases in words: trees, turning points, several turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.nodes import FreeBranch, JumpBranch, Leaf, MiddleBranch, Node, Split
from feasibility.render.parts import MOST_CASES, Case, More, Part, Tables
from feasibility.text.moves import format_jump


def tree(pair: Pair, root: Node) -> list[Part]:
    cases = [
        Case(_conditions(pair.board, path), _closed(pair, path, leaf)) for path, leaf in _leaves(root, [])
    ]
    return [
        f"Suppose there is a play. It falls under one of {plural(len(cases), 'case')}, by how often certain "
        "jumps occur in it; each is impossible.",
        *_listed(cases),
    ]


def _listed(cases: list[Case], inline: int = MOST_CASES) -> list[Part]:
    """The first cases; the rest is left out where room is short."""
    rest = len(cases) - inline
    if rest <= 0:
        return list(cases)
    return [
        *cases[:inline],
        More(
            cases[inline:], f"{plural(rest, 'more case')} {'is' if rest == 1 else 'are'} in the certificate."
        ),
    ]


def _closed(pair: Pair, path: list[Condition], node: Leaf | Split) -> list[Part]:
    if isinstance(node, Split):
        return _split(pair, node)
    if len(node.weights) > 1:
        return [Tables(node.weights)]
    why = _why(pair, path, node.weights[0])
    return [Tables(node.weights), *([why] if why else [])]


Condition = tuple[Node, bool]

MOST_CONDITIONS = 6  # that the title of a case names


def _leaves(node: Node, conditions: list[Condition]) -> list[tuple[list[Condition], Leaf | Split]]:
    ends: list[tuple[list[Condition], Leaf | Split]] = []
    stack: list[tuple[Node, list[Condition]]] = [(node, conditions)]
    while stack:
        here, path = stack.pop()
        if isinstance(here, Leaf | Split):
            ends.append((path, here))
        elif isinstance(here, JumpBranch):
            stack += [(here.high, [*path, (here, True)]), (here.low, [*path, (here, False)])]
        else:
            stack += [(here.peg, [*path, (here, True)]), (here.empty, [*path, (here, False)])]
    return ends


def _conditions(board: Board, path: list[Condition], legs: Sequence[str] = ()) -> str:
    told = [_condition(board, c, legs) for c in path[-MOST_CONDITIONS:]]
    if len(path) > len(told):
        told.append(
            f"{plural(len(path) - len(told), 'earlier condition')} hold{'s' * (len(path) - len(told) == 1)}"
        )
    text = " and ".join(told) or "in any case"
    return f"{text[0].upper()}{text[1:]}"


def _condition(board: Board, condition: Condition, legs: Sequence[str] = ()) -> str:
    node, high = condition
    if isinstance(node, JumpBranch):
        name = format_jump(board, node.jump)
        where = f" {legs[node.leg]}" if node.leg < len(legs) else ""
        if high:
            return f"if {name} occurs {_times(node.at_most + 1)} or more often{where}"
        return (
            f"if {name} never occurs{where}"
            if node.at_most == 0
            else f"if {name} occurs at most {_times(node.at_most)}{where}"
        )
    if isinstance(node, FreeBranch | MiddleBranch):
        where = board.called(node.hole)
        return (
            f"if {where} {'holds a peg' if high else 'is empty'} "
            f"{'at the end' if isinstance(node, FreeBranch) else 'in the middle'}"
        )
    return ""


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _why(pair: Pair, conditions: list[Condition], weights: Sequence[int]) -> str:
    """The arithmetic of a leaf for a pair of positions; for patterns only what is to be added up."""
    functional, board = Functional(tuple(weights)), pair.board
    if pair.target.pegs is not None:
        return ""
    gain = functional.least(pair.target) - functional.value(pair.start.mask)
    raising = Counter({j: functional.change(j) for j in board.jumps if functional.change(j) > 0})
    allowed = sum(change * _cap(conditions, j) for j, change in raising.items())
    forced = sum(
        functional.change(j) * low for j, low in _floors(conditions).items() if functional.change(j) < 0
    )
    less = "" if pair.exact else "at least "
    parts = [
        f"From start to target the total {'rises by ' + less if gain >= 0 else 'falls by only '}{abs(gain)}."
    ]
    if raising:
        parts.append(f"The jumps that raise it can do so by {allowed} at most in this case.")
    if forced:
        parts.append(
            f"The jumps that must occur lower it by {-forced}{'' if raising else ', and no jump raises it'}."
        )
    elif not raising:
        parts.append("No jump raises it.")
    return " ".join(parts)


def _cap(conditions: list[Condition], jump: Jump) -> int:
    caps = [n.at_most for n, high in conditions if isinstance(n, JumpBranch) and n.jump == jump and not high]
    return min(caps, default=0)


def _floors(conditions: list[Condition]) -> dict[Jump, int]:
    floors: dict[Jump, int] = {}
    for node, high in conditions:
        if isinstance(node, JumpBranch) and high:
            floors[node.jump] = max(floors.get(node.jump, 0), node.at_most + 1)
    return floors


def turn(pair: Pair, split: Split) -> list[Part]:
    cases = _one_case_per_proof(pair, split, ("before it", "after it"))
    these, them, none, were = _words(len(split.jumps))
    lines: list[Part] = [
        f"Look at {these}: {_jumps(pair.board, split.jumps)}.",
        f"Without {them} the target is out of reach, and {none} be the {split.when} to be played. So there "
        "is no play.",
        Case("Without it" if len(split.jumps) == 1 else "Without them", _without(pair, split.never)),
        f"{were}, weigh the pegs by the first table before it and by the second after it. "
        "On each side no jump that may be played raises the total, and whatever the position between, the "
        "sums do not fit.",
    ]
    return [*lines, *_listed(cases, 1)]


def _words(count: int) -> tuple[str, str, str, str]:
    """The words for one jump, and for several."""
    if count == 1:
        return "this jump", "it", "it cannot", "Were it that jump"
    return f"these {count} jumps", "any of them", "none of them can", "Were one of them that jump"


def _without(pair: Pair, node: Node) -> list[Part]:
    if isinstance(node, Leaf):
        return [
            "No jump that is left raises this total, but the target needs more than the start has:",
            Tables(node.weights),
        ]
    return [
        Case(_conditions(pair.board, path), _closed(pair, path, leaf)) for path, leaf in _leaves(node, [])
    ]


def _one_case_per_proof(pair: Pair, split: Split, legs: Sequence[str]) -> list[Case]:
    """Jumps that the same tables exclude stand together."""
    groups: dict[Node, list[Jump]] = {}
    for jump, node in split.cases:
        groups.setdefault(node, []).append(jump)
    return [
        Case(f"{_jumps(pair.board, jumps)} being the {split.when}", _branches(pair, node, legs))
        for node, jumps in groups.items()
    ]


def _branches(pair: Pair, node: Node, legs: Sequence[str]) -> list[Part]:
    leaves = _leaves(node, [])
    if len(leaves) == 1 and isinstance(node, Leaf):
        return [Tables(node.weights)]
    return [Case(_conditions(pair.board, path, legs), _closed(pair, path, leaf)) for path, leaf in leaves]


def _split(pair: Pair, split: Split) -> list[Part]:
    """A further turning point inside a case."""
    count = len(split.jumps)
    none, one = ("this jump is not", "it is") if count == 1 else (f"none of these {count} jumps is", "one is")
    return [
        f"Either {none} played on leg {split.leg + 1}, or {one} the {split.when} there: "
        f"{_jumps(pair.board, split.jumps)}.",
        Case("Without it" if count == 1 else "None of them", _branches(pair, split.never, ())),
        *_one_case_per_proof(pair, split, ()),
    ]


def legs(pair: Pair, root: Node) -> list[Part]:
    lines: list[Part] = ["Some jumps can be ruled out one set after the other:"]
    node: Node = root
    while isinstance(node, Split) and node.leg == 0:
        names = _jumps(pair.board, node.jumps, 8)
        lines.append(
            f"None of these {len(node.jumps)} can be the {node.when} of them to be played, so none is "
            f"ever played: {names}"
        )
        cases = _one_case_per_proof(pair, node, ("before it", "after it"))
        lines.append(More(cases, ""))
        node = node.never
    lines.append("The jumps that are left do not lead from start to target.")
    last = Case("With the jumps that are left", _branches(pair, node, ()))
    return [*lines, More([last], "The tables of weights for every case are in the certificate.")]


def _jumps(board: Board, jumps: Sequence[Jump], most: int = 12) -> str:
    names = [format_jump(board, j) for j in jumps[:most]]
    return " ".join(names) + (f" and {len(jumps) - most} more" if len(jumps) > most else "")
