"""The tasks of a partitioned frontier search: what a worker does with the files of one partition."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from feasibility.base.durable import digest
from feasibility.base.errors import DiskLimitError
from feasibility.engines.frontier.bits import Arrays
from feasibility.engines.frontier.dealing import Cut, Dealer, Marks, kernel_arrays
from feasibility.engines.frontier.disk import DiskCollector
from feasibility.engines.frontier.expand import Expander, expander
from feasibility.engines.frontier.level_files import (
    LevelFile,
    LevelWriter,
    level_owner,
    level_path,
    read_level,
)
from feasibility.engines.frontier.sealed_files import trouble
from feasibility.engines.frontier.sent_files import SentFile, SentWriter
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import BLOCK, Symmetries, unique, word_count

WORTH = 128  # bytes of marks for each place that was sent, at most


class Step(NamedTuple):
    """One partition of one level of one side (0 is the level of the start)."""

    side: str
    level: int
    part: int


class Order(NamedTuple):
    """A task: to send what is made of a partition or, with `gather`, to make one of what was sent to it.

    `whole`: the level is in one file; all tasks must cut it in the same way, so they are told.
    """

    step: Step
    gather: bool
    whole: bool = False


class Tools(NamedTuple):
    """What the tasks of one side need, made once in a process."""

    symmetries: Symmetries
    expand: Expander
    cut: Cut
    arrays: Arrays | None


@dataclass(frozen=True)
class Place:
    """Where the files of a search are, and what it asks; enough for a worker to do any task."""

    folder: Path
    key: bytes  # a digest of the question and of the way in which it is dealt
    asked: Question = field(compare=False)
    parts: int
    budget: int

    @property
    def width(self) -> int:
        return word_count(self.asked.holes)

    def level(self, side: str, level: int) -> Path:
        return self.folder / f"{side}-{level:03d}"

    def part(self, step: Step) -> Path:
        return self.level(step.side, step.level) / f"part-{step.part:05d}.level"

    def sent(self, step: Step) -> Path:
        """What the expansion of a partition sends to the next level."""
        return self.level(step.side, step.level + 1) / f"from-{step.part:05d}.sent"

    def owner(self, path: Path) -> bytes:
        """The mark of the file with this name."""
        return digest(self.key, path.relative_to(self.folder).as_posix().encode())

    def read(self, path: Path) -> LevelFile:
        """A finished partition, checked."""
        return read_level(path, self.width, self.owner(path))

    def received(self, side: str, path: Path) -> SentFile:
        """What was sent, its list of chunks checked."""
        try:
            state = path.stat()
        except OSError as error:
            raise trouble(path, error) from error
        place = state.st_ino, state.st_size, state.st_mtime_ns
        return received(path, place, self.owner(path), tools(self, side).cut.kind)

    def share(self, step: Step, whole: bool) -> tuple[LevelFile, int, int]:
        """A file and the rows of it that a task expands: a partition, or as much of a level in one file."""
        if not whole:
            level = self.read(self.part(step))
            return level, 0, level.size
        owner = level_owner(self.folder, self.key, step.side, step.level)
        level = read_level(level_path(self.folder, step.side, step.level), self.width, owner)
        low, high = (level.size * n // self.parts for n in (step.part, step.part + 1))
        return level, low, high


@lru_cache(maxsize=4)
def tools(place: Place, side: str) -> Tools:
    asked = place.asked if side == "forward" else place.asked.dual()
    symmetries = Symmetries(asked.symmetries, asked.holes)
    expand, cut = expander(asked, symmetries, Pruner(asked)), Cut(asked, place.parts)
    return Tools(symmetries, expand, cut, kernel_arrays(cut, expand, symmetries))


@lru_cache(maxsize=256)
def received(path: Path, place: tuple[int, ...], owner: bytes, kind: np.dtype[Any]) -> SentFile:
    """Each task that gathers asks for every file once more; `place` is another when the file is."""
    return SentFile(path, owner, kind)


def work(place: Place, order: Order) -> str:
    """Does any task of a search, which may be done twice, and by two at once; why the disk takes no more.

    Errors of workers come home as their text alone, and a full disk is no defect.
    """
    try:
        if order.gather:
            gather(place, order.step)
        else:
            send(place, order.step, order.whole)
    except DiskLimitError as full:
        return str(full)
    return ""


def send(place: Place, step: Step, whole: bool) -> None:
    """First round: what one move reaches from a partition, dealt to the partitions of the next level."""
    path = place.sent(step)
    if path.exists():
        return
    level, begin, end = place.share(step, whole)
    _, expand, cut, arrays = tools(place, step.side)
    with aside_in(path.parent) as aside:
        writer = SentWriter(aside / path.name, place.owner(path), cut.kind)
        dealer = Dealer(cut, expand, arrays, place.budget // 2)
        for low in range(begin, end, BLOCK):
            dealer.deal(level.block(low, min(low + BLOCK, end)), writer.write)
        dealer.rest(writer.write)
        writer.finish()
        os.replace(writer.path, path)


def gather(place: Place, step: Step) -> None:
    """Second round: what was sent to one partition, made distinct and sorted."""
    path = place.part(step)
    if path.exists():
        return
    before = step._replace(level=step.level - 1)
    files = [place.received(step.side, place.sent(before._replace(part=part))) for part in range(place.parts)]
    cut = tools(place, step.side).cut
    entries = sum(file.entries(step.part) for file in files)
    with aside_in(path.parent) as aside:
        if cut.short and 8 * cut.words <= min(place.budget, WORTH * entries):
            marked(place, step, files, aside / path.name)
        else:
            merged(place, step, files, aside / path.name)
        os.replace(aside / path.name, path)


def marked(place: Place, step: Step, files: list[SentFile], path: Path) -> None:
    """By marks in an array of bits."""
    symmetries, _, cut, arrays = tools(place, step.side)
    marks = Marks(cut, step.part, arrays, symmetries.positions)
    for file in files:
        for places in file.sent(step.part):
            marks.add(places)
    writer = LevelWriter(path, place.width, place.owner(place.part(step)), symmetries.positions)
    for words, positions in marks.listed():
        writer.put(words, positions)
    writer.finish()


def merged(place: Place, step: Step, files: list[SentFile], path: Path) -> None:
    """Few positions, or too many for marks: chunks are sorted and merged, on disk where they are many."""
    symmetries, _, cut, _ = tools(place, step.side)
    owner = place.owner(place.part(step))
    collector = DiskCollector(path, place.width, owner, symmetries.positions, place.budget)
    for file in files:
        for dealt in file.sent(step.part):
            collector.add(unique(cut.rows(step.part, dealt)))
    collector.finish()


@contextmanager
def aside_in(folder: Path) -> Iterator[Path]:
    """A folder for one attempt at one task."""
    path = folder / f"aside-{uuid4().hex}"
    try:
        path.mkdir(parents=True)
    except OSError as error:
        raise trouble(path, error) from error
    try:
        yield path
    finally:
        rmtree(path, ignore_errors=True)
