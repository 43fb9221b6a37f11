"""Levels by marks, against blocks that are sorted and against the rules, on every level of instructions."""

from __future__ import annotations

from itertools import count, pairwise
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Clock, Limits, Meter
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.frontier import bits
from feasibility.engines.frontier.bits import Field, Marker, marker
from feasibility.engines.frontier.expand import expander, numpy_expander
from feasibility.engines.frontier.levels import Store
from feasibility.engines.frontier.search import FrontierSearch, with_closed_pagodas
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion, of_masks, of_pair
from feasibility.engines.positions.words import Symmetries, pack, unpack
from feasibility.engines.results import Exhausted
from feasibility.game.geometry import Board
from feasibility.game.hand import with_hand
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply
from feasibility.native import binding
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.clocks import Held
from tests.engines import reference_play as reference
from tests.engines.frontier.searching import search

compiled = pytest.mark.skipif(not binding.levels(), reason="nothing is compiled")
BOARDS = ("line:7", "rectangle:3x4", "rectangle:4x5", "triangle:5", "torus:4x4", "english33", "hexagon:3")


@pytest.fixture(params=[1, 2])
def always(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Marks for levels of any size, by one thread or two."""
    monkeypatch.setattr(bits, "WORTH", 1 << 40)
    threads: int = request.param
    return threads


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(BOARDS), st.data())
def test_addresses_are_in_the_order_of_positions(name: str, data: st.DataObject) -> None:
    board = named(name)
    field = Field(of_masks(board.n, board.jumps, board.full, 1))
    start = data.draw(st.integers(0, board.full))
    jumps = data.draw(st.lists(st.sampled_from(board.jumps), max_size=12))
    met = [start]
    for jump in jumps:
        met.append(met[-1] ^ sum(1 << hole for hole in jump))
    addresses = [field.address(mask) for mask in met]
    assert [mask for _, mask in sorted(zip(addresses, met, strict=True))] == sorted(met)
    assert [a < b for a, b in pairwise(addresses)] == [a < b for a, b in pairwise(met)]
    low, high = bits.place_tables([np.uint64(row) for row in field.rows])
    base = field.span.reduce(start)
    for address, mask in zip(addresses, met, strict=True):
        found = base ^ int(low[address & 63])
        for byte in range(4):
            found ^= int(high[byte, address >> 6 + 8 * byte & 255])
        assert found == mask


def made(question: PositionQuestion, masks: list[int], threads: int) -> tuple[list[int], int]:
    symmetries = Symmetries(question.symmetries, question.holes)
    making = marker(Field(question), expander(question, symmetries, Pruner(question)), question, symmetries)
    assert isinstance(making, Marker)
    clock = Limits().start()
    for _ in range(2):  # nothing is left of the first time
        making.reach(pack(masks, question.holes), threads, clock, lambda done: None)
        words, positions = making.taken(threads, clock)
    assert not making.field.array().any()
    return unpack(words), positions


@compiled
@settings(deadline=None, max_examples=60)
@given(st.sampled_from(BOARDS), st.sampled_from((1, 2)), st.data())
def test_one_move_further(name: str, threads: int, data: st.DataObject) -> None:
    """From any positions of one residue class, with the symmetries of a target and with pagoda functions."""
    board = named(name)
    target = data.draw(st.integers(0, board.full))
    symmetric = data.draw(st.booleans())
    group = [p for p in board.symmetries if apply(p, target) == target] if symmetric else []
    pagodas = [tuple(mask >> i & 1 for i in range(board.n)) for mask in set(board.playable_classes)]
    question = with_closed_pagodas(
        of_masks(board.n, board.jumps, board.full, target, symmetries=group, pagodas=pagodas)
    )
    masks = {target}  # the group fixes it, so that images stay in its residue class
    for jump in data.draw(st.lists(st.sampled_from(board.jumps), max_size=30)):
        masks.add(max(masks) ^ sum(1 << hole for hole in jump))
    symmetries = Symmetries(group, board.n)
    block = sorted(map(symmetries.least, masks))
    plain = numpy_expander(question, symmetries, Pruner(question))(pack(block, board.n))
    words, positions = made(question, block, threads)
    assert words == unpack(plain)
    assert positions == symmetries.positions(plain)


def levels(question: PositionQuestion, threads: int, field: Field | None) -> list[tuple[list[int], int]]:
    """All levels from the start."""
    symmetries = Symmetries(question.symmetries, question.holes)
    watch = SideWatch(Limits().start(), 1, None, threads)
    side = Side("forward", question, symmetries, Store(1, symmetries.positions), field)
    while side.last.size:
        side.advance(watch)
    return [(unpack(level.block(0, level.size)), level.positions) for level in side.levels]


QUESTIONS = {
    "one symmetry of eight": ("rectangle:4x4:-a1", "rectangle:4x4:+a1"),
    "two symmetries": ("rectangle:4x5:-c1", "rectangle:4x5:+c1"),
    "all symmetries of a triangle": ("triangle:4:-b2", "triangle:4:+b2"),
    "a torus": ("torus:3x4:-a1", "torus:3x4:+a1"),
    "another target": ("rectangle:3x5:-a1", "rectangle:3x5:+c2"),
    "few holes": ("line:4:-a1", "line:4:+a1"),
}


@compiled
@pytest.mark.parametrize("level", binding.levels() or ("none",))
@pytest.mark.parametrize("name", QUESTIONS)
def test_levels(name: str, level: str, always: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same positions, and as many without symmetry, as numpy finds by sorting."""
    question = of_pair(read_pair(*QUESTIONS[name]))
    monkeypatch.setattr(binding, "CHOSEN", "0")
    expected = levels(question, 1, None)
    monkeypatch.setattr(binding, "CHOSEN", level)
    assert levels(question, always, Field(question)) == expected


def test_blocks_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that are worked out ahead come in their order, whatever the number of threads."""
    question = of_pair(read_pair("rectangle:4x5:-c1", "rectangle:4x5:+c1"))
    expected = levels(question, 1, None)
    monkeypatch.setattr("feasibility.engines.frontier.sides.BLOCK", 100)
    assert max(len(words) for words, _ in expected) > 1000
    for threads in (1, 2, 3):
        assert levels(question, threads, None) == expected


@compiled
def test_large_groups(always: int) -> None:
    """Up to as many images as the kernels take."""
    tori = {size: named(f"torus:{size}") for size in ("3x3", "4x4", "4x5", "3x6")}
    for board in tori.values():
        group = [p for p in board.symmetries if p[0] == 0]
        question = of_masks(board.n, board.jumps, board.full ^ 1, 1, symmetries=group)
        assert levels(question, always, Field(question)) == levels(question, 1, None)
    board = tori["4x4"]
    question = of_masks(board.n, board.jumps, board.full, board.full, symmetries=board.symmetries)
    symmetries = Symmetries(question.symmetries, board.n)
    assert symmetries.order == 128 == binding.MOST_NARROW
    masks = sorted({symmetries.least(board.full ^ sum(1 << hole for hole in jump)) for jump in board.jumps})
    plain = numpy_expander(question, symmetries, Pruner(question))(pack(masks, board.n))
    assert len(plain)
    assert made(question, masks, always) == (unpack(plain), symmetries.positions(plain))


@compiled
@pytest.mark.parametrize("name", ["rectangle:3x4", "triangle:4", "rectangle:4x4"])
def test_answers(name: str, always: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays and exhaustions of whole searches, with the peg put back as well; positions on plays."""
    board: Board = named(name)
    reachable = reference.reachable(board.jumps, board.full ^ 1)
    for last in range(board.n):
        question = of_masks(board.n, board.jumps, board.full ^ 1, 1 << last)
        found, won = search(question, threads=always), winning_levels(question)
        assert isinstance(found, Exhausted) == (1 << last not in reachable)
        pair = Pair(Position(board, board.full ^ 1), Position(board, 1 << last))
        returning = of_pair(with_hand(pair, 0))
        again = search(returning, threads=always)
        with monkeypatch.context() as numpy:
            numpy.setattr(binding, "CHOSEN", "0")
            assert search(question) == found and search(returning) == again
            plain = winning_levels(question)
        assert not isinstance(won, str) and not isinstance(plain, str)
        assert all(np.array_equal(a, b) for a, b in zip(won, plain, strict=True))


@compiled
def test_limits(always: int, held: Held) -> None:
    """Time, work, memory and interrupts end a level; what was marked of it is not taken for the next."""
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    held.tick = 0.01
    late = search(question, clock=Limits(seconds=0.1).start(), threads=always)
    assert isinstance(late, Stopped) and late.limit == "time"
    little = search(question, clock=Limits(work=20_000).start(), threads=always)
    assert isinstance(little, Stopped) and little.limit == "work"
    small = search(question, clock=Limits(memory=1 << 20).start(), threads=always)
    assert isinstance(small, Stopped) and small.limit == "memory"
    field = Field(question)
    symmetries = Symmetries(question.symmetries, question.holes)
    side = Side("forward", question, symmetries, Store(1, symmetries.positions), field)

    def interrupt(told: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        side.advance(SideWatch(Limits().start(), 1, interrupt, always))
    with pytest.raises(StoppedError):
        side.advance(SideWatch(Limits(work=1).start(), 1, None, always))
    assert side.depth == 0
    watch = SideWatch(Limits().start(), 1, None, always)
    while side.depth < 6:
        side.advance(watch)
    assert [level.size for level in side.levels] == [1, 1, 2, 8, 39, 171, 719]


def test_an_array_is_made_only_where_it_is_worth_its_room() -> None:
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    field, clock = Field(question), Limits().start()
    assert field.words == 1 << 23
    assert not field.suits((field.words * 8 // bits.WORTH) - 1, clock)
    assert field.suits(field.words * 8 // bits.WORTH, clock)
    assert not field.suits(1 << 30, Limits(memory=1 << 20).start())


class _Ending:
    """A clock whose time is over after so many looks."""

    limits = Limits()

    def __init__(self, looks: int) -> None:
        self.looks, self.meter = looks, Meter()

    def now(self) -> float:
        return 0.0

    def timeout(self) -> float | None:
        self.looks -= 1
        return 0.0 if self.looks < 0 else None

    def reached(self, ahead: int = 0) -> str | None:
        self.looks -= 1
        return "time" if self.looks < 0 else None

    def spend(self, steps: int) -> None:
        """Work is not limited here."""


@compiled
@pytest.mark.parametrize("name", ["triangle:5:-b3 triangle:5:+a1", "line:7:-a1 line:7:+a1"])
def test_turns_that_end_within_a_level_leave_no_trace(
    name: str, always: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bits, "FEW", 0)  # every level by threads, which look at the clock
    question = of_pair(read_pair(*name.split()))
    whole = search(question, threads=always)
    assert isinstance(whole, Exhausted)
    for first in range(40):
        turns = FrontierSearch(question, threads=always)
        for looks in count(first):
            result = turns.run(cast("Clock", _Ending(looks)))
            if not isinstance(result, Stopped):
                break
        assert result == whole
