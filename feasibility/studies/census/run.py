"""A census from end to end: blocks of graphs go to the workers, what they come to is added up, and told."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import Any

from feasibility.base.errors import InputError, PegfeasError
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.game.drawn import Tabled
from feasibility.many import Executor, run
from feasibility.many.records import Records
from feasibility.processes.tasks import StopRequest, TaskFailure
from feasibility.render.tables import Table
from feasibility.studies.census.block import Block, BlockCounts, CountBlock, counts_json
from feasibility.studies.census.facts import FREELY, KINDS, LISTINGS, SOLVABLE, TABLES, UNSOLVABLE
from feasibility.studies.census.sources import blocks

HERE = 1 << 26  # positions of graphs that are counted while a worker would start
FORM = "pegfeas census of graphs, version 1"
HEADS = ("vertices", "graphs", UNSOLVABLE, f"{SOLVABLE}, not freely", FREELY)
VACANCIES = ("fewest from each vertex", "most from each")
LISTED = ("graph6", "kind", "solvable from", "fewest pegs", "from", "fool's number", *VACANCIES)


class Census(Tabled):
    """Counts by the number of vertices; as a table the graphs that were listed, in the input's order."""

    def __init__(self) -> None:
        self.graphs = Counter[int]()
        self.kinds = defaultdict[int, Counter[str]](Counter)
        self.tables = defaultdict[tuple[int, str], Counter[int]](Counter)
        self.blocks: dict[int, BlockCounts] = {}

    def add(self, counted: BlockCounts) -> None:
        n = counted["vertices"]
        self.blocks[counted["first"]] = counted
        self.graphs[n] += counted["graphs"]
        self.kinds[n].update(counted["kinds"])
        for name in TABLES:
            self.tables[n, name].update({int(key): count for key, count in counted[name].items()})

    def __repr__(self) -> str:
        told = ", ".join(f"{self.of_kind(kind):,} {kind}" for kind in KINDS)
        return f"<Census of {plural(self.graphs.total(), 'graph', commas=True)}: {told}>"

    def records(self) -> list[dict[str, Any]]:
        return self.listed

    def of_kind(self, kind: str) -> int:
        """The graphs of a kind, with any number of vertices."""
        return sum(kinds[kind] for kinds in self.kinds.values())

    @property
    def listed(self) -> list[dict[str, Any]]:
        """The listed graphs of all blocks."""
        return [graph for first in sorted(self.blocks) for graph in self.blocks[first]["listed"]]

    @property
    def digest(self) -> str:
        """The SHA-256 of the digests of all blocks, in the input's order."""
        together = "".join(self.blocks[first]["closures"] for first in sorted(self.blocks))
        return sha256(together.encode()).hexdigest()


def census(
    graphs: str,
    listing: str = "none",
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    report: Report | None = None,
) -> Census:
    """Which graphs can be solved, and how far: of all with N vertices, `trees:N`, or graph6 lines of a file.

    Listed one by one are none, those that are `unsolvable` or `not-free`, or all.

    >>> census("trees:6", jobs=1)
    <Census of 6 graphs: 3 unsolvable, 1 solvable, 2 freely solvable>
    """
    if listing not in LISTINGS:
        raise InputError("no such listing", seen=repr(listing), expected=", ".join(LISTINGS))
    made = Census()
    for block in count_blocks(graphs, listing, jobs=jobs, scheduler=scheduler, report=report):
        made.add(block)
    return made


def records(
    path: str | None, question: dict[str, Any], *, resume: bool = False, force: bool = False
) -> Records[BlockCounts]:
    """What an earlier run found of blocks, and where new ones are written."""
    return Records(path, {"census": FORM, **question}, _read, resume=resume, force=force)


def _read(data: dict[str, Any]) -> BlockCounts:
    """A block of a file, which can be added up."""
    Census().add(data)
    told = {sum(data[name].values()) for name in ("kinds", *TABLES)}
    if type(data["vertices"]) is not int or told != {data["graphs"]}:
        raise ValueError("graphs")
    if not {"input", "closures", "listed"} <= set(data):
        raise KeyError("listed")
    for graph in data["listed"]:
        if not {"graph", "kind", "solvable", "left", "from", "fool", "fewest", "most"} <= set(graph):
            raise KeyError("graph")
    return data


def count_blocks(
    source: str,
    listing: str = "none",
    *,
    kept: Records[BlockCounts] | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    stop: StopRequest | None = None,
    report: Report | None = None,
) -> Iterator[BlockCounts]:
    """What every block of a source comes to; those that an earlier run `kept` are not counted again.

    The first ones, as long as they are small, are counted in this process.
    """
    count, keep = CountBlock(listing), (lambda _: None) if kept is None else kept.keep
    found, room = _met(source, kept), HERE if scheduler is None else 0
    for block, known in found:
        room -= len(block.lines) << block.n
        if known is None and room < 0:
            break
        counted = count(block) if known is None else known
        if known is None:
            keep(counted)
        yield counted
        if stop is not None and stop.asked:
            return
    else:
        return
    ready: list[BlockCounts] = []

    def tasks() -> Iterator[Block]:
        for one, earlier in chain([(block, None)], found):
            if earlier is None:
                yield one
            else:
                ready.append(earlier)

    engine = Executor(jobs, scheduler, in_order=True)
    for _, result in run(count, tasks(), engine, stop=stop, report=report):
        while ready:
            yield ready.pop(0)
        if isinstance(result, TaskFailure):
            raise PegfeasError(f"a block of graphs failed: {result.reason}; finished blocks are kept")
        keep(result)
        yield result
    yield from ready


def _met(source: str, kept: Records[BlockCounts] | None) -> Iterator[tuple[Block, BlockCounts | None]]:
    """Every block of the source, with what an earlier run found of it."""
    known = {} if kept is None else {counted["first"]: counted for counted in kept.known}
    for block in blocks(source):
        counted = known.get(block.first)
        if kept is not None and counted is not None and counted["input"] != block.digest:
            seen, expected = (
                f"another block at line {block.first:,}",
                "those of the interrupted run, or --force",
            )
            raise InputError(
                "the output belongs to other graphs", source=kept.path, seen=seen, expected=expected
            )
        yield block, counted


def table(totals: Census, listing: bool) -> str:
    """How many graphs of each kind, the other numbers, and the listed graphs if that was asked for."""
    made, listed = Table(HEADS, right=frozenset(range(len(HEADS)))), Table(LISTED)
    for n in sorted(totals.graphs):
        counts = (n, totals.graphs[n], *(totals.kinds[n][kind] for kind in KINDS))
        made.add(*(f"{count:,}" for count in counts))
    for one in totals.listed:
        vertices = _numbers_of(one["solvable"]), one["left"], _numbers_of(one["from"])
        each = _numbers_of(one["fewest"]), _numbers_of(one["most"])
        listed.add(one["graph"], one["kind"], *vertices, one["fool"], *each)
    size = {n: plural(n, "vertex", "vertices") for n in totals.graphs}
    numbers = (
        "\n".join(f"{what}, {size[n]}: {_told(totals.tables[n, name])}" for name, what in TABLES.items())
        for n in sorted(totals.graphs)
    )
    told = [str(made), *numbers, *([str(listed)] if listing else [])]
    return "\n\n".join([*told, f"SHA-256 of all closures: {totals.digest}"])


def _numbers_of(listed: list[int]) -> str:
    return " ".join(map(str, listed)) or "-"


def _told(column: Counter[int]) -> str:
    """Each number with the count of its graphs."""
    return "; ".join(f"{number} for {count:,}" for number, count in sorted(column.items()))


def census_json(totals: Census, source: str, complete: bool) -> dict[str, Any]:
    return {
        "source": source,
        "complete": complete,
        "counts": [
            {
                "vertices": n,
                "graphs": totals.graphs[n],
                **{kind: totals.kinds[n][kind] for kind in KINDS},
                **{name: counts_json(totals.tables[n, name]) for name in TABLES},
            }
            for n in sorted(totals.graphs)
        ],
        "listed": totals.listed,
        "sha256": totals.digest,
    }


def progress(totals: Census, seconds: float) -> str:
    """One line while the census runs."""
    done = totals.graphs.total()
    speed = f"{plural(done, 'graph', commas=True)}, {done / max(seconds, 1e-9):,.0f}/s"
    return f"{speed}, {totals.of_kind(UNSOLVABLE):,} unsolvable"
