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
from feasibility.base.report import Look, patient
from feasibility.base.workdir import trouble
from feasibility.engines.frontier.bits import MarkArrays
from feasibility.engines.frontier.dealing import Deal, Dealer, DealtMarks, Kernel, kernel_arrays
from feasibility.engines.frontier.expand import Expander, expander
from feasibility.engines.frontier.level_files import (
    LevelCollector,
    LevelFile,
    SentFile,
    SentWriter,
    level_owner,
    level_path,
    read_level,
    sizes_told,
)
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import BLOCK, Symmetries, unique, word_count

FILES = 1024  # of a level at most: more partitions, which hold too little for marks, share them
SHARES = 64  # of a level that are expanded apart: who makes a file looks at what each of them sent
SHARED = 1 << 22  # positions of one of them, where there are more
WORTH = 128  # bytes of marks for each place that was sent, at most


class PartitionStep(NamedTuple):
    """One file of one level of one side (0 is the level of the start), or one share that is expanded."""

    side: str
    level: int
    part: int


class PartitionTask(NamedTuple):
    """A task: to send what is made of a share or, with `gather`, to make a file of what was sent to it.

    `shares`: of the level that is expanded, in one file if `whole`; all tasks must cut it in the same way.
    """

    step: PartitionStep
    gather: bool
    shares: int
    whole: bool = False


class Tools(NamedTuple):
    """What the tasks of one side need, made once in a process."""

    symmetries: Symmetries
    expand: Expander
    cut: Deal
    arrays: MarkArrays | None


@dataclass(frozen=True)
class SearchFolder:
    """Where the files of a search are, and what it asks; enough for a worker to do any task."""

    folder: Path
    key: bytes  # a digest of the question and of the way in which it is dealt
    question: PositionQuestion = field(compare=False)
    parts: int
    budget: int

    @property
    def width(self) -> int:
        return word_count(self.question.holes)

    @property
    def files(self) -> int:
        return self.parts if self.parts % FILES else FILES

    def shares(self, size: int) -> int:
        """Of a level of this size: few of a small one, on a cluster many of a large one."""
        return min(self.files, max(SHARES, size // SHARED))

    @property
    def each(self) -> int:
        """Partitions in a file."""
        return self.parts // self.files

    def level(self, side: str, level: int) -> Path:
        return self.folder / f"{side}-{level:03d}"

    def part(self, step: PartitionStep) -> Path:
        return self.level(step.side, step.level) / f"part-{step.part:05d}.level"

    def sent(self, step: PartitionStep) -> Path:
        """What the expansion of a share sends to the next level."""
        return self.level(step.side, step.level + 1) / f"from-{step.part:05d}.sent"

    def owner(self, path: Path) -> bytes:
        return digest(self.key, path.relative_to(self.folder).as_posix().encode())

    def read(self, path: Path) -> LevelFile:
        """A finished partition, checked."""
        return read_level(path, self.width, self.owner(path))

    def received(self, side: str, path: Path) -> SentFile:
        """What was sent, its list of chunks checked."""
        return received(path, state_of(path), self.owner(path), tools(self, side).cut.kind)

    def share(self, order: PartitionTask) -> list[tuple[LevelFile, int, int]]:
        """Files and their rows that a task expands: partitions, or as much of a level in one file."""
        step = order.step
        if not order.whole:
            files = range(*(self.files * n // order.shares for n in (step.part, step.part + 1)))
            levels = [self.read(self.part(step._replace(part=file))) for file in files]
            return [(level, 0, level.size) for level in levels]
        path = level_path(self.folder, step.side, step.level)
        owner = level_owner(self.folder, self.key, step.side, step.level)
        level = in_one_file(path, state_of(path), self.width, owner)
        low, high = (level.size * n // order.shares for n in (step.part, step.part + 1))
        return [(level, low, high)]


@lru_cache(maxsize=4)
def tools(place: SearchFolder, side: str) -> Tools:
    question = place.question if side == "forward" else place.question.dual()
    symmetries = Symmetries(question.symmetries, question.holes)
    expand, cut = expander(question, symmetries, Pruner(question)), Deal(question, place.parts)
    return Tools(symmetries, expand, cut, kernel_arrays(cut, expand, symmetries))


def state_of(path: Path) -> tuple[int, ...]:
    """It is another when the file is."""
    try:
        state = path.stat()
    except OSError as error:
        raise trouble(path, error) from error
    return state.st_ino, state.st_size, state.st_mtime_ns


@lru_cache(maxsize=256)
def received(path: Path, state: tuple[int, ...], owner: bytes, kind: np.dtype[Any]) -> SentFile:
    """Each task that gathers asks for every file once more."""
    return SentFile(path, owner, kind)


@lru_cache(maxsize=2)
def in_one_file(path: Path, state: tuple[int, ...], width: int, owner: bytes) -> LevelFile:
    """Each task that sends a share of a level asks for it once more."""
    return read_level(path, width, owner)


def work(place: SearchFolder, order: PartitionTask, look: Look = patient) -> int | str:
    """Does any task of a search, which may be done twice, and by two at once.

    Gives how many positions it took or made, or why the disk takes no more: errors of workers come home as
    their text alone, and a full disk is no defect. `look` may raise to end the work; of a
    worker whoever has sent it keeps the limits.
    """
    try:
        return gather(place, order, look) if order.gather else send(place, order, look)
    except DiskLimitError as full:
        return str(full)


def send(place: SearchFolder, order: PartitionTask, look: Look) -> int:
    """First round: what one move reaches from a share, dealt to the partitions of the next level."""
    path, share = place.sent(order.step), place.share(order)
    size = sum(end - begin for _, begin, end in share)
    if path.exists():
        return size
    _, expand, cut, arrays = tools(place, order.step.side)
    with aside_in(path.parent) as aside:
        writer = SentWriter(aside / path.name, place.owner(path), cut.kind)
        dealer = Dealer(cut, expand) if arrays is None else Kernel(cut, arrays, place.budget // 2)
        for level, begin, end in share:
            for low in range(begin, end, BLOCK):
                look()
                dealer.deal(level.block(low, min(low + BLOCK, end)), writer.write)
        dealer.rest(writer.write)
        writer.finish()
        os.replace(writer.path, path)
    return size


def gather(place: SearchFolder, order: PartitionTask, look: Look) -> int:
    """Second round: what was sent to the partitions of one file, made distinct and sorted."""
    step, path = order.step, place.part(order.step)
    if path.exists():
        return sizes_told(path, place.width, place.owner(path))[0]
    before = [place.sent(PartitionStep(step.side, step.level - 1, share)) for share in range(order.shares)]
    files = [place.received(step.side, sent) for sent in before]
    symmetries, _, cut, arrays = tools(place, step.side)
    parts = range(step.part * place.each, (step.part + 1) * place.each)
    entries, count = sum(file.entries(parts) for file in files), symmetries.positions
    marks = None  # where positions are few, or too many for marks, chunks are sorted and merged
    if place.each == 1 and cut.short and 8 * cut.words <= min(place.budget, WORTH * entries):
        marks = DealtMarks(cut, step.part, arrays, count)
    with aside_in(path.parent) as aside:
        collector = LevelCollector(aside / path.name, place.width, place.owner(path), count)
        for file in files:
            look()
            numbers, dealt = file.sent(parts)
            if marks is None:
                collector.add(unique(cut.rows(numbers, dealt)))
            else:
                marks.add(dealt)
        level = collector.finish(() if marks is None else marks.listed())
        os.replace(aside / path.name, path)
    return level.size


@contextmanager
def aside_in(folder: Path) -> Iterator[Path]:
    path = folder / f"aside-{uuid4().hex}"
    try:
        path.mkdir(parents=True)
    except OSError as error:
        raise trouble(path, error) from error
    try:
        yield path
    finally:
        rmtree(path, ignore_errors=True)
