"""One direction of a frontier search, and who keeps its limits and tells its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import StoppedError
from feasibility.engines.frontier.bits import Field, Marker, marker
from feasibility.engines.frontier.expand import Expander, expander
from feasibility.engines.frontier.levels import Collector, MemoryLevel, OrbitLevel, Store
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, pack, word_count
from feasibility.engines.threads import in_order

TellLevel = Callable[[int, int, float], None]  # from how many positions so many were made, and the seconds
LEVEL_STEPS = 100
SOME = BLOCK >> 4  # positions of several words, which nothing compiled treats, between two looks


@dataclass
class Begun:
    """A level that is being made: what came of so many positions of the one before."""

    collector: Collector
    done: int = 0
    made: int = 0
    seconds: float = 0.0


class Side:
    """One direction of a search: its question, its levels so far, and how to make the next one."""

    def __init__(
        self,
        name: str,
        question: PositionQuestion,
        symmetries: Symmetries,
        store: Store,
        field: Field | None = None,
    ) -> None:
        self.name = name
        self.question = question
        self.symmetries = symmetries
        self.store = store
        self.expand: Expander = expander(question, symmetries, Pruner(question))
        self.marker = None if field is None else marker(field, self.expand, question, symmetries)
        self.stride = BLOCK if word_count(question.holes) == 1 else SOME
        self.begun: Begun | None = None
        kept = store.load(name)  # a search ends with the first empty level; a store may hold more of them
        last = next((number for number, level in enumerate(kept) if not level.size), len(kept))
        self.levels: list[OrbitLevel] = kept[: last + 1]
        if not self.levels:
            first = store.collector(name, 0)
            first.add(pack([question.start], question.holes))
            self.levels.append(first.finish())

    @property
    def depth(self) -> int:
        return len(self.levels) - 1

    @property
    def last(self) -> OrbitLevel:
        return self.levels[-1]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(level.positions for level in self.levels)

    def predicted(self) -> int:
        """An estimate of the next level's size: growth slows down, so the last ratio is generous."""
        if self.depth < 3:
            return self.last.size * len(self.question.moves)
        before = max(1, self.levels[-2].size)
        return int(self.last.size * max(0.25, self.last.size / before))

    def advance(self, watch: SideWatch) -> None:
        """Make the next level; on a limit the levels stay as they were, and what is begun waits."""
        if self.begun is None:
            watch.clock.spend(LEVEL_STEPS + self.last.size)  # the same for either way
            watch.before(self)
        self.levels.append(self._next(watch, watch.of(self.name, self.depth + 1, self.last.size)))
        watch.clock.meter.saw(self.last.positions)

    def _next(self, watch: SideWatch, told: TellLevel) -> OrbitLevel:
        if self.begun is None:
            made = self.store.made_by_others(self.name, self.levels, watch)
            if made is not None:
                return made
            marker = self.suited(self.last, watch)
            if marker is not None:
                return marked(marker, self.last, watch, told)
            self.begun = Begun(self.store.collector(self.name, self.depth + 1))
        try:
            made = self.merged(self.last, self.begun, watch, told)
        except BaseException as end:
            if not isinstance(end, StoppedError) or end.stopped.limit == "memory":
                self.begun = None  # it takes room, or is torn
            raise
        self.begun = None
        return made

    def merged(self, level: OrbitLevel, begun: Begun, watch: SideWatch, told: TellLevel) -> OrbitLevel:
        """What one move reaches, block by block, each sorted and merged with the others."""
        began = monotonic() - begun.seconds
        watch.look()
        parts = self.parts(level, begun.done)
        for size, words in in_order(lambda block: (len(block), self.expand(block)), parts, watch.threads):
            begun.collector.add(words)
            begun.done, begun.made = begun.done + size, begun.made + len(words)
            begun.seconds = monotonic() - began
            told(begun.done, begun.made, begun.seconds)
        return begun.collector.finish()

    def parts(self, level: OrbitLevel, begin: int) -> Iterator[Words]:
        """The positions from number `begin` on: the more the search has seen, the more at once."""
        before = sum(earlier.size for earlier in self.levels[:-1])
        while begin < level.size:
            end = begin + max(self.stride >> 4, min(self.stride, (before + begin) >> 4))
            yield level.block(begin, min(end, level.size))
            begin = end

    def suited(self, level: OrbitLevel, watch: SideWatch) -> Marker | None:
        """What marks the next level, where that is the best way."""
        fits = self.marker is not None and self.marker.field.suits(level.size, watch.clock)
        return self.marker if fits else None


def marked(marker: Marker, level: OrbitLevel, watch: SideWatch, told: TellLevel) -> OrbitLevel:
    """What one move reaches, all at once in an array of marks, by several threads."""
    began = monotonic()

    def look(done: int, made: int = 0) -> None:
        told(done, made, monotonic() - began)

    try:
        marker.reach(level.block(0, level.size), watch.threads, watch.clock, look)
        watch.look()
        words, positions = marker.taken(watch.threads, watch.clock)
        look(level.size, len(words))
    except BaseException:  # a turn may follow
        marker.forget()
        raise
    return MemoryLevel(words, positions)


class SideWatch:
    """Keeps the limits of a running search and tells its progress."""

    def __init__(self, clock: Clock, width: int, report: Report | None, threads: int = 2) -> None:
        self.clock = clock
        self.width = width
        self.report = report
        self.threads = threads  # where work is shared

    def before(self, side: Side) -> None:
        """Refuse a level that will not fit: its array, the pieces being merged, and the sort."""
        if not side.store.on_disk:
            self.look(3 * 8 * self.width * side.predicted())

    def look(self, ahead: int = 0) -> None:
        """Raise when a limit is reached, or would be by `ahead` more bytes."""
        reason = self.clock.reached(ahead)
        if reason is not None:
            raise StoppedError(reason)

    def of(self, what: str, level: int, total: int) -> TellLevel:
        """Keep the limits and tell how far a level is that is made from so many positions."""
        return lambda done, made, seconds: self.told(what, level, done, total, made, seconds)

    def told(self, what: str, level: int, done: int, total: int, made: int, seconds: float) -> None:
        """Keep the limits and tell how far any work on a level is."""
        self.look()
        if done and self.report is not None:
            rate = done / max(seconds, 1e-9)
            self.report(
                f"{what} level {level}: {done:,} of {total:,} expanded, {made:,} found, "
                f"{rate:,.0f}/s, {(total - done) / rate:.0f} s left on this level"
            )
