"""The levels by sweeps in a work directory: a search that was stopped goes on from there.

One file says of which question, how many sweeps are asked about, by which bounds, and what was proved
before; the levels beside it are marked as those of this file. A level that was being made when the process
ended is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from feasibility.base.durable import digest, mark
from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.engines.frontier.disk import DiskStore
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Words
from feasibility.proofs.kinds.sweeps import Sweeps, SweepWeights

FORMAT = "pegfeas-sweeps"
PROVED = ("at_least", "forward", "backward")  # of a proof; the rest follows from the question


class SweepFolder:
    """The directory of one question."""

    def __init__(self, folder: Path, question: PositionQuestion) -> None:
        self.store = DiskStore(folder, question)
        self.key = self.store.key
        self.path = folder / "sweeps.json"

    def begun(self, like: Sweeps) -> tuple[int, list[SweepWeights], Sweeps] | None:
        """The sweeps asked about, the bounds, what was proved before; None in a new directory.

        What is not written there is as in a proof of the same question.
        """
        if not self.path.exists():
            if any(self.store.folder.glob("*.level")):
                raise InputError(
                    "levels of another search", source=str(self.store.folder), expected="an empty directory"
                )
            return None
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data.pop("seal") != mark(data) or data["format"] != FORMAT:
                raise ValueError
            if data["question"] != self.key.hex():
                raise InputError("the directory belongs to another pair", source=str(self.path))
            bounds, before = read_bounds(data["bounds"]), read_bounds(data["proved"]["bounds"])
            parts = {name: as_tuple(data["proved"][name]) for name in PROVED}
            self.mark(data)
            return data["most"], list(bounds), replace(like, bounds=before, **parts)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise InputError(
                "not the file of a search for the fewest sweeps",
                source=str(self.path),
                expected="an empty directory",
            ) from None

    def begin(self, most: int, bounds: Sequence[SweepWeights], proved: Sweeps) -> None:
        """From now on the levels are those for so many sweeps; earlier ones are of no use."""
        part: dict[str, Any] = {name: getattr(proved, name) for name in PROVED}
        part["bounds"] = written(proved.bounds)
        data = {"format": FORMAT, "question": self.key.hex(), "most": most}
        data |= {"bounds": written(bounds), "proved": part}
        for path in self.store.folder.glob("*.level"):
            path.unlink()
        write_file(self.path, json.dumps({**data, "seal": mark(data)}) + "\n")
        self.mark(data)

    def mark(self, data: dict[str, Any]) -> None:
        """Levels belong to the question and to this file."""
        self.store.key = digest(self.key, mark(data).encode())

    def add(self, side: str, number: int, level: Words) -> None:
        collector = self.store.collector(side, number)
        collector.add(level)
        collector.finish()

    def levels(self, side: str) -> list[Words]:
        """The finished levels of a side."""
        return [level.block(0, level.size) for level in self.store.load(side)]


def written(bounds: Iterable[SweepWeights]) -> list[dict[str, object]]:
    return [bound.to_json() for bound in bounds]


def read_bounds(entries: Iterable[dict[str, Any]]) -> tuple[SweepWeights, ...]:
    return tuple(
        SweepWeights(**{name: as_tuple(value) for name, value in entry.items()}) for entry in entries
    )


def as_tuple(value: Any) -> Any:
    return tuple(map(as_tuple, value)) if isinstance(value, list) else value
