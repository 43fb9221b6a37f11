"""Which peg of the start ends where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.report import Report
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Answer
from feasibility.studies.tracking.marked import MarkedPeg
from feasibility.studies.tracking.tracking import Tracked, Tracking
from feasibility.text.notations import parse_coordinate


def track(
    start: PairLike,
    target: TargetLike | None = None,
    marks: str | Sequence[str] = "",
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> tuple[Tracked, ...]:
    """Whether the peg of a hole can end in another, as `pegfeas solve --track` says it.

    A mark is `a3=c5`: the peg that stands in a3 at the start stands in c5 at the end. Several marks hold in
    one play. `a3` alone asks it of every last hole, `=c5` of every peg of the start, with an answer for each.

    >>> [found] = track("triangle:5:-a1", "triangle:5:+a1", "a5=a1")
    >>> found.answer, len(found.play)
    (<Answer.FEASIBLE: 'feasible'>, 13)
    """
    pair = as_pair(start, target, pegs, board)
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    return tuple(answers(pair, [marks] if isinstance(marks, str | dict) else marks, clock, report))


def answers(
    pair: Pair, texts: Sequence[str], clock: Clock, report: Report | None = None
) -> Iterator[Tracked]:
    """The answer to each question that the marks ask, as it comes: those that take long come last."""
    known: dict[Pair, Tracking] = {}
    later: list[Tracked] = []
    for one, marks in list(questions(pair, texts)):
        found = known.setdefault(one, Tracking(one, clock, report)).quickly(marks)
        if found.answer is Answer.UNKNOWN:
            later.append(found)
        else:
            yield found
    for found in later:
        yield known[found.pair].exactly(found)


def questions(pair: Pair, texts: Sequence[str]) -> Iterator[tuple[Pair, tuple[MarkedPeg, ...]]]:
    """Pairs of positions, and marks that are to hold together."""
    if pair.exact is None and pair.target.pegs != 1:
        raise InputError(
            "pegs cannot be tracked to such a target",
            seen=f"a {pair.target.kind}",
            expected="one position, or one peg",
        )
    ends = [tuple(_ends(pair, text)) for text in texts or [""]]
    if len(ends) == 1:
        for first, last in ends[0]:
            one = pair if pair.exact is not None else Pair(pair.start, Position(pair.board, 1 << last))
            yield one, ((first, last),)
        return
    several = [mark for marks in ends for mark in marks]
    if len(several) > len(texts) or pair.exact is None:
        raise InputError(
            "several marks, not all of them from hole to hole", expected="HOLE=HOLE for each, to one position"
        )
    yield pair, tuple(several)


def _ends(pair: Pair, text: str) -> Iterator[MarkedPeg]:
    """The marks of `a3=c5`, of `a3` or of `=c5`."""
    first, _, last = text.partition("=") if isinstance(text, str) else ("", "", "")
    if not first and not last:
        raise InputError("not a mark", seen=repr(text)[:42], expected="HOLE=HOLE, HOLE or =HOLE")
    free = range(pair.board.n) if pair.exact is None else pair.exact.pegs
    for one in [parse_coordinate(pair.board, first)] if first else pair.start.pegs:
        for other in [parse_coordinate(pair.board, last)] if last else free:
            yield one, other
