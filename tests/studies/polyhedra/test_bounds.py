"""Bounds on jumps and on the pegs that remain: published values, all plays of small boards, certificates."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.exact.tree import Leaf
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.kinds.bound import JumpBound, JumpSum
from feasibility.solvers.branch import CertifyingTree
from feasibility.studies.polyhedra import minimum
from feasibility.studies.polyhedra.bounds import JumpNumbers, bounds, real_numbers, whole_numbers
from feasibility.studies.polyhedra.exclusions import exclusions
from feasibility.studies.polyhedra.minimum import floors
from feasibility.studies.polyhedra.sums import parse_condition, parse_sum
from feasibility.text.catalogue import board
from feasibility.text.moves import format_jump
from feasibility.text.references import read_pair
from tests.amounts import examples
from tests.clocks import Held
from tests.studies.polyhedra.reference import by_another_program, plays, reachable

CENTRE = read_pair("english33:-d4", "english33:+d4")


def test_the_english_centre_game() -> None:
    """M. Kiyomi, T. Matsui (2001): 76 integer maxima; the real maximum of the jump 11 -> 9 is 3.8."""
    found = bounds(CENTRE)
    assert len(found.ranges) == 12
    counted = Counter(r.most.whole for r in found.ranges for _ in r.orbit)
    assert counted == {1: 32, 2: 12, 3: 16, 4: 16}
    for r in found.ranges:
        assert r.least.whole == 0
        assert r.most.real is not None and r.most.whole is not None and r.most.whole <= r.most.real
        assert r.most.certificate is not None
        verifier.verify(r.most.certificate.to_json())
    by_jump = {jump: r for r in found.ranges for jump in r.orbit}
    eleven_to_nine = next(j for j in CENTRE.board.jumps if (j.start, j.landing) == (10, 8))
    assert str(by_jump[eleven_to_nine].most.real) == "19/5"


def mutants(certificate: dict[str, Any]) -> list[dict[str, Any]]:
    """The claim made one stronger."""
    proof = certificate["proof"]
    changed = []
    for key, step in (("at_most", -1), ("at_least", 1), ("pegs_at_least", 1), ("pegs_at_most", -1)):
        if key in proof["bound"]:
            bound = proof["bound"] | {key: proof["bound"][key] + step}
            changed.append(certificate | {"proof": proof | {"bound": bound}})
    return changed


def test_a_stronger_claim_is_rejected() -> None:
    """The maxima are attained by integer points, so one less cannot be proved by the same tree."""
    for r in bounds(CENTRE).ranges:
        assert r.most.certificate is not None
        for mutant in mutants(r.most.certificate.to_json()):
            assert verifier.check(mutant).exit_code == 1


def sum_of(here: Board, data: st.DataObject) -> str:
    """A sum of one jump to three, as a text."""
    terms = st.tuples(st.sampled_from([1, 1, 2, 3, -1, -2]), st.sampled_from(here.jumps))
    drawn = data.draw(st.lists(terms, min_size=1, max_size=3, unique_by=lambda term: term[1]))
    return "".join(f"{'-' if f < 0 else '+'}{abs(f)}*{format_jump(here, jump)}" for f, jump in drawn)


def added(counts: Counter[Any], terms: JumpSum) -> int:
    return sum(factor * counts[jump] for factor, jump in terms)


def obeys(counts: Counter[Any], bound: JumpBound) -> bool:
    total = added(counts, bound.terms)
    return total <= bound.times if bound.at_most else total >= bound.times


SMALL = ["line:6", "rectangle:2x4", "triangle:3", "rectangle:3x3"]


@examples(20, 60, st.sampled_from(SMALL), st.data())
def test_no_play_leaves_the_ranges(name: str, data: st.DataObject) -> None:
    here = board(name)
    start = Position(here, data.draw(st.integers(0, here.full)))
    ends: dict[int, list[Counter[Any]]] = {}
    for end, jumps in plays(here, start.mask):
        ends.setdefault(end, []).append(Counter(jumps))
    end = data.draw(st.sampled_from(sorted(ends)))
    free = data.draw(st.integers(0, here.full))
    for target in (Target(here, end), Target(here, end & ~free, free)):
        found = bounds(Pair(start, target))
        assert found.empty is False
        counts = [count for mask, all_ in ends.items() if target.contains(mask) for count in all_]
        for r in found.ranges:
            for side, sign in ((r.most, 1), (r.least, -1)):
                assert side.whole is not None and side.real is not None
                assert sign * side.whole <= sign * side.real
                for jump in r.orbit:
                    assert all(sign * count[jump] <= sign * side.whole for count in counts)
                if side.certificate is not None:
                    verifier.verify(side.certificate.to_json())


@examples(20, 60, st.sampled_from(SMALL), st.data())
def test_no_play_leaves_joint_bounds_or_breaks_an_exclusion(name: str, data: st.DataObject) -> None:
    """Against all plays to one position, to a pattern, and to a number of pegs."""
    here = board(name)
    start = Position(here, data.draw(st.integers(0, here.full)))
    ends: dict[int, list[Counter[Any]]] = {}
    for end, jumps in plays(here, start.mask):
        ends.setdefault(end, []).append(Counter(jumps))
    end, free = data.draw(st.sampled_from(sorted(ends))), data.draw(st.integers(0, here.full))
    jump, sign = data.draw(st.sampled_from(here.jumps)), data.draw(st.sampled_from([">=", "<=", "="]))
    times = data.draw(st.integers(0, 2))
    given = f"{format_jump(here, jump)}{sign}{times}"
    meant = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}[sign]
    for target in (
        Target(here, end),
        Target(here, end & ~free, free),
        Target.with_pegs(here, end.bit_count()),
    ):
        counts = [count for mask, all_ in ends.items() if target.contains(mask) for count in all_]
        asked = [count for count in counts if meant(count[jump], times)]
        found = bounds(Pair(start, target), require=given)
        assert found.empty is not None and not (found.empty and asked)
        for r in found.ranges:
            for side, sense in ((r.most, 1), (r.least, -1)):
                assert side.whole is not None
                for one in r.orbit:
                    assert all(sense * count[one] <= sense * side.whole for count in asked)
                if side.certificate is not None:
                    verifier.verify(side.certificate.to_json())
        excluded = exclusions(Pair(start, target))
        for orbit in (*excluded.excluded, *excluded.never):
            for one, two in orbit.orbit:
                assert not any(count[one] and count[two] for count in counts)
            verifier.verify(orbit.certificate.to_json())


@examples(4, 150, st.sampled_from([*SMALL, "triangle:4"]), st.data())
def test_no_play_breaks_a_bound_on_a_sum_where_sums_are_required(name: str, data: st.DataObject) -> None:
    """Against all plays; and the numbers themselves against another program for programs in integers."""
    here = board(name)
    start = Position(here, data.draw(st.integers(0, here.full)))
    ends: dict[int, list[Counter[Any]]] = {}
    for end, jumps in plays(here, start.mask):
        ends.setdefault(end, []).append(Counter(jumps))
    end, free = data.draw(st.sampled_from(sorted(ends))), data.draw(st.integers(0, here.full))
    signs, numbers = st.sampled_from(["<", "<=", "=", ">=", ">"]), st.integers(-3, 4)
    texts = [
        f"{sum_of(here, data)}{data.draw(signs)}{data.draw(numbers)}"
        for _ in range(data.draw(st.integers(0, 2)))
    ]
    given = tuple(bound for text in texts for bound in parse_condition(here, text))
    asked_for = sum_of(here, data)
    objective = parse_sum(here, asked_for)
    for target in (
        Target(here, end),
        Target(here, end & ~free, free),
        Target.with_pegs(here, end.bit_count()),
    ):
        pair = Pair(start, target)
        counts = [count for mask, all_ in ends.items() if target.contains(mask) for count in all_]
        asked = [added(count, objective) for count in counts if all(obeys(count, one) for one in given)]
        found = bounds(pair, require=texts, objective=asked_for)
        for proof in found.contradiction:
            verifier.verify(proof.to_json())
        assert (found.empty is True) == (by_another_program(pair, given, objective, 1) is None)
        if found.empty:
            assert not asked and found.contradiction
            continue
        (one,) = found.ranges
        for side, sense in ((one.most, 1), (one.least, -1)):
            assert side.whole == by_another_program(pair, given, objective, sense)
            assert side.real is not None and sense * side.whole <= sense * side.real
            assert all(sense * total <= sense * side.whole for total in asked)
            for proof in [] if side.certificate is None else [side.certificate.to_json()]:
                verifier.verify(proof)
                assert all(verifier.check(mutant).exit_code == 1 for mutant in mutants(proof))


def test_which_jumps_exclude_each_other_by_brute_force_over_the_integer_cone() -> None:
    """On small pairs every pair of jumps is asked about by itself."""
    for name in ("triangle:4:-a2 triangle:4:+b2", "rectangle:2x4:+a1+b1+a2+b2 rectangle:2x4:+c1+c2"):
        pair = read_pair(*name.split())
        found = exclusions(pair)
        never = {one.orbit[0][0] for one in found.never} | {
            two[0] for one in found.never for two in one.orbit
        }
        for first, second in combinations(pair.board.jumps, 2):
            both = [f"{format_jump(pair.board, jump)}>=1" for jump in (first, second)]
            apart = bounds(pair, require=both).empty
            if not never & {first, second}:
                assert apart is ((first, second) in found.pairs), (first, second)


def test_joint_bounds_of_the_english_centre_game() -> None:
    """118 pairs of jumps exclude each other, in 21 orbits; with e3c3 three times much is decided."""
    found = exclusions(CENTRE)
    assert (len(found.excluded), len(found.pairs), found.never, found.open) == (21, 118, (), ())
    for one in found.excluded:
        verifier.verify(one.certificate.to_json())
    joint = bounds(CENTRE, require="e3c3>=3")
    by_jump = {format_jump(CENTRE.board, jump): r for r in joint.ranges for jump in r.orbit}
    assert (by_jump["c1e1"].most.whole, by_jump["e3c3"].least.whole) == (0, 3)
    claim = by_jump["c1e1"].most.certificate
    assert claim is not None
    said = verifier.verify(claim.to_json()).statement
    assert "in which the jump [10, 9, 8] occurs at least 3 times, the jump" in said


def test_exclusions_that_nobody_had_time_for() -> None:
    assert exclusions(CENTRE, limits=0.0).empty is None


def test_infeasible_pairs_have_no_ranges() -> None:
    found = bounds(read_pair("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"))
    assert found.empty is True and not found.ranges


def test_bad_questions() -> None:
    with pytest.raises(InputError, match="no jumps"):
        bounds(read_pair("line:2:+a1", "line:2:+a1"))


def test_no_time_is_a_result() -> None:
    assert bounds(CENTRE, limits=0.0).empty is None


def full_but(name: str, hole: tuple[int, int]) -> Position:
    here = board(name)
    return Position(here, here.full & ~(1 << here.index[hole]))


@pytest.mark.parametrize(
    ("name", "vacancy", "real", "whole"),
    [
        ("cross:1,1,1,1", (2, 2), 4, 4),  # the cross with four short arms: four pegs remain
        ("cross:1,1,1,3", (2, 4), 2, 3),  # from the centre of its block
        ("cross:1,1,1,3", (2, 3), 2, 2),  # T. Sillke's case: from the hole next to it
        ("english33", (3, 3), 1, 1),
    ],
)
def test_least_pegs_of_crosses(name: str, vacancy: tuple[int, int], real: int, whole: int) -> None:
    found = floors(full_but(name, vacancy), Limits().start())
    assert (found.real.pegs, found.whole.pegs, found.exact) == (real, whole, True)
    for floor in (found.real, found.whole):
        if floor.certificate is not None:
            verifier.verify(floor.certificate.to_json())
            for mutant in mutants(floor.certificate.to_json()):
                assert verifier.check(mutant).exit_code == 1
    for end in found.whole.ends:
        verifier.verify(end.to_json())


@examples(25, 60, st.sampled_from([*SMALL, "line:9", "triangle:4"]), st.data())
def test_no_play_leaves_fewer_pegs(name: str, data: st.DataObject) -> None:
    here = board(name)
    start = Position(here, data.draw(st.integers(0, here.full)))
    found = floors(start, Limits().start())
    truth = min(mask.bit_count() for mask in reachable(here, start.mask))
    assert found.exact
    assert found.real.pegs <= found.whole.pegs <= truth
    for floor in (found.real, found.whole):
        if floor.certificate is not None:
            verifier.verify(floor.certificate.to_json())
    for end in found.whole.ends:
        verifier.verify(end.to_json())


def test_a_refuted_pair_is_an_answer_for_programs_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bounds", "line:4:+a1+b1", "line:4:+d1", "--json"]) == 1
    shown = capsys.readouterr()
    facts = {"board": "line:4", "feasible": False, "orbits": [], "complete": True, "verified": True}
    told = json.loads(shown.out)
    (proof,) = told.pop("contradiction")
    assert verifier.verify(proof).claim == "infeasible"
    assert told == {**facts, "aim": "given", "reading": "by its name"}
    assert "infeasible" in shown.err


def added_up(pair: Pair, numbers: JumpNumbers) -> tuple[Any, ...]:
    """Each hole's change, by the rules alone."""
    change = [Fraction(0)] * pair.board.n
    for times, (start, over, landing) in numbers:
        change[start] -= times
        change[over] -= times
        change[landing] += times
    return tuple(change)


def test_the_seven_hole_line_has_halves_and_negatives(capsys: pytest.CaptureFixture[str]) -> None:
    """E. Harang 2001: the only real solution that is not negative has halves."""
    assert main(["bounds", "line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"]) == 1
    real = "real: 1/2*a1c1+1/2*c1a1+1/2*c1e1+1/2*e1c1+1/2*e1g1+1/2*g1e1"
    out = capsys.readouterr().out.splitlines()
    assert real in out and any(line.startswith("with negatives: ") for line in out)
    assert main(["bounds", "line:4:+a1+b1", "line:4:+d1"]) == 1
    assert "with negatives" not in capsys.readouterr().out  # it is outside the lattice


@examples(20, 100, st.sampled_from([*SMALL, "line:9"]), st.data())
def test_other_numbers_add_up(name: str, data: st.DataObject) -> None:
    here = board(name)
    masks = st.integers(0, here.full)
    pair = Pair(Position(here, data.draw(masks)), Position(here, data.draw(masks)))
    real, whole = (find(pair, Limits(seconds=60).start()) for find in (real_numbers, whole_numbers))
    if real is not None:
        assert added_up(pair, real) == pair.difference and min((number for number, _ in real), default=0) >= 0
    if whole is not None:
        assert added_up(pair, whole) == pair.difference
        assert all(isinstance(number, int) for number, _ in whole)


@pytest.mark.parametrize("more", [["+c1", "--require", "a1c1>=2"], ["+d1", "--exclusions"], ["+d1"]])
def test_nothing_to_bound_is_proved(more: list[str], tmp_path: Path) -> None:
    """The exit code says that there is no play, or none as required: with a certificate."""
    assert main(["bounds", "line:4:+a1+b1", *more, "--certificates", str(tmp_path)]) == 1
    (written,) = tmp_path.iterdir()
    assert verifier.check(json.loads(written.read_text())).valid


@examples(25, 100, st.sampled_from(["line:5", "line:6", "rectangle:3x3", "triangle:4"]), st.data())
def test_what_is_said_to_be_nothing_is_nothing(name: str, data: st.DataObject) -> None:
    """No play of the pair has what is required, and each certificate says so."""
    here = board(name)
    start = Position(here, data.draw(st.integers(1, here.full)))
    target = Target.with_pegs(here, data.draw(st.integers(1, start.count)))
    if data.draw(st.booleans()):
        target = Position(here, data.draw(st.integers(0, here.full)))
    texts = [
        f"{sum_of(here, data)}>={data.draw(st.integers(-2, 2))}" for _ in range(data.draw(st.integers(0, 2)))
    ]
    given = tuple(one for text in texts for one in parse_condition(here, text))
    found = bounds(Pair(start, target), require=texts)
    assert (found.empty is True) == (found.contradiction != ()) and found.empty is not None
    for proof in found.contradiction:
        assert verifier.check(proof.to_json()).valid
    for end, play in plays(here, start.mask) if found.empty else ():
        times = Counter(play)
        assert not (Pair(start, target).target.contains(end) and all(obeys(times, one) for one in given))


def forged(*_: object, **__: object) -> CertifyingTree:
    return CertifyingTree(Leaf((1,) * 10), 1)


@pytest.mark.parametrize("ask", [bounds, exclusions])
def test_a_tree_that_proves_nothing_is_not_published(
    ask: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = read_pair("line:9:+a1+b1+d1+f1", "line:9:+a1+e1")
    ask(pair)
    monkeypatch.setattr(f"{ask.__module__}.branch_and_bound", forged)
    with pytest.raises(SoundnessError):
        ask(pair)


def test_a_bound_on_pegs_that_proves_nothing_is_not_published(monkeypatch: pytest.MonkeyPatch) -> None:
    start = read_pair("line:9:+a1+b1+d1+f1", "line:9:+a1+e1").start
    monkeypatch.setattr("feasibility.studies.polyhedra.minimum.BranchAndBound.run", forged)
    with pytest.raises(SoundnessError):
        floors(start, Limits().start())


def test_the_proofs_of_a_floor_are_the_same_on_a_slow_machine(held: Held) -> None:
    """Turns are of work: a tree for all ends is not left because the machine does other things."""
    start = Position(board("triangle:4"), board("triangle:4").full & ~1)
    usual = floors(start, Limits(1e9).start())
    held.tick = 1.0
    assert floors(start, Limits(1e9).start()) == usual
    assert usual.whole.certificate is not None


@pytest.mark.parametrize("name", ["triangle:4", "cross:1,1,1,1", "rectangle:3x4"])
def test_floors_end_by_end_in_short_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the tree for all ends would take, and however many ends there are."""
    start = Position(board(name), board(name).full & ~2)
    expected = floors(start, Limits().start())
    monkeypatch.setattr(minimum, "TURN", 1e-9)
    monkeypatch.setattr(minimum._ByTree, "run", lambda self, clock: Stopped("time"))
    alone = floors(start, Limits().start())
    assert alone.exact and alone.whole.pegs == expected.whole.pegs
    stopped = floors(start, Limits(seconds=0.0).start()).stopped
    assert stopped is not None and stopped.limit == "time"
