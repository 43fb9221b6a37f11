"""Levels from both ends, in words."""

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.game.position import Pair
from feasibility.proofs.kinds.search import Search
from feasibility.render.parts import Case, More, Part, Tables


def explain(pair: Pair, proof: Search, full: bool) -> list[Part]:
    if proof.backward == (1, 0) and proof.forward == (1,):
        return [
            "No jump can have led to the target: every jump leaves a peg where it lands, and its other two "
            "holes empty."
        ]
    met = (
        f" and {sum(proof.backward):,} backwards from the target; they never meet."
        if proof.backward is not None
        else "; none is the target."
    )
    lines: list[Part] = [
        f"Every position that can matter was visited: {sum(proof.forward):,} from the start{met}",
        f"Level by level, from the start: {_levels(proof.forward)}.",
    ]
    if proof.backward is not None:
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


def _left_out(near: int) -> str:
    if not near:
        return "Positions that a table of weights already rules out were left out."
    return (
        f"A play passes one of the positions that are {plural(near, 'jump')} before the target. A position "
        "that weighs less than each of them by some table of weights was left out. In the same way, on the "
        f"way back, one that weighs more than each position {plural(near, 'jump')} after the start."
    )


def reason(proof: Search) -> str:
    return "having no jump that leads there" if proof.backward == (1, 0) else "exhaustion from both ends"
