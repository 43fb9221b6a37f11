"""What the checker does is charged: no input buys more time or memory than its limits say."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from feasibility import verifier
from tests.verifier.hostile import explicit

Json = dict[str, object]
Triples = list[list[int]]


def triples(holes: int) -> Triples:
    return [list(triple) for triple in permutations(range(holes), 3)]


def work(value: Json) -> int:
    """Steps charged for a certificate that must be valid."""
    budget = verifier.Budget()
    verifier._verify(value, budget)
    return budget.work


def search(pagodas: list[list[int]], residues: list[Json], forward: list[int]) -> Json:
    return {"kind": "search", "pagodas": pagodas, "residues": residues, "forward": forward}


@pytest.mark.parametrize("listed", [50, 100])
def test_listed_functionals_are_charged(listed: int) -> None:
    jumps = triples(6)
    pagodas = explicit(6, jumps, [0], [1], search([[0] * 6] * listed, [], [1]))
    assert work(pagodas) >= listed * len(jumps)
    residues = explicit(6, jumps, [0], [1], search([], [{"modulus": 2, "weights": [0] * 6}] * listed, [1]))
    assert work(residues) >= listed * len(jumps)


def test_every_case_of_a_last_peg_is_charged_for_its_weights() -> None:
    """Without a legal jump and with one peg too few, weights of 1 refute each hole but the start's."""
    jumps = triples(6)
    golden = {"kind": "golden", "weights": [[1, 0]] * 6}
    cases = [{"hole": h, "proof": golden} for h in range(6)]
    value = explicit(6, jumps, [], {"count": 1}, {"kind": "cases", "cases": cases})
    assert work(value) >= 2 * 6 * len(jumps)


def test_tables_of_listed_functionals_are_made_for_a_level_and_charged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Made for all of a long list beforehand, they took gigabytes that no limit knew of."""
    made = []
    monkeypatch.setattr(verifier, "MAX_LANE_BITS", 2)
    tables = verifier._byte_tables
    monkeypatch.setattr(verifier, "_byte_tables", lambda weights: made.append(1) or tables(weights))
    weights = [[0] * 64] * 50
    assert work(explicit(64, [], [0], [1], search(weights, [], [1]))) < 50 and not made
    jumps = [[0, 1, 2], [3, 4, 5]]
    one_jump = explicit(64, jumps, [0, 1], [3], search(weights, [], [1, 1]) | {"backward": [1]})
    assert work(one_jump) >= 256 * 8 and len(made) == 50
    assert verifier.check(one_jump, max_work=256 * 8).exit_code == 3
    wide = [[10**599] + [0] * 63] * 50
    wide_jump = explicit(64, jumps, [0, 1], [3], search(wide, [], [1, 1]) | {"backward": [1]})
    assert work(wide_jump) >= 256 * 8 * 50 * 1990 // 512


def test_functions_that_positions_carry_are_charged_before_they_are_added_up() -> None:
    """Side by side in one integer, which grows with each: a time limit was passed a hundred times."""
    proof: Json = {"kind": "sweeps", "at_least": 1, "regions": [], "residues": [], "symmetries": []}
    proof |= {"pagodas": [[0] * 7 + [1 << 50]] * 400, "forward": [1]}
    value = explicit(8, [[0, 1, 2]], [0, 1, 7], [2, 7], proof) | {"claim": "sweeps"}
    needed = 400 * 8 * (400 * 50 // 512)
    assert work(value) >= needed
    outcome = verifier.check(value, max_work=needed)
    assert outcome.exit_code == 3 and "steps" in str(outcome.reason)


def lines(number: int, dead: int) -> tuple[Triples, list[int]]:
    """So many lines of three holes behind dead holes, a jump on each: 2**number positions."""
    jumps = [[dead + 3 * i + k for k in range(3)] for i in range(number)]
    return jumps, sorted(hole for jump in jumps for hole in jump[:2])


@pytest.mark.parametrize("kind", ["search", "closure", "sweeps"])
def test_a_level_is_given_up_in_the_middle_of_the_jumps_from_a_hole(kind: str) -> None:
    """Where two pegs have 900 jumps each, one level has 190,000 positions, and no limit was looked at."""
    over, to = range(2, 32), range(32, 62)
    jumps = [[peg, hole, landing] for peg in (0, 1) for hole in over for landing in to]
    proof: Json = {"kind": kind, "size": 10_000}
    if kind != "closure":
        proof = search([], [], [1, 1800, 1, 0]) | {"kind": kind}
    if kind == "sweeps":
        proof |= {"at_least": 4, "regions": [], "symmetries": []}
    value = explicit(63, jumps, [0, 1, *over], {"pegs": [62], "free": [32]}, proof)
    value |= {"claim": "sweeps" if kind == "sweeps" else "infeasible"}
    tracemalloc.start()
    outcome = verifier.check(value, max_positions=2_000, plain=True)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert outcome.exit_code == 3 and "more than 2000 positions" in str(outcome.reason)
    assert most < 4_000_000, most


def test_sweeps_on_disk_look_at_the_clock_for_each_jump(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By numpy, all that a block of positions becomes by the jumps from a hole was made at one go."""
    pytest.importorskip("numpy")
    over, to = range(2, 22), range(22, 42)
    jumps = [[peg, hole, landing] for peg in (0, 1) for hole in over for landing in to]
    proof = search([], [], [1, 800, 36_100]) | {"kind": "sweeps", "at_least": 3}
    proof |= {"regions": [], "symmetries": []}
    value = explicit(43, jumps, [0, 1, *over], [42], proof) | {"claim": "sweeps"}
    looks, spend = [0], verifier.Budget.spend

    def looked(self: verifier.Budget, steps: int) -> None:
        looks[0] += 1
        spend(self, steps)

    monkeypatch.setattr(verifier.Budget, "spend", looked)
    monkeypatch.setattr(verifier, "MAX_WAITING", 1)  # so that all is joined all the time
    outcome = verifier.check(value, workdir=tmp_path, at_once=36_000, numpy_from=0)
    assert looks[0] > 2 * len(jumps)
    assert outcome.valid and outcome == verifier.check(value, plain=True)


def test_matching_does_not_make_the_masks_of_the_target_for_every_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    mask = verifier._mask
    monkeypatch.setattr(verifier, "_mask", lambda holes: made.append(1) or mask(holes))
    jumps, start = lines(8, 1)
    target: Json = {"pegs": [0], "free": list(range(1, 25))}
    assert verifier.check(explicit(25, jumps, start, target, {"kind": "closure", "size": 256})).valid
    assert len(made) < 50


def test_positions_of_large_boards_cost_more(monkeypatch: pytest.MonkeyPatch) -> None:
    jumps, start = lines(6, 0)
    closure = {"kind": "closure", "size": 64}
    small, large = (work(explicit(holes, jumps, start, {"count": 1}, closure)) for holes in (18, 4096))
    assert large == 9 * small
    monkeypatch.setattr(verifier, "MAX_SET_BYTES", 64 * 100)
    assert work(explicit(18, jumps, start, {"count": 1}, closure))
    search_all = search([], [], [1, 6, 15, 20, 15, 6, 1, 0])
    target: Json = {"pegs": [0], "free": [1]}
    assert verifier.check(explicit(18, jumps, start, target, search_all)).valid
    refused = verifier.check(explicit(4096, jumps, start, target, search_all))
    assert refused.exit_code == 3 and "more than 9 positions" in str(refused.reason)
    monkeypatch.setattr(verifier, "MAX_BITSET_JUMPS", 0)
    assert verifier.check(explicit(4096, jumps, start, {"count": 1}, closure)).exit_code == 3


@pytest.mark.parametrize("counted", [True, False])
def test_holes_that_no_jump_changes_cost_nothing_in_a_bit_set(
    counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was a full operation on every block, and for a count one more level of pegs."""
    monkeypatch.setattr(verifier, "SMALL_SET", 0)
    monkeypatch.setattr(verifier, "SPARSE", 1 << 60)
    monkeypatch.setattr(verifier, "BLOCK_BITS", 4)
    made = []
    where = verifier.BitSet._where
    monkeypatch.setattr(verifier.BitSet, "_where", lambda *a: made.append(1) or where(*a))
    costs = []
    for dead in (0, 80):
        jumps, start = lines(6, dead)
        # the last line cannot be full
        pattern = {"pegs": [*range(dead), *jumps[-1]], "free": list(range(dead, dead + 15))}
        target = {"count": dead} if counted else pattern
        made.clear()
        work(explicit(dead + 18, jumps, [*range(dead), *start], target, {"kind": "closure", "size": 64}))
        costs.append(len(made))
    assert costs[0] == costs[1]


def test_dead_holes_count_as_pegs_of_a_bit_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "SMALL_SET", 0)
    monkeypatch.setattr(verifier, "SPARSE", 1 << 60)
    monkeypatch.setattr(verifier, "BLOCK_BITS", 2)
    jumps, start = lines(3, 7)
    for pegs in range(16):
        value = explicit(16, jumps, [1, 3, 4, *start], {"count": pegs}, {"kind": "closure", "size": 8})
        assert verifier.check(value).valid == (not 6 <= pegs <= 9)


def test_levels_of_pegs_of_a_bit_set_are_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two dependent holes in each line: 16 of them, in each of the 16 groups of blocks alike."""
    monkeypatch.setattr(verifier, "SMALL_SET", 0)
    monkeypatch.setattr(verifier, "SPARSE", 1 << 60)
    monkeypatch.setattr(verifier, "BLOCK_BITS", 4)
    jumps, start = lines(8, 0)
    value = explicit(24, jumps, start, {"count": 1}, {"kind": "closure", "size": 256})
    steps, by_pegs = [], verifier.BitSet._by_pegs

    def charged(found: verifier.BitSet, block: int) -> list[int]:
        before = found.budget.work
        levels = by_pegs(found, block)
        steps.append(found.budget.work - before)
        return levels

    monkeypatch.setattr(verifier.BitSet, "_by_pegs", charged)
    work(value)
    assert len(steps) == 16 and min(steps) > 3 * 16 * 8


def empty_splits(jumps: Triples, deep: int, listed: int = 1) -> Json:
    """Splits by the first of some jumps, one within the other, where the box is empty already."""
    z = [0] * 6
    node: Json = {"weights": [z] * (deep + 1)}
    for legs in range(deep, 0, -1):
        never, chosen = {"weights": [z] * legs}, jumps[:listed]
        cases: list[Json] = [{"jump": jump, "root": node} for jump in chosen]
        node = {"split": 1, "when": "first", "set": chosen, "never": never, "cases": cases}
    high = {"weights": [[1] * 6]}
    root = {"leg": 1, "jump": jumps[0], "at_most": -1, "low": node, "high": high}
    return explicit(6, jumps, [0], [1, 2], {"kind": "legs", "root": root})


def test_a_split_is_charged_for_the_jumps_of_its_set_in_each_case() -> None:
    """Each of the cases narrows each jump of the set, even where leaves need no work."""
    jumps = triples(6)
    assert work(empty_splits(jumps, 1, listed=len(jumps))) > 20 * len(jumps) ** 2


def test_legs_of_many_jumps_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    jumps = triples(6)
    deep = empty_splits(jumps, 5)
    assert work(deep) > 0
    monkeypatch.setattr(verifier, "MAX_COUNTS", 5 * len(jumps))
    outcome = verifier.check(deep)
    assert outcome.exit_code == 3 and "6 legs of 120 jumps each" in str(outcome.reason)


def test_the_pairs_of_both_ends_are_held_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file has many: with lists of their pegs, or all that they reach, they took gigabytes."""
    made: list[Callable[[], object]] = []
    grown = verifier._grown

    def watched(problem: verifier.Problem, claimed: int) -> verifier.SetOfPositions | verifier.BitSet:
        assert not any(reached() for reached in made), "what an earlier pair reaches is still held"
        found = grown(problem, claimed)
        made.append(ref(found))
        return found

    monkeypatch.setattr(verifier, "_grown", watched)
    jumps, start = lines(3, 1)
    closed: Json = {"proof": {"kind": "closure", "size": 4}}
    moves = [[jump, 1 + i] for i, jump in enumerate(jumps)]
    nodes = [{"side": "start", "moves": moves}, closed, closed, closed]
    assert verifier.check(explicit(10, jumps, start, [0], {"kind": "ends", "nodes": nodes})).valid
    assert len(made) == 3

    jumps = [[hole, hole + 1, 1999] for hole in range(1, 301)]
    moves = [[jump, 1 + i] for i, jump in enumerate(jumps)]
    stuck: Json = {"side": "start", "moves": []}
    nodes = [{"side": "start", "moves": moves}, *[stuck] * 300]
    many = explicit(2000, jumps, list(range(1, 1999)), [0], {"kind": "ends", "nodes": nodes})
    tracemalloc.start()
    assert verifier.check(many).valid
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 3_000_000, most


def test_tables_of_words_are_held_for_some_functions_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all of a long list they took gigabytes, and no clock was looked at."""
    pytest.importorskip("numpy")
    made: list[Callable[[], object]] = []
    tables = verifier.WordSets._tables

    def watched(self: verifier.WordSets, pegs: Sequence[int]) -> list[Any]:
        found = tables(self, pegs)
        made.append(ref(found[0]))
        assert sum(table() is not None for table in made) <= 4, "those of the words before, and of these"
        return found

    monkeypatch.setattr(verifier.WordSets, "_tables", watched)
    monkeypatch.setattr(verifier, "LANES_AT_ONCE", 2)
    weights = [[0] * 63 + [1 << 50]] * 9  # each fills a word
    jumps = [[0, 1, 2], [3, 4, 5]]
    proof = search(weights, [], [1, 2, 1]) | {"near": 0}
    value = explicit(64, jumps, [0, 1, 3, 4, 63], [2, 6, 63], proof)
    outcome = verifier.check(value, numpy_from=0)
    assert outcome.valid and outcome == verifier.check(value, plain=True)
    assert len(made) == 2 * 9
