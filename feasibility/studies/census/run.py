"""A census from beginning to end: blocks of graphs go to the workers, what they come to is added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from feasibility.base.errors import PegfeasError
from feasibility.base.report import Report
from feasibility.many import Engine, run
from feasibility.processes.tasks import Failure, Stop
from feasibility.studies.census.block import Block, CountBlock, Counted
from feasibility.studies.census.facts import TABLES, Facts
from feasibility.studies.census.records import Blocks, to_json
from feasibility.studies.census.sources import blocks


@dataclass
class Totals:
    """The sums over blocks, by the number of vertices; the graphs that were listed, in the input's order."""

    graphs: Counter[int] = field(default_factory=Counter)
    kinds: Counter[tuple[int, str]] = field(default_factory=Counter)
    fool: Counter[tuple[int, int]] = field(default_factory=Counter)
    deficit: Counter[tuple[int, int]] = field(default_factory=Counter)
    left: Counter[tuple[int, int]] = field(default_factory=Counter)
    blocks: dict[int, Counted] = field(default_factory=dict)

    def add(self, counted: Counted) -> None:
        """One more block."""
        self.blocks[counted.first] = counted
        self.graphs[counted.vertices] += counted.graphs
        for name in ("kinds", *TABLES):
            counts = getattr(counted, name).items()
            getattr(self, name).update({(counted.vertices, key): count for key, count in counts})

    @property
    def listed(self) -> list[tuple[str, Facts]]:
        """The listed graphs of all blocks."""
        return [entry for first in sorted(self.blocks) for entry in self.blocks[first].listed]

    @property
    def digest(self) -> str:
        """The SHA-256 of the digests of all blocks, in the input's order."""
        together = "".join(self.blocks[first].closures for first in sorted(self.blocks))
        return sha256(together.encode()).hexdigest()


def census(
    source: str,
    listing: str = "none",
    *,
    records: Blocks | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    stop: Stop | None = None,
    report: Report | None = None,
) -> Iterator[Counted]:
    """What every block of a source comes to; those that `records` hold are not counted again."""
    kept = records or Blocks(None, {})
    ready: list[Counted] = []

    def tasks() -> Iterator[Block]:
        for block in blocks(source):
            known = kept.holds(block.first, block.digest) if kept.blocks else None
            if known is None:
                yield block
            else:
                ready.append(known)

    engine = Engine(jobs, scheduler, in_order=True)
    for _, result in run(CountBlock(listing), tasks(), engine, stop=stop, report=report):
        while ready:
            yield ready.pop(0)
        if isinstance(result, Failure):
            raise PegfeasError(f"a block of graphs failed: {result.reason}; finished blocks are kept")
        kept.keep(to_json(result))
        yield result
    yield from ready
