"""Advice under limits that come at any moment: it may say less, and never what is not so."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from feasibility import Adviser, SoundnessError, board, verifier, verify
from feasibility.base.limits import Limits
from feasibility.engines.winning import Winning, winning_positions
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import AT_ONCE
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.studies.advice.advice import Advice
from tests.amounts import amounts
from tests.clocks import Held
from tests.studies.advice.test_advise import leads

BOARDS = ("line:3", "line:5", "triangle:3", "rectangle:3x3", "rectangle:2x4")
STOPPED = 1.1  # seconds for which the process stands still


def pair_of(name: str, start: int, must: int, free: int = 0, pegs: int | None = None) -> Pair:
    here = board(name)
    return Pair(Position(here, start), Target(here, must, free, pegs))


PAIRS = {
    "a target one jump away": pair_of("line:4", 0b1011, 0, 0b1111, 2),
    "any position": pair_of("line:3", 0b011, 0, 0b111),
    "reached already": pair_of("line:5", 0b00011, 0b00011),
    "more pegs than there are": pair_of("line:6", 0b000011, 0b110011),
    "as many pegs, elsewhere": pair_of("line:6", 0b000011, 0b110000),
    "lost": pair_of("rectangle:3x3", 0b000001111, 0, 0b111111111, 1),
    "one position of several": pair_of("rectangle:3x3", 0b100011011, 0b100),
}


def drawn(random: Random) -> Pair:
    """A pair on a small board: a position, a pattern or a number of pegs."""
    name = random.choice(BOARDS)
    full = board(name).full
    start, free = random.randint(1, full), random.getrandbits(full.bit_length())
    if random.random() < 0.3:
        return pair_of(name, start, 0, full, random.randint(1, 3))
    return pair_of(name, start, random.randint(0, full) & ~free, free if random.random() < 0.6 else 0)


def holds(verdict: Verdict, target: Target) -> None:
    """What is said is so, and repeated by the verifier where that takes milliseconds."""
    if verdict.answer is Answer.UNKNOWN:
        return
    assert (verdict.answer is Answer.FEASIBLE) == leads(verdict.pair.start, target), verdict
    assert verdict.certificate is not None and verify(verdict.certificate).valid
    assert verdict.verified or verdict.certificate.proof.forecast() > AT_ONCE


def sound(advice: Advice, target: Target) -> None:
    for verdict in (advice.verdict, *(tried.verdict for tried in advice.tried)):
        holds(verdict, target)
    if advice.lost is not None:
        holds(advice.lost.verdict, target)
        assert advice.lost.verdict.answer is Answer.INFEASIBLE


def known(advice: Advice) -> bool:
    return advice.word != "unknown" and all(tried.word != "unknown" for tried in advice.tried)


@pytest.mark.parametrize("patience", [0.0, 1.0, 10.0, 1000.0])
@pytest.mark.parametrize("name", PAIRS)
def test_a_limit_at_every_look_at_the_clock(name: str, patience: float, held: Held) -> None:
    """The same question again and again, its limit one look later each time."""
    held.tick, pair, all_known = 1.0, PAIRS[name], 0
    for looks in count():
        advice = Adviser(pair.target, patience=patience).advise(pair.start, (), Limits(float(looks)))
        sound(advice, pair.target)
        all_known = all_known + 1 if known(advice) else 0
        if all_known > 10:
            return
        assert looks < 2000, "no limit is so long that all is known"


class Leaping(Held):
    """A clock that leaps at one look, as it does for a process that is stopped and continued."""

    def __init__(self) -> None:
        super().__init__()
        self.looks, self.leaps_at = 0, -1

    def __call__(self) -> float:
        self.looks += 1
        self.now += 1e-6 + STOPPED * (self.looks == self.leaps_at)
        return self.now


@amounts("many", 6, 200)
def test_a_process_that_is_stopped_at_every_look_at_the_clock(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clocks of the search and of the verifier are one, as they are outside of tests."""
    clock = Leaping()
    monkeypatch.setattr("feasibility.base.limits.monotonic", clock)
    monkeypatch.setattr(verifier, "monotonic", clock)
    random = Random("stopped")
    for pair in [*PAIRS.values(), *(drawn(random) for _ in range(many))]:
        clock.leaps_at = -1
        clock.looks = 0
        Adviser(pair.target).advise(pair.start)
        for looks in range(clock.looks + 1):
            clock.looks, clock.leaps_at = 0, looks
            sound(Adviser(pair.target).advise(pair.start, (), Limits(1.0)), pair.target)


@pytest.mark.parametrize("more", [0, 1])
def test_a_target_with_too_many_pegs_needs_no_time(more: int) -> None:
    """No levels lead from it to the position, and more can be reached than is listed at sight."""
    here = board("rectangle:4x4")
    start = Position(here, here.full ^ 0b11)
    adviser = Adviser(Target(here, start.mask ^ 0b110 | more))
    adviser.prepare(start, Limits().start())
    advice = adviser.advise(start, (), Limits(0.0))
    assert advice.word == "loses" and {tried.word for tried in advice.tried} == {"loses"}
    sound(advice, advice.pair.target)


def test_a_winning_set_gives_no_reason_against_itself() -> None:
    pair = PAIRS["a target one jump away"]
    winning = winning_positions(pair.start, pair.target, Limits().start())
    assert isinstance(winning, Winning) and pair.start in winning
    with pytest.raises(SoundnessError):
        winning.exhaustion(pair.start, Limits().start())


@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("gone", [False, True])
def test_another_thread_may_make_another_set_meanwhile(pegs: int, gone: bool) -> None:
    """A set of another residue class, or none, comes in between any two jumps that are looked at."""
    here, random = board("rectangle:3x4"), Random("another thread")
    target, started = Target.with_pegs(here, pegs), 0
    while started < 12:
        one, other = (Position(here, random.getrandbits(here.n)) for _ in range(2))
        foreign = winning_positions(other, target, Limits().start())
        adviser = Adviser(target)
        adviser.prepare(one, Limits().start())
        assert isinstance(foreign, Winning)
        if foreign.knows(one) or not one.legal_jumps():
            continue

        def meanwhile(text: str, adviser: Adviser = adviser, foreign: Winning = foreign) -> None:
            if text.startswith("jump "):
                adviser.winning = None if gone else foreign

        adviser.report = meanwhile
        sound(adviser.advise(one), target)
        started += 1
