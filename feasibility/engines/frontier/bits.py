"""Levels of a frontier search as bits over the residue class, where a level is dense enough in it.

Positions of a level differ by sums of jumps. A reduced basis of these sums, each led by its highest hole,
gives every position an address, its holes at the leads, and addresses are in the order of the positions. What
the moves reach is marked at the least address of its orbit, so that nothing is sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.stopped import StoppedError
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.frontier.expand import Expander, NativeExpander
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import Symmetries, Words
from feasibility.engines.threads import in_threads
from feasibility.exact.gf2 import echelon
from feasibility.game.symmetry import apply
from feasibility.native import binding

if TYPE_CHECKING:
    from numpy.typing import NDArray

Group: TypeAlias = Sequence[Sequence[int]]

WIDEST = 32  # bits of an address
WORTH = 4096  # bytes of the array for each position that moves are made from, at most
PART = 1 << 14  # words that are listed together
LANES = 8  # images are filled up to so many
NOWHERE = (1 << 32) - 1  # the address of an image that only fills up
FEW = 1 << 10  # positions, and no more than one part: a kernel needs a fraction of a millisecond


class Field:
    """The addresses of the positions that a question can meet, and the array of marks, made when needed."""

    def __init__(self, asked: Question) -> None:
        self.holes = asked.holes
        span = echelon([move.care for move in asked.moves], range(asked.holes - 1, -1, -1))
        self.span = span
        self.rows = [row for _, row in sorted(zip(span.pivots, span.rows, strict=True))]
        self.leads = sorted(span.pivots)
        self.marks: Words | None = None

    @property
    def words(self) -> int:
        """How many words the array has."""
        return 1 << max(0, len(self.leads) - 6)

    def suits(self, positions: int, clock: Clock) -> bool:
        """Whether marks are worth their array, and whether it fits."""
        size = 8 * self.words
        if size > WORTH * positions:
            return False
        return self.marks is not None or memory_refusal(size, clock) is None

    def array(self) -> Words:
        """The marks; none is set between two levels."""
        if self.marks is None:
            self.marks = np.zeros(self.words, np.uint64)
        return self.marks

    def address(self, mask: int) -> int:
        """The holes of a position at the leads."""
        return sum((mask >> lead & 1) << bit for bit, lead in enumerate(self.leads))

    def places(self) -> tuple[Words, Words]:
        """What the bytes of a word's number, and the bits of a word, add to a position."""
        low, high = np.zeros(64, np.uint64), np.zeros((4, 256), np.uint64)
        for bit, row in enumerate(self.rows):
            if bit < 6:
                low[1 << bit : 2 << bit] = low[: 1 << bit] ^ np.uint64(row)
                continue
            table, at = high[(bit - 6) // 8], (bit - 6) % 8
            table[1 << at : 2 << at] = table[: 1 << at] ^ np.uint64(row)
        return low, high


class Marker:
    """Makes the next level of one side by marks; `expand` holds which moves are legal and what prunes."""

    def __init__(self, field: Field, expand: NativeExpander, asked: Question, symmetries: Symmetries) -> None:
        self.field = field
        group = [tuple(range(field.holes)), *symmetries.permutations]
        images = -(-len(group) // LANES) * LANES
        low, high = field.places()
        self.arrays = {  # they live as long as the pointers to them
            **{name: getattr(expand, name) for name in ("legal", "bases", "signs", "deltas")},
            "lane_tables": expand.lanes,
            "tables": image_tables(field, group, images, np.uint32),
            "none": np.where(np.arange(images) < len(group), 0, NOWHERE).astype(np.uint32),
            "moved": moved_addresses(field, group, images, asked, np.uint32),
            "orbits": np.array([0, *(len(group) // fixing for fixing in range(1, len(group) + 1))], np.int64),
            "high": high,
            "low": low,
            "sizes": np.zeros(max(1, field.words // PART), np.int64),
            "stop": np.zeros(1, np.int32),
        }
        self.task = binding.Reaching(
            sets=len(expand.legal),
            pieces=expand.pieces,
            groups=expand.groups,
            bytes=len(self.arrays["tables"]),
            images=images,
            order=len(group),
            part=min(PART, field.words),
            parts=len(self.arrays["sizes"]),
            **{name: binding.address(array) for name, array in self.arrays.items()},
        )

    def reach(self, block: Words, threads: int, clock: Clock, look: Callable[[int], None]) -> None:
        """Mark what one move reaches; `look` is told now and then from how many positions it was made."""
        task, words, block = self.task, self.field.array(), np.ascontiguousarray(block)
        task.words, task.level = binding.address(words), binding.address(block)
        task.base, task.count = self.field.span.reduce(int(block[0, 0])), len(block)
        self._run("frontier_reach", threads, clock, lambda: look(min(task.count, task.cursor)))

    def taken(self, threads: int, clock: Clock) -> tuple[Words, int]:
        """The level that is marked, sorted, and how many positions its orbits have; no mark is left."""
        task, sizes = self.task, self.arrays["sizes"]
        self._run("frontier_sizes", threads, clock)
        out = np.empty((int(sizes.sum()), 1), np.uint64)
        sizes[:] = np.cumsum(sizes) - sizes
        task.out = binding.address(out)
        self._run("frontier_list", threads, clock)
        positions, task.positions = int(task.positions), 0
        return out, positions

    def _run(self, kernel: str, threads: int, clock: Clock, look: Callable[[], None] | None = None) -> None:
        """StoppedError where the time ended it: what it has written is torn."""
        task, stop, run = self.task, self.arrays["stop"], getattr(binding.compiled(), kernel)
        task.cursor = stop[0] = 0
        if task.count < FEW and self.field.words <= PART:  # done before a thread has begun
            run(task)
            return
        try:
            in_threads(threads, lambda: run(task), clock, stop, look)
            if stop[0]:
                raise StoppedError("time")
        except BaseException:
            self.forget()
            raise

    def forget(self) -> None:
        """What a limit or an interrupt has left of a level is not part of another."""
        self.field.marks, self.task.positions = None, 0


def image_tables(field: Field, group: Group, images: int, kind: type[np.unsignedinteger]) -> NDArray[Any]:
    """By byte of a position and its value: the addresses of the images under the group."""
    tables = np.zeros((-(-field.holes // 8), 256, images), kind)
    for hole in range(field.holes):
        table, bit = tables[hole // 8, :, : len(group)], 1 << hole % 8
        table[bit : 2 * bit] = table[:bit] ^ np.array([field.address(1 << g[hole]) for g in group], kind)
    return tables


def moved_addresses(
    field: Field, group: Group, images: int, asked: Question, kind: type[np.unsignedinteger]
) -> NDArray[Any]:
    """By move and symmetry: what the move changes of the address of the image."""
    moved = np.zeros((len(asked.moves), images), kind)
    for row, move in zip(moved, asked.moves, strict=True):
        row[: len(group)] = [field.address(apply(g, move.care)) for g in group]
    return moved


def marker(field: Field, expand: Expander, asked: Question, symmetries: Symmetries) -> Marker | None:
    """What makes the next level by marks, where kernels and positions of one word allow it."""
    fits = len(field.leads) <= WIDEST and symmetries.order <= binding.MOST_NARROW
    return Marker(field, expand, asked, symmetries) if fits and isinstance(expand, NativeExpander) else None
