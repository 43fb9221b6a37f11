"""Levels in a work directory: a search larger than memory goes on from disk, a killed one is resumed.

Sorted pieces of a level are spilled to run files as memory fills and merged at the end. Only files under
their final names count; a level that was being made when the process died is made again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from feasibility.base.durable import Aside, digest, is_held
from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import resident_bytes
from feasibility.engines.frontier.level_files import (
    LevelFile,
    LevelWriter,
    level_owner,
    level_path,
    read_level,
)
from feasibility.engines.frontier.levels import Collector, CountOrbits, Level, Store
from feasibility.engines.frontier.sealed_files import VERSION, trouble
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, locate, unique, word_count

BUDGET = 256 << 20  # bytes for the level being made, when no limit on memory says less


class DiskStore(Store):
    """The levels of one question in one directory, new or of an earlier run of the same question."""

    on_disk = True

    def __init__(self, folder: Path, asked: Question, way: str = "") -> None:
        """`way`: how the levels are kept, if not each in one file."""
        super().__init__(word_count(asked.holes), Symmetries(asked.symmetries, asked.holes).positions)
        self.folder = folder
        self.question = digest(repr(asked).encode(), way.encode())
        self.budget = BUDGET
        self.stride = BLOCK << 5  # many, so that the files pass by few times
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / "lock").open("wb")  # given back by close, or by the death of the process
            if is_held(self._lock):
                raise InputError(
                    "another search works in this directory",
                    source=str(folder),
                    expected="a directory of its own",
                )
            claim(folder, self.question)
            for remnant in (*folder.glob("*.partial"), *folder.glob("*.run")):
                remnant.unlink()
        except OSError as error:
            raise trouble(folder, error) from error

    def fit(self, memory: int | None) -> None:
        """Keep what is held in memory well inside the limit: merging needs three times as much."""
        if memory is not None:
            self.budget = min(self.budget, max(1 << 20, (memory - resident_bytes()) // 2))
            self.stride = max(BLOCK, min(self.stride, self.budget // (128 * self.width)))

    def load(self, side: str) -> list[Level]:
        """The finished levels, checked; stops at the first that is missing."""
        levels: list[Level] = []
        while (level := self.finished(side, len(levels))) is not None:
            levels.append(level)
        return levels

    def finished(self, side: str, number: int) -> Level | None:
        """A level that is in place."""
        path = level_path(self.folder, side, number)
        owner = level_owner(self.folder, self.question, side, number)
        return read_level(path, self.width, owner) if path.exists() else None

    def collector(self, side: str, index: int) -> Collector:
        owner = level_owner(self.folder, self.question, side, index)
        path = level_path(self.folder, side, index)
        return DiskCollector(path, self.width, owner, self.count, self.budget)

    def close(self) -> None:
        """Let the next search into the directory."""
        self._lock.close()


def claim(folder: Path, question: bytes) -> None:
    """Write whose directory this is, or compare."""
    path = folder / "question.json"
    mine = {"format": "pegfeas-levels", "version": VERSION, "question": question.hex()}
    if not path.exists():
        if any(folder.glob("*.level")):
            raise InputError(
                "level files without question.json", source=str(folder), expected="an empty directory"
            )
        with Aside(path, lasting=False) as file:
            file.write(json.dumps(mine).encode() + b"\n")
        return
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        version, owner = stored["version"], stored["question"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError("not a file of pegfeas", source=str(path), expected="an empty directory") from error
    for seen, expected, why in (
        (version, VERSION, "the directory was written by another version"),
        (owner, mine["question"], "the directory belongs to another pair, or to other pruning functions"),
    ):
        if seen != expected:
            raise InputError(why, source=str(path), seen=str(seen), expected=str(expected))


class DiskCollector(Collector):
    """Collects a level, spilling sorted runs."""

    def __init__(self, path: Path, width: int, owner: bytes, count: CountOrbits, budget: int) -> None:
        self.most = max(1 << 10, budget // (24 * width))
        super().__init__(width, count, min(1 << 20, self.most // 2))
        self.path, self.owner = path, owner
        self.runs: list[LevelFile] = []

    def add(self, words: Words) -> None:
        super().add(words)
        if len(self.merged) + self.waiting > self.most:
            self.spill()

    def spill(self) -> None:
        path = self.path.with_suffix(f".{len(self.runs)}.run")
        try:
            writer = LevelWriter(path, self.width, self.owner, len, lasting=False)
            write_all(writer, self.merge())
            self.runs.append(writer.finish())
        except DiskLimitError:
            self.drop_runs()
            raise
        self.merged = self.merged[:0].copy()

    def finish(self) -> Level:
        if self.runs:
            self.spill()
        try:
            writer = LevelWriter(self.path, self.width, self.owner, self.count)
            if self.runs:
                merge_runs(self.runs, writer, self.most)
            else:
                write_all(writer, self.merge())
            return writer.finish()
        finally:
            self.drop_runs()

    def drop_runs(self) -> None:
        """Give their space back."""
        while self.runs:
            with suppress(OSError):  # the next search in the directory removes what is left
                self.runs.pop().path.unlink()


def write_all(writer: LevelWriter, words: Words) -> None:
    """In pieces, so that no second copy of the whole is made."""
    for low in range(0, len(words), 1 << 18):
        writer.write(words[low : low + (1 << 18)])


def merge_runs(runs: Sequence[LevelFile], writer: LevelWriter, most: int) -> None:
    """The union of sorted files, sorted, with about `most` rows in memory.

    Of every run the next piece is held; all rows up to the least last row of these pieces are final.
    """
    piece = max(1, most // len(runs))
    places = [0] * len(runs)
    held = [run.block(0, piece) for run in runs]
    while any(len(rows) for rows in held):
        ends = [
            rows[-1:] for rows, at, run in zip(held, places, runs, strict=True) if at + len(rows) < run.size
        ]
        bound = unique(np.concatenate(ends))[:1] if ends else None
        final = []
        for i, rows in enumerate(held):
            cut = len(rows) if bound is None else up_to(rows, bound)
            final.append(rows[:cut])
            places[i] += cut
            held[i] = rows[cut:] if cut < len(rows) else runs[i].block(places[i], places[i] + piece)
        write_all(writer, unique(np.concatenate(final)))


def up_to(rows: Words, bound: Words) -> int:
    """How many of the sorted distinct rows are at most the bound."""
    at = int(locate(rows, bound)[0])
    return at + int(at < len(rows) and bool((rows[at] == bound[0]).all()))
