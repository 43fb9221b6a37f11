"""The positions that lead to a target, against a search by the rules; a proof for all others."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility import Jump, verify
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines import winning
from feasibility.engines.winning import Winning, winning_positions
from feasibility.game.position import Pair, Position, Target
from feasibility.native import binding
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.cases import Cases
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.search import Search
from feasibility.text.catalogue import board as named
from tests.engines.reference_play import reachable

BOARDS = ("line:7", "triangle:4", "rectangle:3x4", "torus:3x3", "hexagon:2", "line:3")
NO_LIMIT = Limits()


def found(near: Position, target: Target) -> Winning:
    made = winning_positions(near, target, NO_LIMIT.start())
    assert isinstance(made, Winning)
    return made


@st.composite
def questions(draw: st.DrawFn) -> tuple[Position, Target]:
    board = named(draw(st.sampled_from(BOARDS)))
    start = Position(board, draw(st.integers(0, board.full)))
    kind = draw(st.sampled_from(("pegs", "position", "pattern")))
    if kind == "pegs":
        return start, Target.with_pegs(board, draw(st.integers(1, 3)))
    free = draw(st.integers(0, board.full)) if kind == "pattern" else 0
    return start, Target(board, draw(st.integers(0, board.full)) & ~free, free)


@pytest.mark.parametrize("compiled", [True, False])
@given(questions())
@settings(max_examples=40, deadline=None)
def test_members_plays_and_proofs(compiled: bool, question: tuple[Position, Target]) -> None:
    start, target = question
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr(binding, "library", lambda: None)
        patch.setattr(winning, "FEW_REACHED", 3)  # so that the other proofs are made, too
        held = found(start, target)
        assert held.knows(start)
        for mask in islice(sorted(reachable(start.board.jumps, start.mask)), 8):
            position = Position(start.board, mask)
            leads = any(target.contains(end) for end in reachable(start.board.jumps, mask))
            assert (position in held) == leads
            play = held.play(position)
            assert (play is not None) == leads
            if play is not None:
                assert position.replay([Jump(*step) for step in play]).matches(target)
            elif position.count > target.fewest:
                proof = held.exhaustion(position, NO_LIMIT.start())
                assert proof is not None
                outcome = verify(Certificate(Pair(position, target), proof))
                assert outcome.valid, outcome.reason


def test_what_the_proofs_are() -> None:
    """Few positions are listed; else the levels from the target, hole by hole for one peg."""
    board = named("triangle:5")
    lost = Position(board, board.full & ~0b10000).replay([])
    exact = Target.exactly(Position(board, 1))
    assert found(lost, exact).exhaustion(Position(board, 0b111), NO_LIMIT.start()) == Closure(3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winning, "FEW_REACHED", 0)
        position = Position(board, 0b111)
        assert isinstance(found(position, exact).exhaustion(position, NO_LIMIT.start()), Search)
        anywhere = Target.with_pegs(board, 1)
        stuck = Position(board, 0b1000000000001)
        assert isinstance(found(stuck, anywhere).exhaustion(stuck, NO_LIMIT.start()), Cases)


def test_another_residue_class_is_not_known() -> None:
    board = named("rectangle:3x4")
    held = found(Position(board, 0b11), Target.with_pegs(board, 1))
    assert not held.knows(Position(board, 0b111))


def test_a_limit_is_told() -> None:
    board = named("english33")
    target = Target.exactly(Position(board, 1 << 16))
    stopped = winning_positions(target.exact or target, target, Limits(memory=1 << 20).start())  # type: ignore[arg-type]
    assert isinstance(stopped, Stopped) and stopped.limit == "memory"
