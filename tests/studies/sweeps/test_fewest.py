"""Sweeps against a slow reference, and the published minimum of the English centre game."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.question import PositionQuestion, of_masks, of_pair
from feasibility.engines.positions.words import Words, pack, unpack
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import canonical, orbits
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.sweeps import Sweeps
from feasibility.studies.sweeps import levels
from feasibility.studies.sweeps.fewest import Deepening, Fewest, deepening, fewest_sweeps
from feasibility.studies.sweeps.narrow import next_side
from feasibility.studies.sweeps.regions import Regions
from feasibility.systems.pruning_pool import pruning_pool
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board as named
from feasibility.text.moves import join_sweeps
from feasibility.text.references import read_pair
from tests.engines import reference_play as reference

# E. Bergholt, The Game of Solitaire, 1912; two digits = column, row from 1, sweeps joined by hyphens
BERGHOLT = (
    "46-44 65-45 57-55 54-56 52-54 73-53 43-63 75-73-53 35-55 15-35 23-43-63-65-45-25 "
    "37-57-55-53 31-33 34-32 51-31-33 13-15-35 36-34-32-52-54-34 24-44"
)


def bergholt() -> list[tuple[int, int, int]]:
    board = named("english33")
    play = []
    for sweep in BERGHOLT.split():
        stops = [(int(stop[1]) - 1, int(stop[0]) - 1) for stop in sweep.split("-")]
        for (r, c), (s, d) in pairwise(stops):
            play.append((board.index[r, c], board.index[(r + s) // 2, (c + d) // 2], board.index[s, d]))
    return play


def sweeps_of(play: Iterable[Iterable[int]]) -> list[int]:
    """The numbers of jumps in the sweeps of a play."""
    return [len(sweep) for sweep in join_sweeps([Jump(*jump) for jump in play])]


def test_bergholt_counts_eighteen() -> None:
    board = named("english33")
    play = bergholt()
    centre = board.mask([(3, 3)])
    assert reference.legal(board.jumps, board.full ^ centre, play) == centre
    assert len(sweeps_of(play)) == 18
    assert sweeps_of(play) == [len(s.split("-")) - 1 for s in BERGHOLT.split()]
    assert max(sweeps_of(play)) == 5


def test_nothing_played() -> None:
    assert sweeps_of(()) == []


def least(board: Board, start: int) -> dict[int, int]:
    """The fewest sweeps to every position that is reached, breadth first by position and peg moved last."""
    known, waiting = {(start, -1): 0}, deque([(start, -1)])
    fewest = {start: 0}
    while waiting:
        mask, last = waiting.popleft()
        for s, o, to in board.jumps:
            if mask >> s & 1 and mask >> o & 1 and not mask >> to & 1:
                after, sweeps = mask ^ (1 << s | 1 << o | 1 << to), known[mask, last] + (s != last)
                if sweeps < known.get((after, to), 99):
                    known[after, to] = sweeps
                    fewest[after] = min(fewest.get(after, 99), sweeps)
                    (waiting.appendleft if s == last else waiting.append)((after, to))
    return fewest


def check_proof(pair: Pair, proof: Sweeps) -> None:
    outcome = verifier.check(Certificate(pair, proof).to_json())
    assert outcome.valid, outcome


def check_answer(pair: Pair, expected: int | None) -> None:
    """The engine finds the number, its play has it, its proof is accepted, and one more is rejected."""
    question = of_pair(pair, pagodas=pruning_pool(pair))
    result = fewest_sweeps(question)
    if expected is None:
        assert result is None
        return
    assert isinstance(result, Fewest), pair
    assert len(sweeps_of(result.play)) == expected
    if expected == 0:
        assert result.proof is None
        return
    assert result.proof is not None and result.proof.at_least == expected
    play = tuple(Jump(*jump) for jump in result.play)
    check_proof(pair, replace(result.proof, play=play))
    assert not accepts_one_more(pair, question, expected)


def accepts_one_more(pair: Pair, question: PositionQuestion, sweeps: int) -> bool:
    """Whether the verifier takes the true levels for one sweep more than there need be."""
    search = Deepening(with_closed_pagodas(question), SideWatch(Limits().start(), 1, None))
    search.begin(sweeps)
    while (side := next_side(search.sides)) is not None:
        side.advance(search.watch)
    return verifier.check(Certificate(pair, search.proof(sweeps + 1)).to_json()).valid


def check_number(pair: Pair, expected: int) -> None:
    result = fewest_sweeps(of_pair(pair))
    assert isinstance(result, Fewest) and len(sweeps_of(result.play)) == expected
    if result.proof is not None:
        assert result.proof.at_least == expected
        check_proof(pair, result.proof)


def targets_of(pair: Pair) -> Callable[[int], bool]:
    return lambda mask: Position(pair.board, mask).matches(pair.target)


def target_of(chance: random.Random, board: Board, mask: int) -> Target:
    """The position itself, a pattern that it matches, or its number of pegs."""
    kind = chance.randrange(3)
    free = chance.randrange(board.full + 1) & chance.randrange(board.full + 1) if kind else 0
    if kind == 2:
        return Target(board, 0, board.full, mask.bit_count())
    return Target(board, mask & ~free, free)


SMALL = ("line:7", "rectangle:3x4", "triangle:4", "rectangle:3x5", "rectangle:4x4", "triangle:5", "torus:3x3")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_agrees_with_the_reference(seed: int) -> None:
    chance = random.Random(seed)
    board = named(chance.choice(SMALL))
    start = chance.randrange(1, board.full + 1)
    if chance.random() < 0.3:
        start = board.full ^ 1 << chance.randrange(board.n)
    reached = least(board, start)
    low = sorted(reached, key=int.bit_count)[: 1 + len(reached) // 3]
    end = chance.choice([chance.choice(low), chance.choice(list(reached)), chance.randrange(board.full)])
    pair = Pair(Position(board, start), target_of(chance, board, end))
    matching = targets_of(pair)
    check_answer(pair, min((n for mask, n in reached.items() if matching(mask)), default=None))


def test_targets_that_are_too_many_are_sought_forward_only(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = read_pair("triangle:5:-a1", "triangle:5:+a1")
    free = Pair(pair.start, Target(pair.board, 0, pair.board.full, 1))
    both = fewest_sweeps(of_pair(free))
    monkeypatch.setattr("feasibility.studies.sweeps.levels.MOST_TARGETS", 0)
    forward = fewest_sweeps(of_pair(free))
    assert isinstance(both, Fewest) and isinstance(forward, Fewest)
    assert both.proof is not None and forward.proof is not None
    assert both.proof.backward and not forward.proof.backward
    assert both.proof.at_least == forward.proof.at_least == 10
    check_proof(free, both.proof)
    check_proof(free, forward.proof)


def best_of_triangle(side: int) -> int:
    """The fewest sweeps from any one vacancy to any one peg, each proof checked."""
    board = named(f"triangle:{side}")
    found = []
    for vacancy, *_ in orbits(range(board.n), board.symmetries):
        pair = Pair(Position(board, board.full ^ 1 << vacancy), Target(board, 0, board.full, 1))
        residues = tuple((modulus, weights) for weights, modulus in generators(board, 0) if modulus)
        question = replace(of_pair(pair, pagodas=pruning_pool(pair)), residues=residues)
        result = fewest_sweeps(question)
        if isinstance(result, Fewest) and result.proof is not None:
            check_proof(pair, result.proof)
            found.append(result.proof.at_least)
    return min(found)


def test_fewest_sweeps_on_triangles() -> None:
    """OEIS A127500, for sides 4 to 6."""
    assert [best_of_triangle(side) for side in (4, 5, 6)] == [5, 9, 9]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", ("rectangle:3x4", "triangle:4"))
def test_every_pair_of_a_small_board(name: str, part: int) -> None:
    """From every start, up to symmetry, to every position that can be reached."""
    board = named(name)
    starts = {canonical(Position(board, mask)).mask for mask in range(1, board.full + 1)}
    for start in sorted(starts)[part::3]:
        reached = least(board, start)
        for target, expected in reached.items():
            check_number(Pair(Position(board, start), Position(board, target)), expected)


def test_a_corner_that_stays_hides_no_larger_region() -> None:
    """French c1 to e1: the corner e1 need not be opened, the pair d1 and e1 must be."""
    question = of_pair(read_pair("french37:-c1", "french37:+e1"))
    regions = Regions(question)
    board = named("french37")
    corner, pair = board.mask([(0, 4)]), board.mask([(0, 3), (0, 4)])
    opened = {mask for i, mask in enumerate(regions.masks) if regions.to_open >> i & 1}
    assert pair in opened and corner not in opened
    assert int(regions.counted_in(pack([question.start], board.n), False)[0]) == 15


def test_what_was_left_out_is_known_afterwards() -> None:
    """Where a level is empty, whether a position was left out for its sweeps says if there is no play."""
    question = with_closed_pagodas(of_pair(read_pair("triangle:5:-a1", "triangle:5:+a1")))
    search = Deepening(question, SideWatch(Limits().start(), 1, None))
    for most, cut in ((9, True), (13, False)):
        search.begin(most)
        while len(search.forward.last):
            search.forward.advance(search.watch)
        assert search.forward.cut(search.watch) is cut


@pytest.mark.slow
def test_english_centre_game_needs_eighteen_sweeps() -> None:
    """Bergholt's 18 is the minimum (J. D. Beasley, 1964); here by exhaustion of all winning positions."""
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    result = fewest_sweeps(question)
    assert isinstance(result, Fewest) and result.proof is not None
    assert result.proof.at_least == len(sweeps_of(result.play)) == 18
    assert reference.legal(named("english33").jumps, question.start, result.play) == question.target


@pytest.mark.slow
def test_english_winning_positions() -> None:
    """1,679,072 up to symmetry: three independent programs agree."""
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    levels = winning_levels(question)
    assert not isinstance(levels, str)
    assert sum(len(level) for level in levels) == 1_679_072


@pytest.mark.parametrize("name", ("rectangle:3x4", "triangle:4"))
def test_winning_levels_are_the_positions_on_plays(name: str) -> None:
    board = named(name)
    start = board.full ^ 0b10
    ahead = reference.reachable(board.jumps, start)
    for target in sorted(ahead, key=lambda q: (q.bit_count(), q))[:6]:
        on_plays = {q for q in ahead if target in reference.reachable(board.jumps, q)}
        question = of_masks(board.n, board.jumps, start, target)
        levels = winning_levels(question)
        assert not isinstance(levels, str)
        assert {mask for level in levels for mask in unpack(level)} == on_plays


def test_limits_are_results_with_the_bound_of_the_weights() -> None:
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    for limits, reason in (
        (Limits(seconds=0), "time"),
        (Limits(memory=1), "memory"),
        (Limits(work=0), "work"),
    ):
        stopped = fewest_sweeps(question, clock=limits.start())
        assert isinstance(stopped, Stopped)
        known = stopped.known
        assert (stopped.limit, known.proof.at_least, known.proof.forward) == (reason, 14, (0,))


def test_a_search_that_is_stopped_later_has_proved_more() -> None:
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    stopped = fewest_sweeps(question, clock=Limits(work=30_000).start())
    assert isinstance(stopped, Stopped) and 14 < stopped.known.proof.at_least <= 18
    check_proof(read_pair("english33:-d4", "english33:+d4"), stopped.known.proof)


def test_a_play_with_as_many_sweeps_as_are_proved_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """No level is made after that, which a limit could end."""
    joined, asked = Deepening.joined, list[bool]()

    def watched(search: Deepening) -> Words:
        asked.append(search.settled())
        return joined(search)

    monkeypatch.setattr(Deepening, "joined", watched)
    for vacancy in ("a1", "a2", "a3", "b3"):
        pair = read_pair(f"triangle:5:-{vacancy}", pegs=1)
        search = deepening(of_pair(pair), Limits().start())
        search.some = fewest_sweeps(of_pair(pair)).play  # type: ignore[union-attr]
        asked.clear()
        found = search.run()
        assert isinstance(found, Fewest) and found.play == search.some
        assert not any(asked)


@pytest.mark.parametrize("run", [1, 100])
def test_levels_do_not_depend_on_how_many_positions_are_made_distinct_at_once(
    run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = of_pair(read_pair("triangle:5:-a1", "triangle:5:+a1"))
    whole = fewest_sweeps(question)
    monkeypatch.setattr(levels, "BLOCK", 7)  # so that positions come again in other blocks
    monkeypatch.setattr(levels, "RUN", run)
    assert fewest_sweeps(question) == whole
