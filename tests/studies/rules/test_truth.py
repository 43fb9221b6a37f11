"""Ground truth and its samples against a slow solver written from the rules."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import feasibility
from feasibility.base.limits import Limits
from feasibility.base.report import silent
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import Flags, unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Position, Target
from feasibility.studies.rules.evidence import near, short, truth
from feasibility.studies.rules.evidence.ground import Ground, MaskArray, sample, shares
from feasibility.studies.rules.evidence.planning import CasePlan, Options
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.workers import InProcess
from feasibility.text import catalogue
from tests.clocks import Held
from tests.criteria.reference import matches, reachable_masks
from tests.criteria.strategies import small_boards


def built(target: Target) -> Truth:
    found = truth.build(target, Limits().start())
    assert isinstance(found, Truth)
    return found


def inside_of(found: truth.Truth, masks: MaskArray) -> Flags:
    """Which positions are in one of the target's residue classes."""
    flags: Flags = np.logical_or.reduce(
        [one.residue.positions(one.residue.addresses(masks)) == masks for one in found.sets]
    )
    return flags


def ground(target: Target) -> Ground:
    return Ground(target, Limits().start(), 2, 0, silent)


@st.composite
def targets(draw: st.DrawFn) -> Target:
    board = draw(small_boards(most=9))
    must = draw(st.integers(0, board.full))
    free = draw(st.integers(0, board.full)) & draw(st.integers(0, board.full)) & ~must
    return Target(board, must, free)


def reaching(target: Target) -> set[int]:
    """The positions from which some match of the target is reached, by exhaustion."""
    board = target.board
    return {
        mask
        for mask in range(1 << board.n)
        if any(matches(target, end) for end in reachable_masks(board, mask))
    }


@given(targets())
def test_alive_is_what_a_slow_solver_finds(target: Target) -> None:
    found, board = built(target), target.board
    every = np.arange(1 << board.n, dtype=np.uint64)
    wanted = reaching(target)
    assert set(np.flatnonzero(found.alive(every)).tolist()) == wanted
    assert not (found.alive(every) & ~inside_of(found, every)).any()
    by_pegs = [sum(mask.bit_count() == pegs for mask in wanted) for pegs in range(board.n + 1)]
    assert found.levels.tolist() == by_pegs
    for mask in sorted(wanted)[:20]:
        play = found.play(mask)
        assert play is not None
        assert target.contains(Position(board, mask).replay(play).mask)


@given(targets(), st.integers(0, 3))
def test_samples_are_what_they_claim(target: Target, seed: int) -> None:
    found, board = built(target), target.board
    every = np.arange(1 << board.n, dtype=np.uint64)
    inside, alive = inside_of(found, every), found.alive(every)
    for dead in (False, True):
        pool = set(np.flatnonzero(inside & (alive != dead)).tolist())
        whole = sample(found, 1 << board.n, seed, dead=dead)
        assert {int(mask) for level in whole for mask in level.masks} == pool
        assert sum(level.size for level in whole) == len(pool)
        part = sample(found, 5, seed, dead=dead)
        masks = [int(mask) for level in part for mask in level.masks]
        assert len(masks) == len(set(masks)) == min(5, len(pool))
        assert set(masks) <= pool
        assert all(int(mask).bit_count() == level.pegs for level in part for mask in level.masks)
    assert sorted(int(m) for masks in found.members() for m in masks) == sorted(
        np.flatnonzero(alive).tolist()
    )


@pytest.mark.parametrize("dead", [False, True])
def test_a_sample_ends_with_the_time(dead: bool, held: Held) -> None:
    target = Target(catalogue.board("line:7"), 1)
    found, clock = built(target), Limits(seconds=10).start()
    found = replace(found, look=clock.look)
    assert sample(found, 3, 1, dead=dead)
    held.now += 10
    with pytest.raises(StoppedError):
        sample(found, 3, 1, dead=dead)


@pytest.mark.parametrize("power", [False, True])
def test_a_validation_that_ends_while_it_samples_says_what_it_lacks(
    power: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*given: object) -> object:
        raise StoppedError("time")

    monkeypatch.setattr("feasibility.studies.rules.evidence.ground._pick", late)
    monkeypatch.setenv("PEGFEAS_CACHE", str(tmp_path))
    board, targets = "rectangle:4x4", ["rectangle:4x4:+b2"]
    found = feasibility.validate("trivial", board, cases=500, targets=targets, power=power)
    assert found.tried and found.power is None
    assert (found.verdict, found.exit_code) == ("NO VERDICT", 3)
    assert found.missing == ("positions that reach the targets",)  # the others do not need what stopped
    told = any("before power and effect were measured" in note for note in found.notes)
    assert told == power  # it was asked for, and could not be measured


def test_targets_of_one_name_are_counted_together() -> None:
    """16 positions reach the first target, 2 the second; one that is set twice is asked once."""
    many, few = "triangle:4:+a1+a2+a3+a4+b2", "triangle:4:+b3+b4+c3+c4+d4"
    asked = [many, many, few]
    found = feasibility.validate("trivial", "triangle:4", cases=50, targets=asked, power=False)
    before, known = (kind for kind in found.kinds if kind.of is not None)
    assert (before.tried, before.of, before.pegs) == (18, 18, (6, 9))
    assert (known.tried, known.of) == (18, 18)


@given(small_boards(most=8))
def test_short_questions_are_all_feasible_pairs_of_a_small_board(board: Board) -> None:
    pairs = {
        (start, end)
        for level in short.levels(board)
        for start, end in zip(*map(unpack, level.words(0, len(level))))
    }
    wanted = {
        (mask, end) for mask in range(1 << board.n) for end in reachable_masks(board, mask) if end != mask
    }
    assert pairs == wanted
    for start, end in sorted(pairs)[::37]:
        assert Position(board, start).replay(short.play(board, start, end)).mask == end


@given(small_boards(most=8))
def test_pairs_to_one_peg_are_all_there_are(board: Board) -> None:
    judge = InProcess(board, lambda start, target: False)
    plan = CasePlan(judge, Options(cases=10**6), Target(board, 1), lambda target: None)
    wanted = {
        (mask, end)
        for mask in range(1 << board.n)
        for end in reachable_masks(board, mask)
        if end.bit_count() == 1 < mask.bit_count()
    }
    found = [
        (start, goals.must)
        for source in plan._to_one()
        for words, goals in source.batches
        for start in unpack(words)
        if isinstance(goals, Target)
    ]
    assert (set(found), len(found)) == (wanted, len(wanted))


@pytest.mark.parametrize("holes", [1, 5, 33, 70])
def test_numbers_have_no_gaps(holes: int) -> None:
    most = 3 if holes > 40 else 4
    words = short.everything(holes, most)
    of_levels = (short.numbers(short.subsets(holes, pegs), holes, pegs) for pegs in range(most + 1))
    assert (np.concatenate(list(of_levels)) == np.arange(len(words))).all()
    masks = unpack(words)
    assert sorted(masks, key=lambda mask: (mask.bit_count(), mask)) == masks
    assert len(set(masks)) == sum(comb(holes, pegs) for pegs in range(most + 1))


def test_short_questions_of_the_english_board_are_counted() -> None:
    """The same numbers by a plain breadth-first search over all starts, once (up to five pegs here)."""
    board = catalogue.board("english33")
    assert [len(found) for found in short.levels(board, 1_000_000)] == [76, 2572, 45180, 548228]
    some = short.with_pegs(board, 4)
    assert some is not None
    mixed = some.some(len(some), 3)
    assert mixed.keys.tolist() != some.keys.tolist() and sorted(mixed.keys.tolist()) == some.keys.tolist()
    assert sum(len(starts) for starts, _ in mixed.batches()) == len(some)


def test_positions_on_plays_are_shown_with_plays() -> None:
    board = catalogue.board("triangle:5")
    grounds = (ground(Target(board, 1 << hole)) for hole in range(board.n))
    several = ((one, *one.on_plays(board.full ^ one.target.must, 20, 10**6)) for one in grounds)
    known, parts, size = next(one for one in several if one[2])
    masks = np.concatenate(list(parts))
    assert len(masks) == len(set(masks.tolist())) == size
    source = near.living(known, "on plays", [masks], size)
    for batch, _ in source.batches:
        for start in unpack(batch)[:20]:
            one = source.show(start, None)
            assert Position(board, one.start).replay(one.play).mask == one.end == known.target.must
            assert known.play(board.full ^ start) is not None  # its complement reaches the target, too
    (some,), whole = known.on_plays(board.full ^ known.target.must, 20, size - 1)
    assert whole == size and len(some) == 20 and set(some.tolist()) <= set(masks.tolist())


@pytest.mark.slow
def test_positions_on_plays_of_the_english_centre_game() -> None:
    """13,428,122 (three programs agree)."""
    board = catalogue.board("english33")
    assert ground(Target(board, 1 << 16)).on_plays(board.full ^ 1 << 16, 100)[1] == 13_428_122


def test_shares_are_even_and_exhaust_the_levels() -> None:
    assert shares(np.array([1, 100, 100]), 41).tolist() == [1, 20, 20]
    assert shares(np.array([3, 0, 4]), 100).tolist() == [3, 0, 4]
    assert shares(np.array([50, 50, 50]), 2).sum() == 2


@pytest.mark.slow
def test_english_truth_is_the_published_mirror_image() -> None:
    """Reversed play: as many positions reach the centre peg as the centre vacancy reaches, 187,636,299."""
    board = catalogue.board("english33")
    assert int(built(Target(board, 1 << 16)).levels.sum()) == 187_636_299
