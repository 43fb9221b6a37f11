"""The compiled operations of beam search are those of the reference, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from feasibility.base.limits import Limits
from feasibility.engines.beam import compiled, levels
from feasibility.engines.beam.compiled import CompiledLevels
from feasibility.engines.beam.levels import BeamPlace, Levels, padded
from feasibility.engines.beam.reference import NumpyLevels
from feasibility.engines.beam.search import Beam, first
from feasibility.engines.positions.question import PositionQuestion, of_masks, of_pair
from feasibility.game.hand import with_hand
from feasibility.game.position import Pair, Position, Target
from feasibility.native import binding
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair

# one word and two, with few symmetries and many, square and triangular, whole bytes of holes and not
BOARDS = (
    "line:7",
    "rectangle:3x4",
    "triangle:5",
    "english33",
    "french37",
    "diamond41",
    "rectangle:8x8",
    "rectangle:5x13",
    "rectangle:9x9",
    "triangle:15",
)
pytestmark = pytest.mark.skipif(not binding.levels(), reason="nothing is compiled")


@pytest.fixture(params=binding.levels() or ("none",))
def kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[binding.Kernels]:
    """The kernels of every level that works here."""
    monkeypatch.setattr(binding, "CHOSEN", request.param)
    yield binding.compiled()
    compiled.tables_of.cache_clear()


def both(
    kernels: binding.Kernels, question: PositionQuestion, places: tuple[BeamPlace, ...]
) -> tuple[Levels, Levels]:
    spread = padded(places, question.holes)
    return CompiledLevels(kernels, question, spread), NumpyLevels(question, spread)


def questions(name: str) -> Iterator[tuple[PositionQuestion, tuple[BeamPlace, ...]]]:
    """An end, a pattern, any position with so many pegs; with symmetries and without."""
    board, chance = named(name), random.Random(name)
    one = 1 << chance.randrange(board.n)
    start = Position(board, board.full ^ one)
    free = chance.randrange(board.full) & ~one
    for target in (Target(board, one, 0), Target(board, one, free), Target.with_pegs(board, 2)):
        question = of_pair(Pair(start, target))
        yield question, board.holes
        yield replace(question, symmetries=()), board.holes
    start, end = Position(board, board.full ^ one), Position(board, one)
    yield of_pair(with_hand(Pair(start, end), one.bit_length() - 1)), board.holes


def walk(ours: Levels, reference: Levels, other: Levels | None, most: int) -> int:
    """Levels one after the other, all operations compared on each; how many levels there were."""
    level, targeted = first(ours), True
    made, near = [level], first(reference)
    for _ in range(ours.question.length):
        following = ours.following(level)
        assert following == reference.following(level)
        if not following:
            break
        assert ours.answering(following) == reference.answering(following)
        if other is not None:
            assert ours.meeting(following, near) == reference.meeting(following, near)
            near = (other.following(near) or near)[: most * ours.width]
        last = int.from_bytes(following[-ours.width :], "little")
        assert ours.back(last, level) == reference.back(last, level)
        half = len(following) // ours.width // 2 * ours.width
        parts = [following[half:], level, following[: half + ours.width], level]
        assert ours.merged(parts) == reference.merged(parts)
        level, targeted = following, not targeted
        if len(level) > most * ours.width:
            level = ours.best(following, most, targeted)
            assert level == reference.best(following, most, targeted)
        made.append(level)
    return len(made)


@pytest.mark.parametrize("name", BOARDS)
def test_every_operation(name: str, kernels: binding.Kernels) -> None:
    deepest = 0
    for question, places in questions(name):
        dual = None if question.free else NumpyLevels(question.dual(), padded(places, question.holes))
        ours, reference = both(kernels, question, places)
        deepest = max(deepest, walk(ours, reference, dual, 20))
    assert deepest > 2


def test_meeting_the_other_side_is_seen(kernels: binding.Kernels) -> None:
    """Levels from both ends of a pair with a play: they meet, and at the same position."""
    pair = read_pair("english33:-d4", "english33:+d4")
    question = of_pair(pair)
    ours, reference = both(kernels, question, pair.board.holes)
    back = CompiledLevels(kernels, question.dual(), pair.board.holes)
    level, near = first(ours), first(back)
    for _ in range(6):
        level, near = ours.following(level), back.following(near)
    mirrored = bytes(byte ^ mask for byte, mask in zip(near, len(near) // 8 * ours.full, strict=True))
    words = [mirrored[at : at + 8] for at in range(0, len(mirrored), 8)]
    whole = ours.merged([*words, level])
    met = ours.meeting(whole, near)
    assert met is not None and met == reference.meeting(whole, near)
    assert ours.meeting(level, near) is None and reference.meeting(level, near) is None


@pytest.mark.parametrize("name", ["rectangle:6x6", "rectangle:9x9"])
def test_long_lists_are_sorted_too(name: str, kernels: binding.Kernels) -> None:
    board, chance = named(name), random.Random(name)
    question = of_pair(Pair(Position(board, board.full ^ 1), Target.with_pegs(board, 1)))
    ours, reference = both(kernels, question, board.holes)
    masks = [chance.getrandbits(board.n) or 1 for _ in range(6000)]
    parts = [mask.to_bytes(ours.width, "little") for mask in (*masks, *masks[:50])]
    merged = ours.merged(parts)
    assert merged == reference.merged(parts)
    for most in (1, 50, 5000, len(merged) // ours.width - 1):
        assert ours.best(merged, most, True) == reference.best(merged, most, True)


def test_too_little_room_is_widened(kernels: binding.Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "LEAST_ROOM", 1)
    monkeypatch.setattr(compiled, "TIMES", 1)
    for question, places in questions("rectangle:9x9"):
        ours, reference = both(kernels, question, places)
        walk(ours, reference, None, 30)


def test_the_group_of_the_most_symmetries(kernels: binding.Kernels) -> None:
    """Seven lines of five holes beside each other, each of which can be turned round."""
    lines = 7
    steps = [(a, a + b, a + 2 * b) for a in range(5) for b in (1, -1) if 0 <= a + 2 * b < 5]
    jumps = [(5 * i + s, 5 * i + o, 5 * i + t) for i in range(lines) for s, o, t in steps]
    group = []
    for chosen in range(1 << lines):
        turned = [5 * i + (4 - k if chosen >> i & 1 else k) for i in range(lines) for k in range(5)]
        group.append(tuple(turned))
    start, target = (sum(mask << 5 * i for i in range(lines)) for mask in (0b11011, 0b00100))
    question = of_masks(5 * lines, jumps, start, target, symmetries=group)
    assert len(group) == 128 <= binding.MOST_IMAGES
    ours, reference = both(kernels, question, tuple((0, i) for i in range(question.holes)))
    assert walk(ours, reference, None, 5) > 3


@pytest.mark.parametrize(
    ("start", "target", "widest"),
    [
        ("english33:-d4", "english33:+d4", 64),
        ("french37:-a3", "french37:+a3", 128),
        ("rectangle:6x6:-b2", "rectangle:6x6:+b2", 64),
        ("rectangle:9x9:-e5", "rectangle:9x9:+e5", 64),
        ("triangle:6:-a1", "triangle:6:+b2", 64),
    ],
)
def test_whole_searches_see_the_same(
    start: str, target: str, widest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The play or what is said without one, the positions seen and the steps counted."""
    pair = read_pair(start, target)
    seen = []
    for switch in ("0", *binding.levels()):
        monkeypatch.setattr(binding, "CHOSEN", switch)
        clock = Limits().start()
        searching = Beam(of_pair(pair), pair.board.holes)
        result = searching.run(clock, widest)
        seen.append((result, searching.watch.explored, clock.meter.steps))
    assert all(one == seen[0] for one in seen[1:])


def test_which_operations_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    board, large = named("english33"), named("rectangle:12x12")
    question = of_pair(Pair(Position(board, board.full ^ 1), Position(board, 1)))
    wide = of_pair(Pair(Position(large, large.full ^ 1), Position(large, 1)))
    assert isinstance(levels.levels_of(question, board.holes), CompiledLevels)
    assert isinstance(levels.levels_of(wide, large.holes), NumpyLevels)
    monkeypatch.setattr(binding, "CHOSEN", "0")
    assert isinstance(levels.levels_of(question, board.holes), NumpyLevels)
