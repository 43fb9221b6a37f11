"""A proof in words that a puzzler understands, with the tables that they speak of.

The words are the same for the terminal and for the page; what a table or a case looks like is theirs to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position
from feasibility.proofs.certificate import (
    Cases,
    Closure,
    Ends,
    Legs,
    Pagoda,
    Play,
    Proof,
    Residue,
    Search,
    Tree,
    Turn,
)
from feasibility.proofs.functional import Functional
from feasibility.render.parts import Case, Marks, More, Moves, Part, Tables
from feasibility.text.moves import format_jumps, join_sweeps


def explain(pair: Pair, proof: Proof, *, full: bool = False) -> list[Part]:
    """The proof as paragraphs, tables and cases; `full`: however many pairs are left of it."""
    match proof:
        case Play(jumps):
            return _play(pair, jumps)
        case Pagoda(weights):
            return _pagoda(pair, Functional(weights))
        case Residue(modulus, weights):
            return _residue(pair, Functional(weights, modulus))
        case Tree() | Turn() | Legs():
            from feasibility.render.cases import by_cases

            return by_cases(pair, proof)
        case Search():
            return _search(proof)
        case Closure(size):
            return _closure(pair, size)
        case Cases(holes):
            return _cases(pair, holes, full)
        case Ends(nodes):
            from feasibility.render import ends

            return ends.ends(pair, nodes, partial(explain, full=full), _reason, full=full)


def _play(pair: Pair, jumps: Sequence[Jump]) -> list[Part]:
    if not jumps:
        return ["The start is what the target asks for."]
    sweeps = len(join_sweeps(jumps))
    counted = f"{plural(len(jumps), 'jump')} ({plural(sweeps, 'sweep')})"
    moves = Moves(format_jumps(pair.board, jumps, sweeps=True))
    return [f"Play {'these' if len(jumps) > 1 else 'this'} {counted}:", moves]


def _pagoda(pair: Pair, functional: Functional) -> list[Part]:
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    at_least = "" if pair.exact else "at least "
    jumps = len(pair.board.jumps)
    every = f"Every one of the {jumps} jumps" if jumps > 1 else "Every jump"
    return [
        "Give the holes these weights:",
        Tables((functional.weights,)),
        f"Add up the weights of the holes that hold a peg. {every} keeps or lowers this total: "
        "the landing hole never weighs more than the two holes that become empty.",
        f"The start weighs {have}, the target {at_least}{need}. So the target is out of reach.",
    ]


def _residue(pair: Pair, functional: Functional) -> list[Part]:
    d = functional.modulus
    have, need = functional.value(pair.start.mask), functional.value(pair.target.must)
    if d == 2 and set(functional.weights) <= {0, 1}:
        parity = ("an even", "an odd")
        return [
            "Mark these holes:",
            Marks(sum(1 << i for i, w in enumerate(functional.weights) if w)),
            "Every jump has none or two of its three holes marked, so it changes the number of pegs on "
            "marked holes by 0 or 2.",
            f"The start has {parity[have]} number of pegs on marked holes, the target {parity[need]} "
            "number. So the target is out of reach.",
        ]
    return [
        "Give the holes these weights:",
        Tables((functional.weights,)),
        f"Every jump changes the total weight of the pegs by a multiple of {d}.",
        f"Modulo {d} the start weighs {have}, the target {need}. So the target is out of reach.",
    ]


def _search(proof: Search) -> list[Part]:
    if proof.backward == (1, 0) and proof.forward == (1,):
        return [
            "No jump can have led to the target: every jump leaves a peg with two empty holes behind it in "
            "a row."
        ]
    met = (
        f" and {sum(proof.backward):,} backwards from the target; they never meet."
        if proof.backward
        else "; none is the target."
    )
    lines: list[Part] = [
        f"Every position that can matter was visited: {sum(proof.forward):,} from the start{met}",
        f"Level by level, from the start: {_levels(proof.forward)}.",
    ]
    if proof.backward:
        lines.append(f"From the target: {_levels(proof.backward)}.")
    tables = [Case(f"Weights {i}", [Tables((w,))]) for i, w in enumerate(proof.pagodas, 1)]
    tables += [Case(f"Weights modulo {r.modulus}", [Tables((r.weights,))]) for r in proof.residues]
    if tables:
        lines += [
            _left_out(proof.near),
            More(tables, f"The certificate has {plural(len(tables), 'such table')}."),
        ]
    return lines


def _levels(sizes: Sequence[int]) -> str:
    return " ".join(f"{size:,}" for size in sizes)


def _closure(pair: Pair, size: int) -> list[Part]:
    if size == 1:
        return ["The start has no legal jump, and it is not the target."]
    return [
        f"All {size:,} positions that can be reached from the start were visited. None is what the target "
        "asks for."
    ]


def _cases(pair: Pair, holes: Sequence[Proof], full: bool) -> list[Part]:
    told = [
        Case(
            f"The last peg at {pair.board.called(i)}",
            explain(Pair(pair.start, Position(pair.board, 1 << i)), proof, full=full),
        )
        for i, proof in enumerate(holes)
    ]
    rest = f"The other {plural(len(told) - 1, 'hole')} can be looked up in the certificate."
    return [
        f"The last peg cannot stand in any of the {len(holes)} holes: {reasons(holes)}.",
        told[0],
        More(told[1:], rest),
    ]


def _left_out(near: int) -> str:
    if not near:
        return "Positions that a table of weights already rules out were left out."
    return (
        f"A play passes one of the positions that are {plural(near, 'jump')} before the target. A position "
        "that weighs less than each of them by some table of weights was left out. In the same way, on the "
        f"way back, one that weighs more than each position {plural(near, 'jump')} after the start."
    )


def reasons(holes: Sequence[Proof]) -> str:
    """What ruled out how many holes."""
    counted = Counter(map(_reason, holes)).most_common()
    return ", ".join(f"{number} by {reason}" for reason, number in counted)


def _reason(proof: Proof) -> str:
    """What ruled a hole out, in a few words."""
    if isinstance(proof, Search) and proof.backward == (1, 0):
        return "having no jump that leads there"
    return "having no first jump" if proof == Closure(1) else _KINDS[proof.kind]


_KINDS = {
    "pagoda": "weights that no jump raises",
    "residue": "totals that no jump changes",
    "tree": "cases",
    "turn": "a turning point",
    "legs": "several turning points",
    "search": "exhaustion from both ends",
    "closure": "exhaustion",
    "ends": "both ends",
}
