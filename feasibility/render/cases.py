"""What proofs by cases have in common, in words: the cases, what closes them, sets of jumps."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.proofs.cut import Cut
from feasibility.proofs.nodes import CaseBranch, CaseEnd, CaseNode, Closing, Split
from feasibility.render.parts import MOST_CASES, Arrows, Case, More, Part, Tables
from feasibility.render.sums import sums
from feasibility.text.moves import format_jump, format_jumps


def listed(cases: list[Case], inline: int = MOST_CASES) -> list[Part]:
    """The first cases; the rest is left out where room is short."""
    rest = len(cases) - inline
    if rest <= 0:
        return list(cases)
    more = f"{plural(rest, 'more case')} {'is' if rest == 1 else 'are'} in the certificate."
    return [*cases[:inline], More(cases[inline:], more, True)]


def by_conditions(pair: Pair, root: CaseNode, legs: Sequence[str], cuts: Sequence[Cut]) -> list[Case]:
    """A case for each leaf of a tree, named by the branches that lead there."""
    return [
        Case(_conditions(pair.board, path, legs), _closed(pair, end, [_narrowed(cut, path) for cut in cuts]))
        for path, end in _ends(root)
    ]


def _closed(pair: Pair, node: CaseEnd, cuts: Sequence[Cut]) -> list[Part]:
    """The tables that close a case, and the sums that they make: once for each cut that they exclude."""
    if isinstance(node, Split):
        return _split(pair, node, cuts[0])
    first, *others = (sums(pair, cut, node.weights) for cut in cuts)
    if not others:
        return [Tables(node.weights), first]
    alike = f"The sums of the {plural(len(others), 'other jump')} are made in the same way"
    return [Tables(node.weights), first, More([Case(alike, [*others])], f"{alike}.")]


Condition = tuple[CaseBranch, bool]

MOST_CONDITIONS = 6  # that the title of a case names


def _ends(root: CaseNode) -> list[tuple[list[Condition], CaseEnd]]:
    ends: list[tuple[list[Condition], CaseEnd]] = []
    stack: list[tuple[CaseNode, list[Condition]]] = [(root, [])]
    while stack:
        here, path = stack.pop()
        if isinstance(here, Closing | Split):
            ends.append((path, here))
        else:
            stack += [(here.high, [*path, (here, True)]), (here.low, [*path, (here, False)])]
    return ends


def _narrowed(cut: Cut, path: list[Condition]) -> Cut:
    """What is known below the branches of a path, each taken high or low."""
    for branch, high in path:
        cut = cut.branch(branch.of, branch.at_most)[high]
    return cut


def _conditions(board: Board, path: list[Condition], legs: Sequence[str]) -> str:
    told = [_condition(board, c, legs) for c in path[-MOST_CONDITIONS:]]
    if len(path) > len(told):
        told.append(
            f"{plural(len(path) - len(told), 'earlier condition')} hold{'s' * (len(path) - len(told) == 1)}"
        )
    text = " and ".join(told) or "in any case"
    return f"{text[0].upper()}{text[1:]}"


def _condition(board: Board, condition: Condition, legs: Sequence[str]) -> str:
    (letter, leg, of), most, high = condition[0].of, condition[0].at_most, condition[1]
    if isinstance(of, Jump):
        name = format_jump(board, of)
        where = f" {legs[leg]}" if leg < len(legs) else ""
        if high:
            return f"if {name} occurs {_times(most + 1)} or more often{where}"
        return f"if {name} {f'occurs at most {_times(most)}' if most else 'never occurs'}{where}"
    where = "at the end" if letter == "y" else "in the middle"
    return f"if {board.called(of)} {'holds a peg' if high else 'is empty'} {where}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def each_of_the_set(pair: Pair, split: Split, legs: Sequence[str], cut: Cut) -> list[Case]:
    """Jumps that the same tables exclude stand together."""
    groups: dict[CaseNode, list[Jump]] = {}
    for jump, node in split.cases:
        groups.setdefault(node, []).append(jump)
    cases = []
    for node, jumps in groups.items():
        cuts = [cut.split(split.leg, split.jumps, split.when, jump) for jump in jumps]
        names = " ".join(format_jump(pair.board, jump) for jump in jumps)
        these = names if len(jumps) == 1 else f"one of {names}"
        cases.append(Case(f"If the {split.when} is {these}", branches(pair, node, legs, cuts)))
    return cases


def branches(pair: Pair, node: CaseNode, legs: Sequence[str], cuts: Sequence[Cut]) -> list[Part]:
    if isinstance(node, Closing):
        return _closed(pair, node, cuts)
    return [*by_conditions(pair, node, legs, cuts)]


def _split(pair: Pair, split: Split, cut: Cut) -> list[Part]:
    """A further turning point inside a case."""
    count = len(split.jumps)
    none, one = ("this jump is not", "it is") if count == 1 else (f"none of these {count} jumps is", "one is")
    rest = cut.without(split.leg, split.jumps)
    return [
        *named(
            pair.board,
            f"Either {none} played on leg {split.leg + 1}, or {one} the {split.when} there",
            split.jumps,
        ),
        Case("Without it" if count == 1 else "None of them", branches(pair, split.never, (), [rest])),
        *each_of_the_set(pair, split, (), cut),
    ]


MOST_NAMED = 12  # jumps that a page shows at once; more unfold


def named(board: Board, said: str, jumps: Sequence[Jump]) -> list[Part]:
    """A sentence about jumps that ends with all of them; where they are many a page folds them."""
    names = format_jumps(board, jumps)
    arrows = Arrows(tuple(jumps))
    if len(jumps) <= MOST_NAMED:
        return [f"{said}: {names}.", arrows]
    return [f"{said}:", More([Case(f"The {len(jumps)} jumps", [names])], names), arrows]
