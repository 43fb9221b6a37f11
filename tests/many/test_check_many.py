"""check_many: the same verdicts as check, keys, limits, proofs."""

from __future__ import annotations

import pickle
from itertools import count

import pytest

import feasibility
from feasibility import Limits, Plan, verifier
from feasibility.base.errors import InputError
from feasibility.decide import check
from feasibility.game.position import Pair, Position, Target
from feasibility.many import at_home
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Verdict
from feasibility.text import catalogue
from tests.many.strategies import pairs

LIMITS = Limits(work=20_000_000)  # seconds would let the outcome depend on what else runs here


def accepted(certificate: Certificate | None) -> bool:
    return certificate is not None and verifier.check(certificate.to_json()).valid


def test_the_verdicts_are_those_of_check() -> None:
    asked = pairs(60)
    found = dict(feasibility.check_many(asked, jobs=2, limits=LIMITS))
    assert sorted(found) == list(range(60))
    for number, pair in enumerate(asked):
        verdict, alone = found[number], check(pair, LIMITS, Plan(patience=0))
        assert isinstance(verdict, Verdict)
        assert verdict.pair is pair
        assert (verdict.answer, verdict.decided_by) == (alone.answer, alone.decided_by)
        assert [f.criterion for f in verdict.findings] == [f.criterion for f in alone.findings]
        assert [f.outcome for f in verdict.findings] == [f.outcome for f in alone.findings]
        assert verdict.answer == check(pair, LIMITS).answer
        assert accepted(verdict.certificate)
    assert {str(v.answer) for v in found.values() if isinstance(v, Verdict)} == {"feasible", "infeasible"}


def test_keys_come_back_with_their_verdicts_in_order() -> None:
    asked = [(f"pair {n}", pair) for n, pair in enumerate(pairs(12, seed=2))]
    found = list(feasibility.check_many(asked, jobs=2, limits=LIMITS, ordered=True))
    assert [key for key, _ in found] == [key for key, _ in asked]


def test_the_plan_and_the_limits_reach_the_workers() -> None:
    board = catalogue.board("english33")
    pair = Pair(Position(board, board.full ^ 1 << 16), Position(board, 1 << 16))
    ((_, found),) = feasibility.check_many(
        [pair], jobs=1, limits=LIMITS, plan=Plan(search=False, criteria=())
    )
    assert isinstance(found, Verdict)
    assert found.findings == ()
    assert found.limits == LIMITS
    ((_, late),) = feasibility.check_many([pair], jobs=1, limits=Limits(0.0))
    assert isinstance(late, Verdict)
    assert str(late.answer) == "unknown"


def test_any_kind_of_target_and_an_endless_input() -> None:
    board = catalogue.board("line:4")
    endless = (Pair(Position(board, 0b0011), Target.with_pegs(board, 1)) for _ in count())
    found = feasibility.check_many(endless, jobs=2, limits=LIMITS)
    for _ in range(50):
        _, verdict = next(found)
        assert isinstance(verdict, Verdict)
        assert str(verdict.answer) == "feasible"
    found.close()  # type: ignore[attr-defined]


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(InputError, match="not a number of processes"):
        feasibility.check_many([], jobs=0)


def test_boards_come_home_with_their_own_names() -> None:
    one = pairs(1, seed=3, boards=("rectangle:4x4",))[0]
    again = pickle.loads(pickle.dumps(one))
    assert again.board is not one.board
    assert at_home(again).board is at_home(one).board
    assert at_home(again) == again
    named = feasibility.Board(one.board.holes, name="mine")
    assert at_home(Pair(Position(named, 3), Position(named, 4))).board.name == "mine"


def test_holes_are_called_as_the_pair_at_hand_calls_them() -> None:
    """Equal boards may name their holes in another order."""
    told = []
    for names in ("pqrs", "srqp"):
        board = feasibility.Board([(0, i) for i in range(4)], "explicit", [(0, 1, 2)], names=tuple(names))
        pair = Pair(Position.of(board, names[:2]), Position.of(board, names[3]))
        ((_, found),) = feasibility.check_many([pair], jobs=1, limits=LIMITS)
        assert isinstance(found, Verdict)
        assert at_home(pair).board.names == tuple(names)
        told += [finding.summary for finding in found.findings if finding.criterion == "classes"]
    assert [summary.partition(" holds")[0][-1] for summary in told] == ["s", "p"]
