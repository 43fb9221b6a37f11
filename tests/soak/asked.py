"""Questions with answers that are known: pairs on small boards, decided by visiting every position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from feasibility.game.geometry import Board, coordinate
from feasibility.game.position import bits
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks
from tests.soak import odd

SMALL = (
    "line:4", "line:5", "line:7", "triangle:3", "triangle:4", "rectangle:3x3", "rectangle:3x4",
    "rectangle:2x5", "torus:3x4",
)  # fmt: skip
LARGE = ("english33", "triangle:5", "triangle:6", "rectangle:4x5", "french37", "rectangle:12x12", "diamond41")


@lru_cache
def board_of(name: str) -> Board:
    """A board of the catalogue, or `odd:KIND:NUMBER`."""
    if name.startswith("odd:"):
        _, kind, number = name.split(":")
        return odd.odd(kind, int(number))
    return catalogue.board(name)


def any_small(random: Random) -> str:
    """The name of a small board; one in three is odd."""
    if random.random() < 0.65:
        return random.choice(SMALL)
    return f"odd:{random.choice(odd.KINDS)}:{random.randrange(1000)}"


@lru_cache(maxsize=4096)
def reached(name: str, start: int) -> frozenset[int]:
    """Every position that legal jumps make of this one."""
    return frozenset(reachable_masks(board_of(name), start))


@dataclass(frozen=True)
class Asked:
    """A pair: the target is a position, a pattern with free holes, or any with so many pegs."""

    board: str
    start: int
    target: int | None
    pegs: int | None = None
    free: int = 0

    @property
    def small(self) -> bool:
        """Whether the answer can be had by visiting every position."""
        return self.board in SMALL or self.odd

    @property
    def odd(self) -> bool:
        """Whether its board is in a file beside the command."""
        return self.board.startswith("odd:")

    def ends(self, mask: int) -> bool:
        """Whether a position is what is asked for."""
        if self.pegs is not None:
            return mask.bit_count() == self.pegs
        wanted = board_of(self.board).full ^ self.start if self.target is None else self.target
        return (mask ^ wanted) & ~self.free == 0

    @property
    def feasible(self) -> bool:
        """The answer, by visiting every position."""
        return any(map(self.ends, reached(self.board, self.start)))

    def words(self) -> list[str]:
        """START [TARGET], or START --pegs N."""
        start = named(self.board, self.start)
        if self.target is None:
            return [start] if self.pegs is None else [start, "--pegs", str(self.pegs)]
        return [start, named(self.board, self.target)]

    def text(self) -> str:
        """The pair as a file."""
        grids = [grid(self.board, self.start)]
        if self.target is not None:
            grids.append(grid(self.board, self.target, self.free))
        if self.odd:
            return odd.text(board_of(self.board), grids)
        return "\n---\n".join(grids) + "\n"


def named(board: str, mask: int) -> str:
    """A position as it is written on the command line."""
    holes = [coordinate(board_of(board).holes[i]) for i in bits(mask)]
    return f"{odd.FILE if board.startswith('odd:') else board}:" + "".join(f"+{hole}" for hole in holes)


def grid(board: str, mask: int, free: int = 0) -> str:
    """A position or a pattern as it is drawn."""
    made = board_of(board)
    return made.draw(["?" if free >> i & 1 else "x" if mask >> i & 1 else "." for i in range(made.n)])


def ask(random: Random, *, large: bool = False) -> Asked:
    """A pair, feasible about as often as not; now and then the start is what is asked for."""
    board = random.choice(LARGE) if large else any_small(random)
    n = board_of(board).n
    start = random.randrange(1, 1 << n)
    if random.random() < 0.2:
        return Asked(board, start, None, random.randint(1, 4))
    if not large and random.random() < 0.6:
        target = random.choice(sorted(reached(board, start)))
    else:
        target = random.randrange(1, 1 << n)
    if random.random() < 0.1:
        target = start
    free = random.getrandbits(n) if not large and random.random() < 0.2 else 0
    return Asked(board, start, (target or 1) & ~free, free=free)
