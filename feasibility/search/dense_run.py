"""Running a closure: memory, seeds, sweeps until nothing grows, threads, clock."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from feasibility import kernels
from feasibility.limits import Clock, resident_bytes
from feasibility.search.dense_images import images
from feasibility.search.dense_plan import UNIT, WORD, Plan, add_ends, move_to
from feasibility.search.residue_class import ResidueClass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.automorphism import Permutation

PAD = 8  # words before and after the array that an unaligned read may touch
PIECE = 1 << 18  # words treated together
POLL = 0.05  # seconds between two looks at the clock while the kernel runs


@dataclass(frozen=True)
class Refused:
    """Why there is no answer: `limit` is memory, time, board or disk; `needed` in bytes for memory."""

    limit: str
    reason: str
    needed: int = 0
    passes: int = 0


@dataclass(frozen=True)
class Progress:
    """What a progress callback is told after every pass."""

    number: int
    grown: int  # blocks that grew in this pass
    blocks: int
    seconds: float


def memory_refusal(needed: int, clock: Clock) -> Refused | None:
    """A refusal if `needed` more bytes break the limit or exceed what the machine has."""
    limit = clock.limits.memory
    if limit is not None and resident_bytes() + needed > limit:
        return Refused("memory", f"needs {needed >> 20} MiB more, the limit is {limit >> 20} MiB", needed)
    available = available_memory()
    if available is not None and needed > available:
        return Refused("memory", f"needs {needed >> 20} MiB, {available >> 20} MiB are available", needed)
    return None


def available_memory() -> int | None:
    """Bytes that can still be had: of the machine and of the container; None where nobody tells."""
    known = [room for room in (_machine_room(), _container_room()) if room is not None]
    return min(known) if known else None


def _machine_room() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def _container_room(folder: str = "/sys/fs/cgroup") -> int | None:
    """What the control group leaves; file pages that it would drop count as free."""
    try:
        with open(f"{folder}/memory.max", encoding="ascii") as file:
            limit = int(file.read())  # "max" is no number: no limit
        with open(f"{folder}/memory.current", encoding="ascii") as file:
            used = int(file.read())
        with open(f"{folder}/memory.stat", encoding="ascii") as file:
            stat = dict(line.split() for line in file)
        return max(0, limit - used + int(stat.get("inactive_file", 0)))
    except (OSError, ValueError):
        return None


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


def seed(words: NDArray[Any], residue: ResidueClass, must: int, free: int) -> None:
    """Set the bits of the residue class that hold `must` and nothing outside `must` and `free`."""
    import numpy as np

    if not free:
        if residue.contains(must):
            address = residue.address(must)
            words[address >> WORD] |= np.uint64(1 << (address & 63))
        return
    fixed = {hole: must >> hole & 1 for hole in range(residue.n) if not free >> hole & 1}
    pattern = move_to(residue, fixed, UNIT)
    masks = np.array(pattern.masks, np.uint64)
    for first in range(0, len(words), PIECE):
        add_ends(pattern, masks, first // 8, words[first : first + PIECE])
    if residue.bits < UNIT:  # addresses that no position has
        keep = (1 << residue.bits) - 1
        for index in range(len(words)):
            inside = range(64 * index, 64 * index + 64)
            words[index] &= np.uint64(sum(1 << (a & 63) for a in inside if a <= keep))


class Saver(Protocol):
    """Where a run puts its array (dense_store.Store)."""

    def keep(self, words: NDArray[Any], passes: int) -> Refused | None: ...

    def save(self, words: NDArray[Any], passes: int, done: bool = False) -> Refused | None: ...


class Run:
    """One closure under way: the bit array, when each block grew, and the limits."""

    def __init__(
        self,
        plan: Plan,
        words: NDArray[Any],
        clock: Clock,
        threads: int = 2,
        passes: int = 0,
        symmetries: Sequence[Permutation] = (),
    ) -> None:
        import numpy as np

        self.plan, self.words, self.clock = plan, words, clock
        self.threads = max(1, min(threads, plan.blocks))
        blocks = words.reshape(plan.blocks, -1)
        filled = np.array([bool(block.any()) for block in blocks])
        self.stamps = np.where(filled, 0, -1).astype(np.int64)
        self.seen = np.full(plan.blocks, -1, np.int64)
        self.ticks = np.zeros(1, np.int64)
        self.stop = np.zeros(1, np.int32)
        self.passes = passes
        self.symmetries = symmetries

    def close(
        self, progress: Callable[[Progress], None] | None = None, store: Saver | None = None
    ) -> Refused | None:
        """Sweep until no block grows; what there is goes to `store` between passes and however it ends."""
        try:
            return self._passes(progress, store)
        except KeyboardInterrupt:
            if store:
                store.save(self.words, self.passes)
            raise

    def _passes(self, progress: Callable[[Progress], None] | None, store: Saver | None) -> Refused | None:
        sweep = self._compiled() or self._reference()
        while True:
            began, before = monotonic(), int(self.ticks[0])
            if not self.clock.expired():
                sweep(self.passes % 2 == 1)
            if self.stop[0] or self.clock.expired():
                return self._out_of_time(store)
            self.passes += 1
            grown = int(self.ticks[0]) - before
            if progress:
                progress(Progress(self.passes, grown, self.plan.blocks, monotonic() - began))
            failure = self._kept(store, done=not grown)
            if failure or not grown:
                return failure

    def _kept(self, store: Saver | None, done: bool) -> Refused | None:
        if store is None:
            return None
        return store.save(self.words, self.passes, done) if done else store.keep(self.words, self.passes)

    def _out_of_time(self, store: Saver | None) -> Refused:
        moved = self.ticks[0] > 0  # or else the file holds it all
        failure = store.save(self.words, self.passes) if store and moved else None
        reason = f"the time was over in pass {self.passes + 1}"
        if failure:
            reason += f", which could not be kept ({failure.reason})"
        return Refused("time", reason, 0, self.passes)

    def _reference(self) -> Callable[[bool], None]:
        from feasibility.search.dense_numpy import Sweeper

        sweeper = Sweeper(self.plan)

        def stopped() -> bool:
            self.stop[0] = self.clock.expired()
            return bool(self.stop[0])

        def sweep(descending: bool) -> None:
            self.ticks[0] = sweeper.sweep(
                self.words, self.stamps, self.seen, int(self.ticks[0]), stopped, descending
            )

        return sweep

    def _compiled(self) -> Callable[[bool], None] | None:
        library = kernels.library()
        if library is None:
            return None
        task = self._task()

        def work(descending: bool) -> None:
            library.pegfeas_dense_sweep(ctypes.byref(task), ctypes.c_int32(descending))

        def sweep(descending: bool) -> None:
            task.cursor = 0
            if self.plan.blocks == 1:
                work(descending)
            else:
                in_threads(self.threads, lambda: work(descending), self.clock, self.stop)

        return sweep

    def _task(self) -> _Closure:
        numbers, table = self.plan.arrays()
        found = images(self.plan.residue, self.plan.block_bits, self.symmetries)
        arrays = {
            "words": self.words,
            "moves": numbers,
            "masks": aligned(table),
            "stamps": self.stamps,
            "seen": self.seen,
            "clock": self.ticks,
            "stop": self.stop,
            "order": found.order,
            "image": found.blocks,
            "place": found.units,
            "steps": aligned(found.step_words()),
            "first_step": found.first_steps(),
        }
        task = _Closure(
            units=1 << self.plan.block_bits - UNIT,
            count=len(self.plan.moves),
            visited=len(found.order),
            images=len(found.steps),
            **{name: pointer(array) for name, array in arrays.items()},
        )
        task.arrays = arrays  # they live as long as the pointers to them
        return task


class _Closure(ctypes.Structure):
    """What native/dense.h calls a closure."""

    arrays: dict[str, NDArray[Any]]
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
        ("order", ctypes.c_void_p),
        ("visited", ctypes.c_int64),
        ("images", ctypes.c_int64),
        ("image", ctypes.c_void_p),
        ("place", ctypes.c_void_p),
        ("steps", ctypes.c_void_p),
        ("first_step", ctypes.c_void_p),
    ]


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    """The address of an array's data."""
    return ctypes.c_void_p(array.ctypes.data)


def in_threads(threads: int, work: Callable[[], None], clock: Clock, stop: NDArray[Any]) -> None:
    """Run a kernel in several threads; `stop` is set when the time is over or on an interrupt."""
    workers = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            while worker.is_alive():
                left = clock.remaining()
                if left == 0.0:
                    stop[0] = 1
                worker.join(POLL if left is None or left > POLL else max(left, 0.001))
    except BaseException:
        stop[0] = 1
        for worker in workers:
            if worker.ident is not None:  # it was started
                worker.join()
        raise
