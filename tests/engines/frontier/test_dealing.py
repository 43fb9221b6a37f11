"""How positions are dealt to partitions: the kernels on every level of instructions against the reference."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.engines.frontier import dealing
from feasibility.engines.frontier.dealing import (
    Deal,
    Dealer,
    Dealt,
    DealtMarks,
    Kernel,
    kernel_arrays,
    parts_for,
)
from feasibility.engines.frontier.expand import expander, numpy_expander
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion, of_masks, of_pair
from feasibility.engines.positions.words import Symmetries, Words, pack, unique
from feasibility.game.position import Pair, Position
from feasibility.native import binding
from feasibility.text.catalogue import board as named

compiled = pytest.mark.skipif(not binding.levels(), reason="nothing is compiled")
BOARDS = (
    "rectangle:4x5",
    "torus:4x4",
    "english33",
    "hexagon:3",
    "rectangle:6x6",
    "wiegleb45",
    "rectangle:7x7",
)

PARTS = {"rectangle:6x6": 1 << 8, "wiegleb45": 1 << 14, "rectangle:7x7": 1 << 14}


def asked_on(name: str, symmetric: bool) -> PositionQuestion:
    """To one peg; with symmetries where it is in the middle."""
    board = named(name)
    if not symmetric:
        return of_masks(board.n, board.jumps, board.full ^ 1, 1)
    goal = {"english33": 16, "wiegleb45": 22, "rectangle:7x7": 24, "hexagon:3": 9}.get(name, 0)
    return of_pair(Pair(Position(board, board.full ^ 1 << goal), Position(board, 1 << goal)))


def reached(question: PositionQuestion, moves: int, rng: np.random.Generator) -> Words:
    """Some positions after so many moves, canonical and sorted."""
    symmetries = Symmetries(question.symmetries, question.holes)
    expand = numpy_expander(question, symmetries, Pruner(question))
    words = pack([question.start], question.holes)
    for _ in range(moves):
        words = expand(words)
        words = words[np.sort(rng.permutation(len(words))[:400])]
    return words


def dealt(dealer: Dealer | Kernel, words: Words) -> list[list[Dealt]]:
    out: list[list[Dealt]] = [[] for _ in range(dealer.cut.parts)]
    for block in np.array_split(words, 3):
        dealer.deal(block, lambda part, places: out[part].append(places.copy()))
    dealer.rest(lambda part, places: out[part].append(places.copy()))
    return out


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(BOARDS), st.sampled_from((1, 2, 8, 64)), st.booleans(), st.integers(0, 99))
def test_a_position_is_told_by_its_partition_and_place(
    name: str, parts: int, symmetric: bool, seed: int
) -> None:
    question = asked_on(name, symmetric)
    cut = Deal(question, parts)
    assert cut.short == (len(cut.field.leads) - cut.bits <= dealing.PLACE)
    words = reached(question, 9, np.random.default_rng(seed))
    where, what = cut.split(words)
    assert np.array_equal(where, cut.partitions(words)) and where.min() >= 0 and where.max() < parts
    for part in range(parts):
        mine = words[where == part]
        assert np.array_equal(cut.rows(part, what[where == part]), mine)
        if cut.short:  # places are in the order of the positions
            assert (np.diff(what[where == part].astype(np.int64)) > 0).all()


@compiled
@pytest.mark.parametrize("level", binding.levels())
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("symmetric", [False, True])
def test_kernels_deal_mark_and_list_as_the_reference_does(
    name: str, symmetric: bool, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "CHOSEN", level)
    question = asked_on(name, symmetric)
    cut = Deal(question, PARTS.get(name, 8))
    symmetries = Symmetries(question.symmetries, question.holes)
    expand = expander(question, symmetries, Pruner(question))
    reference = numpy_expander(question, symmetries, Pruner(question))
    arrays = kernel_arrays(cut, expand, symmetries)
    assert arrays is not None and (arrays["none"].itemsize == 8) == (len(cut.field.leads) > 31)
    words = reached(question, 11, np.random.default_rng(len(name)))
    mine, plain = (dealt(each, words) for each in (Kernel(cut, arrays, 1 << 12), Dealer(cut, reference)))
    ours, theirs = ([part for part, given in enumerate(each) if given] for each in (mine, plain))
    assert ours == theirs
    for number, part in enumerate(theirs):
        places = np.concatenate(mine[part])
        assert set(places.tolist()) == set(np.concatenate(plain[part]).tolist())
        if 8 * cut.words > 1 << 25 or number > 3:
            continue
        words = unique(cut.rows(part, places))
        for kernels in (arrays, None):
            marks = DealtMarks(cut, part, kernels, symmetries.positions)
            marks.add(places)
            pieces = list(marks.listed())
            assert np.array_equal(np.concatenate([rows for rows, _ in pieces]), words)
            assert sum(count for _, count in pieces) == symmetries.positions(words)


def test_partitions_are_even() -> None:
    question = asked_on("english33", True)
    cut = Deal(question, 8)
    words = pack([question.start], question.holes)
    expand = expander(question, Symmetries(question.symmetries, question.holes), Pruner(question))
    for _ in range(11):
        words = expand(words)
    counts = np.bincount(cut.partitions(words), minlength=8)
    assert counts.sum() == 229_614 and counts.min() > 25_000 and counts.max() < 33_000


def test_how_many_partitions() -> None:
    assert {
        name: parts_for(asked_on(name, False)) for name in ("english33", "wiegleb45", "rectangle:7x7")
    } == {
        "english33": 64,
        "wiegleb45": 1 << 10,
        "rectangle:7x7": 1 << 14,
    }


def test_more_partitions_than_two_bytes_can_number() -> None:
    """A position in the partition of another would be met twice, and not where it is looked for."""
    question = asked_on("english33", True)
    cut = Deal(question, 100_000)
    words = reached(question, 9, np.random.default_rng(1))
    dealer = Dealer(cut, numpy_expander(question, Symmetries(question.symmetries, 33), Pruner(question)))
    for part, sent in enumerate(dealt(dealer, words)):
        for rows in sent:
            assert (cut.partitions(cut.rows(part, rows)) == part).all()
