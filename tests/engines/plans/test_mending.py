"""A play mended in windows: what a window reaches, what stays outside, and that the end is the target."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.plans import mending as module
from feasibility.engines.plans import ways
from feasibility.engines.plans.finder import finder
from feasibility.engines.plans.mending import Mending
from feasibility.engines.plans.passage import Passage, WindowView, WindowWords
from feasibility.engines.plans.ways import Choice, Reference, WindowWay, way
from feasibility.engines.results import Found
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.native import binding
from feasibility.solvers.diving import Dive
from feasibility.solvers.highs import HotModel, SolverAnswer, Status
from feasibility.text.catalogue import board as named
from tests.engines.plans.test_plans import CLOCK, lies, played


def drawn(name: str, seed: int, jumps: int) -> Pair:
    """The two ends of a random play."""
    start, play = played(named(name), Random(seed), 0.75, jumps)
    return Pair(start, start.replay(play))


def ends_right(pair: Pair, found: Found) -> bool:
    return pair.start.replay([Jump(*jump) for jump in found.play]).matches(pair.target)


def numbered(board: Board, play: list[Jump]) -> list[int]:
    return [board.jump_index[jump] for jump in play]


def reachable(board: Board, mask: int) -> set[int]:
    """By the rules, one position after the other."""
    seen, waiting = {mask}, [mask]
    while waiting:
        here = waiting.pop()
        for pegs, holes in board.jump_masks:
            if here & holes == pegs and here ^ holes not in seen:
                seen.add(here ^ holes)
                waiting.append(here ^ holes)
    return seen


def choice(
    window: WindowView, target: int = 0, width: int = 1 << 20, chance: int = 4, salt: int = 5
) -> Choice:
    return Choice(target, np.full(window.size, 1000), salt, width, chance, 200)


@pytest.mark.parametrize("name", ["rectangle:3x4", "triangle:4", "torus:3x4", "line:9"])
def test_a_window_of_the_whole_board_reaches_all_that_can_be_reached(name: str) -> None:
    board, rng = named(name), Random(name)
    for _ in range(10):
        start = rng.getrandbits(board.n)
        passage = Passage.of(WindowView(board, range(board.n)), start, [])
        levels, _ = Reference(passage, choice(passage.window)).levels()
        assert {int(word) for level in levels for word in level} == reachable(board, start)


def by_the_rules(passage: Passage, play: list[int], board: Board, start: int) -> set[int]:
    """Ends of all plays that keep the jumps outside a window and play any inside, seen in the window."""
    kept, ends = passage.kept, set[int]()
    seen, waiting = set[tuple[int, int]](), [(start, 0)]
    while waiting:
        here, done = waiting.pop()
        if (here, done) in seen:
            continue
        seen.add((here, done))
        if done == len(kept):
            ends.add(passage.window.within(here))
        for j in [*passage.window.inside, *kept[done : done + 1]]:
            pegs, holes = board.jump_masks[j]
            if here & holes == pegs:
                waiting.append((here ^ holes, done + (j not in passage.window.inside)))
    return ends


@pytest.mark.parametrize("name", ["rectangle:5x5", "triangle:6", "torus:4x4"])
def test_ways_through_a_window_are_those_by_the_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jumps across the border stay in their order, and every end is found, with a legal play to it."""
    monkeypatch.setattr(module, "WIDTH", 1 << 20)
    board, rng = named(name), Random(name)
    crossed = 0
    for _ in range(12):
        start, made = played(board, rng, 0.8, 7)
        play = numbered(board, made)
        mending = Mending(Pair(start, Position(board, 0)))
        window = WindowView(board, sorted(rng.sample(range(board.n), 9)))
        passage = Passage.of(window, start.mask, play)
        crossed += len(passage.crossing)
        reference = Reference(passage, choice(window))
        ended = [level[reference.ended(level)] for level in reference.levels()[0]]
        low = np.uint64((1 << window.size) - 1)
        words = {int(word & low) for level in ended for word in level}
        assert words == by_the_rules(passage, play, board, start.mask)
        mending.play, mending.end = play, start.replay(made).mask
        mending.mend(window, CLOCK)
        assert start.replay([board.jumps[j] for j in mending.play]).mask == mending.end
        assert [j for j in mending.play if j not in window.inside] == passage.kept
    assert crossed > 10


def test_the_old_way_is_always_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few words are kept, no window makes the end worse."""
    monkeypatch.setattr(module, "WIDTH", 2)
    monkeypatch.setattr(module, "SHAKEN", 0)
    mending = Mending(drawn("rectangle:8x8", 3, 30))

    def weight() -> float:
        return sum(w for hole, w in enumerate(mending.weights.tolist()) if mending.wrong >> hole & 1)

    rng, before, improved = Random(1), weight(), 0
    for _ in range(150):
        mending.mend(mending.window(rng.randrange(64)), CLOCK)
        assert weight() <= before + 1e-9
        improved += weight() < before
        before = weight()
    assert improved > 5


def test_few_are_kept_and_those_near_the_old_way() -> None:
    words: WindowWords = np.arange(64, dtype=np.uint64)
    passage = Passage.of(WindowView(named("rectangle:4x4"), range(16)), 32, [])
    kept = Reference(passage, choice(passage.window, width=4, chance=0)).near(words, np.uint64(32))
    assert kept.tolist() == [0, 32, 33, 34]


LEVELS = [*binding.levels()] or [pytest.param("0", marks=pytest.mark.skip(reason="nothing is compiled"))]


@pytest.fixture(params=LEVELS)
def kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The kernels of every level that works here."""
    monkeypatch.setattr(binding, "CHOSEN", request.param)
    yield request.param


@pytest.mark.parametrize(("width", "chance"), [(600, 4), (40, 0), (7, 2), (1, 1), (1 << 16, 4)])
@pytest.mark.parametrize("name", ["rectangle:9x9", "triangle:10", "torus:6x6", "line:40"])
def test_the_kernel_chooses_the_way_of_the_reference(
    name: str, width: int, chance: int, kernels: str
) -> None:
    """Along whole mendings, with ties and without, where a level is narrow and where nothing is left out."""
    pair = drawn(name, 7, 3 if name == "line:40" else 15)
    mending, rng = Mending(pair, 3), Random(name)
    for _ in range(4):
        window = mending.window(rng.randrange(pair.board.n))
        if width > 600:
            window = WindowView(pair.board, window.holes[:16].tolist())
        passage = Passage.of(window, pair.start.mask, mending.play)
        asked = choice(window, window.within(pair.target.must), width, chance, rng.getrandbits(63))
        assert way(passage, asked) == Reference(passage, asked).way()
        mending.mend(window, CLOCK)


def test_too_little_room_grows(kernels: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "ROOM", 2)
    monkeypatch.setattr(ways, "LEVELS", 1)
    start = drawn("rectangle:6x6", 3, 12).start
    passage = Passage.of(WindowView(start.board, range(24)), start.mask, [])
    asked = choice(passage.window, width=300)
    found = way(passage, asked)
    assert found == Reference(passage, asked).way() and found.levels > 4


def test_many_jumps_inside_are_left_to_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "MOST_INSIDE", 3)
    passage = Passage.of(WindowView(named("rectangle:4x4"), range(16)), 0, [])
    assert way(passage, choice(passage.window)) == WindowWay([], 1, 0)


@pytest.mark.parametrize(
    ("name", "jumps"),
    [("rectangle:9x9", 35), ("rectangle:12x12", 40), ("triangle:10", 22), ("torus:7x7", 18)],
)
def test_a_play_is_mended(name: str, jumps: int) -> None:
    pair = drawn(name, 4, jumps)
    result = Mending(pair, seed=1).run(Limits(work=60_000_000).start())
    assert isinstance(result, Found) and ends_right(pair, result)


def test_equal_seeds_mend_equally_until_the_limit() -> None:
    pair = drawn("rectangle:12x12", 2, 60)
    first, second = Mending(pair, seed=5), Mending(pair, seed=5)
    limits = [made.run(Limits(work=300_000).start()) for made in (first, second)]
    assert limits[0] == limits[1] and isinstance(limits[0], Stopped) and limits[0].limit == "work"
    assert first.play == second.play != [] and first.mended > 1 and "window" in str(first)


def with_a_peg_more(pair: Pair) -> Pair:
    """Another peg on the target: its class is another one."""
    taken = pair.target.must | pair.start.mask
    lone = next(hole for hole in range(pair.board.n) if not taken >> hole & 1)
    return Pair(pair.start, Position(pair.board, pair.target.must | 1 << lone))


def test_of_the_windows_drawn_one_with_the_most_wrong_holes_is_taken() -> None:
    pair = drawn("rectangle:12x12", 2, 60)
    mending, other = Mending(pair, seed=5), Mending(pair, seed=5)
    fewer = 0
    for hole in range(pair.board.n):
        counts = [other.drawn(hole).within(mending.wrong).bit_count() for _ in range(module.DRAWN)]
        assert mending.window(hole).within(mending.wrong).bit_count() == max(counts)
        fewer += counts[0] < max(counts)
    assert fewer > 10


def test_what_no_window_mends_is_told_to_be_far() -> None:
    mending = Mending(with_a_peg_more(drawn("rectangle:12x12", 2, 60)), seed=5)
    told = []
    for _ in range(60):
        assert isinstance(mending.run(Limits(work=10_000).start()), Stopped)
        told.append(mending.needs())
    assert all(needs.most == inf for needs in told)
    assert 0 < 2 * told[0].least < told[-1].least
    assert told == sorted(told, key=lambda needs: needs.least)


def test_what_cannot_be_reached_is_never_found() -> None:
    pair = drawn("rectangle:7x7", 6, 12)
    mending = Mending(with_a_peg_more(pair))
    assert isinstance(mending.run(Limits(work=300_000).start()), Stopped)
    end = pair.start.replay([pair.board.jumps[j] for j in mending.play])
    assert mending.wrong and end.mask == mending.end


def test_patterns_are_planned_and_mended_in_turns() -> None:
    """Where holes are free a play may end there as it likes."""
    pair, rng = drawn("rectangle:10x11", 2, 30), Random(3)
    free = sum(1 << hole for hole in rng.sample(range(pair.board.n), 30))
    pattern = Pair(pair.start, Target(pair.board, pair.target.must & ~free, free))
    first, second = (finder(pattern).run(Limits(work=8_000_000).start()) for _ in range(2))
    assert isinstance(first, Found) and first == second and ends_right(pattern, first)
    assert isinstance(alone := Mending(pattern).run(CLOCK), Found) and ends_right(pattern, alone)
    ended = finder(pattern).run(Limits(work=1000).start())
    assert isinstance(ended, Stopped) and ended.limit == "work" and "mended" in ended.so_far


def test_what_a_solver_left_open_is_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that ran out of its time may well have a point."""
    matrix = IntMatrix.from_columns(1, [[(0, 2)]])
    system, order = BoxSystem(matrix, (1,), (0,), (None,)), np.arange(1)
    assert Dive(system, HotModel(matrix), np.zeros(1), order, 10).run(CLOCK) == "empty"
    monkeypatch.setattr(HotModel, "solve", lies(SolverAnswer(Status.UNDECIDED)))
    monkeypatch.setattr(HotModel, "steps", lies(1))
    assert Dive(system, HotModel(matrix), np.zeros(1), order, 10).run(CLOCK) == "limit"
