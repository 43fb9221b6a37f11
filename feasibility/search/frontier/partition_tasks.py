"""The tasks of a partitioned frontier search: what a worker does with the files of one partition."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from feasibility.search.frontier.disk import DiskCollector, DiskStore, merge_runs
from feasibility.search.frontier.expand import Expander, expander
from feasibility.search.frontier.level_files import (
    LevelFile,
    LevelWriter,
    digest,
    owner_of,
    read_level,
    trouble,
)
from feasibility.search.positions.pruning import Pruner
from feasibility.search.positions.question import Question
from feasibility.search.positions.words import BLOCK, Symmetries, Words, word_count

ODD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio (Knuth, TAOCP 6.4)


def destinations(words: Words, parts: int) -> npt.NDArray[np.int64]:
    """The partition of every position."""
    mixed = words[:, 0] * ODD
    for word in range(1, words.shape[1]):
        mixed = (mixed ^ words[:, word] ^ mixed >> np.uint64(29)) * ODD
    return ((mixed >> np.uint64(32)) % np.uint64(parts)).astype(np.int64)


class Step(NamedTuple):
    """A task: one partition of one level of one side (0 is the level of the start)."""

    side: str
    level: int
    part: int


@dataclass(frozen=True)
class Place:
    """Where the files of a search are, and what it asks; enough for a worker to do any task."""

    folder: Path
    asked: Question
    backward: Question | None
    parts: int
    budget: int
    alone: int  # a level of at most so many positions is made without tasks, into one file

    def question(self, side: str) -> Question:
        return self.backward if side == "backward" and self.backward is not None else self.asked

    @cached_property  # asked for with every file
    def key(self) -> bytes:
        return digest(repr((self.asked, self.parts)).encode())

    @property
    def width(self) -> int:
        return word_count(self.asked.holes)

    def level(self, side: str, level: int) -> Path:
        return self.folder / f"{side}-{level:03d}"

    def whole(self, side: str, level: int) -> Path:
        return self.level(side, level) / "whole.level"

    def part(self, step: Step) -> Path:
        return self.level(step.side, step.level) / f"part-{step.part:05d}.level"

    def sent(self, step: Step, destination: int) -> Path:
        """What the expansion of a partition sends to a partition of the next level."""
        name = f"from-{step.part:05d}-to-{destination:05d}.sent"
        return self.level(step.side, step.level + 1) / name

    def owner(self, path: Path) -> bytes:
        """The mark of the file with this name."""
        return owner_of(self.key, path.relative_to(self.folder).as_posix())

    def read(self, path: Path) -> LevelFile:
        """A finished file, checked."""
        return read_level(path, self.width, self.owner(path))

    def share(self, step: Step, whole: bool) -> tuple[LevelFile, int, int]:
        """A file and the rows of it that a task expands: a partition, or as much of a level in one file."""
        if not whole:
            level = self.read(self.part(step))
            return level, 0, level.size
        level = self.read(self.whole(step.side, step.level))
        low, high = (level.size * n // self.parts for n in (step.part, step.part + 1))
        return level, low, high


@lru_cache(maxsize=4)
def tools(asked: Question) -> tuple[Symmetries, Expander]:
    symmetries = Symmetries(asked.symmetries, asked.holes)
    return symmetries, expander(asked, symmetries, Pruner(asked))


@dataclass(frozen=True)
class Expand:
    """First round: the successors of one partition, sorted by destination.

    To sync so many small files takes far longer than to make them once more, so after a crash of the machine
    those that are not whole are taken away (see PartitionedStore.load). `whole`: the level is in one file;
    all tasks must cut it in the same way, so they are told.
    """

    place: Place
    whole: bool

    def __call__(self, step: Step) -> int:
        place = self.place
        targets = [place.sent(step, q) for q in range(place.parts)]
        if all(path.exists() for path in targets):
            return 0
        level, begin, end = place.share(step, self.whole)
        expand = tools(place.question(step.side))[1]
        with Aside(place.level(step.side, step.level + 1)) as aside:
            store = DiskStore(aside, place.width, place.key, len)
            store.budget, store.lasting = max(1 << 20, place.budget // place.parts), False
            collectors = [
                DiskCollector(store, aside / f"{q}.level", place.owner(target))
                for q, target in enumerate(targets)
            ]
            for low in range(begin, end, BLOCK):
                words = expand(level.block(low, min(low + BLOCK, end)))
                where = destinations(words, place.parts)
                for q, collector in enumerate(collectors):
                    collector.add(words[where == q])
            for q, collector in enumerate(collectors):
                collector.finish()
                os.replace(aside / f"{q}.level", targets[q])
        return end - begin


@dataclass(frozen=True)
class Gather:
    """Second round: what was sent to one partition, merged; its size and its positions."""

    place: Place

    def __call__(self, step: Step) -> int:
        place, path = self.place, self.place.part(step)
        if path.exists():
            return place.read(path).size
        before = Step(step.side, step.level - 1, 0)
        sent = [place.read(place.sent(before._replace(part=p), step.part)) for p in range(place.parts)]
        symmetries = tools(place.question(step.side))[0]
        with Aside(path.parent) as aside:
            writer = LevelWriter(aside / path.name, place.width, place.owner(path), symmetries.positions)
            merge_runs(sent, writer, max(1 << 12, place.budget // (24 * place.width)))
            level = writer.finish()
            os.replace(aside / path.name, path)
        return level.size


class Aside:
    """A folder for one attempt at one task."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"aside-{uuid4().hex}"

    def __enter__(self) -> Path:
        try:
            self.path.mkdir(parents=True)
        except OSError as error:
            raise trouble(self.path, error) from error
        return self.path

    def __exit__(self, *_: object) -> None:
        rmtree(self.path, ignore_errors=True)
