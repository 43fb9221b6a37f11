"""The gate in the suite of the solver in Python: `pytest examples/solvers/test_table.py`."""

from __future__ import annotations

import pytest
from table import FoldsTheBoard, ForgetsTheTarget, Solver

import feasibility
from feasibility import assert_sound

BOARD = "rectangle:3x4"


def test_what_the_solver_prunes_is_dead() -> None:
    assert_sound(Solver().is_dead, BOARD, cases=500)


def test_it_finds_a_play() -> None:
    start = end = feasibility.read_pair(f"{BOARD}:-b1").start
    for _ in range(5):
        end = end.play(end.legal_jumps()[-1])
    play = Solver().solve(start, end)
    assert play is not None and start.replay(play) == end


@pytest.mark.parametrize("wrong", [ForgetsTheTarget, FoldsTheBoard])
def test_the_gate_finds_the_usual_mistakes(wrong: type[Solver]) -> None:
    with pytest.raises(AssertionError, match=r"UNSOUND|NOT DETERMINISTIC"):
        assert_sound(wrong().is_dead, BOARD, cases=500)
