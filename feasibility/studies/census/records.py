"""The file of a census: a line of JSON for what was asked, then one a block, so that it can go on later."""

from __future__ import annotations

from typing import Any

from feasibility.base.errors import InputError
from feasibility.game.position import bits
from feasibility.many.records import Line, Records
from feasibility.studies.census.block import Counted
from feasibility.studies.census.facts import TABLES, Facts

FORM = "pegfeas census of graphs, version 1"


class Blocks(Records):
    """What is known of blocks already, and where new ones are written."""

    def __init__(
        self, path: str | None, asked: dict[str, Any], *, resume: bool = False, force: bool = False
    ) -> None:
        super().__init__(path, "census", {"census": FORM, **asked}, resume=resume, force=force)
        self.blocks = {counted.first: counted for counted in map(self._block, self.known)}

    def holds(self, first: int, digest: str) -> Counted | None:
        """What an earlier run found of the block that begins there; an error if that was another one."""
        counted = self.blocks.get(first)
        if counted is not None and counted.input != digest:
            raise InputError(
                "the output belongs to other graphs",
                source=self.path,
                seen=f"another block at line {first:,}",
                expected="the graphs of the interrupted run, or --force to begin anew",
            )  # fmt: skip
        return counted

    def _block(self, line: Line) -> Counted:
        number, data = line
        try:
            return _from_json(data)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self.wrong(number) from None


def to_json(counted: Counted) -> dict[str, Any]:
    """A block as a JSON object, which has only texts as keys."""
    tables = {name: {str(k): v for k, v in getattr(counted, name).items()} for name in TABLES}
    listed = [graph_json(line, facts) for line, facts in counted.listed]
    return {**vars(counted), **tables, "listed": listed}


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
    listed = tuple((entry["graph"], _facts(entry, data["vertices"])) for entry in data["listed"])
    return Counted(**{**data, **tables, "listed": listed})


def _facts(data: dict[str, Any], n: int) -> Facts:
    solvable, best = (sum(1 << vertex for vertex in data[key]) for key in ("solvable", "from"))
    return Facts(n, solvable, data["left"], best, data["fool"], data["independent"], data["sha256"])
