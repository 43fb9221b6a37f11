"""A proof for each hole, in words."""

from feasibility.base.plurals import plural
from feasibility.game.position import Pair, Position
from feasibility.proofs.kinds.cases import Cases
from feasibility.render import words
from feasibility.render.parts import Case, More, Part


def explain(pair: Pair, proof: Cases, full: bool) -> list[Part]:
    holes = proof.cases
    told = [
        Case(
            f"The last peg at {pair.board.called(i)}",
            words.explain(Pair(pair.start, Position(pair.board, 1 << i)), case, full=full),
        )
        for i, case in enumerate(holes)
    ]
    rest = f"The other {plural(len(told) - 1, 'hole')} can be looked up in the certificate."
    return [
        f"The last peg cannot stand in any of the {len(holes)} holes: {words.reasons(holes)}.",
        told[0],
        More(told[1:], rest, True),
    ]


def reason(proof: Cases) -> str:
    return "a proof for each hole"
