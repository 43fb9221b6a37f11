"""The rule of the 18th century: which vacancies it saves, and what can be reached under it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.decide import returning
from feasibility.decide.returning import Returned, with_return
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import orbits, stabiliser
from feasibility.proofs.verdict import Answer
from feasibility.studies.counting import reach as reach_engine
from feasibility.systems.residues import separate
from feasibility.text.catalogue import board as named
from tests.engines.reference_play import reachable

Out = pytest.CaptureFixture[str]


def test_every_vacancy_of_the_french_board() -> None:
    """With the peg put back a play ends at each hole that the residues of the full board allow.

    By the ordinary rules they allow no last peg for 21 of the 37 vacancies.
    """
    board, hopeless = named("french37"), 0
    allowed = {
        hole
        for hole in range(board.n)
        if separate(Pair(Position(board, board.full), Position(board, 1 << hole))) is None
    }
    assert {board.called(hole) for hole in allowed} == {"d1", "a4", "d4", "g4", "d7"}
    for orbit in orbits(range(board.n), board.symmetries):
        start = Position(board, board.full & ~(1 << orbit[0]))
        ends = [Position(board, 1 << hole) for hole in range(board.n)]
        hopeless += len(orbit) * all(separate(Pair(start, end)) is not None for end in ends)
        for ends_alike in orbits(allowed, stabiliser(start)):
            pair = Pair(start, Position(board, 1 << ends_alike[0]))
            found = with_return(pair, orbit[0], Limits(60))
            assert found.jumps is not None and found.returned_before >= 0
    assert hopeless == 21


def test_one_refutation_is_no_answer() -> None:
    """A no takes two, with the peg in hand and without it."""
    refuted = feasibility.check("line:4:+a1", "line:4:+d1")
    answers = [Returned((refuted,) * many).answer for many in range(3)]
    assert answers == [Answer.UNKNOWN, Answer.UNKNOWN, Answer.INFEASIBLE]


# --- what can be reached ---


def reached(start: Position, hole: int) -> set[int]:
    """Everything after the peg went back, from the rules."""
    board = start.board
    before = reachable(board.jumps, start.mask)
    back = {mask | 1 << hole for mask in before if not mask >> hole & 1}
    return {mask for one in back for mask in reachable(board.jumps, one)}


@pytest.mark.parametrize("most", [1 << 18, 3])
def test_what_can_be_reached(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All levels, and each alone; from lists and from dense sets."""
    monkeypatch.setattr(reach_engine, "MOST_LISTED", most)
    chance = random.Random(most)
    for name in ("triangle:4", "rectangle:3x3", "line:6"):
        board = named(name)
        hole = chance.randrange(board.n)
        for mask in (board.full, chance.randrange(board.full), 0):
            start = Position(board, mask & ~(1 << hole))
            known = reached(start, hole)
            found = feasibility.reach(start, return_peg=hole)
            assert {position.mask for position in found} == known and len(found) == len(known)
            for pegs in range(board.n + 1):
                some = feasibility.reach(start, pegs=pegs, return_peg=hole)
                fitting = {mask for mask in known if mask.bit_count() == pegs}
                assert {position.mask for position in some} == fitting and len(some) == len(fitting)


def test_reach_refuses_what_does_not_go_together(capsys: Out) -> None:
    words = ["reach", "triangle:4:-a1", "--return-peg", "a1"]
    for other in (["--back"], ["--write-plays", "x.jsonl"]):
        assert main([*words, *other]) == 2
        assert "do not go together" in capsys.readouterr().err
    assert main(["reach", "triangle:4:-a1", "--return-peg", "a2"]) == 2
    assert main([*words, "--time-limit", "0"]) == 3
    with pytest.raises(InputError, match="one of them"):
        feasibility.reach("triangle:4:-a1", return_peg="a1", back=True)


def ends(start: str, hole: str) -> set[str]:
    """Where the last peg may stand after the peg went back."""
    found = feasibility.reach(start, pegs=1, return_peg=hole, limits=600)
    return {found.position.board.called(position.pegs[0]) for position in found}


def test_where_the_last_peg_may_stand() -> None:
    """In each corner of a 4x4 square, from every vacancy."""
    board = named("rectangle:4x4")
    for vacancy, *_ in orbits(range(board.n), board.symmetries):
        hole = board.called(vacancy)
        assert ends(f"rectangle:4x4:-{hole}", hole) == {"a1", "d1", "a4", "d4"}


@pytest.mark.slow
def test_where_the_last_peg_of_the_french_board_may_stand() -> None:
    assert ends("french37:-d4", "d4") == {"d1", "a4", "d4", "g4", "d7"}


@pytest.mark.parametrize("name", ["english33", "wiegleb45", "rectangle:6x6", "triangle:5", "triangle:6"])
def test_boards_on_which_the_rule_does_not_help_to_one_peg(name: str) -> None:
    """The residue of the full board allows no last peg."""
    board = named(name)
    full = Position(board, board.full)
    assert all(separate(Pair(full, Position(board, 1 << hole))) for hole in range(board.n))


def test_a_limit_of_work_is_one_of_no_clock() -> None:
    """Half of the steps for each of the two pairs, whatever time they take."""
    pair = feasibility.read_pair("french37:-d1", "+d4")
    found = with_return(pair, pair.board.index[0, 3], Limits(work=24_000))
    said = [finding.summary for verdict in found.verdicts for finding in verdict.findings]
    assert any("work limit" in summary for summary in said), said
    assert not any("time limit" in summary for summary in said), said


def test_with_both_limits_each_pair_has_half_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Limits] = []
    ask = returning.check

    def heard(pair: Pair, limits: Limits, *args: Any, **more: Any) -> Any:
        asked.append(limits)
        return ask(pair, limits, *args, **more)

    monkeypatch.setattr(returning, "check", heard)
    pair = feasibility.read_pair("french37:-d1", "+d4")
    with_return(pair, pair.board.index[0, 3], Limits(seconds=600, work=24_000))
    first, second = asked
    assert (first.work, second.work) == (12_000, 12_000)
    assert first.seconds is not None and first.seconds <= 300
