"""The files of a search: a level in one file, read in pieces, and what is sent to the next one.

A level has sorted rows, and in the header how many positions they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from feasibility.base.durable import digest
from feasibility.base.workdir import SIZE, SealedWriter, corrupted, read_head, seal_of, trouble
from feasibility.engines.frontier.levels import Collector, CountOrbits
from feasibility.engines.positions.words import Flags, Words, contains, locate

MAGIC, SENT = b"PEGLEVEL", b"PEGSENT\0"
NO_SEAL = b"\0" * 16  # of the level before the first
Dealt: TypeAlias = NDArray[Any]  # places, or rows of words
STRIDE = 4096  # every so many rows one is kept in memory, to find the others
READ = 1 << 18  # rows that are read or written together when a whole file passes by


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise trouble(path, error) from error


def level_path(folder: Path, side: str, number: int) -> Path:
    return folder / f"{side}-{number:03d}.level"


def level_owner(folder: Path, question: bytes, side: str, number: int) -> bytes:
    """The mark of a level in one file: it names the level that it was made from, if that is one too."""
    before = level_path(folder, side, number - 1)
    return digest(question, seal_of(before) if before.exists() else NO_SEAL, f"{side} {number}".encode())


class LevelFile:
    """A finished level; `index` holds every STRIDE-th row."""

    def __init__(self, path: Path, width: int, size: int, positions: int, index: Words) -> None:
        self.path = path
        self.width = width
        self.size = size
        self.positions = positions
        self.index = index

    def block(self, low: int, high: int) -> Words:
        rows = max(0, min(high, self.size) - low)
        with opened(self.path) as file:  # threads may read the same level
            file.seek(SIZE + 8 * self.width * low)
            raw = file.read(8 * self.width * rows)
        if len(raw) != 8 * self.width * rows:
            raise corrupted(self.path, "it was cut while the search read it")
        return np.frombuffer(raw, dtype="<u8").astype(np.uint64).reshape(rows, self.width)

    def holds(self, words: Words) -> Flags:
        """Reads only the pieces of the file where the sought positions can be."""
        held = np.zeros(len(words), dtype=np.bool_)
        if not self.size or not len(words):
            return held
        step = 1 if len(words) <= STRIDE else READ // STRIDE
        index = self.index[::step]
        at = locate(index, words)
        inside = np.minimum(at, len(index) - 1)
        piece = np.where((index[inside] == words).all(axis=1) & (at < len(index)), at, at - 1)
        order = np.argsort(piece, kind="stable")
        numbers, first = np.unique(piece[order], return_index=True)
        for number, rows in zip(numbers, np.split(order, first[1:]), strict=True):
            if number >= 0:
                low = int(number) * step * STRIDE
                held[rows] = contains(self.block(low, low + step * STRIDE), words[rows])
        return held


class LevelWriter(SealedWriter):
    def __init__(self, path: Path, width: int, owner: bytes) -> None:
        super().__init__(path, MAGIC, width, owner)
        self.state = blake2b(digest_size=16)
        self.size = 0
        self.positions = 0
        self.index: list[Words] = []

    def put(self, words: Words, positions: int) -> None:
        """Rows that stand for so many positions."""
        raw = np.ascontiguousarray(words, dtype="<u8").tobytes()
        self.append(raw)
        self.state.update(raw)
        self.index.append(words[-self.size % STRIDE :: STRIDE].copy())
        self.size += len(words)
        self.positions += positions

    def finish(self) -> LevelFile:
        self.seal(self.size, self.positions, self.state.digest())
        index = np.concatenate([np.empty((0, self.width), dtype=np.uint64), *self.index])
        return LevelFile(self.path, self.width, self.size, self.positions, index)


class LevelCollector(Collector):
    def __init__(self, path: Path, width: int, owner: bytes, count: CountOrbits) -> None:
        super().__init__(width, count)
        self.path, self.owner = path, owner

    def finish(self, listed: Iterable[tuple[Words, int]] = ()) -> LevelFile:
        """`listed`: sorted positions that were not collected, and how many their orbits have."""
        writer, words = LevelWriter(self.path, self.width, self.owner), self.merge()
        for some, positions in listed:
            writer.put(some, positions)
        for low in range(0, len(words), READ):  # so that no second copy of the whole is made
            writer.put(part := words[low : low + READ], self.count(part))
        return writer.finish()


def sizes_told(path: Path, width: int, owner: bytes) -> tuple[int, int]:
    """The rows of a level and their positions, as its header tells."""
    with opened(path) as file:
        return read_head(file, path, MAGIC, width, owner)[:2]


def read_level(path: Path, width: int, owner: bytes) -> LevelFile:
    """A level of an earlier run, every byte checked, and that it is the one of this place."""
    with opened(path) as file:
        size, positions, checksum = read_head(file, path, MAGIC, width, owner)
        state, index, seen = blake2b(digest_size=16), [], 0
        while piece := file.read(8 * width * STRIDE):
            state.update(piece)
            index.append(piece[: 8 * width])
            seen += len(piece)
    if seen != 8 * width * size or state.digest() != checksum:
        raise corrupted(path, "its positions do not match their checksum")
    rows = np.frombuffer(b"".join(index), dtype="<u8").astype(np.uint64).reshape(-1, width)
    return LevelFile(path, width, size, positions, rows)


class SentWriter(SealedWriter):
    """What one task sends to the partitions of the next level: chunks as they come, then where they are.

    Layout: the header, with the number of chunks and the place of their list, then the chunks, then their
    list: of each the partition, the number of entries, where it is, and its CRC-32. Such a file is written
    once, read once and taken away; one that is not whole is made once more, so nothing of it is synced.
    """

    def __init__(self, path: Path, owner: bytes, kind: np.dtype[Any]) -> None:
        super().__init__(path, SENT, kind.itemsize, owner, lasting=False)
        self.kind = kind
        self.at = SIZE
        self.chunks: list[tuple[int, int, int, int]] = []

    def write(self, part: int, dealt: Dealt) -> None:
        raw = np.ascontiguousarray(dealt, self.kind).reshape(-1).view(np.uint8).data
        self.chunks.append((part, len(raw) // self.width, self.at, crc32(raw)))
        self.at += len(raw)
        self.append(raw)

    def finish(self) -> None:
        """Only now is the file whole."""
        told = np.array(self.chunks, "<u8").tobytes()
        self.append(told)
        self.seal(len(self.chunks), self.at, digest(told))


class SentFile:
    """A finished file; its list of chunks is checked, each chunk when it is read."""

    def __init__(self, path: Path, owner: bytes, kind: np.dtype[Any]) -> None:
        self.path, self.kind = path, kind
        with opened(path) as file:
            chunks, at, expected = read_head(file, path, SENT, kind.itemsize, owner)
            file.seek(at)
            told = file.read(32 * chunks)
        if digest(told) != expected:
            raise corrupted(path, "its list of chunks does not match its checksum")
        listed = np.frombuffer(told, "<u8").reshape(-1, 4)
        self.chunks: NDArray[np.uint64] = listed[np.argsort(listed[:, 0], kind="stable")]

    def chosen(self, parts: range) -> NDArray[np.uint64]:
        first, last = np.searchsorted(self.chunks[:, 0], np.array([parts.start, parts.stop], np.uint64))
        return self.chunks[first:last]

    def entries(self, parts: range) -> int:
        """How many words or places were sent to some partitions, repetitions included."""
        return int(self.chosen(parts)[:, 1].sum())

    def sent(self, parts: range) -> tuple[NDArray[np.uint64], Dealt]:
        """What was sent to some partitions, and of each entry the partition."""
        chosen = self.chosen(parts)
        pieces = [np.empty(0, self.kind), *self._read(chosen)]
        return np.repeat(chosen[:, 0], chosen[:, 1].astype(np.int64)), np.concatenate(pieces)

    def _read(self, chosen: NDArray[np.uint64]) -> Iterator[Dealt]:
        with opened(self.path) as file:
            for _, entries, at, expected in chosen.tolist():
                file.seek(at)
                raw = file.read(entries * self.kind.itemsize)
                if len(raw) != entries * self.kind.itemsize or crc32(raw) != expected:
                    raise corrupted(self.path, "a chunk does not match its checksum")
                yield np.frombuffer(raw, self.kind)

    def look(self) -> None:
        """Read all once, for its checksums."""
        for _ in self._read(self.chunks):
            pass
