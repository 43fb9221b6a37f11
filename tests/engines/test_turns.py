"""What goes on in short turns finds what one long turn finds: nothing is lost or kept too long."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from feasibility import verify
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.decide.engines import Effort
from feasibility.decide.procedures import PROCEDURES
from feasibility.engines.frontier import search as frontier
from feasibility.engines.frontier.disk import DiskStore
from feasibility.engines.positions.question import of_pair
from feasibility.engines.results import Exhausted
from feasibility.game.position import Pair, Position
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Finding
from feasibility.systems.pruning_pool import pruning_pool
from feasibility.text.catalogue import board as named
from tests.amounts import amounts
from tests.clocks import Held
from tests.engines.frontier.searching import search

MOST = 5000  # turns


def in_turns(name: str, pair: Pair, steps: int, limits: Callable[[int], Limits]) -> tuple[Finding, int]:
    """The finding after turns of so many steps each, or looks at the clock, and their number."""
    work = PROCEDURES[name].start(pair, Effort(Limits().start()))
    try:
        for turns in range(1, MOST):
            end = work.run(limits(steps).start())
            if end.ended:
                return end.finding, turns
            steps += 1 + steps // 8  # what cannot go on has to be given more
    finally:
        work.close()
    raise AssertionError(f"{name} does not end: {end}")


def some_pair(name: str, rng: random.Random, changes: int = 2) -> Pair:
    """The end of a short play, changed by the holes of up to so many jumps."""
    board = named(name)
    start = here = Position(board, rng.getrandbits(board.n))
    for _ in range(rng.randint(2, 9)):
        jumps = here.legal_jumps()
        here = here.play(rng.choice(jumps)) if jumps else here
    mask = here.mask
    for _ in range(rng.randint(0, changes)):
        mask ^= rng.choice(board.jump_masks)[1]
    return Pair(start, Position(board, mask))


def same(name: str, one: Finding, other: Finding) -> None:
    assert one.outcome is other.outcome, (name, one.summary, other.summary)
    assert isinstance(one.proof, Play) == isinstance(other.proof, Play)


def by_work(steps: int) -> Limits:
    return Limits(work=steps)


def by_looks(steps: int) -> Limits:
    """Of a held clock, which every look takes a second further."""
    return Limits(seconds=steps)


@amounts("each", 5, 60)
@pytest.mark.parametrize("board", ["rectangle:4x5", "triangle:6", "english33"])
@pytest.mark.parametrize(
    ("name", "steps"),
    [("beam", 60), ("frontier", 60), ("integer-cone", 20), ("turning-point", 400), ("ends", 30)],
)
def test_turns_that_work_ends_find_what_one_turn_finds(name: str, steps: int, board: str, each: int) -> None:
    assert find_the_same(name, steps, board, each, by_work) > 1


@amounts("each", 5, 60)
@pytest.mark.parametrize("board", ["rectangle:4x5", "triangle:6", "english33"])
@pytest.mark.parametrize(
    "name", ["beam", "frontier", "integer-cone", "turning-point", "ends", "plans", "cone"]
)
def test_turns_that_time_ends_find_what_one_turn_finds(
    name: str, board: str, each: int, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any look at the clock, in the kernels as well: levels are marked where that is possible at all."""
    monkeypatch.setattr("feasibility.engines.frontier.bits.WORTH", 1 << 40)
    monkeypatch.setattr("feasibility.engines.frontier.bits.FEW", 0)
    held.tick = 1.0
    assert find_the_same(name, 2, board, each, by_looks) >= 1


def find_the_same(name: str, steps: int, board: str, each: int, limits: Callable[[int], Limits]) -> int:
    """The greatest number of turns."""
    rng, most = random.Random(f"{name} {board}"), 0
    for _ in range(each):
        pair = some_pair(board, rng, 0 if name == "plans" else 2)  # plans end with a play alone
        whole, _ = in_turns(name, pair, 1 << 40, limits)
        finding, turns = in_turns(name, pair, steps, limits)
        same(name, whole, finding)
        if finding.proof is not None:
            assert verify(Certificate(pair, finding.proof)).valid
        most = max(most, turns)
    return most


@amounts("each", 6, 40)
@pytest.mark.parametrize("place", ["memory", "disk"])
def test_levels_are_the_same_however_often_one_is_cut_short(each: int, place: str, tmp_path: Path) -> None:
    """Pruned and not; a level that a limit has cut short is made again, and nothing of it stays behind."""
    rng, cut = random.Random(place), 0
    for number in range(each):
        pair = some_pair("english33", rng)
        question = replace(of_pair(pair), pagodas=pruning_pool(pair)[: 3 * (number % 2)])
        stores = [None, None]
        if place == "disk":
            stores = [DiskStore(tmp_path / f"{number}-{side}", question) for side in "ab"]
        whole = search(question, store=stores[0])
        going, steps = frontier.FrontierSearch(question, store=stores[1], threads=1), 60
        while isinstance(result := going.run(Limits(work=steps).start()), Stopped):
            steps, cut = steps + steps // 8, cut + 1
        going.close()
        assert type(result) is type(whole)
        if isinstance(whole, Exhausted):
            assert result == whole
    assert cut > each
