"""Rules with a memory: dead and living positions asked together, in orders that show it, in new processes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.base.report import silent
from feasibility.engines.positions.words import pack, popcount, unpack
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import fields
from feasibility.studies.rules.evidence.fields import FieldStart, Listed, drawn_targets, listed, starts
from feasibility.studies.rules.evidence.ground import Ground
from feasibility.studies.rules.evidence.mixed import Mixture, search
from feasibility.studies.rules.judges.workers import Workers
from feasibility.text.catalogue import board
from tests.criteria.reference import reachable_masks

RULES = Path(__file__).parent / "wrong" / "forgetful.py"
SMALL = board("rectangle:3x4")


def lists(size: int, *, name: str = "rectangle:3x4", start: int | None = None) -> list[Listed]:
    """Questions as a validation of all targets asks them."""
    targets = drawn_targets(Target(board(name), 1 << 6), 0)
    ground = Ground(targets[0], Limits().start(), 1, 0, silent)
    return listed([(one, ground if one is targets[0] else None) for one in targets], size, 0, False, start)


def asked(rule: str, size: int) -> Mixture:
    judge = Workers(SMALL, rule)
    several = lists(size)
    mixture = Mixture(judge, several, size)
    try:
        mixture.run(starts(several, size, 0, None), 0)
    finally:
        judge.close()
    return mixture


def test_what_is_said_to_live_lives_and_what_is_said_to_be_dead_is_dead() -> None:
    """Of every target, by a slow solver; most are asked about living and dead ones."""
    both = 0
    ends = {mask: reachable_masks(SMALL, mask) for mask in range(1 << SMALL.n)}
    for one in lists(2_000):
        reach = [one.sees.target.must in ends[mask] for mask in unpack(one.words)]
        assert reach == one.alive.tolist()
        both += one.alive.any() and not one.alive.all()
    assert both > 20


def test_from_a_start_nothing_is_asked_that_it_does_not_reach() -> None:
    start = SMALL.full ^ 1 << 6
    for one in lists(2_000, start=start):
        assert set(unpack(one.words)) <= reachable_masks(SMALL, start)
        assert one.alive.tolist() == [
            one.sees.target.must in reachable_masks(SMALL, m) for m in unpack(one.words)
        ]


@pytest.mark.parametrize("name", ["english33", "rectangle:9x9", "graph:petersen", "torus:3x4", "line:2"])
def test_every_board_has_questions(name: str) -> None:
    several = listed([(one, None) for one in drawn_targets(Target(board(name), 1), 0)], 200, 0, True, None)
    assert len(several) >= min(30, board(name).n)
    assert sum(len(one.words) for one in several) or board(name).n < 3


def test_a_search_goes_on_where_the_rule_keeps(tmp_path: Path) -> None:
    """Both styles ask what a search without a table asks: the same questions, in two orders."""
    start = 0b111110111011
    (tmp_path / "rule.py").write_text("def rule(position, target):\n    return position.count == 6\n")
    judge = Workers(SMALL, f"{tmp_path}/rule.py:rule")
    try:
        found = [
            search(judge, Target(SMALL, 1), FieldStart(0, start, one), 10**6, False) for one in (True, False)
        ]
    finally:
        judge.close()
    walked = [start]
    for mask in walked:
        if mask.bit_count() > 6:
            walked += [mask ^ care for want, care in SMALL.jump_masks if mask & care == want]
    for words, answers in found:
        assert sorted(unpack(words)) == sorted(walked)
        assert (answers == (popcount(words) == 6)).all()
    assert unpack(found[0][0]) != unpack(found[1][0])


def test_turns_ask_the_dead_first_and_all_twice() -> None:
    mixture = Mixture(Workers(SMALL, f"{RULES}:stuck"), lists(500), 500)
    mixture.judge.close()
    turns = list(mixture._turns(0))
    for number, one in enumerate(mixture.lists):
        dead, alive, both, again = (rows for place, rows in turns if place == number)
        assert not one.alive[dead].any() and one.alive[alive].all() and (again == alive).all()
        assert sorted(both) == sorted([*dead, *alive]) == list(range(len(one.words)))
        assert (np.diff(popcount(one.words[dead])) <= 0).all()


@pytest.mark.parametrize("name", ["slots", "canonical_ends"])
def test_a_memory_is_unmasked(name: str) -> None:
    found = asked(f"tests.studies.rules.by_hand.forgetful:{name}", 2_000)
    assert found.changed is not None and found.pruned is None


def test_two_answers_have_their_places_in_the_history() -> None:
    """The questions that they name are the same, and were answered so."""
    judge = Workers(SMALL, f"{RULES}:after_thirty")
    words = pack([7, 3, 7] * 20, SMALL.n)
    one = Listed(lists(10)[0].sees, None, words, np.zeros(60, np.bool_))
    mixture = Mixture(judge, [one], 100)
    try:
        mixture._session(lambda asked: mixture._questions(asked, [(0, np.arange(60))]))
    finally:
        judge.close()
    assert mixture.changed is not None
    assert mixture.changed.answers == "keep as question 30 of a process, prune as question 31 of the same"
    assert unpack(words)[29] == unpack(words)[30] == mixture.changed.pair.start.mask


@pytest.mark.parametrize("name", ["stuck", "with_keys"])
def test_right_rules_with_and_without_a_memory_pass(name: str) -> None:
    found = asked(f"{RULES}:{name}", 1_000)
    assert (found.pruned, found.changed, found.complete) == (None, None, True)
    assert found.tried > 500


def test_targets_that_are_drawn_differ() -> None:
    targets = drawn_targets(Target(board("english33"), 1 << 16), 0)
    assert len(targets) == len(set(targets)) >= fields.WIDE
    assert max(one.most for one in targets) > 15
    assert targets == drawn_targets(targets[0], 0) != drawn_targets(targets[0], 1)
