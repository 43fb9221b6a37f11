"""A slow solver written from the rules alone, and what every test of a criterion asks of a finding."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.criteria.base import Criterion
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Finding, Outcome

BY_NAME = {criterion.name: criterion for criterion in CRITERIA}
CHEAP = tuple(c for c in CRITERIA if not c.costly)
STEPS = {
    "orthogonal": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "triangular": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)],
    "diagonal": [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)],
}


@cache
def jumps_of(board: Board) -> tuple[tuple[int, int, int], ...]:
    """All triples of holes that lie on a line one step apart; the listed ones of an explicit board."""
    if str(board.geometry) == "explicit":
        return tuple(tuple(jump) for jump in board.jumps)
    found = []
    for i, (r, c) in enumerate(board.holes):
        for down, right in STEPS[str(board.geometry)]:
            over, far = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in board.holes and far in board.holes:
                found.append((i, board.holes.index(over), board.holes.index(far)))
    return tuple(found)


def reachable(board: Board, pegs: Iterable[int]) -> set[frozenset[int]]:
    """Every position that legal jumps make of these pegs, sets of hole indices."""
    start = frozenset(pegs)
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for a, b, c in jumps_of(board):
            if a in here and b in here and c not in here:
                after = here - {a, b} | {c}
                if after not in found:
                    found.add(after)
                    todo.append(after)
    return found


@lru_cache(maxsize=4)  # several targets are asked of one start
def reachable_masks(board: Board, start: int) -> frozenset[int]:
    """The same as masks."""
    jumps = [(1 << a | 1 << b, 1 << c) for a, b, c in jumps_of(board)]
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for taken, put in jumps:
            if here & taken == taken and not here & put:
                after = here ^ taken | put
                if after not in found:
                    found.add(after)
                    todo.append(after)
    return frozenset(found)


def feasible(pair: Pair) -> bool:
    """The truth, by exhaustion."""
    return any(matches(pair.target, mask) for mask in reachable_masks(pair.board, pair.start.mask))


def matches(target: Target, mask: int) -> bool:
    """Whether a position is what the target asks for, spelt out hole by hole."""
    if target.pegs is not None:
        return bin(mask).count("1") == target.pegs
    holes = range(target.board.n)
    return all(target.free >> i & 1 or (mask >> i & 1) == (target.must >> i & 1) for i in holes)


def pair_of(board: Board, start: int, target: int) -> Pair:
    """Two positions."""
    return Pair(Position(board, start), Position(board, target))


def ask(name: str | Criterion, pair: Pair, limits: Limits | None = None) -> Finding:
    """One criterion's finding; a refutation must satisfy the checker of certificates."""
    criterion = BY_NAME[name] if isinstance(name, str) else name
    finding = criterion.check(pair, (limits or Limits()).start())
    assert finding.criterion == criterion.name
    assert finding.summary
    if finding.proof is not None:
        outcome = verifier.check(Certificate(pair, finding.proof).to_json())
        assert outcome.valid, f"{criterion.name}: {outcome}\n{pair!r}"
    return finding


def refutes(name: str | Criterion, pair: Pair) -> bool:
    """Whether a criterion refutes the pair, with a certificate that was checked."""
    return ask(name, pair).outcome is Outcome.REFUTED


def refuting(pair: Pair, criteria: Iterable[Criterion] = CRITERIA) -> list[str]:
    """The names of the criteria that refute the pair, each with its certificate checked."""
    return [criterion.name for criterion in criteria if refutes(criterion, pair)]
