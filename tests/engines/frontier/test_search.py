"""The frontier search against a slow reference, published counts and its own limits."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.frontier.levels import MemoryLevel
from feasibility.engines.frontier.search import FrontierSearch
from feasibility.engines.positions.question import PositionQuestion, of_masks, of_pair
from feasibility.engines.results import Exhausted, Found
from feasibility.game.geometry import Board
from feasibility.game.hand import with_hand
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.kinds.search import Search
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from feasibility.verifier import verify
from tests.clocks import Held
from tests.engines import reference_play as reference
from tests.engines.frontier.searching import complete_levels, search

SMALL = ("line:7", "rectangle:3x4", "triangle:4", "cross:1,1,1,1")


def pair(board: Board, start: int, target: int) -> Pair:
    return Pair(Position(board, start), Position(board, target))


def decided(board: Board, question: PositionQuestion, start: int, *, sizes: bool = True) -> bool:
    """Whether the search finds a play; checks the play or the sizes against the references."""
    result = search(question)
    if isinstance(result, Found):
        end = reference.legal(board.jumps, start, result.play)
        assert question.reached(end)
        return True
    assert isinstance(result, Exhausted)
    if sizes and question.length > 0 and question.pegs is None:
        check_sizes(board, question, result)
        certified(board, question, result)
    return False


def certified(board: Board, question: PositionQuestion, result: Exhausted) -> None:
    """The exhaustion as a certificate, through the independent checker."""
    start = Position(board, question.start)
    target = Target(board, question.target, question.free)
    residues = tuple(Residue(d, w) for d, w in result.residues)
    proof = Search(result.pagodas, residues, result.forward, result.backward or None)
    claim = verify(Certificate(Pair(start, target), proof).to_json())
    assert (claim.claim, claim.kind) == ("infeasible", "search")


def check_sizes(board: Board, question: PositionQuestion, result: Exhausted) -> None:
    f, b = len(result.forward) - 1, max(0, len(result.backward) - 1)
    sizes = reference.forward_levels(
        board.jumps, question.start, question.target, question.free, result.pagodas, len(result.forward) - 1
    )
    assert list(result.forward) == sizes
    if question.free:
        assert not result.backward
        assert result.forward[-1] == 0
        return
    assert f + b <= question.length
    assert f + b == question.length or 0 in (result.forward[-1], (result.backward or (1,))[-1])
    if result.backward:
        back = reference.backward_levels(board.jumps, question.start, question.target, result.pagodas, b)
        assert list(result.backward) == back


@pytest.mark.parametrize("name", SMALL)
def test_every_target_of_sampled_starts(name: str) -> None:
    board = named(name)
    chance = random.Random(name)
    for _ in range(6):
        start = chance.randrange(1, board.full + 1)
        reachable = reference.reachable(board.jumps, start)
        targets = {chance.randrange(board.full + 1) for _ in range(60)} | set(
            chance.sample(sorted(reachable), min(20, len(reachable)))
        )
        for target in targets:
            if target.bit_count() > start.bit_count():
                continue
            found = decided(board, of_pair(pair(board, start, target)), start)
            assert found == (target in reachable), (name, start, target)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_patterns_and_peg_counts(data: st.DataObject) -> None:
    board = named(data.draw(st.sampled_from(SMALL)))
    start = data.draw(st.integers(1, board.full))
    free = data.draw(st.integers(1, board.full))
    must = data.draw(st.integers(0, board.full)) & ~free
    reachable = reference.reachable(board.jumps, start)
    question = of_pair(Pair(Position(board, start), Target(board, must, free)))
    assert decided(board, question, start) == any(q & ~free == must for q in reachable)
    pegs = data.draw(st.integers(0, start.bit_count()))
    question = of_pair(Pair(Position(board, start), Target.with_pegs(board, pegs)))
    assert decided(board, question, start) == any(q.bit_count() == pegs for q in reachable)


def pagodas_of(board: Board) -> tuple[tuple[int, ...], ...]:
    """Some valid functions: random weights repaired until no jump gains, none symmetric on purpose."""
    chance = random.Random(board.label)
    found = []
    for _ in range(12):
        weights = [chance.choice((-1, 0, 0, 1, 2)) for _ in range(board.n)]
        changed = True
        while changed:
            changed = False
            for s, o, to in board.jumps:
                short = weights[to] - weights[s] - weights[o]
                if short > 0:
                    weights[o] += short
                    changed = max(weights) < 200
        if all(weights[to] <= weights[s] + weights[o] for s, o, to in board.jumps):
            found.append(tuple(weights))
    return tuple(found)


@pytest.mark.parametrize("name", SMALL)
def test_pruning_changes_sizes_but_no_answer(name: str) -> None:
    board = named(name)
    pool = pagodas_of(board)
    assert pool
    chance = random.Random(name)
    cut = 0
    for _ in range(40):
        start, target = chance.randrange(1, board.full + 1), chance.randrange(board.full + 1)
        if target.bit_count() >= start.bit_count():
            continue
        plain = search(of_pair(pair(board, start, target)))
        question = of_pair(pair(board, start, target), pagodas=pool)
        assert decided(board, question, start) == isinstance(plain, Found)
        pruned = search(question)
        cut += isinstance(pruned, Exhausted) and pruned.forward != getattr(plain, "forward", None)
    assert cut


def test_a_residue_decides_before_any_level() -> None:
    board = named("line:7")
    weights = (0, 1, 1, 0, 1, 1, 0)
    question = of_pair(pair(board, 0b111, 0b10000), residues=[(2, weights)])
    result = search(question)
    assert isinstance(result, Exhausted)
    assert result.forward == (1, 0)
    assert result.residues == ((2, weights),)


def test_start_equal_to_target_and_no_more_jumps() -> None:
    board = named("line:7")
    assert search(of_pair(pair(board, 5, 5))) == Found(())
    assert search(of_pair(pair(board, 5, 6))) == Exhausted((1,), (1,))
    assert search(of_pair(pair(board, 1, 6))) == Exhausted((1,), ())


def test_english_centre_game() -> None:
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    assert len(question.symmetries) == 8
    # the levels of the first half, published counts of distinct positions up to symmetry
    orbits = (
        1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215
    )  # fmt: skip
    seen: dict[int, int] = {}

    def report(told: str) -> None:
        level, size = re.findall(r"level (\d+): [\d,]+ of ([\d,]+) expanded", told)[0]
        seen[int(level) - 1] = int(size.replace(",", ""))

    result = search(question, clock=Limits(seconds=60).start(), report=report)
    assert isinstance(result, Found)
    assert len(result.play) == 31
    assert tuple(seen[i] for i in range(len(orbits))) == orbits


@pytest.mark.parametrize(
    ("side", "solvable"), [(3, 0), (4, 1), (5, 12), pytest.param(6, 29, marks=pytest.mark.slow)]
)
def test_triangles(side: int, solvable: int) -> None:
    """OEIS A130516: solvable pairs of one vacancy and one survivor up to symmetry."""
    board = named(f"triangle:{side}")
    seen = set()
    count = 0
    for hole in range(board.n):
        for last in range(board.n):
            key = min((g[hole], g[last]) for g in board.symmetries)
            if key not in seen:
                seen.add(key)
                question_ = of_pair(pair(board, board.full & ~(1 << hole), 1 << last))
                count += isinstance(search(question_), Found)
    assert count == solvable


def test_more_than_64_holes() -> None:
    board = named("defi-plateau16")
    assert board.n > 64
    start = board.mask([(4, c) for c in range(4)] + [(3, 4), (2, 5)]) | 1 << board.n - 1
    reachable = reference.reachable(board.jumps, start)
    chance = random.Random(3)
    for target in chance.sample(sorted(reachable), min(25, len(reachable))):
        assert decided(board, of_pair(pair(board, start, target)), start)
    for _ in range(10):
        target = chance.choice(sorted(reachable)) ^ 1 << chance.randrange(board.n)
        if target.bit_count() < start.bit_count():
            assert decided(board, of_pair(pair(board, start, target)), start) == (target in reachable)


def test_limits_are_results(held: Held) -> None:
    held.tick = 0.01
    question = of_pair(read_pair("french37:-a3", "french37:+d4"))
    question = of_masks(37, [m.name for m in question.moves], question.start, question.target)
    late = search(question, clock=Limits(seconds=0.5).start())
    assert isinstance(late, Stopped)
    assert late.limit == "time"
    ahead, behind = complete_levels(late)
    assert ahead and behind and ahead - 1 + behind - 1 < question.length
    small = search(question, clock=Limits(memory=1 << 20).start())
    assert isinstance(small, Stopped)
    assert small.limit == "memory"


def test_interrupt_tells_sizes() -> None:
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))

    def report(told: str) -> None:
        if " level 6: " in told:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="frontier search had 6 levels from the start"):
        search(question, report=report)


@pytest.mark.parametrize("name", ("rectangle:3x4", "triangle:4"))
def test_the_first_peg_may_go_back_once(name: str) -> None:
    board = named(name)
    answers = set()
    chance = random.Random(name)
    for hole in range(board.n):
        start = board.full & ~(1 << hole)
        before = reference.reachable(board.jumps, start)
        after: set[int] = set()
        for position in before:
            if not position >> hole & 1 and position | 1 << hole not in after:
                after |= reference.reachable(board.jumps, position | 1 << hole)
        targets = chance.sample(sorted(after), min(10, len(after)))
        for target in (*targets, *chance.sample(range(board.full), 10)):
            pair = Pair(Position(board, start), Position(board, target))
            result = search(of_pair(with_hand(pair, hole)))
            assert isinstance(result, Found) == (target in after)
            answers.add(isinstance(result, Found))
    assert answers == {True, False}


@pytest.mark.slow
def test_the_contest_board_that_nobody_decided() -> None:
    """jury.txt of the 2009 contest has no play; the number of positions is the count of this search."""
    pair_ = read_pair("problem:defi/jury")
    plain = search(of_pair(pair_))
    assert isinstance(plain, Exhausted)
    assert plain.forward == plain.backward
    assert len(plain.forward) == 18
    assert sum(plain.forward) + sum(plain.backward) == 284_279_144


def test_the_more_a_search_has_seen_the_more_positions_are_taken_at_once() -> None:
    """So that it can be stopped soon after it began, where each costs much; each is taken once."""
    begun = FrontierSearch(of_pair(read_pair("rectangle:12x12:-f6", "rectangle:12x12:+f6")))
    begun.run(Limits(work=1).start())
    side = begun.sides[0]
    level = MemoryLevel(np.arange(3 * 100_000, dtype=np.uint64).reshape(-1, 3), 100_000)
    parts = list(side.parts(level, 7))
    assert np.array_equal(np.vstack(parts), level.words[7:])
    sizes = [len(part) for part in parts]
    assert sizes[:-1] == sorted(sizes[:-1])
    assert sizes[0] == side.stride >> 4 and max(sizes) == side.stride
