"""Verdicts with every kind of proof, written by hand so that no change of a criterion changes a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from feasibility.base.limits import Limits
from feasibility.exact.tree import Branch
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.kind import Proof
from feasibility.proofs.kinds.cases import Cases
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.kinds.search import Search
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.kinds.turn import Turn
from feasibility.proofs.nodes import Closing, Split, Unknown
from feasibility.proofs.verdict import Finding, Outcome, Verdict, not_applicable, passed, undecided
from feasibility.text.moves import parse_jumps
from feasibility.text.references import read_pair


def _play(board: Board) -> Proof:
    return Play(parse_jumps(board, "d1b1 a1c1"))


def _pagoda(board: Board) -> Proof:
    return Pagoda(weights(board, {(r, c): 1 for r in (1, 2, 4, 5) for c in (0, 2, 4, 6)}))


def _residue(board: Board) -> Proof:
    return Residue(2, tuple(int((r + c) % 3 != 0) for r, c in board.holes))


def _tree(board: Board) -> Proof:
    jump = parse_jumps(board, "a1c1")[0]
    low, high = Closing(((0, -1, 1, 0, 1, 0, 1),)), Closing(((5, 3, 2, 1, 1, 0, 1),))
    return Tree(Branch(Unknown("x", 0, jump), 0, low, high))


def _turn(board: Board) -> Proof:
    """The last jump over an inner hole of the corners' class."""
    corner = {(r, c): -1 for r, c in board.holes if r % 2 == 0 and c % 2 == 0}
    edge = {hole: -1 for hole in corner if hole not in ((2, 2), (2, 4), (4, 2), (4, 4))}
    beside = {(r, c): 1 for r, c in board.holes if (r + c) % 2}
    over = tuple(j for j in board.jumps if board.holes[j.over] in ((2, 2), (2, 4), (4, 2), (4, 4)))
    after = weights(board, corner)
    leaf = Closing((weights(board, edge | beside), after))
    return Turn(Split(0, "last", over, Closing((after,)), tuple((jump, leaf) for jump in over)))


def _search(board: Board) -> Proof:
    return Search((weights(board, {(0, 0): 1, (0, 2): 1, (0, 3): 1}),), (), (1, 1), (1,))


def _closure(board: Board) -> Proof:
    return Closure(2)


def _cases(board: Board) -> Proof:
    return Cases(tuple(Closure(1) for _ in board.holes))


# name: start, target, the criterion that found the proof, the proof
KINDS: dict[str, tuple[str, str, str, Callable[[Board], Proof]]] = {
    "play": ("line:4:+a1+c1+d1", "line:4:+c1", "search", _play),
    "pagoda": ("english33:+c1+d2+b3+b4", "english33:+c3", "pagoda", _pagoda),
    "residue": ("english33:-d4", "english33:+c1", "rule-of-three", _residue),
    "tree": ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", "integer-cone", _tree),
    "turn": ("english33:+c1+a3+c2+b3+d4", "english33:+d4", "corners", _turn),
    "search": ("line:4:+a1+b1+d1", "line:4:+a1+b1", "search", _search),
    "closure": ("line:4:+a1+b1", "line:4:+d1", "search", _closure),
    "cases": ("line:4:+a1+d1", "1", "trivial", _cases),
}


def weights(board: Board, held: dict[tuple[int, int], int]) -> tuple[int, ...]:
    """Weights by the coordinates of holes, 0 elsewhere."""
    return tuple(held.get(hole, 0) for hole in board.holes)


@lru_cache(maxsize=32)
def verdict(kind: str) -> Verdict:
    """The verdict with a proof of that kind, and some findings around it."""
    start, target, criterion, proof = KINDS[kind]
    pair = read_pair(start, pegs=1) if target == "1" else read_pair(start, target)
    return of(pair, criterion, proof(pair.board))


def of(pair: Pair, criterion: str, proof: Proof | None) -> Verdict:
    """A verdict that this proof decides."""
    findings = [
        passed("classes", "pegs per class 2>=0, 1>=1"),
        not_applicable("lattice", "for <this> & that"),
    ]
    if proof is not None:
        outcome = Outcome.PASSED if isinstance(proof, Play) else Outcome.REFUTED
        findings.append(Finding(criterion, outcome, f"found by {criterion}", proof))
    findings.append(undecided("turning-point", "frontier search stopped at the limit of seconds"))
    timed = tuple(f.timed(0.0015 * 40**i) for i, f in enumerate(findings))
    return Verdict(pair, timed, Limits(60.0, 2_000_000_000))


def hostile() -> Verdict:
    """A board whose name wants to be a page and a terminal at once."""
    name = '"><script>alert(1)</script>\x1b[31m\u202e&amp;' + "x" * 5000
    board = Board([(0, 0), (0, 1), (0, 2)], name=name)
    return of(Pair(Position(board, 0b011), Position(board, 0b100)), "search", Play((Jump(0, 1, 2),)))


def any_peg() -> Pair:
    """A pair whose target is a number of pegs."""
    start = read_pair("english33:-d4").start
    return Pair(start, Target.with_pegs(start.board, 1))
