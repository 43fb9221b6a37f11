"""Advice against brute force: what wins is played, what loses is proved, and the jump that lost is found."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from statistics import median
from time import process_time
from typing import Any

import pytest

from feasibility import Adviser, InputError, Jump, advise, board, read_pair, verify
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.decide.engines import ENGINES
from feasibility.engines.winning import Winning
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Answer, Finding, Outcome, Verdict, undecided
from feasibility.render.sentences import to_try
from feasibility.studies.advice.advice import Advice
from feasibility.studies.advice.text import advice_text
from research.advice import KINDS, games
from tests.engines.reference_play import reachable

SAMPLE = 25  # positions of a board with each kind of target


def leads(position: Position, target: Target) -> bool:
    return any(target.contains(mask) for mask in reachable(position.board.jumps, position.mask))


def chance(position: Position, target: Target) -> Fraction:
    """By the rules alone."""

    @cache
    def of(mask: int) -> Fraction:
        if target.contains(mask):
            return Fraction(1)
        moved = [here.play(j).mask for here in [Position(position.board, mask)] for j in here.legal_jumps()]
        return sum(map(of, moved), Fraction(0)) / max(1, len(moved))

    return of(position.mask)


def holds(verdict: Verdict, target: Target) -> None:
    """The verdict is right, and its proof is accepted."""
    position = verdict.pair.start
    assert verdict.answer is (Answer.FEASIBLE if leads(position, target) else Answer.INFEASIBLE)
    play = verdict.play
    if play is not None:
        assert position.replay(play).matches(target)
    assert verdict.certificate is not None
    outcome = verify(verdict.certificate)
    assert outcome.valid, outcome.reason


@pytest.mark.parametrize(("start", "target"), [("english33:-d4", None), ("english33:-d4", "english33:+d4")])
def test_jumps_that_are_images_of_each_other_are_one_question(
    start: str, target: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is visited to say that each of the four first jumps wins."""

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the winning set was made")

    monkeypatch.setattr("feasibility.studies.advice.adviser.winning_positions", refused)
    monkeypatch.setattr("feasibility.studies.advice.adviser.QUICK", 60.0)
    advice = advise(start, target)
    assert [tried.word for tried in advice.tried] == ["wins"] * 4
    assert [tried.jump for tried in advice.tried] == list(advice.pair.start.legal_jumps())
    for tried in advice.tried:
        assert tried.rest is not None
        assert tried.verdict.pair.start.replay(tried.rest).matches(advice.pair.target)
        assert tried.verdict.certificate is not None
        assert verify(tried.verdict.certificate).valid


def right(advice: Advice, target: Target) -> None:
    position = advice.pair.start
    holds(advice.verdict, target)
    assert advice.chance == chance(position, target)
    assert [t.jump for t in advice.tried] == list(position.legal_jumps())
    for tried in advice.tried:
        assert tried.verdict.pair.start == position.play(tried.jump)
        holds(tried.verdict, target)
        assert tried.chance == chance(position.play(tried.jump), target)
        assert (tried.word == "wins") == (tried.rest is not None)


@pytest.mark.parametrize("name", ["rectangle:3x4", "triangle:4", "hexagon:2"])
@pytest.mark.parametrize("kind", ["one peg", "two pegs", "position", "pattern"])
@pytest.mark.parametrize("patience", [0.0, 0.3])
def test_positions_of_small_boards(name: str, kind: str, patience: float) -> None:
    here, rng = board(name), random.Random(f"{name} {kind}")
    goal = Target.exactly(Position(here, 1 << here.n // 2))
    if "peg" in kind:
        goal = Target.with_pegs(here, 1 + (kind == "two pegs"))
    elif kind == "pattern":
        goal = Target(here, 1, here.full & ~0b111)
    adviser = Adviser(goal, patience=patience)
    for _ in range(SAMPLE if not patience else 6):
        right(adviser.advise(Position(here, rng.getrandbits(here.n))), goal)


def test_every_position_of_a_line() -> None:
    here = board("line:6")
    goal = Target.with_pegs(here, 1)
    adviser = Adviser(goal, patience=0)
    for mask in range(here.full + 1):
        right(adviser.advise(Position(here, mask)), goal)


@pytest.mark.parametrize("name", ["rectangle:3x4", "triangle:4"])
@pytest.mark.parametrize("looked_up", [True, False])
def test_the_jump_that_lost(name: str, looked_up: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the winning set, and where it does not fit, by a check of each position."""
    if not looked_up:
        from feasibility.base.stopped import Stopped
        from feasibility.studies.advice import adviser as module

        monkeypatch.setattr(module, "winning_positions", lambda *_, **__: Stopped("memory"))
    here, rng = board(name), random.Random(name)
    goal = Target.with_pegs(here, 1)
    adviser, found = Adviser(goal, patience=0.3), 0
    for _ in range(14):
        start = Position(here, here.full & ~(1 << rng.randrange(here.n)))
        jumps: list[Jump] = []
        end = start
        while end.legal_jumps():
            jumps.append(rng.choice(end.legal_jumps()))
            end = end.play(jumps[-1])
        advice = adviser.advise(start, jumps)
        won = [n for n in range(len(jumps) + 1) if leads(start.replay(jumps[:n]), goal)]
        if not jumps or len(won) > len(jumps):
            assert advice.lost is None
            continue
        assert advice.lost is not None
        holds(advice.lost.verdict, goal)
        assert (advice.lost.won, advice.lost.lost) == (max(won, default=None), len(won))
        assert advice.lost.jump == (jumps[len(won) - 1] if won else None)
        assert advice.lost.take_back == (len(jumps) - len(won) + 1 if won else None)
        found += bool(won)
    assert found >= 2


def test_a_loss_is_told_where_it_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ends the proof of the first lost position: the next one is told, and nothing made up."""
    start = Position(board("line:6"), 0b1111)  # lost, as are the two positions that follow
    goal = Target.with_pegs(start.board, 1)
    jumps: list[Jump] = []
    for _ in range(2):
        jumps.append(start.replay(jumps).legal_jumps()[0])
    honest = Adviser._verdict

    def cut_short(self: Adviser, position: Position, *rest: Any) -> Verdict:
        if position != start:
            return honest(self, position, *rest)
        return Verdict(Pair(position, goal), (undecided("search", "time ran out"),), Limits())

    monkeypatch.setattr(Adviser, "_verdict", cut_short)
    monkeypatch.setattr(Adviser, "lost_at_sight", lambda *_: None)
    lost = Adviser(goal, patience=0.3).advise(start, jumps).lost
    assert lost is not None and lost.verdict.answer is Answer.INFEASIBLE
    assert (lost.lost, lost.won) == (1, None)


def test_a_board_without_room_for_a_winning_set() -> None:
    """70 holes: each position is a check of its own; a limit leaves unknown what it leaves unknown."""
    advice = advise("rectangle:7x10:+a1+b1+d1", pegs=1)
    assert [(t.word, t.rest) for t in advice.tried] == [("wins", (Jump(3, 2, 1),))]
    assert advice.verdict.answer is Answer.FEASIBLE
    advice = advise("rectangle:7x10:-e4", "rectangle:7x10:+e4", limits=Limits(0))
    assert {t.word for t in advice.tried} == {"unknown"} and advice.chance is None


def test_the_jump_that_begins_the_play_that_is_known_wins() -> None:
    """It was unknown where a limit left its own question open."""
    pair = read_pair("english33:+d2+d3+d4+c4", pegs=1)
    adviser = Adviser(pair.target)
    adviser.winning = Stopped("memory")  # no room for a winning set
    verdict = adviser.advise(pair.start).verdict
    assert verdict.play is not None
    none = Limits(work=0).start()
    words = {tried.jump: tried.word for tried in adviser._tried(verdict, none, none)}
    assert words.pop(verdict.play[0]) == "wins" and len(words) == 3


def test_a_limit_is_named_as_the_user_set_it() -> None:
    """Not what was left of it when a position was asked; and the advice is no option of another command."""
    pair = read_pair("wiegleb45:-e1", pegs=1)
    adviser = Adviser(pair.target)
    adviser.winning = Stopped("memory")
    advice = adviser.advise(pair.start, limits=Limits(work=3000))
    assert advice.word == "unknown" and advice.verdict.limits == Limits(work=3000)
    assert "--work-limit 12000" in advice_text(advice)
    for by_levels, also in ((True, ", --workdir DIR"), (False, "")):
        stop = Stopped("memory", by_levels=by_levels)
        out = Finding("search", Outcome.UNDECIDED, "stopped", stopped=stop)
        full = replace(advice.verdict, limits=Limits(memory=10**9), findings=(out,))
        assert to_try(full) == [f"More may help: --memory-limit 4{also}."]
    assert to_try(full, on_disk=False) == ["More may help: --memory-limit 4."]


def test_what_is_asked_without_a_target() -> None:
    assert advise("triangle:4:+a1+a2").pair.target == Target.with_pegs(board("triangle:4"), 1)
    assert advise("xx.x\n---\n.x..\n").pair.target.exact is not None
    position = Position(board("line:4"), 0b1011)
    assert advise(position, Position(position.board, 0b10)).lost is None
    assert advise(position, "line:4:+b1").word == "wins"
    assert advise(position, after="a1c1").pair.start == Position(position.board, 0b1100)


def test_bad_input() -> None:
    position = Position(board("line:4"), 0b1011)
    for target in (Position(board("line:5"), 1), "triangle:4:+a1"):
        with pytest.raises(InputError):
            advise(position, target)
    with pytest.raises(InputError, match="no such number of pegs"):
        advise(position, pegs=9)
    with pytest.raises(InputError, match="jump 1"):
        advise(position, after="d1b1")


@pytest.mark.slow
def test_the_english_centre_game_by_one_winning_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer comes from it, on whole random games: none makes another or searches, most are quick."""
    pair = read_pair("english33:-d4", "english33:+d4")
    adviser = Adviser(pair.target, patience=0)
    began = process_time()
    adviser.prepare(pair.start, Limits().start())
    made = 1e3 * (process_time() - began)
    with monkeypatch.context() as alone:
        alone.setattr("feasibility.studies.advice.adviser.winning_positions", lambda *_, **__: pytest.fail())
        for engine in ENGINES:
            alone.setitem(ENGINES, engine, lambda *_: pytest.fail())
        asked = list(games(adviser, pair.start, 5, seed=1))
    assert {one.kind for one in asked} == set(KINDS) and not any(one.unknown for one in asked)
    assert sum(one.position.matches(pair.target) for one in asked) >= 5
    assert len(asked) > 200 and median(one.took for one in asked) < made / 5


def test_what_is_counted_once_is_counted_before_the_first_answer() -> None:
    """The levels of the winning set, which the proof of any lost position may name."""
    pair = read_pair("rectangle:3x4:-a1", "rectangle:3x4:+a1")
    for patience, counted in ((0.0, 1), (0.3, 0)):
        adviser = Adviser(pair.target, patience=patience)
        adviser.prepare(pair.start, Limits().start())
        assert isinstance(adviser.winning, Winning) and len(adviser.winning.counted) == counted
