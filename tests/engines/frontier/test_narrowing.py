"""Searches pruned near their ends, by functions that linear programs found."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from feasibility.base.limits import Limits
from feasibility.decide import engines
from feasibility.decide.engines import Effort
from feasibility.engines.frontier.disk import DiskStore
from feasibility.engines.positions import narrowing
from feasibility.engines.positions.narrowing import Programs, narrowed
from feasibility.engines.positions.question import PositionQuestion, of_pair, weigh
from feasibility.engines.results import Exhausted, Found
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.search import Search
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from feasibility.verifier import verify
from tests.engines import reference_play as reference
from tests.engines.frontier.searching import search
from tests.engines.frontier.test_search import SMALL, pair


def pruned(question: PositionQuestion) -> PositionQuestion:
    near = narrowed(question)
    return replace(near, pagodas=Programs(near).run(Limits().start()))


@pytest.mark.parametrize("name", [*SMALL, "rectangle:4x4"])
def test_no_answer_changes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, chance = named(name), random.Random(name)
    near, cut = set[int](), 0
    for most in (3, 256):
        monkeypatch.setattr(narrowing, "MOST_NEAR", most)
        for _ in range(8):
            start = board.full & ~chance.randrange(board.full + 1) | chance.randrange(board.full + 1)
            reachable = sorted(reference.reachable(board.jumps, start))
            target = chance.choice((chance.randrange(board.full + 1), chance.choice(reachable)))
            if target.bit_count() >= start.bit_count():
                continue
            question = pruned(of_pair(pair(board, start, target)))
            result = search(question)
            near.add(question.near)
            assert isinstance(result, Found) == (target in reachable), (name, start, target)
            if isinstance(result, Exhausted):
                proof = Search(result.pagodas, (), result.forward, result.backward or None, result.near)
                verify(Certificate(pair(board, start, target), proof).to_json())
                cut += 0 in (*result.forward, *result.backward)
    assert cut and len(near) > 1


def test_positions_near_the_ends_are_all_that_there_are() -> None:
    question = narrowed(of_pair(read_pair("english33:-d4", "english33:+d4")))
    jumps = named("english33").jumps
    ahead, behind = {question.start}, {question.target}
    for _ in range(question.near):
        ahead = {q for p in ahead for q in reference.after(jumps, p)}
        behind = {q for p in behind for q in reference.before(jumps, p)}
    assert question.near > 1 and set(question.sources) == ahead and set(question.goals) == behind
    dual = question.dual()
    assert set(dual.goals) == {question.full ^ p for p in ahead} and dual.dual() == question


def test_no_jump_raises_what_programs_find() -> None:
    given = read_pair("wiegleb45:-e1", "wiegleb45:+e1")
    question = narrowed(of_pair(given))
    programs = Programs(question)
    assert programs.run(Limits(work=300_000).start()) is None
    first = programs.chosen
    assert first and all(w[to] <= w[s] + w[o] for w in first for s, o, to in given.board.jumps)
    at_target = [weigh(w, question.target) for w in first]
    near_it = [min(weigh(w, goal) for goal in question.goals) for w in first]
    assert all(a <= b for a, b in zip(at_target, near_it, strict=True)) and at_target != near_it


@pytest.mark.parametrize("target", ["b6", "e9"])
def test_a_board_of_41_holes_needs_no_exhaustion(target: str) -> None:
    given, clock = read_pair("diamond41:-e1", f"diamond41:+{target}"), Limits(seconds=30).start()
    result = engines.Frontier(given, Effort(clock, ((1,) * 41,))).run(clock)
    assert isinstance(result, Exhausted) and sum(result.forward) + sum(result.backward) < 100
    proof = Search(result.pagodas, (), result.forward, result.backward or None, result.near)
    assert verify(Certificate(given, proof).to_json()).claim == "infeasible"
    plain = Search(result.pagodas, (), result.forward, result.backward or None)
    with pytest.raises(Exception, match=r"position|cover"):
        verify(Certificate(given, plain).to_json())


def test_patterns_and_numbers_of_pegs_stay_as_they_are() -> None:
    for question in (
        of_pair(read_pair("triangle:5:-a1", pegs=1)),
        replace(of_pair(read_pair("triangle:5:-a1", "triangle:5:+a1")), free=6),
    ):
        assert narrowed(question) == question


def test_partitions_make_the_same_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrowing, "MOST_NEAR", 12)
    question = pruned(of_pair(read_pair("rectangle:4x4:-a1", "rectangle:4x4:+b2")))
    assert question.near and question.pagodas
    assert search(question, store=DiskStore(tmp_path, question, map, parts=3, alone=0)) == search(question)
