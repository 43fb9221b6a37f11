"""Both ends: pairs that nothing else refutes, every pair of small boards, limits, solvers that lie."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.ends import Ends, Followed
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.verdict import Outcome
from feasibility.render.text import proof_lines
from feasibility.render.words import explain
from feasibility.solvers import branch, highs
from feasibility.solvers.highs import Status
from feasibility.systems.both_ends import BothEnds, KnownPairs
from feasibility.systems.refuter import Refuter
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.criteria.reference import BY_NAME, ask, feasible, reachable_masks

# Single vacancy to single peg: what the other criteria and ten minutes of search leave open on the diamond,
# and the five infeasible pairs of the triangle that pass the turning point (OEIS A130515 less A130516).
HARD = (
    ("diamond41:-e1", "diamond41:+b6"),
    ("diamond41:-e1", "diamond41:+e9"),
    ("diamond41:-d2", "diamond41:+i5"),
    ("diamond41:-d2", "diamond41:+f8"),
    ("triangle:5:-a1", "triangle:5:+b3"),
    ("triangle:5:-a2", "triangle:5:+b4"),
    ("triangle:5:-b3", "triangle:5:+a1"),
    ("triangle:5:-b3", "triangle:5:+b3"),
    ("triangle:5:-b3", "triangle:5:+a4"),
)


@pytest.mark.parametrize(("start", "target"), HARD)
def test_what_other_criteria_leave_open(start: str, target: str) -> None:
    finding = ask("ends", read_pair(start, target), Limits(work=3_000_000))
    assert finding.outcome is Outcome.REFUTED
    assert isinstance(finding.proof, Ends)


def test_it_is_told_as_a_person_would() -> None:
    pair = read_pair("diamond41:-e1", "diamond41:+e9")
    work = BY_NAME["ends"].start(pair)
    work.run(Limits(seconds=60).start())
    finding = work.better(Limits(seconds=60).start())
    assert finding is not None and finding.proof is not None
    proof = finding.proof
    lines = proof_lines(pair.board, explain(pair, proof))
    assert lines[0] == "The first jump must be e3e1. The last jump must be e7e9."
    assert lines[1] == "This pair remains:" and lines[2].count("-->") == 1
    assert lines[-1] == "The start weighs 0, the target 1. So the target is out of reach."


@pytest.mark.parametrize("name", ["line:6", "rectangle:2x4", "triangle:4", "rectangle:3x4"])
def test_pairs_of_small_boards_are_decided(name: str) -> None:
    """Followed to the end the pairs are all there is, so the answer is the truth."""
    board, chance = named(name), random.Random(name)
    answers = set()
    for _ in range(60):
        start = chance.randrange(1, board.full + 1)
        reached = sorted(reachable_masks(board, start))
        target = chance.choice((chance.choice(reached), chance.randrange(board.full + 1)))
        free = chance.choice((0, 0, chance.randrange(board.full + 1) & ~target))
        pair = Pair(Position(board, start), Target(board, target, free))
        finding = ask("ends", pair)
        assert finding.outcome is (Outcome.PASSED if feasible(pair) else Outcome.REFUTED), pair
        answers.add((finding.outcome, free > 0))
    assert len(answers) == 4 or name == "line:6"


@pytest.mark.parametrize("name", ["line:6", pytest.param("rectangle:2x4", marks=pytest.mark.slow)])
def test_every_pair_of_a_small_board(name: str) -> None:
    """Up to symmetry of the start; proofs pass the verifier."""
    board = named(name)
    for start in range(board.full + 1):
        if any(apply(g, start) < start for g in board.symmetries):
            continue
        reached = reachable_masks(board, start)
        for target in range(board.full + 1):
            pair = Pair(Position(board, start), Position(board, target))
            finding = ask("ends", pair)
            assert finding.outcome is (Outcome.PASSED if target in reached else Outcome.REFUTED), pair


def test_equal_pairs_are_met_once() -> None:
    """Two jumps far apart can be played in either order; a symmetry of the pair exchanges both sides."""
    pair = read_pair("triangle:5:-b3", "triangle:5:+b3")
    ends = BothEnds(pair, Refuter(pair.board, 0))
    assert ends.run(Limits().start()) == "refuted"
    reached = [k for node in ends.proof().nodes if isinstance(node, Followed) for _, k in node.moves]
    assert len(set(reached)) < len(reached)
    assert len(ends.known) < len(ends.proof().nodes)


def test_pairs_of_one_difference_share_their_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Complementary duals, and pairs that agree in other holes: one program, a proof that holds for each."""
    board, chance = named("rectangle:4x4"), random.Random(4)
    asked: list[object] = []
    honest = Refuter._by_program
    monkeypatch.setattr(
        Refuter, "_by_program", lambda self, pair, *rest: asked.append(pair) or honest(self, pair, *rest)
    )
    trees = 0
    while trees < 3:
        refuter = Refuter(board, 0)
        first = chance.randrange(board.full + 1), chance.randrange(board.full + 1)
        both = chance.randrange(board.full + 1) & ~(first[0] ^ first[1])
        filled = (first[0] & ~both | ~first[0] & both, first[1] & ~both | ~first[1] & both)
        dual = board.full ^ first[1], board.full ^ first[0]
        asked.clear()
        for start, target in (first, dual, filled):
            pair, known = Pair(Position(board, start), Position(board, target)), KnownPairs((start, target))
            proof = refuter.refute(pair, known, Limits().start())
            if proof is not None:
                assert verifier.check(Certificate(pair, proof).to_json()).valid
            elif known.plan is not None:
                gain = board.incidence @ np.array(known.plan)
                assert gain.tolist() == list(pair.difference)
        trees += isinstance(proof, Tree)
        assert len(asked) <= 1 or (proof is None and known.plan is None)


class Learning(Refuter):
    """Whose table another thread makes larger, between any two looks at it."""

    @property
    def table(self) -> NDArray[np.int64]:
        self.looks = getattr(self, "looks", 0) + 1
        none = np.zeros((self.looks, self.board.n), dtype=np.int64)
        return np.concatenate([none, self._table, none])

    @table.setter
    def table(self, table: NDArray[np.int64]) -> None:
        self._table = table


def test_weights_are_those_of_the_table_that_was_looked_at() -> None:
    board = named("english33")
    pair = read_pair("english33:-d4", "english33:+a3")
    for free in (0, board.full ^ pair.target.must):
        asked = Pair(pair.start, Target(board, pair.target.must, free))
        for start in (pair.start.mask, 1 << 20 | 1 << 3, 7):
            proof = Learning(board, free).by_others(start, asked.target.must)
            asked = Pair(Position(board, start), asked.target)
            assert proof is None or verifier.check(Certificate(asked, proof).to_json()).valid
            assert (proof is None) == (Refuter(board, free).by_others(start, asked.target.must) is None)


def test_limits_leave_it_undecided() -> None:
    pair = read_pair("wiegleb45:-e1", "wiegleb45:+e1")
    late = ask("ends", pair, Limits(seconds=0.2))
    assert late.outcome is Outcome.UNDECIDED and late.summary.startswith("time ran out; ")
    assert late.stopped is not None and late.stopped.by_clock


def test_a_number_of_pegs_is_not_for_it() -> None:
    pair = read_pair("english33:-d4", pegs=2)
    assert ask("ends", pair).outcome is Outcome.NOT_APPLICABLE


@pytest.mark.parametrize("lie", ["feasible", "infeasible", "random"])
def test_solvers_that_lie(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong statuses and wrong points: no wrong answer, and every proof is one."""
    chance, honest = random.Random(lie), highs.HotModel.solve

    def lying(model: highs.HotModel, seconds: float | None = None) -> highs.SolverAnswer:
        answer = honest(model, seconds)
        status = {"feasible": Status.FEASIBLE, "infeasible": Status.INFEASIBLE}.get(lie)
        return replace(answer, status=status or chance.choice(list(Status)))

    monkeypatch.setattr(highs.HotModel, "solve", lying)
    board = named("triangle:4")
    for _ in range(40):
        pair = Pair(
            Position(board, chance.randrange(1, 1 << 10)), Position(board, chance.randrange(1, 1 << 10))
        )
        finding = ask("ends", pair, Limits(seconds=5))
        if finding.proof is not None:
            assert not feasible(pair)


def test_wrong_plans_only_cost_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan says that no program is worth its time; a wrong one hides a refutation and nothing more."""
    honest = branch.branch_and_bound

    def lying(system, **how):  # type: ignore[no-untyped-def]
        result = honest(system, **how)
        wrong = branch.IntegerPoint((1,) * system.matrix.width)
        return wrong if isinstance(result, branch.CertifyingTree) else result

    monkeypatch.setattr(branch, "branch_and_bound", lying)
    board = named("triangle:4")
    pair = Pair(Position(board, 0b1111100111), Position(board, 0b11))
    ends = BothEnds(pair, Refuter(board, 0))
    assert ends.run(Limits(seconds=20).start()) == "refuted"
    assert verifier.check(Certificate(pair, ends.proof()).to_json()).valid
