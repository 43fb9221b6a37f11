"""What the turning point says of the programs that it has still to ask."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from feasibility import read_pair
from feasibility.base.limits import Clock, Limits
from feasibility.exact import tree
from feasibility.exact.box import BoxSystem
from feasibility.systems import dead_jumps
from feasibility.systems.dead_jumps import Inquiry, Round, kill, turn

PAIR = read_pair("english33:-d4-e4", "english33:+d4+e6+c3")
ASKED = 10


@pytest.mark.parametrize("closes", [False, True])
def test_what_is_ahead_grows_with_what_stays_open(closes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one case of so many was closed, so many looks follow, and few end: it is told as a square."""
    looks = 0

    def decide(system: BoxSystem, clock: Clock) -> tree.Node | Sequence[float] | None:
        nonlocal looks
        looks += 1
        clock.spend(1)
        first = looks == 1  # which asks whether all jumps together are enough
        return tree.Leaf((0,) * system.matrix.rows) if closes and not first else None

    monkeypatch.setattr(dead_jumps, "by_lp", decide)
    inquiry = Inquiry(PAIR, Limits(work=ASKED + 1).start())
    ended, _ = turn(kill(inquiry, decide))
    assert not ended and inquiry.asked in (ASKED - 1, ASKED)
    left = len(inquiry.orbits) - inquiry.asked
    assert inquiry.ahead == pytest.approx(left if closes else left * inquiry.asked**2)


def test_where_jumps_are_dead_another_look_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(system: BoxSystem, clock: Clock) -> None:
        clock.spend(1)

    monkeypatch.setattr(dead_jumps, "by_lp", decide)
    inquiry = Inquiry(PAIR, Limits(work=ASKED + 1).start())
    inquiry.rounds.append(Round("first", frozenset(inquiry.orbits[0]), {}))
    ended, _ = turn(kill(inquiry, decide))
    look = len(inquiry.orbits) - 1
    assert not ended and inquiry.ahead == 2 * look - inquiry.asked
