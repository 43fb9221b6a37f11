"""Exact numbers of plays and games over dense sets, with integers of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.counter import Counter
from feasibility.engines.dense.kept import CountedLevel
from feasibility.engines.dense.levels import JumpOrigins, matching
from feasibility.engines.dense.numbers import product_of, total_of


def plays_to(
    dense: DenseSet,
    target: int,
    *,
    clock: Clock | None = None,
    report: Report | None = None,
) -> Callable[[], int | Stopped]:
    """What counts the plays from the start of `dense` to `target`; a sparse set need not be kept for it.

    `dense` is a forward set or the winning positions; over winning positions between complements
    half the levels are enough, since a play read backwards with pegs and holes exchanged is a play.
    """
    if dense.backward:
        raise InputError("plays are counted over a forward set or over winning positions")
    if target not in dense or dense.roots[0] not in dense:
        return lambda: 0
    n, address = dense.residue.n, dense.residue.address(target)
    halves = len(dense.roots) == 2 and not dense.free and dense.roots[0] ^ target == (1 << n) - 1
    middle = n // 2 if halves and target.bit_count() <= n // 2 else target.bit_count()
    counter = Counter(dense, clock, report=report, last=middle)

    def counted() -> int | Stopped:
        above: CountedLevel | None = None
        for level in counter.listed() if counter.sparse else counter.levels():
            if level.pegs == middle > target.bit_count():
                return _joined(level, level if above is None or n % 2 == 0 else above)
            if level.pegs == target.bit_count():
                return level.number(address)
            above = level
        if counter.refusal is not None and above is not None and len(dense.roots) == 2:
            return _so_far(counter.refusal, above)
        return counter.refusal or 0

    return counted


def _so_far(refusal: Stopped, level: CountedLevel) -> Stopped:
    """With the ways to begin a play, down to a level: from each some play goes on, so these are a bound."""
    begun = sum(times * total_of(numbers) for _, numbers, times in level.parts())
    ways = plural(begun, "way", commas=True)
    so_far = f"at least {plural(begun, 'play', commas=True)}, since there are {ways} to begin one, down to "
    return replace(refusal, known=begun, so_far=f"{so_far}{plural(level.pegs, 'peg')}")


def _joined(level: CountedLevel, back: CountedLevel) -> int:
    """The sum over a level of the plays into a member times those into its complement, in `back`.

    Complementing a position complements its address.
    """
    full = np.uint64((1 << level.kept.residue.bits) - 1)
    return sum(times * product_of(ahead, back.pick(full ^ here)) for here, ahead, times in level.parts())


def count_plays_into(
    dense: DenseSet,
    must: int,
    free: int,
    levels: range,
    *,
    clock: Clock | None = None,
    report: Report | None = None,
) -> int | Stopped:
    """The number of plays from the start of a forward set into each of many positions, summed.

    They hold `must` and nothing outside `must` and `free`, and their number of pegs is in `levels`.
    """
    if len(dense.roots) != 1:
        raise InputError("plays into many positions are counted over everything that is reachable")
    counter = Counter(dense, clock, report=report, last=levels[0])
    plays = 0
    for level in counter.levels():
        if level.pegs in levels:  # those that match need not be kept
            plays += sum(total_of(level.pick(some)) for some in matching(dense, must, free, level.pegs))
    return counter.refusal or plays


def games_by_level(
    dense: DenseSet,
    *,
    clock: Clock | None = None,
    threads: int = 2,
    report: Report | None = None,
) -> tuple[Iterator[tuple[int, int]], Counter]:
    """The pegs that remain and the games that end with so many, as they are counted."""
    if len(dense.roots) != 1:
        raise InputError("games are counted over everything that is reachable from a start")
    counter, ends = Counter(dense, clock, threads, report, "games"), JumpOrigins(dense)

    def ending(level: CountedLevel) -> int:
        return sum(
            length * level.chosen(at, part & ~ends.movable(first, len(part)))
            for at, first, part, length in level.kept.pieces(level.words)
            if part.any()
        )

    return ((level.pegs, ending(level)) for level in counter.levels()), counter
