"""Rules with a memory: dead and living positions asked together, in several orders, in new processes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from feasibility import validate
from feasibility.base.limits import Limits
from feasibility.engines.positions.words import popcount
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import memory, truth
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.workers import Workers
from feasibility.text.catalogue import board

RULES = Path(__file__).parent / "wrong" / "forgetful.py"


@pytest.fixture(scope="module")
def known() -> Truth:
    english = board("english33")
    made = truth.build(english, Target(english, 1 << 16), Limits(None).start(), threads=2)
    assert isinstance(made, Truth)
    return made


def asked(name: str, known: Truth, size: int) -> memory.Mixed:
    judge = Workers(known.board, f"{RULES}:{name}")
    try:
        return memory.asked_mixed(judge, known, size, 0, Limits(None).start())
    finally:
        judge.close()


@pytest.mark.parametrize(("name", "size"), [("folded", 20_000), ("small_table", 3_000)])
def test_a_table_without_keys_is_unmasked(name: str, size: int, known: Truth) -> None:
    """Feasible pairs alone never fill it; a pair is shown with both answers and what it takes."""
    found = asked(name, known, size)
    assert found.changed is not None and found.pruned is None
    if found.changed.feasible and "one order" not in found.changed.answers:
        assert found.changed.answers.startswith("prune in the run, keep in a new process")


@pytest.mark.parametrize("name", ["stuck", "with_keys"])
def test_right_rules_with_and_without_a_memory_pass(name: str, known: Truth) -> None:
    found = asked(name, known, 2_000)
    assert (found.pruned, found.changed) == (None, None)
    assert found.tried >= 3 * 1_900


def test_the_first_questions_are_asked_again(known: Truth) -> None:
    """Last first; a rule that counts its calls has another answer then."""
    judge = Workers(known.board, f"{RULES}:after_thirty")
    try:
        words = memory._positions(known, 10, 0)[0]
        assert not (judge.ask(words, known.target) == 1).any()
        changed = memory.asked_again(judge)
    finally:
        judge.close()
    assert changed is not None
    assert changed.answers == memory.AGAIN.format("keep", "prune")


def test_orders_hold_every_position_and_mix_them(known: Truth) -> None:
    words, alive = memory._positions(known, 500, 0)
    assert 400 < alive.sum() <= 500 and 400 < (~alive).sum() <= 500
    for row in range(0, len(words), 50):
        assert (known.play(int(words[row, 0])) is not None) == bool(alive[row])
    searched, dead_first, random = memory.orders(words, alive, 0)
    for order in (searched, dead_first, random):
        assert sorted(order.tolist()) == list(range(len(words)))
    assert (np.diff(popcount(words[searched]).astype(int)) <= 0).all()
    assert not alive[dead_first][: (~alive).sum()].any()
    changes = np.count_nonzero(np.diff(alive[random].astype(int)))
    assert changes > 200


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cases"), [("folded", 20_000), ("small_table", 3_000)])
def test_validation_finds_it_by_itself(name: str, cases: int) -> None:
    found = validate(f"{RULES}:{name}", "english33", cases=cases, power=False, jobs=1, seconds=None)
    assert found.verdict == "NOT DETERMINISTIC" and found.changed is not None


def test_a_small_board_is_enough_for_validation() -> None:
    """All questions of the triangle are asked, and no dead one: only the mixed ones show the mistake."""
    found = validate(f"{RULES}:small_table", "triangle:5", cases=3000, power=False, jobs=1, seconds=None)
    assert found.changed is not None
    right = validate(f"{RULES}:with_keys", "triangle:5", cases=300, power=False, jobs=1, seconds=None)
    assert right.verdict.startswith("SOUND ON ALL")
    assert any("among dead ones" in kind.title for kind in right.kinds)
