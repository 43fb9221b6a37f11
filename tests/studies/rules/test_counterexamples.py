"""Planted mistakes are found and made small."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.game.position import Position, Target
from feasibility.studies.rules.evidence.cases import Played, backwards, games
from feasibility.studies.rules.evidence.soundness import smallest_of
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.report import text
from feasibility.studies.rules.validate import middle
from feasibility.studies.rules.validate_api import validate
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks
from tests.studies.rules.planting import run


@pytest.mark.parametrize("function", ["five", "on_pair"])
def test_smallest_counterexample_on_a_small_board(planted: str, function: str) -> None:
    board = catalogue.board("rectangle:3x4")
    found = run(board, f"{planted}:{function}")
    assert found.verdict == "UNSOUND"
    wrong = found.counterexample
    assert wrong is not None
    assert wrong.least
    assert (wrong.pair.start.count, len(wrong.play)) == (5, 1)
    assert verifier.check(wrong.certificate.to_json()).valid


def test_smallest_counterexample_for_one_target_is_the_smallest(planted: str) -> None:
    board = catalogue.board("rectangle:3x4")
    target = Position(board, 1 << 10)
    found = run(board, f"{planted}:five", targets=(Target.exactly(target),), cases=50, seed=3)
    wrong = found.counterexample
    assert wrong is not None
    least = min(
        mask.bit_count()
        for mask in range(1 << board.n)
        if mask & 3 == 3 and mask.bit_count() >= 5 and target.mask in reachable_masks(board, mask)
    )
    assert wrong.pair.exact == target
    assert wrong.pair.start.replay(wrong.play) == target
    if wrong.source.endswith("(dense closure)"):
        assert wrong.pair.start.count == least


def test_the_fewest_pegs_are_those_for_one_target() -> None:
    """Of this rule a pair with fewer pegs and another target is pruned, and was not asked about."""

    def prunes(start: Position, target: Position) -> bool:
        return start.count >= 4 if target.mask == 1 << 3 else (start.mask, target.mask) == (0b111, 0b1001)

    found = validate(prunes, "rectangle:3x4", cases=5, power=False)
    wrong = found.counterexample
    assert wrong is not None and wrong.least and wrong.pair.start.count == 4
    assert "pegs: 4, and no smaller number is possible for this target\n" in text(found)


def test_dense_closure_finds_the_fewest_pegs() -> None:
    from feasibility.base.limits import Limits
    from feasibility.studies.rules.evidence import truth
    from feasibility.studies.rules.evidence.soundness import fewest_pegs

    board = catalogue.board("rectangle:3x4")
    target = Target(board, 1 << 10)
    chosen = choose(board, f"{Path(__file__).parent}/planted_rules.py:six_with_corner", limit=2.0)
    known = truth.build(target, Limits().start())
    assert isinstance(known, truth.Truth)
    wrong = [
        m for m in range(1 << 12) if m & 1 and m.bit_count() >= 6 and target.must in reachable_masks(board, m)
    ]
    try:
        start, least = fewest_pegs(chosen.judge, known, max(wrong, key=int.bit_count))
    finally:
        chosen.judge.close()
    assert least
    assert start in wrong
    assert start.bit_count() == min(map(int.bit_count, wrong))


def test_shrinking_drops_idle_pegs_and_idle_jumps(planted: str) -> None:
    board = catalogue.board("english33")
    one = next(
        p for p in games(board, 1) if p.start & 3 == 3 and p.start.bit_count() > 15 and len(p.play) > 2
    )
    chosen = choose(board, f"{planted}:five", limit=2.0)
    try:
        small = smallest_of(chosen.judge, one)
    finally:
        chosen.judge.close()
    assert small.start.bit_count() == 5
    assert Position(board, small.start).replay(small.play).mask == small.end


def test_start_at_the_target(planted: str) -> None:
    board = catalogue.board("rectangle:3x4")
    found = run(board, f"{planted}:at_target")
    assert found.verdict == "UNSOUND"
    assert found.counterexample is not None
    assert found.counterexample.play == ()
    assert run(board, f"{planted}:at_target", skip_equal=True).exit_code == 0


def test_every_position_of_a_small_board_is_asked_as_its_own_target() -> None:
    """Games end in few of them, and a rule that prunes one was sound on all cases tried."""
    board = catalogue.board("line:4")
    for mask in range(1 << board.n):
        found = validate(
            lambda position, target, mask=mask: position == target and position.mask == mask, board
        )
        assert found.counterexample is not None and found.counterexample.pair.start.mask == mask


@pytest.mark.parametrize("name", ["english33", "rectangle:9x9", "triangle:5", "torus:3x4"])
def test_random_play_is_legal(name: str) -> None:
    board = catalogue.board(name)
    target = Target(board, 1 << middle(board))
    for one in [*islice(games(board, 5), 200), *islice(backwards(board, target, 5), 50)]:
        assert one.play
        assert Position(board, one.start).replay(one.play).mask == one.end
    one, again, other = (list(islice(games(board, seed), 20)) for seed in (5, 5, 6))
    assert one == again != other


def test_single_played_pair_survives_when_nothing_smaller_is_pruned(planted: str) -> None:
    board = catalogue.board("line:7")
    chosen = choose(board, f"{planted}:never", limit=2.0)
    one = Played(3, 4, (board.jumps[0],))
    try:
        assert smallest_of(chosen.judge, one) == one
    finally:
        chosen.judge.close()
