"""Calling the compiled kernels of dense sets: aligned arrays, pointers, threads, sweeps."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from feasibility.base.limits import Clock
from feasibility.native import binding
from feasibility.search.dense.images import images
from feasibility.search.dense.plan import UNIT, Plan
from feasibility.search.dense.state import Look, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.game.automorphism import Permutation

PAD = 8  # words before and after the array that an unaligned read may touch
POLL = 0.05  # seconds between two looks at the clock while the kernel runs


def allocate(count: int) -> NDArray[Any]:
    """Zeroed words on a cache line, with room on both sides for unaligned reads."""
    import numpy as np

    raw = np.zeros(count + 4 * PAD, np.uint64)
    skip = -(raw.ctypes.data // 8) % PAD + PAD
    return raw[skip : skip + count]


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """The same words on a cache line."""
    words = allocate(array.size)
    words[:] = array.ravel()
    return words


class Closure(ctypes.Structure):
    """What native/dense.h calls a closure."""

    _fields_ = [
        ("words", ctypes.c_void_p),
        ("units", ctypes.c_int64),
        ("moves", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("masks", ctypes.c_void_p),
        ("stamps", ctypes.c_void_p),
        ("seen", ctypes.c_void_p),
        ("clock", ctypes.c_void_p),
        ("stop", ctypes.c_void_p),
        ("cursor", ctypes.c_int64),
        ("grown", ctypes.c_int64),
        ("order", ctypes.c_void_p),
        ("visited", ctypes.c_int64),
        ("images", ctypes.c_int64),
        ("image", ctypes.c_void_p),
        ("place", ctypes.c_void_p),
        ("steps", ctypes.c_void_p),
        ("first_step", ctypes.c_void_p),
    ]


class CompiledSweep:
    """Sweeps by native/dense.c, which closes one block of each orbit and copies the others."""

    def __init__(self, plan: Plan, state: State, symmetries: Sequence[Permutation], threads: int) -> None:
        found = images(plan.residue, plan.block_bits, symmetries)
        self.threads = max(1, min(threads, plan.blocks))
        self.state, self.blocks = state, len(found.order)
        numbers, table = plan.arrays()
        self.arrays = {  # they live as long as the pointers to them
            "words": state.words,
            "moves": numbers,
            "masks": aligned(table),
            "stamps": state.stamps,
            "seen": state.seen,
            "clock": state.ticks,
            "stop": state.stop,
            "order": found.order,
            "image": found.blocks,
            "place": found.units,
            "steps": aligned(found.step_words()),
            "first_step": found.first_steps(),
        }
        self.task = Closure(
            units=1 << plan.block_bits - UNIT,
            count=len(plan.moves),
            visited=len(found.order),
            images=len(found.steps),
            **{name: pointer(array) for name, array in self.arrays.items()},
        )

    @property
    def done(self) -> int:
        """Blocks looked at in this pass; each thread has counted one more when it finds none."""
        return min(self.blocks, int(self.task.cursor))

    @property
    def grown(self) -> int:
        """Blocks that grew in this pass, their images left out."""
        return int(self.task.grown)

    def __call__(self, descending: bool, clock: Clock, look: Look) -> None:
        """One pass, shared by the threads."""
        task = self.task
        task.cursor, task.grown = 0, 0
        sweep = binding.compiled().pegfeas_dense_sweep

        def work() -> None:
            sweep(ctypes.byref(task), ctypes.c_int32(descending))

        if self.blocks == 1:
            work()
        else:
            in_threads(self.threads, work, clock, self.state.stop, lambda: look(self.done, self.grown))


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    """The address of an array's data."""
    return ctypes.c_void_p(array.ctypes.data)


def in_threads(
    threads: int,
    work: Callable[[], None],
    clock: Clock,
    stop: NDArray[Any],
    look: Callable[[], None] | None = None,
) -> None:
    """Run a kernel in several threads; `stop` is set when the time is over or on an interrupt.

    However it ends, none of them runs any more: the arrays are theirs till then. Each tells its end itself:
    an interrupt in the middle of `Thread.join` makes Python 3.11 take a running thread for one that ended.
    """
    start, given_up = threading.Event(), threading.Event()
    ends = [threading.Event() for _ in range(threads)]

    def run(ended: threading.Event) -> None:
        start.wait()
        try:
            if not given_up.is_set():
                work()
        finally:
            ended.set()

    try:
        for ended in ends:
            threading.Thread(target=run, args=(ended,), daemon=True).start()
        start.set()
        for ended in ends:
            while not ended.is_set():
                left = clock.remaining()
                if left == 0.0:
                    stop[0] = 1
                ended.wait(POLL if left is None or left > POLL else max(left, 0.001))
                if look is not None and not ended.is_set():
                    look()
    except BaseException:
        stop[0] = 1
        if start.is_set():
            _wait_for(ends)
        given_up.set()
        start.set()
        raise


def _wait_for(ends: Sequence[threading.Event]) -> None:
    """The kernels look at `stop` between two blocks; one more interrupt changes nothing."""
    for ended in ends:
        while not ended.is_set():
            with suppress(KeyboardInterrupt):
                ended.wait(POLL)
