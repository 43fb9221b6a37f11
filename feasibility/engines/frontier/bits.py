"""Levels of a frontier search as bits over the residue class, where a level is dense enough in it.

Positions of a level differ by sums of jumps. A reduced basis of these sums, each led by its highest hole,
gives every position an address, its holes at the leads, and addresses are in the order of the positions. What
the moves reach is marked at the least address of its orbit, so that nothing is sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock
from feasibility.base.stopped import StoppedError
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.frontier.expand import Expander, NativeExpander
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Symmetries, Words
from feasibility.engines.threads import in_threads
from feasibility.exact.gf2 import echelon
from feasibility.game.symmetry import apply
from feasibility.native import binding

MarkArrays: TypeAlias = dict[str, NDArray[Any]]

WIDEST = 32  # bits of an address
WORTH = 4096  # bytes of the array for each position that moves are made from, at most
PART = 1 << 14  # words that are listed together
LANES = 8  # images are filled up to so many
NOWHERE, NOWHERE_WIDE = (1 << 32) - 1, 1 << 62  # the address of an image that only fills up
FEW = 1 << 10  # positions, and no more than one part: a kernel needs a fraction of a millisecond


class Field:
    """The addresses of the positions that a question can meet, and the array of marks, made when needed."""

    def __init__(self, question: PositionQuestion) -> None:
        self.holes = question.holes
        span = echelon([move.care for move in question.moves], range(question.holes - 1, -1, -1))
        self.span = span
        self.rows = [row for _, row in sorted(zip(span.pivots, span.rows, strict=True))]
        self.leads = sorted(span.pivots)
        self.marks: Words | None = None

    @property
    def words(self) -> int:
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


class Marker:
    """Makes the next level of one side by marks; `expand` holds which moves are legal and what prunes."""

    def __init__(
        self, field: Field, expand: NativeExpander, question: PositionQuestion, symmetries: Symmetries
    ) -> None:
        self.field = field
        low, high = place_tables([np.uint64(row) for row in field.rows])
        self.arrays = {  # they live as long as the pointers to them
            **address_arrays(field, expand, question, symmetries),
            "high": high,
            "low": low,
            "sizes": np.zeros(max(1, field.words // PART), np.int64),
            "stop": np.zeros(1, np.int32),
        }
        self.task = binding.Reaching(
            order=symmetries.order,
            part=min(PART, field.words),
            parts=len(self.arrays["sizes"]),
            **told(self.arrays),
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
        """StoppedError where the time ended it: what it has written is torn, and to be forgotten."""
        task, stop, run = self.task, self.arrays["stop"], getattr(binding.compiled(), kernel)
        task.cursor = stop[0] = 0
        if task.count < FEW and self.field.words <= PART:  # done before a thread has begun
            run(task)
            return
        in_threads(threads, lambda: run(task), clock, stop, look)
        if stop[0]:
            raise StoppedError("time")

    def forget(self) -> None:
        """What a limit or an interrupt has left of a level is not part of another."""
        self.field.marks, self.task.positions = None, 0


def spanned(rows: Sequence[np.uint64]) -> Words:
    """By number: the exclusive-or of the rows of its bits."""
    table = np.zeros(1 << len(rows), np.uint64)
    for bit, row in enumerate(rows):
        table[1 << bit : 2 << bit] = table[: 1 << bit] ^ row
    return table


def place_tables(rows: Sequence[np.uint64]) -> tuple[Words, Words]:
    """What a position has of a bit of a word, and of the bytes of a word's number."""
    high = [spanned(rows[at : at + 8]) for at in (6, 14, 22, 30)]
    return np.resize(spanned(rows[:6]), 64), np.array([np.resize(table, 256) for table in high])


def address_arrays(
    field: Field,
    expand: NativeExpander,
    question: PositionQuestion,
    symmetries: Symmetries,
    wide: bool = False,
) -> MarkArrays:
    """What a compiled loop reads that makes moves on positions and on the addresses of their images."""
    group = [tuple(range(field.holes)), *symmetries.permutations]
    images = -(-len(group) // LANES) * LANES
    kind, nowhere = (np.uint64, NOWHERE_WIDE) if wide else (np.uint32, NOWHERE)
    tables = np.zeros((-(-field.holes // 8), 256, images), kind)
    for hole in range(field.holes):
        table, bit = tables[hole // 8, :, : len(group)], 1 << hole % 8
        table[bit : 2 * bit] = table[:bit] ^ np.array([field.address(1 << g[hole]) for g in group], kind)
    moved = np.zeros((len(question.moves), images), kind)
    for row, move in zip(moved, question.moves, strict=True):
        row[: len(group)] = [field.address(apply(g, move.care)) for g in group]
    return {
        **{name: getattr(expand, name) for name in ("legal", "bases", "signs", "deltas")},
        "lane_tables": expand.lanes,
        "tables": tables,  # by byte of a position and its value: addresses of the images
        "none": np.where(np.arange(images) < len(group), 0, nowhere).astype(kind),
        "moved": moved,  # by move: what it changes of the addresses of the images
        "orbits": np.array([0, *(len(group) // fixing for fixing in range(1, len(group) + 1))], np.int64),
    }


def told(arrays: MarkArrays) -> dict[str, int]:
    """What the kernels are told of the arrays: sizes, and where they are."""
    return {
        "sets": len(arrays["legal"]),
        "pieces": arrays["legal"].shape[1],
        "groups": len(arrays["bases"]),
        "bytes": len(arrays["tables"]),
        "images": len(arrays["none"]),
        **{name: binding.address(array) for name, array in arrays.items()},
    }


def marker(
    field: Field, expand: Expander, question: PositionQuestion, symmetries: Symmetries
) -> Marker | None:
    """What makes the next level by marks, where kernels and positions of one word allow it."""
    fits = len(field.leads) <= WIDEST and symmetries.order <= binding.MOST_NARROW
    return (
        Marker(field, expand, question, symmetries) if fits and isinstance(expand, NativeExpander) else None
    )
