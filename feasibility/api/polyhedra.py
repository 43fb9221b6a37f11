"""What a board or a pair allows: facets, pagoda functions, bounds, residue classes, the gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from feasibility.api.asking import BoardLike, PairLike, TargetLike, as_board, as_limits, as_pair
from feasibility.base.limits import Limits
from feasibility.polyhedra import gap as gaps
from feasibility.polyhedra.bounds import Ranges, ranges, with_plays
from feasibility.polyhedra.facets import Facet, all_facets
from feasibility.polyhedra.gap import Gap
from feasibility.polyhedra.lattice import LatticeReport, lattice_report
from feasibility.polyhedra.minimum import Undecided
from feasibility.polyhedra.pagoda import Diagnosis, Refuting, is_extreme, refuting, zero_one
from feasibility.polyhedra.pagoda import diagnose as judged
from feasibility.proofs.functional import Functional
from feasibility.search.results import Stopped
from feasibility.search.sweeps.longest import LongestSweep, longest_possible_sweep
from feasibility.text.weights import read_weights


def facets(
    board: BoardLike, *, engine: str | None = None, limits: Limits | float | None = None
) -> tuple[Facet, ...]:
    """The extreme pagoda functions of a board, one of each orbit, as `pegfeas facets` lists them.

    >>> [facet.weights for facet in facets("line:4")][:2]
    [(-1, 1, 0, 1), (1, 0, 1, 1)]
    """
    return all_facets(as_board(board), engine, as_limits(limits).start())


def pagoda(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    only_zero_one: bool = False,
    most: int = 1000,
    limits: Limits | float | None = None,
) -> tuple[Refuting, ...]:
    """Pagoda functions that refute a pair, as `pegfeas pagoda START TARGET` shows them.

    Empty: none was found. `only_zero_one`: up to `most` of all functions with weights 0 and 1.

    >>> pagoda("line:5:+a1+b1", "line:5:+e1")[0].weights
    (-1, 1, 0, 1, 1)
    """
    pair, clock = as_pair(start, target, pegs), as_limits(limits).start()
    if not only_zero_one:
        return refuting(pair, clock)
    functions = islice(zero_one(pair, clock), max(0, most))
    margins = ((w, Functional(w).margin(pair.start, pair.target)) for w in functions)
    return tuple(Refuting("weights 0 and 1", w, by, is_extreme(pair.board, w)) for w, by in margins)


def diagnose(
    board: BoardLike, weights: Sequence[int] | str, *, limits: Limits | float | None = None
) -> Diagnosis:
    """What is right and wrong with a table of weights, as `pegfeas pagoda BOARD --check WEIGHTS` tells it.

    >>> diagnose("line:3", "1 0 2").breaks
    ((Jump(start=0, over=1, landing=2), 1),)
    """
    here = as_board(board)
    table = read_weights(weights, here) if isinstance(weights, str) else tuple(weights)
    return judged(here, table, as_limits(limits).start())


def bounds(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    plays: bool = False,
    limits: Limits | float | None = None,
    report: Callable[[str], None] = lambda text: None,
) -> Ranges:
    """How often each jump can occur between two positions, with proofs, as `pegfeas bounds` has it.

    `plays`: also the least and the most times in any play, for which all positions on plays are visited.

    >>> [(side.most.whole, side.least.whole) for side in bounds("line:4:+a1+b1", "line:4:+c1").ranges]
    [(1, 1), (0, 0), (0, 0), (0, 0)]
    """
    clock = as_limits(limits).start()
    bounded = ranges(as_pair(start, target), clock, report)
    if not plays or not bounded.ranges:
        return bounded
    played = with_plays(bounded, clock, report)
    return replace(bounded, stopped=played) if isinstance(played, Stopped) else played


def longest_sweep(board: BoardLike, *, limits: Limits | float | None = None) -> LongestSweep:
    """The longest sweep when the other pegs are placed for it, as `pegfeas board --longest-sweep` has it.

    >>> found = longest_sweep("english33")
    >>> len(found.jumps), found.exact
    (16, True)
    """
    return longest_possible_sweep(as_board(board).jumps, clock=as_limits(limits).start())


def lattice(board: BoardLike, *, engine: str = "builtin") -> LatticeReport:
    """The residue classes of a board and what they allow, as `pegfeas lattice` reports them.

    >>> lattice("english33").group
    '(Z/2)^4'
    """
    return lattice_report(as_board(board), engine)


def gap(
    board: BoardLike, *, engine: str | None = None, limits: Limits | float | None = None
) -> Gap | Undecided:
    """What cone and lattice let through, but whole jumps do not, as `pegfeas gap` lists it.

    Undecided says why where a limit, or the size of the board, ended it.

    >>> gap("line:4", engine="builtin").elements
    0
    """
    try:
        return gaps.gap(as_board(board), engine, as_limits(limits).start())
    except gaps.GivenUp as reason:
        return Undecided(str(reason))
