"""Verdicts with every kind of proof, quick to come by, with times that do not change."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from feasibility.analysis import Plan, check, choose
from feasibility.limits import Limits
from feasibility.position import Pair
from feasibility.reading import read_pair
from feasibility.verdict import Verdict

# name: start, target, and the only criterion to run (None: all)
PAIRS: dict[str, tuple[str, str, str | None]] = {
    "play": ("line:4:+a1+c1+d1", "line:4:+c1", None),
    "pagoda": ("english33:+c1+d2+b3+b4", "english33:+c3", None),
    "residue": ("english33:-d4", "english33:+c1", "rule-of-three"),
    "tree": ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", "integer-cone"),
    "turn": ("english33:+c1+a3+c2+b3+d4", "english33:+d4", "corners"),
    "closure": ("rectangle:3x3:+a1+c1+b2+a3+c3", "rectangle:3x3:+a1+b1", "search"),
}


@lru_cache(maxsize=32)
def verdict(name: str) -> Verdict:
    """The verdict on a pair of the list; every finding is said to have taken 1.5 ms."""
    start, target, only = PAIRS[name]
    return timeless(read_pair(start, target), only)


def timeless(pair: Pair, only: str | None = None, seconds: float = 30.0) -> Verdict:
    """The verdict on a pair with all times the same."""
    plan = Plan() if only is None else Plan(*choose([only]))
    found = check(pair, Limits(seconds), plan)
    return replace(found, findings=tuple(replace(f, seconds=0.0015) for f in found.findings))
