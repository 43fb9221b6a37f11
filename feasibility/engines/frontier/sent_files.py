"""What one task sends to the partitions of the next level, in one file.

Layout: 88 bytes of header (magic, version, bytes of an entry, number of chunks, where their list is, owner,
digest of the list, seal: the digest of the header so far), then the chunks, then their list: of each the
partition, the number of entries, where it is, and its CRC-32. Such a file is written once, read once and
taken away; one that is not whole is made once more, so nothing of it is synced to the disk.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from feasibility.base.durable import digest
from feasibility.engines.frontier.level_files import VERSION, corrupted, not_written, trouble

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.engines.frontier.dealing import Dealt

MAGIC = b"PEGSENT\0"
HEADER = struct.Struct("<8sIIQQ16s16s")
SIZE = HEADER.size + 16


class SentWriter:
    """Writes chunks as they come; `finish` writes what tells where they are."""

    def __init__(self, path: Path, owner: bytes, kind: np.dtype[Any]) -> None:
        self.path, self.owner, self.kind = path, owner, kind
        self.at = SIZE
        self.chunks: list[tuple[int, int, int, int]] = []
        try:
            self.file = path.open("wb")
            self.file.write(b"\0" * SIZE)
        except OSError as error:
            raise not_written(path, error) from error

    def write(self, part: int, dealt: Dealt) -> None:
        """A chunk for a partition."""
        raw = np.ascontiguousarray(dealt, self.kind).reshape(-1).view(np.uint8).data
        self.chunks.append((part, len(raw) // self.kind.itemsize, self.at, crc32(raw)))
        self.at += len(raw)
        try:
            self.file.write(raw)
        except OSError as error:
            self.give_up()
            raise not_written(self.path, error) from error

    def finish(self) -> None:
        """Only now is the file whole."""
        told = np.array(self.chunks, "<u8").tobytes()
        head = HEADER.pack(
            MAGIC, VERSION, self.kind.itemsize, len(self.chunks), self.at, self.owner, digest(told)
        )
        try:
            self.file.write(told)
            self.file.seek(0)
            self.file.write(head + digest(head))
            self.file.close()
        except OSError as error:
            self.give_up()
            raise not_written(self.path, error) from error

    def give_up(self) -> None:
        """Drop the half-made file, so that its space is free again."""
        with suppress(OSError):  # closing flushes, and the disk may be full
            self.file.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class SentFile:
    """A finished file; its list of chunks is checked, each chunk when it is read."""

    def __init__(self, path: Path, owner: bytes, kind: np.dtype[Any]) -> None:
        self.path, self.kind = path, kind
        try:
            with path.open("rb") as file:
                raw = file.read(SIZE)
                head, seal = raw[: HEADER.size], raw[HEADER.size :]
                if digest(head) != seal:
                    raise corrupted(path, "its header does not match its checksum")
                magic, version, size, chunks, at, marked, expected = HEADER.unpack(head)
                if (magic, version, size, marked) != (MAGIC, VERSION, kind.itemsize, owner):
                    raise corrupted(path, "it belongs to another version, question, level or partition")
                file.seek(at)
                told = file.read(32 * chunks)
        except OSError as error:
            raise trouble(path, error) from error
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
        try:
            with self.path.open("rb") as file:
                for _, entries, at, expected in chosen.tolist():
                    file.seek(at)
                    raw = file.read(entries * self.kind.itemsize)
                    if len(raw) != entries * self.kind.itemsize or crc32(raw) != expected:
                        raise corrupted(self.path, "a chunk does not match its checksum")
                    yield np.frombuffer(raw, self.kind)
        except OSError as error:
            raise trouble(self.path, error) from error

    def look(self) -> None:
        """Read all once, for its checksums."""
        for _ in self.sent():
            pass
