"""What levels will take is said when the first of them are made, from the sizes that the proof claims."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from time import process_time

import pytest

from feasibility import verifier
from tests.clocks import Held
from tests.verifier.hostile import Json, apart, sweeps

LINES = 12  # so that after K jumps there are 12 over K positions, and a target with 36 holes free


def by_jumps(sizes: list[int]) -> Json:
    """Each jump of the game is in a line of its own and is made once; the target keeps a peg that must go."""
    search = {"kind": "search", "pagodas": [], "residues": [], "forward": sizes}
    return apart(LINES, search, {"pegs": [0], "free": [3]})


def by_sweeps(sizes: list[int]) -> Json:
    return apart(LINES, sweeps(at_least=len(sizes), forward=sizes), {"pegs": [0], "free": [3]}) | {
        "claim": "sweeps"
    }


RIGHT = [*(comb(LINES, k) for k in range(LINES + 1)), 0]
BOTH = pytest.mark.parametrize("claimed", [by_jumps, by_sweeps])


@BOTH
def test_right_levels_are_accepted_where_the_limits_allow_it(
    claimed: Callable[[list[int]], Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "FIRST_LEVELS", 50)
    assert verifier.check(claimed(RIGHT)).valid


@BOTH
def test_levels_that_will_not_fit_are_not_made(
    claimed: Callable[[list[int]], Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "FIRST_LEVELS", 50)
    later = [*RIGHT[:6], verifier.MAX_SET + 1, *RIGHT[7:]]
    begun = process_time()
    outcome = verifier.check(claimed(later), max_positions=700)
    assert (outcome.outcome, outcome.exit_code) == ("too large", 3)
    assert "held at once" in str(outcome.reason)
    assert process_time() - begun < 5


@BOTH
def test_a_wrong_size_before_is_found_all_the_same(
    claimed: Callable[[list[int]], Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "FIRST_LEVELS", 50)
    wrong = [1, LINES, comb(LINES, 2) + 1, verifier.MAX_SET + 1, *RIGHT[4:]]
    assert verifier.check(claimed(wrong)).outcome == "rejected"


@BOTH
def test_steps_and_seconds_are_foreseen(
    claimed: Callable[[list[int]], Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "FIRST_LEVELS", 50)
    large = claimed([*RIGHT[:6], 8_000_000, *RIGHT[7:]])
    steps = verifier.check(large, max_work=1_000_000, time_limit=None)
    assert steps.outcome == "not checked" and "steps, more than 1e+06 (--max-work)" in str(steps.reason)
    clock = Held()
    clock.tick = 0.001
    monkeypatch.setattr(verifier, "monotonic", clock)
    seconds = verifier.check(large, time_limit=0.5)
    assert seconds.outcome == "not checked" and "s here, more than 0.5 s" in str(seconds.reason)


def test_levels_back_from_the_target_count() -> None:
    """The largest side of sweeps is what is held; of jumps the largest level."""
    value = apart(30, sweeps(at_least=20, forward=[1, 30, 435, 4060, 27405, 142506]), [0])
    proof: Json = {**value["proof"], "backward": [1, 1 << 24, *[0] * 13]}  # type: ignore[dict-item]
    outcome = verifier.check(value | {"proof": proof, "claim": "sweeps"}, time_limit=None)
    assert outcome.outcome == "too large" and f"{(1 << 24) + 1} of which" in str(outcome.reason)
