"""Levels in a work directory: a search larger than memory goes on from disk, a killed one is resumed.

Sorted pieces of a level are spilled to run files as memory fills and merged at the end. Only files under
their final names count; a level that was being made when the process died is made again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np

from feasibility.base.durable import Aside, digest, is_held
from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import resident_bytes
from feasibility.engines.frontier.level_files import (
    NO_SEAL,
    VERSION,
    LevelFile,
    LevelWriter,
    owner_of,
    read_level,
    seal_of,
    trouble,
)
from feasibility.engines.frontier.levels import CountOrbits, Level, Merger
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, locate, unique, word_count

BUDGET = 256 << 20  # bytes for the level being made, when no limit on memory says less


class DiskStore:
    """The levels of one question in one directory."""

    on_disk = True

    def __init__(
        self, folder: Path, width: int, question: bytes, count: CountOrbits, lock: BinaryIO | None = None
    ) -> None:
        self.folder = folder
        self.width = width
        self.question = question
        self.count = count
        self.budget = BUDGET
        self.lasting = True
        self.stride = BLOCK << 5  # many, so that the files pass by few times
        self._lock = lock  # given back by close, or by the death of the process

    @classmethod
    def open(cls, folder: Path, asked: Question) -> DiskStore:
        """The store in a directory, new or of an earlier run of the same question."""
        question = digest(repr(asked).encode())
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = (folder / "lock").open("wb")
            hold(lock, folder)
            claim(folder, question)
            for remnant in (*folder.glob("*.partial"), *folder.glob("*.run")):
                remnant.unlink()
        except OSError as error:
            raise trouble(folder, error) from error
        symmetries = Symmetries(asked.symmetries, asked.holes)
        return cls(folder, word_count(asked.holes), question, symmetries.positions, lock)

    def fit(self, memory: int | None) -> None:
        """Keep what is held in memory well inside the limit: merging needs three times as much."""
        if memory is not None:
            self.budget = min(BUDGET, max(1 << 20, (memory - resident_bytes()) // 2))
            self.stride = max(BLOCK, min(self.stride, self.budget // (128 * self.width)))

    def path(self, side: str, index: int) -> Path:
        return self.folder / f"{side}-{index:03d}.level"

    def owner(self, side: str, index: int, before: bytes) -> bytes:
        """The mark of a level; `before` is the seal of the level that it was made from."""
        return owner_of(self.question, f"{side} {index}", before)

    def load(self, side: str) -> list[Level]:
        """The finished levels, checked; stops at the first that is missing."""
        levels: list[Level] = []
        before = NO_SEAL
        while (path := self.path(side, len(levels))).exists():
            level = read_level(path, self.width, self.owner(side, len(levels), before))
            levels.append(level)
            before = level.seal
        return levels

    def collector(self, side: str, index: int) -> DiskCollector:
        before = seal_of(self.path(side, index - 1)) if index else NO_SEAL
        return DiskCollector(self, self.path(side, index), self.owner(side, index, before))

    def close(self) -> None:
        """Let the next search into the directory."""
        if self._lock is not None:
            self._lock.close()


def hold(lock: BinaryIO, folder: Path) -> None:
    """Refuse a directory that a living process works in."""
    if is_held(lock):
        raise InputError(
            "another search works in this directory", source=str(folder), expected="a directory of its own"
        )


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
    if version != VERSION:
        raise InputError(
            "the directory was written by another version",
            source=str(path),
            seen=str(version),
            expected=str(VERSION),
        )
    if owner != mine["question"]:
        raise InputError(
            "the directory belongs to another pair, or to other pruning functions",
            source=str(path),
            seen=str(owner),
            expected=question.hex(),
        )


class DiskCollector:
    """Collects a level, spilling sorted runs."""

    def __init__(self, store: DiskStore, path: Path, owner: bytes) -> None:
        self.store = store
        self.path = path
        self.owner = owner
        self.most = max(1 << 10, store.budget // (24 * store.width))
        self.merger = Merger(store.width, min(1 << 20, self.most // 2))
        self.runs: list[LevelFile] = []

    def add(self, words: Words) -> None:
        self.merger.add(words)
        if self.merger.held > self.most:
            self.spill()

    def spill(self) -> None:
        path = self.path.with_suffix(f".{len(self.runs)}.run")
        try:
            writer = LevelWriter(path, self.store.width, self.owner, len, lasting=False)
            write_all(writer, self.merger.merge())
            self.runs.append(writer.finish())
        except DiskLimitError:
            self.drop_runs()
            raise
        self.merger = Merger(self.store.width, self.merger.least)

    def finish(self) -> Level:
        store = self.store
        if self.runs:
            self.spill()
        try:
            writer = LevelWriter(self.path, store.width, self.owner, store.count, lasting=store.lasting)
            if self.runs:
                merge_runs(self.runs, writer, self.most)
            else:
                write_all(writer, self.merger.merge())
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
