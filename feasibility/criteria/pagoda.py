"""Pagoda functions.

Theorem. If every jump keeps or lowers the total of some weights over the pegs, the target cannot weigh more
than the start.
Why. The total never rises on the way: w[landing] <= w[start] + w[over] for every jump. Asked are functions
that people want to read: a library of small known ones per board (periodic patterns along rows, columns and
diagonals, playable classes less their corners), then the simplest one that refutes, of the narrowest range of
weights and the least sum. Whether any exists is the question of the cone.
Source. J. M. Boardman and J. H. Conway 1961; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982),
chapter 23.
Cost. A matrix product; the search is a small integer program.
Certificate. `pagoda`.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.criteria.base import AtOnce, Criterion
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Finding, out_of_time, passed, refuted, undecided

NAME = "pagoda"

_SEARCH_SECONDS = 0.5  # above this the proof of the cone is good enough; small boards need a tenth of it


def check(pair: Pair, clock: Clock) -> Finding:
    """Known functions, sampled ones if the board has a library, then one by a linear program."""
    return known(pair) or _sought(pair, clock)


def by_known(pair: Pair, clock: Clock) -> Finding:
    """Known functions alone: a matrix product."""
    return known(pair) or undecided(NAME, "no known function refutes")


def known(pair: Pair) -> Finding | None:
    """By a function of the library of small ones, or of the board's own."""
    from feasibility.systems import facet_library, pagoda_library

    small = pagoda_library.from_library(pair)
    if small is not None:
        count = len(pagoda_library.library(pair.board))
        return _refute(
            pair, small, f"one of {count} known functions" if count > 1 else "the one known function"
        )
    stored = facet_library.refuting(pair)
    return None if stored is None else _refute(pair, stored, "of the board's own library of facets")


def _sought(pair: Pair, clock: Clock) -> Finding:
    from feasibility.solvers.prove import Empty
    from feasibility.systems.linear import Cone

    result = Cone(pair).proposed(clock)
    if result is None:
        return undecided(NAME, "no function was found; whether there is none is left to the cone")
    if isinstance(result, Stopped) and result.by_clock:
        return out_of_time(NAME, clock, "no known function refutes, and others were not found yet")
    if isinstance(result, Stopped):
        return undecided(NAME, "no known function refutes, and no other survived the check")
    if not isinstance(result, Empty):
        return passed(NAME, "no pagoda function refutes the pair")
    found = Functional(result.weights[: pair.board.n])
    if found.is_valid(pair.board) and found.separates(pair.start, pair.target):
        return _refute(pair, found, "found by a linear program")
    return undecided(NAME, "a candidate failed the check in integers")


def readable(pair: Pair, clock: Clock) -> Finding | None:
    """The simplest function that the time allows, where none of the known ones refutes."""
    from feasibility.systems.small_weights import simplest

    if known(pair) is not None:
        return None
    found = simplest(pair, clock.within(_SEARCH_SECONDS))
    return None if found is None else _refute(pair, found, "found by a search for few and small weights")


def _refute(pair: Pair, functional: Functional, origin: str) -> Finding:
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    return refuted(NAME, f"the start weighs {have}, the target {need} ({origin})", functional.proof())


CRITERION = Criterion(
    NAME,
    AtOnce(check, readable),
    "pagoda",
    ("english33:+f4+e5+c6+e6", "english33:+d2+e3"),
    sources=("berlekamp1982", "beasley1985"),
)
