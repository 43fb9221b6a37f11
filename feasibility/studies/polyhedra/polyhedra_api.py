"""What a board or a pair allows: facets, pagoda functions, bounds, residue classes, the gap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from os import PathLike

from feasibility.api.asking import BoardLike, PairLike, TargetLike, as_board, as_pair
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.proofs.functional import Functional
from feasibility.studies.polyhedra import gap as gaps
from feasibility.studies.polyhedra.bounds import Ranges, ranges
from feasibility.studies.polyhedra.exclusions import Exclusions, excluded_pairs
from feasibility.studies.polyhedra.facets import Facets, all_facets
from feasibility.studies.polyhedra.facets_elsewhere import facets_in
from feasibility.studies.polyhedra.gap import Gap
from feasibility.studies.polyhedra.lattice import LatticeReport, lattice_report
from feasibility.studies.polyhedra.pagoda import Diagnosis, Refuting, is_extreme, refuting, zero_one
from feasibility.studies.polyhedra.pagoda import diagnose as judged
from feasibility.studies.polyhedra.sample import facets_of
from feasibility.text.sums import parse_condition, parse_sum
from feasibility.text.weights import read_weights


def facets(
    board: BoardLike,
    *,
    engine: str | None = None,
    read: str | PathLike[str] | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> Facets:
    """The extreme pagoda functions of a board, one of each orbit, as `pegfeas facets` lists them.

    `read`: those that a file of another program has, each proved.

    >>> [facet.weights for facet in facets("line:4")][:2]
    [(-1, 1, 0, 1), (1, 0, 1, 1)]
    """
    clock, here = as_limits(limits, time_limit, work_limit, memory_limit).start(), as_board(board)
    if read is not None:
        return Facets.of(here, facets_of(here, facets_in(here, read), False))
    return all_facets(here, engine, clock)


def pagoda(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    only_zero_one: bool = False,
    most: int = 1000,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> tuple[Refuting, ...]:
    """Pagoda functions that refute a pair, as `pegfeas pagoda START TARGET` shows them.

    Empty: none was found. `only_zero_one`: up to `most` of all functions with weights 0 and 1.

    >>> pagoda("line:5:+a1+b1", "line:5:+e1")[0].weights
    (-1, 1, 0, 1, 1)
    """
    pair, clock = (
        as_pair(start, target, pegs, board),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
    )
    if not only_zero_one:
        return refuting(pair, clock)
    functions = islice(zero_one(pair, clock), max(0, most))
    margins = ((w, Functional(w).margin(pair.start, pair.target)) for w in functions)
    return tuple(Refuting("weights 0 and 1", w, by, is_extreme(pair.board, w)) for w, by in margins)


def diagnose(
    board: BoardLike,
    weights: Sequence[int] | str,
    *,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> Diagnosis:
    """What is right and wrong with a table of weights, as `pegfeas pagoda BOARD --check WEIGHTS` tells it.

    >>> diagnose("line:3", "1 0 2").breaks
    ((Jump(start=0, over=1, landing=2), 1),)
    """
    here = as_board(board)
    table = read_weights(weights, here) if isinstance(weights, str) else tuple(weights)
    return judged(here, table, as_limits(limits, time_limit, work_limit, memory_limit).start())


def bounds(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    require: str | Sequence[str] = (),
    objective: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Ranges:
    """How often each jump can occur between two positions, with proofs, as `pegfeas bounds` has it.

    `require`: only in plays in which these hold, as "e3c3>=3" or "2*e3c3-d4b4<=1". `objective`: how great and
    how small a sum can be, as "e3c3+2*c3e3", in place of each jump.

    >>> [(side.most.whole, side.least.whole) for side in bounds("line:4:+a1+b1", "line:4:+c1").ranges]
    [(1, 1), (0, 0), (0, 0), (0, 0)]
    """
    clock, pair = (
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        as_pair(start, target, pegs, board),
    )
    texts = [require] if isinstance(require, str) else require
    given = tuple(one for text in texts for one in parse_condition(pair.board, text))
    asked = None if objective is None else parse_sum(pair.board, objective)
    return ranges(pair, clock, report, given, asked)


def exclusions(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Exclusions:
    """Which two jumps cannot both occur in a play, with proofs, as `pegfeas bounds --exclusions` has it.

    >>> exclusions("line:6:-b1", "line:6:+e1").excluded
    ()
    """
    return excluded_pairs(
        as_pair(start, target, pegs, board),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        report,
    )


def lattice(board: BoardLike) -> LatticeReport:
    """The residue classes of a board and what they allow, as `pegfeas lattice` reports them.

    >>> lattice("english33").group
    '(Z/2)^4'
    """
    return lattice_report(as_board(board))


def gap(
    board: BoardLike,
    *,
    engine: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> Gap | Stopped:
    """What cone and lattice let through, but whole jumps do not, as `pegfeas gap` lists it.

    Stopped says why where a limit, or the size of the board, ended it.

    >>> gap("line:4", engine="builtin").elements
    0
    """
    try:
        return gaps.gap(
            as_board(board), engine, as_limits(limits, time_limit, work_limit, memory_limit).start()
        )
    except StoppedError as end:
        return end.stopped
