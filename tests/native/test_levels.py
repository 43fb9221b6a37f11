"""Every level of vector instructions that works here gives what numpy gives, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.engines.dense import address_order, residue_class
from feasibility.engines.dense import closure as dense
from feasibility.engines.dense.closure import DenseSet, closure
from feasibility.engines.dense.levels import dead_ends, level_counts
from feasibility.engines.dense.plays import plays_to
from feasibility.engines.dense.queries import winning
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import of_masks, of_pair
from feasibility.engines.positions.words import pack, unique
from feasibility.engines.results import Exhausted
from feasibility.native import binding
from feasibility.studies.sweeps.expand import numpy_sweeper
from feasibility.studies.sweeps.fewest import Deepening
from feasibility.studies.sweeps.narrow import next_side
from feasibility.systems.pruning_pool import pruning_pool
from feasibility.text.references import read_pair
from tests.engines.dense.boards import CENTRE, ENGLISH, Board, picture, rectangle, torus, triangle
from tests.engines.dense.games import count_games
from tests.engines.frontier.searching import search

BOARDS: dict[str, Board] = {
    "1x10": rectangle(1, 10),
    "4x5": rectangle(4, 5),
    "4x6": rectangle(4, 6),
    "triangle 6": triangle(6),
    "torus 3x4": torus(3, 4),
    "torus 4x4": torus(4, 4),
    "odd": picture("xxxxx", " xxxx", "xxxxx", "xxxx", " xx"),
}
LEVELS = [*binding.levels()] or [pytest.param("0", marks=pytest.mark.skip(reason="nothing is compiled"))]


@pytest.fixture
def symmetric(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Symmetric addresses for small boards, too."""
    monkeypatch.setattr(address_order, "SYMMETRIC_SIZES", range(10, 45))
    monkeypatch.setattr(address_order, "SYMMETRIC_BLOCKS", (12, 11, 10, 9, 13, 15, 16, 17, 18))
    residue_class._layout.cache_clear()
    yield
    residue_class._layout.cache_clear()


def closed(board: Board, start: int, threads: int) -> DenseSet:
    found = closure(*board, start, threads=threads)
    assert isinstance(found, DenseSet)
    return found


@pytest.fixture(params=BOARDS)
def reference(
    request: pytest.FixtureRequest, symmetric: None, monkeypatch: pytest.MonkeyPatch
) -> tuple[Board, list[DenseSet]]:
    """Two closures of a board by numpy."""
    n, _ = board = BOARDS[request.param]
    monkeypatch.setattr(binding, "CHOSEN", "0")
    return board, [closed(board, (1 << n) - 1 ^ 1 << hole, 1) for hole in (0, n // 2)]


def test_closures(reference: tuple[Board, list[DenseSet]], monkeypatch: pytest.MonkeyPatch) -> None:
    board, sets = reference
    for level in binding.levels():
        monkeypatch.setattr(binding, "CHOSEN", level)
        for plain in sets:
            for threads in (1, 2):
                assert np.array_equal(closed(board, plain.roots[0], threads).words, plain.words)
            assert level_counts(plain) == level_counts(closed(board, plain.roots[0], 1))


@pytest.mark.parametrize("name", ["1x10", "torus 3x4", "4x5"])
def test_counts(name: str, symmetric: None, monkeypatch: pytest.MonkeyPatch) -> None:
    n, _ = board = BOARDS[name]
    monkeypatch.setattr(binding, "CHOSEN", "0")
    plain = closed(board, (1 << n) - 1 ^ 2, 1)
    expected = level_counts(plain), dead_ends(plain), count_games(plain)
    for level in binding.levels():
        monkeypatch.setattr(binding, "CHOSEN", level)
        for threads in (1, 2):
            found = closed(board, plain.roots[0], threads)
            assert (level_counts(found), dead_ends(found), count_games(found, threads=threads)) == expected


@pytest.mark.parametrize("bits", [9, 10, 13, 15, 18])
def test_blocks_of_all_sizes(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = rectangle(4, 5)
    monkeypatch.setattr(binding, "CHOSEN", "0")
    plain = closed(board, (1 << 20) - 2, 1)
    monkeypatch.setattr(dense, "block_bits", lambda residue: bits)
    for level in binding.levels():
        monkeypatch.setattr(binding, "CHOSEN", level)
        for threads in (1, 2):
            assert np.array_equal(closed(board, (1 << 20) - 2, threads).words, plain.words)


@pytest.mark.parametrize("level", LEVELS)
def test_frontier_levels(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair without a play, so that all levels are made and compared by their sizes."""
    n, jumps = rectangle(4, 5)
    answers = []
    for switch in ("0", level):
        monkeypatch.setattr(binding, "CHOSEN", switch)
        question = of_masks(n, jumps, (1 << n) - 1 ^ 1 << 7, 1 << 2)
        answers.append(search(question))
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Exhausted)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_by_sweeps(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With symmetries and without, forward and backward: the same positions on every level."""
    for start, target in (("english33:-d4", "english33:+d4"), ("rectangle:4x5:-c2", "rectangle:4x5:+b2")):
        pair = read_pair(start, target)
        question = with_closed_pagodas(of_pair(pair, pagodas=pruning_pool(pair)))
        made = []
        for switch in ("0", level):
            monkeypatch.setattr(binding, "CHOSEN", switch)
            search = Deepening(question, SideWatch(Limits().start(), 1, None))
            search.begin(15)
            while (side := next_side(search.sides)) is not None and len(side.last) < 20_000:
                side.advance(search.watch)
            made.append([level.tolist() for side in search.sides for level in side.levels])
        assert made[0] == made[1]
        assert sum(map(len, made[0])) > 1000


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ("rectangle:8x8", "rectangle:5x13", "triangle:12", "rectangle:8x16"))
def test_sweeps_on_boards_that_fill_their_words(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From random positions, with random weights that rule some out and regions that do: one word and two."""
    monkeypatch.setattr(binding, "CHOSEN", level)
    question, chance = of_pair(read_pair(f"{name}:-a1", f"{name}:+a1")), Random(name)
    weights = tuple(chance.randrange(-1, 4) for _ in range(question.holes))
    question = with_closed_pagodas(replace(question, pagodas=(weights,)))
    search = Deepening(question, SideWatch(Limits().start(), 1, None))
    for side in search.sides:
        masks = [chance.getrandbits(question.holes) & chance.getrandbits(question.holes) for _ in range(40)]
        block = unique(side.symmetries.canonical(pack(masks, question.holes)))
        given = side.question, side.symmetries, side.pruner, side.regions, side.back
        reference, sizes = numpy_sweeper(*given), set()
        for most in (1, 30, len(side.regions.masks)):
            reached = side.swept(block, most, search.watch)
            assert np.array_equal(reached, reference(block, most, search.watch))
            sizes.add(len(reached))
        assert max(sizes) > 100 and side.pruner.groups and side.swept != reference
    assert len(search.symmetries.tables) == (name in ("rectangle:8x8", "triangle:12"))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_english_board(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all symmetries of a vacancy, 8, 2 and 1; with one thread and two; wins and plays as published."""
    monkeypatch.setattr(binding, "CHOSEN", level)
    for hole in (CENTRE, 0, 3):
        start = (1 << 33) - 1 ^ 1 << hole
        with pytest.MonkeyPatch.context() as numpy:
            numpy.setattr(binding, "CHOSEN", "0")
            plain = closed(ENGLISH, start, 1)
        for threads in (1, 2):
            assert np.array_equal(closed(ENGLISH, start, threads).words, plain.words)
    target = 1 << CENTRE
    won = winning(*ENGLISH, (1 << 33) - 1 ^ target, target)
    assert isinstance(won, DenseSet)
    assert plays_to(won, target)() == 40_861_647_040_079_968  # checked by independent programs
