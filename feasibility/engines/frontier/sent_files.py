"""What one task sends to the partitions of the next level, in one file.

Layout: the header, with the number of chunks and the place of their list, then the chunks, then their list:
of each the partition, the number of entries, where it is, and its CRC-32. Such a file is written once, read
once and taken away; one that is not whole is made once more, so nothing of it is synced to the disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from feasibility.base.durable import digest
from feasibility.base.workdir import SIZE, SealedWriter, corrupted, read_head
from feasibility.engines.frontier.level_files import opened

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.engines.frontier.dealing import Dealt

MAGIC = b"PEGSENT\0"


class SentWriter(SealedWriter):
    """Writes chunks as they come; `finish` writes what tells where they are."""

    def __init__(self, path: Path, owner: bytes, kind: np.dtype[Any]) -> None:
        super().__init__(path, MAGIC, kind.itemsize, owner, lasting=False)
        self.kind = kind
        self.at = SIZE
        self.chunks: list[tuple[int, int, int, int]] = []

    def write(self, part: int, dealt: Dealt) -> None:
        """A chunk for a partition."""
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
            chunks, at, expected = read_head(file, path, MAGIC, kind.itemsize, owner)
            file.seek(at)
            told = file.read(32 * chunks)
        if digest(told) != expected:
            raise corrupted(path, "its list of chunks does not match its checksum")
        listed = np.frombuffer(told, "<u8").reshape(-1, 4)
        self.chunks: NDArray[np.uint64] = listed[np.argsort(listed[:, 0], kind="stable")]

    def chosen(self, part: int) -> NDArray[np.uint64]:
        """The chunks for a partition."""
        first, last = np.searchsorted(self.chunks[:, 0], np.array([part, part + 1], np.uint64))
        return self.chunks[first:last]

    def entries(self, part: int) -> int:
        """How many words or places were sent to a partition, repetitions included."""
        return int(self.chosen(part)[:, 1].sum())

    def sent(self, part: int | None = None) -> Iterator[Dealt]:
        """The chunks for a partition, or all."""
        chosen = self.chunks if part is None else self.chosen(part)
        with opened(self.path) as file:
            for _, entries, at, expected in chosen.tolist():
                file.seek(at)
                raw = file.read(entries * self.kind.itemsize)
                if len(raw) != entries * self.kind.itemsize or crc32(raw) != expected:
                    raise corrupted(self.path, "a chunk does not match its checksum")
                yield np.frombuffer(raw, self.kind)

    def look(self) -> None:
        """Read all once, for its checksums."""
        for _ in self.sent():
            pass
