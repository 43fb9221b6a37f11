"""Targets that are a number of pegs, through both engines: plays replayed, closures repeated."""

from __future__ import annotations

import pytest

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.decide import Plan, check
from feasibility.decide import search as decide
from feasibility.decide.engines import Effort
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Outcome
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.criteria.reference import feasible

ENGINES = ("dense", "frontier")


def asked(board: Board, start: int, pegs: int) -> Pair:
    return Pair(Position(board, start), Target.with_pegs(board, pegs))


def decided(pair: Pair, engine: str) -> bool:
    """Whether the engine finds a play; either way its certificate must be accepted."""
    ones = (1,) * pair.board.n
    finding = decide(pair, Effort(Limits(seconds=20).start(), (ones,)), engine)
    assert finding.outcome is not Outcome.UNDECIDED
    assert finding.proof is not None
    outcome = verifier.check(Certificate(pair, finding.proof).to_json())
    assert outcome.valid, (pair, outcome)
    return isinstance(finding.proof, Play)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("line:5", 1),
        ("triangle:3", 1),
        ("rectangle:3x3", 31),
        pytest.param("rectangle:3x3", 7, marks=pytest.mark.slow),
    ],
)
def test_every_number_of_pegs(name: str, step: int, engine: str) -> None:
    board = named(name)
    for start in range(0, board.full + 1, step):
        for pegs in range(board.n + 1):
            pair = asked(board, start, pegs)
            assert decided(pair, engine) == feasible(pair), (name, start, pegs)


def test_the_engines_count_the_same_closure() -> None:
    pair = read_pair("rectangle:3x5:-c2", pegs=1)
    proofs = [decide(pair, Effort(Limits().start()), engine).proof for engine in ENGINES]
    assert isinstance(proofs[0], Closure)
    assert proofs[0] == proofs[1]


def test_beyond_64_holes() -> None:
    """Two pairs of pegs that never meet: only exhaustion is left to say so once the criteria are skipped."""
    pair = read_pair("rectangle:9x9:+a1+b1+h9+i9", pegs=1)
    assert not decided(pair, "frontier")
    verdict = check(pair, Limits(seconds=20), Plan(criteria=CRITERIA[:1]))
    decisive = verdict.decisive
    assert decisive is not None
    assert isinstance(decisive.proof, Closure)
