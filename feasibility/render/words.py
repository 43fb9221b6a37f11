"""A proof in words that a puzzler understands, with weights drawn on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from feasibility.board import Board, Jump
from feasibility.certificate import (
    Cases,
    Closure,
    FreeBranch,
    JumpBranch,
    Leaf,
    Legs,
    MiddleBranch,
    Node,
    Pagoda,
    Play,
    Proof,
    Residue,
    Search,
    Split,
    Tree,
    Turn,
)
from feasibility.functional import Functional
from feasibility.moves import format_jump, format_jumps
from feasibility.position import Pair, PegCount

MOST_CASES = 4  # spelled out; the certificate holds them all


def explain(pair: Pair, proof: Proof) -> list[str]:
    """Paragraphs; a drawing is a paragraph of several lines."""
    match proof:
        case Play(jumps):
            return _play(pair, jumps)
        case Pagoda(weights):
            return _pagoda(pair, Functional(weights))
        case Residue(modulus, weights):
            return _residue(pair, Functional(weights, modulus))
        case Tree(root):
            return _tree(pair, root)
        case Turn(split):
            return _turn(pair, split)
        case Legs(root):
            return _legs(pair, root)
        case Search():
            return _search(proof)
        case Closure(size):
            return _closure(pair, size)
        case Cases(cases):
            return _cases(pair, cases)


def weights_on_board(board: Board, weights: Sequence[int]) -> str:
    """Weights in their holes; zeros as dots, so that the others stand out."""
    return board.draw([str(w) if w else "." for w in weights], " ")


def _jumps(board: Board, jumps: Sequence[Jump], most: int = 12) -> str:
    names = [format_jump(board, j) for j in jumps[:most]]
    return " ".join(names) + (f" and {len(jumps) - most} more" if len(jumps) > most else "")


def _play(pair: Pair, jumps: Sequence[Jump]) -> list[str]:
    if not jumps:
        return ["The start is what the target asks for."]
    from feasibility.moves import join_sweeps

    sweeps = len(join_sweeps(jumps))
    return [f"Play these {len(jumps)} jumps ({sweeps} sweeps):", format_jumps(pair.board, jumps, sweeps=True)]


def _pagoda(pair: Pair, functional: Functional) -> list[str]:
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    at_least = "" if pair.exact else "at least "
    return [
        "Give the holes these weights:",
        weights_on_board(pair.board, functional.weights),
        f"Add up the weights of the holes that hold a peg. Every one of the {len(pair.board.jumps)} jumps "
        "keeps or lowers this total: "
        "the landing hole never weighs more than the two holes that become empty.",
        f"The start weighs {have}, the target {at_least}{need}. So the target is out of reach.",
    ]


def _residue(pair: Pair, functional: Functional) -> list[str]:
    d = functional.modulus
    have, need = (
        functional.value(pair.start.mask),
        functional.value(0 if isinstance(pair.target, PegCount) else pair.target.must),
    )
    if d == 2 and set(functional.weights) <= {0, 1}:
        parity = ("an even", "an odd")
        return [
            "Mark these holes:",
            pair.board.draw(["#" if w else "." for w in functional.weights]),
            "Every jump has none or two of its three holes marked, so it changes the number of pegs on "
            "marked holes by 0 or 2.",
            f"The start has {parity[have]} number of pegs on marked holes, the target {parity[need]} "
            "number. So the target is out of reach.",
        ]
    return [
        "Give the holes these weights:",
        weights_on_board(pair.board, functional.weights),
        f"Every jump changes the total weight of the pegs by a multiple of {d}.",
        f"Modulo {d} the start weighs {have}, the target {need}. So the target is out of reach.",
    ]


def _tree(pair: Pair, root: Node) -> list[str]:
    cases = list(_leaves(root, []))
    lines = [
        f"Suppose there is a play. It falls under one of {len(cases)} case{'s' * (len(cases) > 1)}, by how "
        "often certain jumps occur in it; "
        "each is impossible.",
    ]
    for conditions, leaf in cases[:MOST_CASES]:
        when = " and ".join(_condition(pair.board, c) for c in conditions) or "In any case"
        lines += [
            f"{when[0].upper()}{when[1:]}: give the holes these weights.",
            weights_on_board(pair.board, leaf.weights[0]),
        ]
        lines.append(_why(pair, conditions, leaf.weights[0]))
    if len(cases) > MOST_CASES:
        lines.append(f"The other {len(cases) - MOST_CASES} cases are in the certificate.")
    return lines


Condition = tuple[Node, bool]


def _leaves(node: Node, conditions: list[Condition]) -> list[tuple[list[Condition], Leaf]]:
    found: list[tuple[list[Condition], Leaf]] = []
    stack: list[tuple[Node, list[Condition]]] = [(node, conditions)]
    while stack:
        here, path = stack.pop()
        if isinstance(here, Leaf):
            found.append((path, here))
        elif isinstance(here, JumpBranch):
            stack += [(here.high, [*path, (here, True)]), (here.low, [*path, (here, False)])]
        elif not isinstance(here, Split):
            stack += [(here.peg, [*path, (here, True)]), (here.empty, [*path, (here, False)])]
    return found


def _condition(board: Board, condition: Condition) -> str:
    node, high = condition
    if isinstance(node, JumpBranch):
        name = format_jump(board, node.jump)
        if high:
            return f"if {name} occurs {_times(node.at_most + 1)} or more often"
        return (
            f"if {name} never occurs"
            if node.at_most == 0
            else f"if {name} occurs at most {_times(node.at_most)}"
        )
    if isinstance(node, FreeBranch | MiddleBranch):
        from feasibility.board import coordinate

        where = coordinate(board.holes[node.hole])
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
    if isinstance(pair.target, PegCount):
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


def _turn(pair: Pair, split: Split) -> list[str]:
    board = pair.board
    names = _jumps(board, split.jumps)
    lines = [
        f"Look at these {len(split.jumps)} jumps: {names}.",
        f"Without any of them the target is out of reach, and none of them can be the {split.when} to be "
        "played. So there is no play.",
    ]
    if isinstance(split.never, Leaf):
        lines += ["Without them, no jump raises this total, but the target needs more than the start has:"]
        lines.append(weights_on_board(board, split.never.weights[0]))
    for jump, node in split.cases[:1]:
        if isinstance(node, Leaf):
            lines += [
                f"For example {format_jump(board, jump)}: were it the {split.when}, weigh the pegs by the "
                "first table before it and by the second "
                "after it. On each side no jump that may be played raises the total, and whatever the "
                "position between, the sums do not fit:",
                _beside(weights_on_board(board, node.weights[0]), weights_on_board(board, node.weights[1])),
            ]
    if len(split.cases) > 1:
        lines.append(f"The tables for all {len(split.cases)} jumps are in the certificate.")
    return lines


def _legs(pair: Pair, root: Node) -> list[str]:
    lines = ["Some jumps can be ruled out one set after the other:"]
    node: Node = root
    while isinstance(node, Split) and node.leg == 0:
        names = _jumps(pair.board, node.jumps, 8)
        lines.append(
            f"- none of these {len(node.jumps)} can be the {node.when} of them to be played, so none is "
            f"ever played: {names}"
        )
        node = node.never
    lines.append(
        "The jumps that are left do not lead from start to target. The tables of weights for every case "
        "are in the certificate."
    )
    return lines


def _beside(left: str, right: str, gap: int = 6) -> str:
    rows = [left.split("\n"), right.split("\n")]
    width = max(map(len, rows[0]))
    return "\n".join(a.ljust(width + gap) + b for a, b in zip(*rows, strict=True))


def _search(proof: Search) -> list[str]:
    if proof.backward == (1, 0) and proof.forward == (1,):
        return [
            "No jump can have led to the target: every jump leaves a peg with two empty holes behind it in "
            "a row."
        ]
    lines = [f"Every position that can matter was visited: {sum(proof.forward):,} from the start"]
    lines[0] += (
        f" and {sum(proof.backward):,} backwards from the target; they never meet."
        if proof.backward
        else "; none is the target."
    )
    if proof.pagodas:
        lines.append(
            f"Positions that one of {len(proof.pagodas)} weight tables already rules out were left out; "
            "the tables are in the certificate."
        )
    return lines


def _closure(pair: Pair, size: int) -> list[str]:
    if size == 1:
        return ["The start has no legal jump, and it is not the target."]
    return [
        f"All {size:,} positions that can be reached from the start were visited. None is what the target "
        "asks for."
    ]


def _cases(pair: Pair, cases: Sequence[Proof]) -> list[str]:
    kinds = Counter(case.kind for case in cases)
    listed = ", ".join(f"{count} by {_KINDS[kind]}" for kind, count in kinds.most_common())
    first = cases[0]
    from feasibility.position import Position

    example = Pair(pair.start, Position(pair.board, 1))
    from feasibility.board import coordinate

    where = coordinate(pair.board.holes[0])
    return [
        f"The last peg cannot stand in any of the {len(cases)} holes: {listed}.",
        f"For example {where}:",
        *explain(example, first),
    ]


_KINDS = {
    "pagoda": "weights that no jump raises",
    "residue": "totals that no jump changes",
    "tree": "cases",
    "turn": "a turning point",
    "legs": "several turning points",
    "search": "exhaustion from both ends",
    "closure": "exhaustion",
}
