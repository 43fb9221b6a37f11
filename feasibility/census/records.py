"""The file of a census: a line of JSON for what was asked, then one a block, so that it can go on later."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, BinaryIO

from feasibility.base.errors import InputError
from feasibility.base.files import LINES_ARE_KEPT, unwritable
from feasibility.census.block import Counted
from feasibility.census.facts import Facts
from feasibility.game.position import bits
from feasibility.many.output import open_output, whole

FORM = "pegfeas census of graphs, version 1"
TABLES = ("fool", "deficit", "left")  # counts by number; JSON has only texts as keys


class Records:
    """What is known of blocks already, and where new ones are written."""

    def __init__(
        self, path: str | None, asked: dict[str, Any], *, resume: bool = False, force: bool = False
    ) -> None:
        self.path, self.known = path, {} if not (path and resume) else _taken_up(path, asked)
        self.file: BinaryIO | None = None
        if path is not None:
            there = resume and os.path.exists(path) and os.path.getsize(path) > 0
            self.file = open_output(path, resume=resume, force=force, certificates=None).file
            if not there:
                self._write({"census": FORM, **asked})

    def holds(self, first: int, digest: str) -> Counted | None:
        """What an earlier run found of the block that begins there; an error if that was another one."""
        counted = self.known.get(first)
        if counted is not None and counted.input != digest:
            raise InputError(
                "the output belongs to other graphs",
                source=self.path,
                seen=f"another block at line {first:,}",
                expected="the graphs of the interrupted run, or --force to begin anew",
            )  # fmt: skip
        return counted

    def keep(self, counted: Counted) -> None:
        """Write one whole line."""
        self._write(to_json(counted))

    def close(self) -> None:
        """Give the file back."""
        if self.file is not None:
            self.file.close()

    def _write(self, data: dict[str, Any]) -> None:
        if self.file is None:
            return
        try:
            self.file.write(json.dumps(data).encode() + b"\n")
            self.file.flush()
        except OSError as error:
            raise unwritable(self.path or "", error, LINES_ARE_KEPT) from None


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


def _taken_up(path: str, asked: dict[str, Any]) -> dict[int, Counted]:
    """The blocks of an interrupted run, after a half-written last line is cut off."""
    if not os.path.exists(path):
        return {}
    with open(path, "r+b") as file:
        file.truncate(whole(file))
        file.seek(0)
        lines = [(number, _read(line, path, number)) for number, line in enumerate(file, 1)]
    if lines and lines[0][1] != {"census": FORM, **asked}:
        raise InputError(
            "the output belongs to another census", source=path, line=1, seen=json.dumps(lines[0][1])[:80],
            expected=json.dumps(asked),
        )  # fmt: skip
    kept = {}
    for number, data in lines[1:]:
        try:
            counted = _from_json(data)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise _not_a_record(path, number) from None
        kept[counted.first] = counted
    return kept


def _read(line: bytes, path: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _not_a_record(path, number)
    return data


def _not_a_record(path: str, number: int) -> InputError:
    return InputError(
        "not a line of a census", source=path, line=number, expected="the output of an interrupted run"
    )
