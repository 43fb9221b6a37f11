"""Proofs by cases in words: trees, turning points, several turning points."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Legs, Tree, Turn
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.nodes import Branch, Leaf, Node, Split
from feasibility.render.parts import MOST_CASES, Arrows, Case, More, Part, Tables
from feasibility.render.sums import narrowed, sums
from feasibility.text.moves import format_jump, format_jumps


def by_cases(pair: Pair, proof: Tree | Turn | Legs) -> list[Part]:
    """The cases, each with the tables that exclude it."""
    match proof:
        case Tree(root):
            return _tree(pair, root)
        case Turn(split):
            return _turn(pair, split)
        case Legs(root):
            return _legs(pair, root)


def _tree(pair: Pair, root: Node) -> list[Part]:
    cases = _by_conditions(pair, root, (), [Cut(Problem.of_pair(pair))])
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


def _by_conditions(pair: Pair, root: Node, legs: Sequence[str], cuts: Sequence[Cut]) -> list[Case]:
    """A case for each leaf of a tree, named by the branches that lead there."""
    return [
        Case(
            _conditions(pair.board, path, legs),
            _closed(pair, leaf, [narrowed(cut, pair.board, path) for cut in cuts]),
        )
        for path, leaf in _leaves(root, [])
    ]


def _closed(pair: Pair, node: Leaf | Split, cuts: Sequence[Cut]) -> list[Part]:
    """The tables of a leaf and the sums that they make: once for each cut that they exclude."""
    if isinstance(node, Split):
        return _split(pair, node, cuts[0])
    first, *others = (sums(pair, cut, node.weights) for cut in cuts)
    if not others:
        return [Tables(node.weights), first]
    alike = f"The sums of the {plural(len(others), 'other jump')} are made in the same way"
    return [Tables(node.weights), first, More([Case(alike, [*others])], f"{alike}.")]


Condition = tuple[Branch, bool]

MOST_CONDITIONS = 6  # that the title of a case names


def _leaves(node: Node, conditions: list[Condition]) -> list[tuple[list[Condition], Leaf | Split]]:
    ends: list[tuple[list[Condition], Leaf | Split]] = []
    stack: list[tuple[Node, list[Condition]]] = [(node, conditions)]
    while stack:
        here, path = stack.pop()
        if isinstance(here, Leaf | Split):
            ends.append((path, here))
        else:
            stack += [(here.high, [*path, (here, True)]), (here.low, [*path, (here, False)])]
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
    if isinstance(node.of, Jump):
        name = format_jump(board, node.of)
        where = f" {legs[node.leg]}" if node.leg < len(legs) else ""
        if high:
            return f"if {name} occurs {_times(node.at_most + 1)} or more often{where}"
        return (
            f"if {name} never occurs{where}"
            if node.at_most == 0
            else f"if {name} occurs at most {_times(node.at_most)}{where}"
        )
    where = "at the end" if node.letter == "y" else "in the middle"
    return f"if {board.called(node.of)} {'holds a peg' if high else 'is empty'} {where}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _turn(pair: Pair, split: Split) -> list[Part]:
    cut = Cut(Problem.of_pair(pair))
    cases = _one_case_per_proof(pair, split, ("before it", "after it"), cut)
    these, them, none, one = _words(len(split.jumps))
    lines: list[Part] = [
        *_jumps(pair.board, f"Look at {these}", split.jumps),
        f"Without {them} the target is out of reach, and {none} be the {split.when} to be played. So there "
        "is no play.",
        Case("Without it" if len(split.jumps) == 1 else "Without them", _without(pair, split, cut)),
        f"Suppose that {one} is that jump. Weigh the pegs by the first table before it and by the second "
        "after it. On each side no jump that may be played raises the total, except those that are named. "
        "Whatever the position between is, the sums do not fit.",
    ]
    return [*lines, *_listed(cases, 1)]


def _words(count: int) -> tuple[str, str, str, str]:
    """The words for one jump, and for several."""
    if count == 1:
        return "this jump", "it", "it cannot", "it"
    return f"these {count} jumps", "any of them", "none of them can", "one of them"


def _numbers(pair: Pair, split: Split) -> list[int]:
    return [pair.board.jump_index[jump] for jump in split.jumps]


def _without(pair: Pair, split: Split, cut: Cut) -> list[Part]:
    rest = cut.without(split.leg, _numbers(pair, split))
    lead: list[Part] = ["Weigh the pegs by this table:"] if isinstance(split.never, Leaf) else []
    return [*lead, *_branches(pair, split.never, (), [rest])]


def _one_case_per_proof(pair: Pair, split: Split, legs: Sequence[str], cut: Cut) -> list[Case]:
    """Jumps that the same tables exclude stand together."""
    groups: dict[Node, list[Jump]] = {}
    for jump, node in split.cases:
        groups.setdefault(node, []).append(jump)
    numbers, cases = _numbers(pair, split), []
    for node, jumps in groups.items():
        cuts = [cut.split(split.leg, numbers, split.when, pair.board.jump_index[jump]) for jump in jumps]
        names = " ".join(format_jump(pair.board, jump) for jump in jumps)
        these = names if len(jumps) == 1 else f"one of {names}"
        cases.append(Case(f"If the {split.when} is {these}", _branches(pair, node, legs, cuts)))
    return cases


def _branches(pair: Pair, node: Node, legs: Sequence[str], cuts: Sequence[Cut]) -> list[Part]:
    if isinstance(node, Leaf):
        return _closed(pair, node, cuts)
    return [*_by_conditions(pair, node, legs, cuts)]


def _split(pair: Pair, split: Split, cut: Cut) -> list[Part]:
    """A further turning point inside a case."""
    count = len(split.jumps)
    none, one = ("this jump is not", "it is") if count == 1 else (f"none of these {count} jumps is", "one is")
    rest = cut.without(split.leg, _numbers(pair, split))
    return [
        *_jumps(
            pair.board,
            f"Either {none} played on leg {split.leg + 1}, or {one} the {split.when} there",
            split.jumps,
        ),
        Case("Without it" if count == 1 else "None of them", _branches(pair, split.never, (), [rest])),
        *_one_case_per_proof(pair, split, (), cut),
    ]


def _legs(pair: Pair, root: Node) -> list[Part]:
    lines: list[Part] = ["Some jumps can be ruled out one set after the other:"]
    node, cut = root, Cut(Problem.of_pair(pair))
    while isinstance(node, Split) and node.leg == 0:
        said = (
            f"None of these {len(node.jumps)} can be the {node.when} of them to be played, so none is "
            "ever played"
        )
        lines += _jumps(pair.board, said, node.jumps)
        lines.append(More(_one_case_per_proof(pair, node, ("before it", "after it"), cut), ""))
        cut = cut.without(0, _numbers(pair, node))
        node = node.never
    lines.append("The jumps that are left do not lead from start to target.")
    last = Case("With the jumps that are left", _branches(pair, node, (), [cut]))
    return [*lines, More([last], "The tables of weights for every case are in the certificate.")]


MOST_NAMED = 12  # jumps that a page shows at once; more unfold


def _jumps(board: Board, said: str, jumps: Sequence[Jump]) -> list[Part]:
    """A sentence about jumps that ends with all of them; where they are many a page folds them."""
    names = format_jumps(board, jumps)
    arrows = Arrows(tuple(jumps))
    if len(jumps) <= MOST_NAMED:
        return [f"{said}: {names}.", arrows]
    return [f"{said}:", More([Case(f"The {len(jumps)} jumps", [names])], names), arrows]
