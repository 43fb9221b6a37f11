"""Positions, patterns and pairs: the rules of play, duality, and values that print and rebuild."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import IllegalJump, InputError
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.text import catalogue
from tests.game.strategies import boards, pairs, patterns, positions

NAMES = {"board": catalogue.board, "Board": Board, "Position": Position, "Target": Target, "Pair": Pair}
ENGLISH = catalogue.board("english33")


@given(positions())
def test_legal_jumps_are_those_of_the_rules(position: Position) -> None:
    pegs = set(position.pegs)
    legal = [j for j in position.board.jumps if j.start in pegs and j.over in pegs and j.landing not in pegs]
    assert list(position.legal_jumps()) == legal
    for jump in legal:
        after = position.play(jump)
        assert set(after.pegs) == pegs - {jump.start, jump.over} | {jump.landing}
        assert after.count == position.count - 1
        assert jump in after.legal_unjumps()
        assert position.complement == after.complement.play(jump)
    for jump in set(position.board.jumps) - set(legal):
        with pytest.raises(IllegalJump):
            position.play(jump)


@given(positions())
def test_taking_a_jump_back_is_playing_it_on_the_complement(position: Position) -> None:
    before = [position.complement.play(jump).complement for jump in position.legal_unjumps()]
    assert all(p.play(jump) == position for p, jump in zip(before, position.legal_unjumps(), strict=True))
    assert position.legal_unjumps() == position.complement.legal_jumps()


@given(boards(), st.randoms())
def test_replay_of_a_random_play_and_the_first_illegal_jump(board: Board, source: random.Random) -> None:
    start = position = Position(board, source.getrandbits(board.n))
    jumps: list[Jump] = []
    while position.legal_jumps() and len(jumps) < 30:
        jumps.append(source.choice(position.legal_jumps()))
        position = position.play(jumps[-1])
    assert start.replay(jumps) == position
    assert Pair(start, position).jumps_needed == len(jumps)
    if jumps:
        at = source.randrange(len(jumps))
        with pytest.raises(IllegalJump) as caught:
            start.replay([*jumps[: at + 1], jumps[at], *jumps[at + 1 :]])
        assert caught.value.index == at + 1


@pytest.mark.parametrize(
    ("jump", "reason"),
    [
        (Jump(4, 9, 16), "jump 2 (d2-d3-d4) is illegal: no peg to jump with"),
        (Jump(16, 9, 4), "jump 2 (d4-d3-d2) is illegal: no peg to jump over"),
        (Jump(1, 4, 9), "jump 2 (d1-d2-d3) is illegal: no peg to jump over"),
        (Jump(3, 4, 5), "jump 2 (c2-d2-e2) is illegal: no peg to jump over"),
        (Jump(6, 7, 8), "jump 2 (a3-b3-c3) is illegal: the landing hole holds a peg"),
        (Jump(0, 1, 3), "jump 2 (c1-d1-c2) is illegal: the board has no such jump"),
        (Jump(0, 1, 99), "jump 2 (c1-d1-no hole 99) is illegal: the board has no such jump"),
    ],
)
def test_an_illegal_jump_in_the_middle_is_named(jump: Jump, reason: str) -> None:
    start = Position(ENGLISH, ENGLISH.full & ~(1 << 16))
    play = [Jump(4, 9, 16), jump, Jump(0, 1, 2)]
    with pytest.raises(IllegalJump) as caught:
        start.replay(play)
    assert str(caught.value) == reason


@given(pairs())
def test_pairs_are_values(pair: Pair) -> None:
    again = eval(repr(pair), NAMES)
    assert again == pair
    assert hash(again) == hash(pair)
    assert pickle.loads(pickle.dumps(pair)) == pair
    with pytest.raises(AttributeError, match="frozen"):
        pair.start = pair.start
    with pytest.raises(AttributeError, match="frozen"):
        del pair.start
    assert pair.target.kind in ("position", "pattern")
    must = pair.target.must
    assert pair.difference == tuple((must >> i & 1) - b for i, b in enumerate(pair.start.vector))


@given(positions(), st.integers())
def test_the_dual_pair(position: Position, number: int) -> None:
    target = Position(position.board, number % (position.board.full + 1))
    pair = Pair(position, target)
    assert pair.dual.dual == pair
    assert pair.dual.difference == pair.difference
    assert pair.dual.jumps_needed == pair.jumps_needed
    assert pair.exact == target
    assert pair.target == Target.exactly(target) == Target(position.board, target.mask)
    assert Pair(position, pair.target) == pair


@given(patterns(), st.integers())
def test_patterns_and_what_they_contain(pattern: Target, number: int) -> None:
    assert eval(repr(pattern), NAMES) == pattern
    mask = number % (pattern.board.full + 1)
    wanted = all(
        (mask >> i & 1) == (pattern.must >> i & 1)
        for i in range(pattern.board.n)
        if not pattern.free >> i & 1
    )
    assert pattern.contains(mask) == wanted
    assert Position(pattern.board, mask).matches(pattern) == wanted


@given(boards(most=8), st.data())
def test_the_kinds_of_targets_and_their_numbers_of_pegs(board: Board, data: st.DataObject) -> None:
    free = data.draw(st.integers(0, board.full))
    pattern = Target(board, data.draw(st.integers(0, board.full)) & ~free, free)
    counted = Target.with_pegs(board, data.draw(st.integers(0, board.n)))
    assert counted.kind == "number of pegs" and counted.exact is None
    assert pattern.kind == ("pattern" if free else "position")
    for target in (pattern, counted):
        sizes = {mask.bit_count() for mask in range(board.full + 1) if target.contains(mask)}
        assert sizes == set(range(target.fewest, target.most + 1))
        assert eval(repr(target), NAMES) == target
        pair = Pair(Position(board, board.full), target)
        assert pickle.loads(pickle.dumps(pair)) == pair
        assert pair.jumps_needed == (board.n - target.most if len(sizes) == 1 else None)
    if pattern.exact is not None:
        assert [mask for mask in range(board.full + 1) if pattern.contains(mask)] == [pattern.exact.mask]
        assert str(pattern) == str(pattern.exact)


def test_a_count_of_pegs() -> None:
    goal = Target.with_pegs(ENGLISH, 1)
    assert eval(repr(goal), NAMES) == goal
    assert str(goal) == "any position with 1 peg"
    assert Position.of(ENGLISH, [5]).matches(goal)
    assert not Position.of(ENGLISH, [5, 6]).matches(goal)
    pair = Pair(Position(ENGLISH, ENGLISH.full >> 1), goal)
    assert pair.jumps_needed == 31
    assert pair.exact is None
    with pytest.raises(
        InputError, match="a number of pegs has no difference vector; expected a position or a pattern"
    ):
        _ = pair.difference
    with pytest.raises(InputError, match="only a pair of two positions has a dual; saw a number of pegs"):
        _ = pair.dual


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Position(ENGLISH, 1 << 33), "the position has a peg outside the board; saw 0x200000000; expected 33 bits"),
        (lambda: Position(ENGLISH, -1), "the position has a peg outside the board; saw -0x1; expected 33 bits"),
        (lambda: Position.of(ENGLISH, [33]), "no hole 33 on english33; expected as c1, or 0 to 32"),
        (lambda: Position.of(ENGLISH, [-1]), "no hole -1 on english33; expected as c1, or 0 to 32"),
        (lambda: Position.of(ENGLISH, [0.5]), "no hole 0.5 on english33; expected as c1, or 0 to 32"),  # type: ignore[list-item]
        (lambda: Position.of(ENGLISH, [0, 1, 1]), "a hole is named twice; saw 1; expected each hole once; `from_array` takes a 0 or 1 for each"),
        (lambda: Position.from_array(catalogue.board("rectangle:2x2"), np.ones((2, 2))), "not a position on rectangle:2x2; expected 4 values, each 0 or 1"),
        (lambda: Target(ENGLISH, 3, 2), "a hole of the pattern is both free and required; saw holes (1,)"),
        (lambda: Target(ENGLISH, 0, 1 << 33), "the target has a peg outside the board; saw 0x200000000; expected 33 bits"),
        (lambda: Target.with_pegs(ENGLISH, 34), "no such number of pegs; saw 34; expected 0 to 33"),
        (lambda: Target(ENGLISH, 1, 6, 2), "a target has required or free holes, or a number of pegs, but not both; saw 2 pegs and holes that are not free; expected every hole free beside a number of pegs"),
        (lambda: Target(ENGLISH, 3, 0, 2), "a target has required or free holes, or a number of pegs, but not both; saw 2 pegs and holes that are not free; expected every hole free beside a number of pegs"),
        (
            lambda: Pair(Position(ENGLISH, 1), Position(catalogue.board("line:3"), 1)),
            "start and target are on different boards; saw english33, line:3",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(make: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == message


def test_integers_of_numpy_lose_no_peg() -> None:
    """1 << np.uint8(9) is 0."""
    pegs = np.array([1, 9, 31, 32], np.uint8)
    position = Position.of(ENGLISH, pegs)
    assert position.pegs == (1, 9, 31, 32)
    for value in (
        Position(ENGLISH, np.int64(5)),
        Target(ENGLISH, np.uint8(5)),
        Target(ENGLISH, 0, np.uint8(5)),
    ):  # type: ignore[arg-type]
        mask = value.mask if isinstance(value, Position) else value.must or value.free
        assert (type(mask), mask) == (int, 5)


def test_values_want_their_fields() -> None:
    for wrong in ({}, {"board": ENGLISH, "mask": 1, "other": 2}):
        with pytest.raises(TypeError, match="Position"):
            Position(**wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes board, mask"):
        Position(ENGLISH, 1, 2)  # type: ignore[call-arg]
    assert Position(ENGLISH, mask=5) == Position(mask=5, board=ENGLISH)
    assert Position(ENGLISH, 5) != Target(ENGLISH, 5, 2)
    assert Position(ENGLISH, 5) != Pair(Position(ENGLISH, 5), Position(ENGLISH, 5)) != Target(ENGLISH, 5)


def test_bits_of_a_large_board() -> None:
    mask = 1 << 299 | 1 << 64 | 1
    position = Position(catalogue.board("line:300"), mask)
    assert position.pegs == bits(mask) == (0, 64, 299)
    assert position.complement.count == 297
    assert len(Position(position.board, 0b011).legal_jumps()) == 1


def test_public_names_exist_and_are_listed() -> None:
    for name in feasibility.__all__:
        assert getattr(feasibility, name) is not None
    assert dir(feasibility) == feasibility.__all__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = feasibility.nothing


@given(st.data())
def test_a_target_of_one_position_equals_it(data: st.DataObject) -> None:
    """Whoever writes `pair.target == position` means the position; a pattern or a number of pegs is none."""
    board = data.draw(boards())
    mask, other = data.draw(st.integers(0, board.full)), data.draw(st.integers(0, board.full))
    free = data.draw(st.integers(0, board.full)) & ~mask
    position, target = Position(board, mask), Target(board, mask)
    assert target == position and position == target and hash(target) == hash(position)
    assert len({position, target, Target.exactly(position)}) == 1
    assert Pair(position, position).target == position
    for one in (Target(board, mask, free), Target.with_pegs(board, mask.bit_count()), Target(board, other)):
        equal = one.exact is not None and one.must == mask
        assert (one == position, position == one, one == target) == (equal, equal, equal)
        assert one != position or hash(one) == hash(position)
        assert one != mask and hash(one) == hash(eval(repr(one)))
    assert target != Position(Board([(0, 0), (0, 1), (0, 2), (0, 3), (7, 7)]), 1)
