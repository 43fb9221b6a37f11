"""The file of a census: a line of JSON for what was asked, then one a block, so that it can go on later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from feasibility.base.errors import InputError
from feasibility.game.position import bits
from feasibility.many.records import Line, Records
from feasibility.studies.census.block import Counted
from feasibility.studies.census.facts import Facts

FORM = "pegfeas census of graphs, version 1"
TABLES = ("fool", "deficit", "left")  # counts by number; JSON has only texts as keys


class Blocks:
    """What is known of blocks already, and where new ones are written."""

    def __init__(
        self, path: str | None, asked: dict[str, Any], *, resume: bool = False, force: bool = False
    ) -> None:
        self.records = Records(path, "census", {"census": FORM, **asked}, resume=resume, force=force)
        self.known = {counted.first: counted for counted in map(self._read, self.records.known)}

    def holds(self, first: int, digest: str) -> Counted | None:
        """What an earlier run found of the block that begins there; an error if that was another one."""
        counted = self.known.get(first)
        if counted is not None and counted.input != digest:
            raise InputError(
                "the output belongs to other graphs",
                source=self.records.path,
                seen=f"another block at line {first:,}",
                expected="the graphs of the interrupted run, or --force to begin anew",
            )  # fmt: skip
        return counted

    def keep(self, counted: Counted) -> None:
        """Write one whole line."""
        self.records.keep(to_json(counted))

    def close(self) -> None:
        """Give the file back."""
        self.records.close()

    def _read(self, line: Line) -> Counted:
        number, data = line
        try:
            return _from_json(data)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self.records.wrong(number) from None


def to_json(counted: Counted) -> dict[str, Any]:
    """A block as a JSON object."""
    tables = {name: {str(k): v for k, v in getattr(counted, name).items()} for name in TABLES}
    return {
        "first": counted.first,
        "vertices": counted.n,
        "graphs": counted.graphs,
        "kinds": counted.kinds,
        **tables,
        "input": counted.input,
        "closures": counted.closures,
        "listed": [graph_json(line, facts) for line, facts in counted.listed],
    }


def graph_json(line: str, facts: Facts) -> dict[str, Any]:
    """One listed graph as a JSON object; masks as lists of vertices."""
    return {
        "graph": line,
        "kind": facts.kind,
        "solvable": list(bits(facts.solvable)),
        "left": facts.left,
        "from": list(bits(facts.best)),
        "fool": facts.fool,
        "independent": facts.independent,
        "sha256": facts.digest,
    }


def _from_json(data: dict[str, Any]) -> Counted:
    tables = {name: {int(k): v for k, v in data[name].items()} for name in TABLES}
    n = data["vertices"]
    listed = tuple((entry["graph"], _facts(entry, n)) for entry in data["listed"])
    return Counted(
        data["first"], n, data["graphs"], data["kinds"], **tables,
        input=data["input"], closures=data["closures"], listed=listed,
    )  # fmt: skip


def _facts(data: dict[str, Any], n: int) -> Facts:
    solvable, best = _mask(data["solvable"]), _mask(data["from"])
    return Facts(n, solvable, data["left"], best, data["fool"], data["independent"], data["sha256"])


def _mask(vertices: Iterable[int]) -> int:
    return sum(1 << vertex for vertex in vertices)
