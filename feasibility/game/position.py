"""Positions, targets and pairs on a board, and the rules of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from feasibility.base.cached import cached_property
from feasibility.base.errors import IllegalJump, InputError
from feasibility.base.plurals import plural
from feasibility.base.values import Value
from feasibility.game.drawn import Shown
from feasibility.game.geometry import Board, Jump

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TargetKind = Literal["position", "pattern", "number of pegs"]


def bits(mask: int) -> tuple[int, ...]:
    """Indices of the set bits, rising."""
    indices = []
    while mask:
        low = mask & -mask
        indices.append(low.bit_length() - 1)
        mask ^= low
    return tuple(indices)


def _within(board: Board, mask: int, what: str) -> int:
    """The mask as an integer of Python, as those of numpy have a width."""
    if not isinstance(board, Board):
        raise InputError("not a board", seen=repr(board)[:40], expected="a value, as `board` returns")
    if not hasattr(mask, "__index__"):
        raise InputError(
            f"{what} is no mask of pegs", seen=repr(mask)[:40], expected="an integer, a bit a hole"
        )
    if not 0 <= mask <= board.full:
        raise InputError(f"{what} has a peg outside the board", seen=hex(mask), expected=f"{board.n} bits")
    return index(mask)


class Position(Value, Shown):
    """Pegs on a board: bit i of `mask` is hole i."""

    board: Board
    mask: int

    def __post_init__(self) -> None:
        vars(self)["mask"] = _within(self.board, self.mask, "the position")

    @classmethod
    def of(cls, board: Board, holes: Iterable[int | str]) -> Position:
        """The position with pegs in exactly these holes, by their indices or by what they are called."""
        mask = 0
        for named in holes:
            hole = board.by_name.get(named, -1) if isinstance(named, str) else named
            if not (hasattr(hole, "__index__") and 0 <= hole < board.n):
                expected = f"as {board.called(0)}, or 0 to {board.n - 1}"
                raise InputError(f"no hole {str(named)[:40]} on {board.label}", expected=expected)
            if mask >> index(hole) & 1:
                expected = "each hole once; `from_array` takes a 0 or 1 for each"
                raise InputError("a hole is named twice", seen=str(named), expected=expected)
            mask |= 1 << index(hole)
        return cls(board, mask)

    @classmethod
    def from_array(cls, board: Board, pegs: Iterable[Any]) -> Position:
        """The position with pegs where a vector in hole order, as one of numpy, has 1 or True."""
        values: list[int] = []
        with suppress(ValueError):  # of rows of a table
            values = [int(value) if value in (0, 1) else -1 for value in pegs]
        if len(values) != board.n or -1 in values:
            raise InputError(f"not a position on {board.label}", expected=f"{board.n} values, each 0 or 1")
        return cls(board, sum(value << hole for hole, value in enumerate(values)))

    def to_array(self) -> NDArray[np.uint8]:
        """0 or 1 per hole, as a vector of numpy."""
        import numpy as np

        return np.array(self.vector, dtype=np.uint8)

    def __repr__(self) -> str:
        return f"Position({self.board!r}, {self.mask:#x})"

    def __str__(self) -> str:
        return self.board.draw(["x" if self.mask >> i & 1 else "." for i in range(self.board.n)])

    @property
    def pegs(self) -> tuple[int, ...]:
        """Holes with a peg, rising."""
        return bits(self.mask)

    @property
    def count(self) -> int:
        return self.mask.bit_count()

    @property
    def vector(self) -> tuple[int, ...]:
        """0 or 1 per hole."""
        return tuple(self.mask >> i & 1 for i in range(self.board.n))

    @property
    def complement(self) -> Position:
        """Pegs and holes exchanged."""
        return Position(self.board, self.board.full & ~self.mask)

    @property
    def is_stuck(self) -> bool:
        return not any(self.mask & all_ == must for must, all_ in self.board.jump_masks)

    def legal_jumps(self) -> tuple[Jump, ...]:
        """The jumps that can be played here, in board order."""
        masks = self.board.jump_masks
        return tuple(
            j for j, (must, all_) in zip(self.board.jumps, masks, strict=True) if self.mask & all_ == must
        )

    def legal_unjumps(self) -> tuple[Jump, ...]:
        """The jumps that can have led here: on the complement, taking one back is playing it."""
        return self.complement.legal_jumps()

    def why_illegal(self, jump: Jump) -> str | None:
        """The reason why a jump cannot be played here; None if it can."""
        if jump not in self.board.jump_index:
            return "the board has no such jump"
        if not self.mask >> jump.start & 1:
            return "no peg to jump with"
        if not self.mask >> jump.over & 1:
            return "no peg to jump over"
        if self.mask >> jump.landing & 1:
            return "the landing hole holds a peg"
        return None

    def play(self, jump: Jump) -> Position:
        """The position after a legal jump."""
        return self.replay((jump,))

    def replay(self, jumps: Sequence[Jump]) -> Position:
        """The last position of a play; raises IllegalJump that names the first illegal jump."""
        position = self
        for i, jump in enumerate(jumps):
            reason = position.why_illegal(jump)
            if reason is not None:
                names = (self.board.called(h) if 0 <= h < self.board.n else f"no hole {h}" for h in jump)
                raise IllegalJump(i, "-".join(names), reason)
            change = 1 << jump.start | 1 << jump.over | 1 << jump.landing
            position = Position(self.board, position.mask ^ change)
        return position

    def matches(self, target: Target) -> bool:
        return target.contains(self.mask)


class PutBack(Value):
    """A peg is put into `hole` when `after` jumps have been played."""

    hole: int
    after: int


def positions(start: Position, jumps: tuple[Jump, ...], back: PutBack | None = None) -> Iterator[Position]:
    """What every jump and the peg put back lead to, one after the other; IllegalJump at what is illegal."""
    position, board = start, start.board
    for number in range(len(jumps) + 1):
        if back is not None and number == back.after:
            if position.mask >> back.hole & 1:
                name = board.called(back.hole)
                raise IllegalJump(number, f"put back {name}", f"{name} holds a peg")
            position = Position(board, position.mask | 1 << back.hole)
            yield position
        if number < len(jumps):
            try:
                position = position.replay(jumps[number : number + 1])
            except IllegalJump as error:
                raise IllegalJump(number, error.jump, error.reason) from None
            yield position


class Target(Value, Shown):
    """What a play is to end in: pegs in the holes of `must`, anything in those of `free`, no other pegs.

    Without free holes that is one position, which the target equals. With some it is a pattern. With every
    hole free it may instead be a number of pegs, wherever they stand: `pegs` is None for positions and
    patterns.
    """

    board: Board
    must: int
    free: int = 0
    pegs: int | None = None

    def __post_init__(self) -> None:
        vars(self)["must"] = _within(self.board, self.must, "the target")
        vars(self)["free"] = _within(self.board, self.free, "the target")
        if self.must & self.free:
            raise InputError(
                "a hole of the pattern is both free and required", seen=f"holes {bits(self.must & self.free)}"
            )
        pegs = self.pegs
        if pegs is not None and not (type(pegs) is int and 0 <= pegs <= self.board.n):  # True is none
            raise InputError("no such number of pegs", seen=repr(pegs)[:40], expected=f"0 to {self.board.n}")
        if pegs is not None and (self.must or self.free != self.board.full):
            raise InputError(
                "a target has required or free holes, or a number of pegs, but not both",
                seen=f"{plural(pegs, 'peg')} and holes that are not free",
                expected="every hole free beside a number of pegs",
            )

    @classmethod
    def exactly(cls, position: Position) -> Target:
        return cls(position.board, position.mask)

    @classmethod
    def with_pegs(cls, board: Board, pegs: int) -> Target:
        return cls(board, 0, getattr(board, "full", 0), pegs)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return not self.free and self.must == other.mask and self.board == other.board
        return super().__eq__(other)

    def __hash__(self) -> int:
        """Of one position that of the position, which equals it."""
        return super().__hash__() if self.free else hash((self.board, self.must))

    def __repr__(self) -> str:
        if self.pegs is not None:
            return f"Target.with_pegs({self.board!r}, {self.pegs})"
        free = f", free={self.free:#x}" if self.free else ""
        return f"Target({self.board!r}, must={self.must:#x}{free})"

    def __str__(self) -> str:
        if self.pegs is not None:
            return f"any position with {plural(self.pegs, 'peg')}"
        must, free = self.must, self.free
        symbols = ["x" if must >> i & 1 else "?" if free >> i & 1 else "." for i in range(self.board.n)]
        return self.board.draw(symbols)

    @property
    def kind(self) -> TargetKind:
        """What it asks for: one position, a pattern with free holes, or a number of pegs."""
        if self.pegs is not None:
            return "number of pegs"
        return "pattern" if self.free else "position"

    @cached_property
    def exact(self) -> Position | None:
        """The position, where it asks for one position; else None."""
        return None if self.free else Position(self.board, self.must)

    @property
    def fewest(self) -> int:
        """The smallest number of pegs that a position of the target has."""
        return self.must.bit_count() if self.pegs is None else self.pegs

    @property
    def most(self) -> int:
        """The largest number of pegs that a position of the target has."""
        return (self.must | self.free).bit_count() if self.pegs is None else self.pegs

    def contains(self, mask: int) -> bool:
        return mask & ~self.free == self.must and (self.pegs is None or mask.bit_count() == self.pegs)


class Pair(Value, Shown):
    """The question: can `start` be turned into `target` by jumps?"""

    start: Position
    target: Target

    def __init__(self, start: Position, target: Target | Position) -> None:
        """A position given as target stands for the target that asks for it alone."""
        super().__init__(start, Target.exactly(target) if isinstance(target, Position) else target)

    def __post_init__(self) -> None:
        if not isinstance(self.start, Position) or not isinstance(self.target, Target):
            raise InputError(
                "not start and target", seen=repr(vars(self))[:60], expected="values: `read_pair`"
            )
        if self.start.board != self.target.board:
            raise InputError(
                "start and target are on different boards",
                seen=f"{self.start.board.label}, {self.target.board.label}",
            )

    def __repr__(self) -> str:
        return f"Pair({self.start!r}, {self.target!r})"

    def __str__(self) -> str:
        return f"{self.start}\n---\n{self.target}"

    @property
    def board(self) -> Board:
        return self.start.board

    @property
    def exact(self) -> Position | None:
        """The target where it is a single position, else None."""
        return self.target.exact

    @property
    def difference(self) -> tuple[int, ...]:
        """The pegs that the target requires minus the start, as a vector."""
        if self.target.pegs is not None:
            raise InputError("a number of pegs has no difference vector", expected="a position or a pattern")
        must, start = self.target.must, self.start.mask
        return tuple((must >> i & 1) - (start >> i & 1) for i in range(self.board.n))

    @property
    def jumps_needed(self) -> int | None:
        """Pegs of the start minus pegs of the target: the length of every play. None on patterns."""
        target = self.target
        return self.start.count - target.fewest if target.fewest == target.most else None

    @property
    def dual(self) -> Pair:
        """The pair (1 - target, 1 - start), feasible iff this one is (Leibniz)."""
        target = self.target.exact
        if target is None:
            raise InputError("only a pair of two positions has a dual", seen=f"a {self.target.kind}")
        return Pair(target.complement, self.start.complement)
