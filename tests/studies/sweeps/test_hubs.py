"""Boards where a peg can go round and round: the jumps of one sweep have very many orders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import of_pair
from feasibility.engines.positions.ways import ways
from feasibility.engines.positions.words import pack, unique
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.native import binding
from feasibility.studies.sweeps import expand
from feasibility.studies.sweeps.fewest import Deepening, Fewest, fewest_sweeps
from feasibility.text.catalogue import board as named

LEAVES = 12  # 479,001,600 orders of their jumps


def two_hubs(leaves: int) -> Board:
    """Holes 0 and 1, between which a peg jumps over any other."""
    over = range(2, leaves + 2)
    jumps = [Jump(0, leaf, 1) for leaf in over] + [Jump(1, leaf, 0) for leaf in over]
    return Board([(0, i) for i in range(leaves + 2)], Geometry.EXPLICIT, jumps)


def search_on(board: Board, start: int, target: int, looks: list[int] | None = None) -> Deepening:
    pair = Pair(Position(board, start), Target.exactly(Position(board, target)))
    watch = SideWatch(Limits().start(), 1, None)
    if looks is not None:
        watch.look = lambda ahead=0: looks.append(ahead)  # type: ignore[method-assign]
    return Deepening(of_pair(pair), watch)


def test_every_way_once_and_no_node_twice_in_vain() -> None:
    """Words over a set of letters, none twice: only those that end in 'd' after three letters count."""
    looks: list[None] = []
    letters = "abcd"

    def onward(word: frozenset[str]) -> Sequence[tuple[str, frozenset[str]]]:
        return [(letter, word | {letter}) for letter in letters if letter not in word]

    found = list(
        ways(frozenset[str](), lambda node: iter(onward(node)), lambda node: node == {"a", "b", "d"},
             lambda: looks.append(None))
    )  # fmt: skip
    assert sorted("".join(way) for way, _ in found) == sorted(map("".join, permutations("abd")))
    assert len(looks) < sum(len(list(permutations(letters, k))) for k in range(1, 5))


def test_orders_that_lead_nowhere_are_tried_once() -> None:
    """No order of twelve jumps leads to a level that holds something else."""
    board, looks = two_hubs(LEAVES), list[int]()
    search = search_on(board, board.full ^ 2, 1, looks)
    elsewhere = pack([0b1100], board.n)
    side, look = search.forward, search.watch.look
    assert not list(ways((1, None), side.jumps_into, lambda stop: side.holds(elsewhere, stop[0]), look))
    assert len(looks) <= 2 << LEAVES  # as many as there are stops


def test_the_number_of_orders_is_computed() -> None:
    board, looks = two_hubs(LEAVES), list[int]()
    search = search_on(board, board.full ^ 2, 1, looks)
    search.forward.begin(1, [])
    search.forward.advance(search.watch)
    looks.clear()
    assert search.forward.number_to(1, {}, search.watch) == 479_001_600
    assert len(looks) <= 2 << LEAVES


def test_the_fewest_sweeps_on_two_hubs() -> None:
    board = two_hubs(14)
    pair = Pair(Position(board, board.full ^ 2), Target.exactly(Position(board, 1)))
    found = fewest_sweeps(of_pair(pair))
    assert isinstance(found, Fewest)
    assert found.sweeps == 1


def test_looks_end_a_long_list_of_orders() -> None:
    board = two_hubs(LEAVES)
    pair = Pair(Position(board, board.full ^ 2), Target.exactly(Position(board, 1)))
    watch = SideWatch(Limits(work=0).start(), 1, None)
    search = Deepening(of_pair(pair), SideWatch(Limits().start(), 1, None))
    with pytest.raises(StoppedError):
        search.forward.number_into(1, watch)


@pytest.mark.parametrize("steps", [7, 300])
@pytest.mark.parametrize("back", [False, True])
def test_the_compiled_loop_in_many_parts(steps: int, back: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few steps it has, what one sweep reaches is the same; single positions may be left to numpy."""
    if binding.library() is None:
        pytest.skip("no compiled kernels")
    board = named("triangle:5")
    search = search_on(board, board.full ^ 1, 1 << 4)
    side = search.backward if back else search.forward
    assert side is not None
    side.begin(9, [])
    for _ in range(1 if back else 3):
        side.advance(search.watch)
    anything = len(side.regions.masks)
    block = unique(np.concatenate(side.levels))
    whole = side.swept(block, anything, search.watch)
    reference = expand.numpy_sweeper(search.question, search.symmetries, side.pruner, side.regions, back)
    monkeypatch.setattr(expand, "JUMPS_AT_ONCE", steps)
    assert np.array_equal(side.swept(block, anything, search.watch), whole)
    assert np.array_equal(reference(block, anything, search.watch), whole)
    assert len(whole) > 30


def test_a_limit_of_work_ends_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeps from one position may be too many: numpy, which takes them over, looks at the limits."""
    board = two_hubs(LEAVES)
    search = search_on(board, board.full ^ 2, 1)
    monkeypatch.setattr(expand, "JUMPS_AT_ONCE", 10)
    start = pack([board.full ^ 2], board.n)
    with pytest.raises(StoppedError):
        search.forward.swept(start, 9, SideWatch(Limits(work=100).start(), 1, None))
