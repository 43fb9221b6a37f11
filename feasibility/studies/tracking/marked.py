"""Marked pegs as ordinary solitaire: a second set of holes for each of them, where it alone stands.

A jump of a marked peg starts and lands in its own set and goes over a hole of the first, a jump of another
peg stays in the first. No jump goes over a marked peg, as that one is to be there at the end. Every play in
which the marked pegs end as asked is a play on this board, so what refutes the pair there refutes the
question. The converse fails: nothing keeps a peg from landing where a marked one stands. So a play that is
found there is tried by the rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from feasibility.base.errors import IllegalJump, InputError
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position

MarkedPeg = tuple[int, int]  # the hole of a peg at the start, and that at the end


def require(pair: Pair, marks: Sequence[MarkedPeg]) -> None:
    """An error unless the marks are different pegs of both ends."""
    for ends, holes, when in zip(
        (pair.start.mask, pair.target.must), zip(*marks, strict=True), ("start", "end"), strict=True
    ):
        for hole in holes:
            if not ends >> hole & 1:
                seen = pair.board.called(hole)
                raise InputError(f"no peg to track stands there at the {when}", seen=seen, expected="a peg")
        if len(set(holes)) < len(holes):
            raise InputError(f"two tracked pegs have one hole at the {when}", expected="a hole for each")


def with_marks(pair: Pair, marks: Sequence[MarkedPeg]) -> Pair:
    """The pair on the board with a set of holes for each marked peg, below the board."""
    board = pair.board
    height = 1 + max(row for row, _ in board.holes)
    sets = range(len(marks) + 1)
    holes = [(row + number * height, column) for number in sets for row, column in board.holes]
    jumps = [
        (jump.start + number * board.n, jump.over, jump.landing + number * board.n)
        for number in sets
        for jump in board.jumps
    ]
    larger = Board(holes, Geometry.EXPLICIT, jumps, board.name)
    start, end = (
        Position(larger, _carried(mask, holes_of, board.n))
        for mask, holes_of in zip((pair.start.mask, pair.target.must), zip(*marks, strict=True), strict=True)
    )
    return Pair(start, end)


def _carried(mask: int, marked: Sequence[int], n: int) -> int:
    """The pegs with each marked one in its own set of holes."""
    for number, hole in enumerate(marked, start=1):
        mask ^= 1 << hole | 1 << hole + number * n
    return mask


def by_the_rules(pair: Pair, marks: Sequence[MarkedPeg], jumps: Sequence[Jump]) -> tuple[Jump, ...] | None:
    """The jumps of a play on the board with marks, if they are a play in which the marks end as asked."""
    n = pair.board.n
    play = tuple(Jump(*(hole % n for hole in jump)) for jump in jumps)
    try:
        ends = pair.start.replay(play).matches(pair.target)
    except IllegalJump:
        return None
    return play if ends and all(way(play, first)[-1] == last for first, last in marks) else None


def way(jumps: Sequence[Jump], hole: int) -> tuple[int, ...]:
    """The holes in which the peg of a hole stands, one after the other; -1 where it is jumped over."""
    holes = [hole]
    for jump in jumps:
        if jump.start == holes[-1]:
            holes.append(jump.landing)
        elif jump.over == holes[-1]:
            return (*holes, -1)
    return tuple(holes)


def waiting(pair: Pair, mark: MarkedPeg) -> Iterator[tuple[Pair, tuple[Jump, ...]]]:
    """The pairs before the sweeps of the marked peg to its end, and the sweeps, short ones first.

    Until then it waits in its hole. What stands before such a sweep is a position, and the play to it is one
    on the board without the jumps from or over that hole. Most pegs that can end in a hole can do it so.
    """
    board, first = pair.board, mark[0]
    jumps = [jump for jump in board.jumps if first not in jump]
    still = Board(board.holes, Geometry.EXPLICIT, jumps, board.name, board.names)
    start = Position(still, pair.start.mask)
    for mask, sweep in _sweeps(board, pair.target.must, mark):
        yield Pair(start, Position(still, mask)), sweep


def _sweeps(board: Board, end: int, mark: MarkedPeg) -> Iterator[tuple[int, tuple[Jump, ...]]]:
    """The sweeps from hole to hole that end in a position, and what stands before each."""
    queue, seen = deque[tuple[int, int, tuple[Jump, ...]]]([(end, mark[1], ())]), {(end, mark[1])}
    while queue:
        mask, hole, sweep = queue.popleft()
        if hole == mark[0]:
            yield mask, sweep
        for jump in board.jumps:
            start, over, landing = (1 << one for one in jump)
            if jump.landing == hole and not mask & (start | over):
                before = mask ^ (start | over | landing)
                if (before, jump.start) not in seen:
                    seen.add((before, jump.start))
                    queue.append((before, jump.start, (jump, *sweep)))
