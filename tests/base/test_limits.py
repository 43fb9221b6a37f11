"""Clocks of time and of work."""

from __future__ import annotations

from feasibility.base.limits import STEPS_PER_SECOND, Limits
from tests.clocks import Held


def test_without_limits_nothing_ends() -> None:
    clock = Limits(nodes=None).start()
    clock.spend(10**12)
    assert not clock.expired()
    assert clock.remaining() is None and clock.timeout() is None and clock.reached() is None


def test_time(held: Held) -> None:
    clock = Limits(seconds=0.02).start()
    assert not clock.expired()
    assert clock.within(0).over() == "time"
    held.now += 0.02
    assert clock.reached() == "time" and clock.remaining() == 0
    assert clock.ended() == "time ran out"


def test_time_is_left_for_what_follows(held: Held) -> None:
    clock = Limits(seconds=10).start()
    assert clock.sparing(4).remaining() == 6
    assert clock.sparing(6) is clock  # more than half of the time
    assert Limits(work=1000).start().sparing(4).remaining() == 1000 / STEPS_PER_SECOND
    held.now += 7
    assert clock.sparing(2) is clock and clock.sparing(1).remaining() == 2


def test_work_is_counted_and_never_timed(held: Held) -> None:
    clock = Limits(work=1000).start()
    brief = clock.within(500 / STEPS_PER_SECOND)
    assert clock.remaining() == 1000 / STEPS_PER_SECOND and clock.timeout() is None
    clock.spend(499)
    held.now += 1000
    assert not brief.expired() and brief.now() == 499 / STEPS_PER_SECOND
    clock.spend(1)
    assert brief.over() == "work" and not clock.expired()
    brief.spend(500)
    assert clock.reached() == "work" and clock.remaining() == 0
    assert clock.ended() == "the work limit was reached"


def test_what_is_left_is_a_limit(held: Held) -> None:
    clock = Limits(work=1000, nodes=7).start()
    clock.spend(300)
    assert clock.rest() == Limits(work=700, nodes=7)
    assert Limits(nodes=7).start().rest() == Limits(nodes=7)
    clock = Limits(seconds=10).start()
    held.now += 3
    assert clock.rest() == Limits(seconds=7)


def test_a_bound_of_its_own_is_one_of_steps_too() -> None:
    clock = Limits().start().bounded(2.0)
    clock.spend(2 * STEPS_PER_SECOND)
    assert clock.over() == "work"
    assert Limits().start().bounded(0.0).expired()
    assert Limits(work=10).start().bounded(60.0).last == 10
