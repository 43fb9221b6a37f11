"""Pagoda functions that people want to read.

Theorem: weights that no jump raises give the target no more than the start. Here: a library of small known
functions per board (periodic patterns along rows, columns and diagonals, playable classes less their
corners), then a search for the simplest one that refutes: fewest distinct values, smallest largest weight,
least sum. Whether any exists is the cone's question. Source: Boardman and Conway (1961); Berlekamp, Conway
and Guy, Winning Ways, ch. 23. Cost: a matrix product; the search is a small integer program. Certificate:
`pagoda`.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.criteria.base import MOST_SECONDS, Criterion
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Pagoda
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Finding, passed, refuted, undecided

NAME = "pagoda"

_FEWER_SECONDS = 0.15
_SEARCH_SECONDS = 0.5  # above this the proof of the cone is good enough; small boards need a tenth of it


def check(pair: Pair, clock: Clock) -> Finding:
    """Known functions, sampled ones if the board has a library, then the simplest that the time allows."""
    return _check(pair, clock, readable=True)


def plain(pair: Pair, clock: Clock) -> Finding:
    """The check without the search for weights that are easy to read."""
    return _check(pair, clock, readable=False)


def _check(pair: Pair, clock: Clock, readable: bool) -> Finding:
    from feasibility.systems import facet_library, pagoda_library

    known = pagoda_library.from_library(pair)
    if known is not None:
        count = len(pagoda_library.library(pair.board))
        return _refute(
            pair, known, f"one of {count} known functions" if count > 1 else "the one known function"
        )
    stored = facet_library.refuting(pair)
    if stored is not None:
        return _refute(pair, stored, "of the board's own library of facets")
    return _sought(pair, clock, readable)


def _sought(pair: Pair, clock: Clock, readable: bool) -> Finding:
    """By linear programs, and integer ones where people read the weights."""
    from feasibility.solvers.prove import Empty, Undecided
    from feasibility.systems.linear import prove_cone
    from feasibility.systems.readable_pagoda import simplest

    result = prove_cone(pair, clock.bounded(MOST_SECONDS))
    if isinstance(result, Undecided):
        return undecided(NAME, "no known function refutes, and the search for others came to a limit")
    if not isinstance(result, Empty):
        return passed(NAME, "no pagoda function refutes the pair")
    readable_one = simplest(pair, clock.within(_SEARCH_SECONDS), _FEWER_SECONDS) if readable else None
    if readable_one is not None:
        return _refute(pair, readable_one, "found by a search for few and small weights")
    fallback = Functional(result.weights[: pair.board.n])
    if fallback.is_valid(pair.board) and fallback.separates(pair.start, pair.target):
        why = "the search for small weights found none" if readable else "found by a linear program"
        return _refute(pair, fallback, why)
    return undecided(NAME, "a candidate failed the check in integers")


def _refute(pair: Pair, functional: Functional, origin: str) -> Finding:
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    return refuted(NAME, f"the start weighs {have}, the target {need} ({origin})", Pagoda(functional.weights))


CRITERION = Criterion(
    name=NAME,
    title="pagoda functions",
    check=check,
    plain=plain,
    theorem=(
        "If every jump keeps or lowers the total of some weights over the pegs, the target cannot weigh "
        "more than the start."
    ),
    because="The total never rises on the way: w[landing] <= w[start] + w[over] for every jump.",
    source=(
        "J. M. Boardman and J. H. Conway 1961; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways "
        "(1982), chapter 23"
    ),
    example=("english33:+f4+e5+c6+e6", "english33:+d2+e3"),
    programs=True,
)
