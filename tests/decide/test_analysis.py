"""The whole check: order, limits, proofs through the verifier, contradictions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.criteria.base import AtOnce
from feasibility.decide import Plan, check, choose
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.cases import Cases
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Answer, Finding, Outcome, Verdict, refuted
from feasibility.text.catalogue import board as named
from feasibility.text.catalogue import problem, problems
from feasibility.text.document import pair_of
from feasibility.text.references import read_pair

LIMITS = Limits(seconds=60.0)


def reachable(start: Position) -> set[int]:
    """All positions that play reaches, by the rules alone."""
    seen, todo = {start.mask}, [start.mask]
    masks = [(1 << s | 1 << o, 1 << s | 1 << o | 1 << t) for s, o, t in start.board.jumps]
    while todo:
        mask = todo.pop()
        for must, flip in masks:
            if mask & flip == must and mask ^ flip not in seen:
                seen.add(mask ^ flip)
                todo.append(mask ^ flip)
    return seen


def accepted(verdict: Verdict) -> bool:
    certificate = verdict.certificate
    return certificate is not None and verifier.check(certificate.to_json()).valid


@pytest.mark.parametrize(
    "name", ["line:6", "rectangle:3x4", "triangle:4", "torus:3x3", "hexagon:2", "rectangle:2x5"]
)
def test_every_verdict_is_true_and_proved(name: str) -> None:
    board = named(name)
    rng = random.Random(name)
    answers = set()
    for _ in range(25):
        start = Position(board, rng.randrange(1, board.full + 1))
        ends = sorted(reachable(start))
        mask = rng.choice(
            [rng.choice(ends), rng.randrange(board.full + 1), start.mask & rng.randrange(board.full + 1)]
        )
        verdict = check(Pair(start, Position(board, mask)), LIMITS)
        assert verdict.answer is (Answer.FEASIBLE if mask in ends else Answer.INFEASIBLE)
        assert accepted(verdict)
        answers.add(verdict.answer)
    assert len(answers) == 2


@pytest.mark.parametrize("name", ["rectangle:3x4", "triangle:4"])
def test_patterns_and_counts(name: str) -> None:
    board = named(name)
    rng = random.Random(5)
    for _ in range(25):
        start = Position(board, rng.randrange(1, board.full + 1))
        ends = reachable(start)
        free = rng.randrange(board.full + 1)
        target = Target(board, rng.randrange(board.full + 1) & ~free, free)
        verdict = check(Pair(start, target), LIMITS)
        assert (verdict.answer is Answer.FEASIBLE) == any(target.contains(m) for m in ends)
        assert accepted(verdict)
        count = Target.with_pegs(board, rng.randrange(1, 5))
        verdict = check(Pair(start, count), LIMITS)
        assert (verdict.answer is Answer.FEASIBLE) == any(count.contains(m) for m in ends)
        assert accepted(verdict)


def test_last_peg_joins_proofs_of_different_criteria() -> None:
    verdict = check(read_pair("french37:-d4", pegs=1), LIMITS)
    assert verdict.answer is Answer.INFEASIBLE and verdict.decided_by == "rule-of-three"
    assert isinstance(verdict.certificate and verdict.certificate.proof, Cases)
    assert accepted(verdict)


def test_no_lucas_problem_is_refuted_and_all_are_played() -> None:
    """E. Lucas, 1891: thirty problems, all with solutions."""
    names = [name for name in problems() if name.startswith("lucas/")]
    assert len(names) == 30
    for name in names:
        verdict = check(pair_of(problem(name)), LIMITS)
        assert verdict.answer is Answer.FEASIBLE, name
        assert accepted(verdict)


def test_costly_criteria_wait_for_the_cheap_ones() -> None:
    pair = read_pair("french37:-d4", "french37:+d4")
    rows = {f.criterion: f for f in check(pair, LIMITS).findings}
    assert [*rows] == [*(c.name for c in CRITERIA), "search"]
    assert not rows["integer-cone"].ran and not rows["turning-point"].ran and not rows["search"].ran
    assert rows["cone"].ran
    first = {f.criterion: f for f in check(pair, LIMITS, Plan(first=True)).findings}
    assert first["rule-of-three"].outcome is Outcome.REFUTED and not first["lattice"].ran


def test_all_criteria_run_although_decided() -> None:
    pair = read_pair("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1")
    rows = check(pair, LIMITS, Plan(all_criteria=True)).findings
    assert {f.criterion for f in rows if f.outcome is Outcome.REFUTED} == {
        "integer-cone",
        "turning-point",
        "ends",
        "search",
    }


def test_passing_is_not_feasible() -> None:
    pair = read_pair("triangle:5:-b3", "triangle:5:+b3")
    verdict = check(pair, LIMITS, Plan(search=False))
    if verdict.answer is Answer.UNKNOWN:
        assert all(f.outcome is not Outcome.REFUTED for f in verdict.findings)
    assert verdict.answer is not Answer.FEASIBLE


def test_time_over_is_unknown() -> None:
    verdict = check(read_pair("english33:-d4"), Limits(seconds=0))
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.certificate is None and verdict.decided_by is None


def test_memory_limit_is_a_result() -> None:
    verdict = check(read_pair("problem:defi/jury"), Limits(seconds=3, memory=1), Plan(criteria=()))
    assert verdict.answer is Answer.UNKNOWN
    assert "memory" in verdict.findings[-1].summary


@pytest.mark.parametrize(
    ("start", "target"),
    [
        ("line:4:+a1+b1+d1", "line:4:+b1"),
        ("rectangle:3x4:-a1", "rectangle:3x4:+b1"),
        ("triangle:5:-b3", "triangle:5:+b3"),
    ],
)
def test_both_engines_agree(start: str, target: str) -> None:
    pair = read_pair(start, target)
    for engine in ("dense", "frontier"):
        verdict = check(pair, LIMITS, Plan(criteria=(), engine=engine))
        assert (verdict.answer is Answer.FEASIBLE) == (pair.target.must in reachable(pair.start))


def test_names_of_criteria() -> None:
    criteria, search = choose(["cone", "trivial"])
    assert [c.name for c in criteria] == ["trivial", "cone"] and not search
    criteria, search = choose(None, ["cone", "search"])
    assert "cone" not in [c.name for c in criteria] and not search
    with pytest.raises(InputError, match="no such criterion; saw 'cones'; expected cone"):
        choose(["cones"])


BOARD = named("line:4")
PAIR = Pair(Position(BOARD, 0b1011), Position(BOARD, 0b0010))


def test_a_refutation_needs_a_proof_and_a_proof_a_refutation() -> None:
    with pytest.raises(SoundnessError):
        Finding("cone", Outcome.REFUTED, "because")
    with pytest.raises(SoundnessError):
        Finding("cone", Outcome.PASSED, "because", Pagoda((1, 1, 1, 1)))
    with pytest.raises(SoundnessError):
        Finding("cone", Outcome.REFUTED, "because", Play(()))
    with pytest.raises(SoundnessError):
        Finding("cone", Outcome.UNDECIDED, "because", Play(()))


def test_contradiction_is_an_emergency() -> None:
    play = Finding("search", Outcome.PASSED, "a play", Play(()))
    with pytest.raises(SoundnessError, match="cone refuted a pair that search has played"):
        Verdict(PAIR, (refuted("cone", "no", Pagoda((1, 1, 1, 1))), play), Limits())


def test_a_wrong_criterion_is_caught_by_the_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    liar = replace(CRITERIA[0], start=AtOnce(lambda *_: refuted("trivial", "a lie", Closure(1))))
    with pytest.raises(SoundnessError, match="the verifier does not accept the proof of trivial"):
        check(PAIR, LIMITS, Plan(criteria=(liar,)))


def test_certificate_is_the_pair_s_own() -> None:
    verdict = check(PAIR, LIMITS)
    assert verdict.certificate == Certificate(PAIR, Play(verdict.certificate.proof.jumps))  # type: ignore[union-attr]


def test_boards_without_jumps() -> None:
    board = Board([(0, 0), (0, 1)])
    same = check(Pair(Position(board, 1), Position(board, 1)), LIMITS)
    other = check(Pair(Position(board, 3), Position(board, 1)), LIMITS)
    assert (same.answer, other.answer) == (Answer.FEASIBLE, Answer.INFEASIBLE)
    assert accepted(same) and accepted(other)


def test_the_nine_pairs_of_the_english_centre() -> None:
    """The centre vacancy ends at five holes, and five vacancies end at the centre."""
    axis = ("d4", "a4", "g4", "d1", "d7")
    pairs = {
        (start, end) for start, end in [*(("d4", hole) for hole in axis), *((hole, "d4") for hole in axis)]
    }
    assert len(pairs) == 9
    for start, end in pairs:
        verdict = check(read_pair(f"english33:-{start}", f"english33:+{end}"), LIMITS)
        assert verdict.answer is Answer.FEASIBLE and accepted(verdict)
    centre = read_pair("english33:-d4").start
    alive = [
        end
        for end in range(33)
        if check(Pair(centre, Position(centre.board, 1 << end)), LIMITS).answer is Answer.FEASIBLE
    ]
    assert len(alive) == 5


def test_a_sampled_library_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions saved by `pegfeas facets --sample` refute pairs, and no file in their place does harm."""
    import numpy as np

    from feasibility.systems import facet_library

    monkeypatch.setenv("PEGFEAS_CACHE", str(tmp_path))
    pair = read_pair("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
    plan = Plan(criteria=tuple(c for c in CRITERIA if c.name == "pagoda"), search=False)
    facet = "11 8 3 7 5 2 4 0 4 3 1 2 -1 3 0 3 2 1 1 0 1 0 1 1 0 1 -1 2 1 1 -1 0 -1"
    path = facet_library.save(pair.board, np.array([[int(w) for w in facet.split()]]))
    verdict = check(pair, LIMITS, plan)
    assert "library of facets" in verdict.findings[0].summary and accepted(verdict)
    Path(path).write_bytes(b"nonsense")
    verdict = check(pair, LIMITS, plan)
    assert "library of facets" not in verdict.findings[0].summary and accepted(verdict)
