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
from feasibility.base.limits import Limits, Looking
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Position, Target
from feasibility.game.symmetry import apply
from feasibility.studies.rules.evidence import numbering, sampling, short, truth, winning
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import differing
from feasibility.text import catalogue
from tests.clocks import Held
from tests.criteria.reference import matches, reachable_masks
from tests.criteria.strategies import small_boards


def built(target: Target, cache: Path | None = None) -> Truth:
    found = truth.build(target.board, target, Limits().start(), cache=cache)
    assert isinstance(found, Truth)
    return found


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
    assert not (found.alive(every) & ~found.inside(every)).any()
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
    inside, alive = found.inside(every), found.alive(every)
    for dead in (False, True):
        pool = set(np.flatnonzero(inside & (alive != dead)).tolist())
        whole = sampling.sample(found, 1 << board.n, seed, dead=dead)
        assert {int(mask) for level in whole for mask in level.masks} == pool
        assert sum(level.size for level in whole) == len(pool)
        part = sampling.sample(found, 5, seed, dead=dead)
        masks = [int(mask) for level in part for mask in level.masks]
        assert len(masks) == len(set(masks)) == min(5, len(pool))
        assert set(masks) <= pool
        assert all(int(mask).bit_count() == level.pegs for level in part for mask in level.masks)
    assert sorted(int(m) for masks in sampling.everything(found) for m in masks) == sorted(
        np.flatnonzero(alive).tolist()
    )
    others = sampling.elsewhere(found, 10, seed)
    assert not found.inside(others).any()
    assert len(others) == (10 if found.size < 1 << board.n else 0)


@pytest.mark.parametrize("dead", [False, True])
def test_a_sample_ends_with_the_time(dead: bool, held: Held) -> None:
    target = Target(catalogue.board("line:7"), 1)
    found, clock = built(target), Limits(seconds=10).start()
    found = replace(found, look=Looking(clock))
    assert sampling.sample(found, 3, 1, dead=dead)
    held.now += 10
    with pytest.raises(StoppedError):
        sampling.sample(found, 3, 1, dead=dead)


@pytest.mark.parametrize("power", [False, True])
def test_a_validation_that_ends_while_it_samples_says_what_it_has(
    power: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*given: object) -> object:
        raise StoppedError("time")

    monkeypatch.setattr(sampling, "_pick", late)
    board, targets = "rectangle:4x4", ["rectangle:4x4:+b2"]
    found = feasibility.validate("trivial", board, cases=500, targets=targets, power=power)
    assert found.exit_code == 0 and found.tried and found.power is None
    assert bool(found.notes) == power  # the power was asked for, and could not be measured


def test_the_cache_is_left_alone_where_it_takes_too_much_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: Held
) -> None:
    monkeypatch.setattr(truth, "KEPT_FROM", 0)
    monkeypatch.setattr(truth, "seconds_for", lambda words: 4.0)
    target = Target(catalogue.board("line:7"), 1)
    for seconds, kept in ((11, False), (13, True)):
        found = truth.build(target.board, target, Limits(seconds=seconds).start(), cache=tmp_path)
        assert isinstance(found, Truth) and found.levels.tolist() == built(target).levels.tolist()
        assert any(tmp_path.rglob("*.bits")) == kept


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


@given(small_boards(most=8), st.integers(3, 7))
def test_one_peg_more_and_few_at_the_end(board: Board, pegs: int) -> None:
    level = short.with_pegs(board, min(pegs, board.n - 1)) if board.n > 3 and board.jumps else None
    if level is None or level.pegs <= short.FEW:
        return
    found = short.one_more(level)
    wanted = {
        (mask, end)
        for mask in range(1 << board.n)
        if mask.bit_count() == level.pegs + 1
        for end in reachable_masks(board, mask)
        if end.bit_count() <= short.FEW
    }
    assert set(zip(*map(unpack, found.words(0, len(found))))) == wanted


@given(small_boards(most=8), st.integers(2, 6))
def test_journeys_to_one_peg_are_all_there_are(board: Board, pegs: int) -> None:
    found = short.to_one(board, pegs)
    assert found is not None
    wanted = {
        (mask, end)
        for mask in range(1 << board.n)
        if mask.bit_count() == pegs
        for end in reachable_masks(board, mask)
        if end.bit_count() == 1
    }
    assert set(zip(*map(unpack, found))) == wanted
    assert len(found[0]) == len(wanted)


def test_journeys_of_eight_pegs_on_the_english_board() -> None:
    found = short.to_one(catalogue.board("english33"), 8)
    assert found is not None and len(found[0]) == 619_282


@pytest.mark.parametrize("holes", [1, 5, 33, 70])
def test_numbers_have_no_gaps(holes: int) -> None:
    most = 3 if holes > 40 else 4
    words = numbering.everything(holes, most)
    assert (numbering.numbers(words, holes, most) == np.arange(len(words))).all()
    masks = unpack(words)
    assert sorted(masks, key=lambda mask: (mask.bit_count(), mask)) == masks
    assert len(set(masks)) == sum(comb(holes, pegs) for pegs in range(most + 1))


def test_short_questions_of_the_english_board_are_counted() -> None:
    """The same numbers by a plain breadth-first search over all starts, once (up to five pegs here)."""
    board = catalogue.board("english33")
    assert [len(found) for found in short.levels(board, 1_000_000)] == [76, 2572, 45180, 548228]
    orbits = [found.orbits() for found in short.levels(board, 100_000)]
    assert len(orbits[0]) == 12  # jumps up to symmetry
    group = board.symmetries
    for found in orbits[:2]:
        images = {
            (apply(g, start), apply(g, end))
            for start, end in zip(*map(unpack, found.words(0, len(found))))
            for g in group
        }
        assert len(images) == len(short.with_pegs(board, found.pegs) or ())


def test_winning_positions_are_shown_with_plays() -> None:
    board = catalogue.board("triangle:5")
    targets = (Target(board, 1 << hole) for hole in range(board.n))
    built_ones = (winning.build(board, target, Limits().start(), 1) for target in targets)
    found = next(one for one in built_ones if one is not None)
    for source in (found.whole_source(), found.orbit_source(1, False, None)):
        seen = 0
        for batch, goals in source.batches:
            # a target for all is among the starts
            starts = batch[differing(batch, goals)] if isinstance(goals, Target) else batch
            seen += len(starts)
            ends = unpack(goals) if isinstance(goals, np.ndarray) else [goals.must] * len(starts)
            for start, end in list(zip(unpack(starts), ends))[:20]:
                one = source.show(start, end if isinstance(goals, np.ndarray) else None)
                assert Position(board, one.start).replay(one.play).mask == one.end
                assert (one.start, one.end) == (start, end)
        assert seen == source.of


@pytest.mark.slow
def test_winning_orbits_of_the_english_centre_game() -> None:
    """1,679,072 (three programs agree), 13,428,122 with their images."""
    board = catalogue.board("english33")
    found = winning.build(board, Target(board, 1 << 16), Limits().start(), 2)
    assert found is not None
    assert (len(found.orbits), len(found)) == (1_679_072, 13_428_122)


def test_shares_are_even_and_exhaust_the_levels() -> None:
    assert sampling.shares(np.array([1, 100, 100]), 41).tolist() == [1, 20, 20]
    assert sampling.shares(np.array([3, 0, 4]), 100).tolist() == [3, 0, 4]
    assert sampling.shares(np.array([50, 50, 50]), 2).sum() == 2


def test_a_large_truth_is_kept_and_a_damaged_one_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(truth, "KEPT_FROM", 8)
    target = Target(catalogue.board("rectangle:3x4"), 1 << 5)
    first = built(target, tmp_path)
    (file,) = tmp_path.rglob("*.bits")
    written = file.stat()
    again = built(target, tmp_path)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (written.st_ino, written.st_mtime_ns)
    assert (again.sets[0].words == first.sets[0].words).all()
    data = bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(data)
    third = built(target, tmp_path)
    assert not file.exists()
    assert (third.sets[0].words == first.sets[0].words).all()


@pytest.mark.slow
def test_english_truth_is_the_published_mirror_image() -> None:
    """Reversed play: as many positions reach the centre peg as the centre vacancy reaches, 187,636,299."""
    board = catalogue.board("english33")
    assert int(built(Target(board, 1 << 16)).levels.sum()) == 187_636_299
