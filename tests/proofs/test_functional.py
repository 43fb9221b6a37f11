"""Functionals against all positions of small boards, and the residues of a pair."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.exact.box import satisfies
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.residue import Residue
from feasibility.solvers.prove import BelievedPoint
from feasibility.systems.linear import Cone, cone_system
from feasibility.systems.residues import separate
from tests.criteria.reference import matches
from tests.criteria.strategies import pairs, small_boards


def _weigh(weights: tuple[int, ...], mask: int) -> int:
    return sum(w for i, w in enumerate(weights) if mask >> i & 1)


@given(pairs(small_boards(most=8)), st.data())
@settings(max_examples=150)
def test_least_and_margin(pair: Pair, data: st.DataObject) -> None:
    n = pair.board.n
    weights = tuple(data.draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n)))
    pegs = data.draw(st.integers(0, n))
    for target in (pair.target, Target.with_pegs(pair.board, pegs)):
        matching = [mask for mask in range(1 << n) if matches(target, mask)]
        least = min(_weigh(weights, mask) for mask in matching)
        functional = Functional(weights)
        assert functional.least(target) == least
        assert functional.margin(pair.start, target) == least - _weigh(weights, pair.start.mask)
        assert functional.separates(pair.start, target) == (least > _weigh(weights, pair.start.mask))


@given(pairs(small_boards(most=8)), st.data())
@settings(max_examples=150)
def test_residues_differ_from_every_match(pair: Pair, data: st.DataObject) -> None:
    n, modulus = pair.board.n, data.draw(st.integers(2, 5))
    functional = Functional(tuple(data.draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n))), modulus)
    matching = [mask for mask in range(1 << n) if matches(pair.target, mask)]
    values = {_weigh(functional.weights, mask) % modulus for mask in matching}
    here = _weigh(functional.weights, pair.start.mask) % modulus
    if functional.separates(pair.start, pair.target):
        assert here not in values
    elif len(values) == 1:
        assert here in values


@given(small_boards(most=9), st.data())
@settings(max_examples=80)
def test_validity_is_what_jumps_do(board, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    weights = tuple(data.draw(st.lists(st.integers(-2, 2), min_size=board.n, max_size=board.n)))
    raised = changed = False
    for mask in range(1 << board.n):
        for jump in Position(board, mask).legal_jumps():
            change = _weigh(weights, Position(board, mask).play(jump).mask) - _weigh(weights, mask)
            raised, changed = raised or change > 0, changed or change % 3 != 0
    assert Functional(weights).is_valid(board) != raised
    assert Functional(weights, 3).is_valid(board) != changed


@given(pairs(small_boards(most=9), patterns=False))
@settings(max_examples=80)
def test_separation_by_residues_proves_it(pair: Pair) -> None:
    proof = separate(pair)
    if proof is not None:
        functional = Functional(proof.weights, proof.modulus if isinstance(proof, Residue) else 0)
        assert functional.is_valid(pair.board)
        assert functional.separates(pair.start, pair.target)


@given(pairs(small_boards(most=9)))
@settings(max_examples=80)
def test_a_point_of_the_cone_is_exact(pair: Pair) -> None:
    result = Cone(pair).run(Limits().start())
    if isinstance(result, BelievedPoint):
        assert result.exact is not None
        assert satisfies(cone_system(pair), result.exact)
