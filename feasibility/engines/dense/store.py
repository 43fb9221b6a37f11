"""A closure's bit array on disk, so that a killed run goes on where it was.

A sealed file of the words, little-endian. Any bit set in it belongs to the closure, also in the middle of a
pass, since bits are only ever set, and only where a jump from a set bit leads; a later run can start from it
because it begins by looking at every block again. The number in its header is twice the passes, and one more
where they are all: a false "done" would be a false refutation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from feasibility.base.durable import digest
from feasibility.base.errors import DiskLimitError
from feasibility.base.stopped import Stopped
from feasibility.base.workdir import SIZE, Head, SealedWriter, corrupted, owned, read_head, trouble

Stored = TypeVar("Stored")
MAGIC = b"PEGDENSE"
CHUNK = 1 << 20  # words read, hashed and written together
RATE = 250e6  # bytes of words, written with their checksum on a slow disk in a second
PATIENCE = 4.0  # between two saves, so many times what the last one took: a fifth of the time at most


def seconds_for(words: int) -> float:
    """What it takes to write or to read so many, about."""
    return 8 * words / RATE


def in_folder(folder: Path | None, made: Callable[[], Stored]) -> Stored | Stopped:
    """What a search makes that owns its work directory; a disk that takes no more is a result."""
    try:
        with nullcontext() if folder is None else owned(folder):
            return made()
    except DiskLimitError as full:
        return Stopped("disk", str(full))


def question_digest(*parts: object) -> str:
    """A short name for everything that the bits depend on."""
    return digest(repr(parts).encode()).hex()


@dataclass
class SetFile:
    """The file of one closure in a work directory."""

    path: Path
    digest: str
    due: float = 0.0  # when it is worth to save again

    @property
    def owner(self) -> bytes:
        return digest(self.digest.encode())

    def keep(self, words: NDArray[Any], passes: int, done: bool = False) -> Stopped | None:
        """Save after a pass, if it was the last one, or the last save is long ago for what it took."""
        return self.save(words, passes, done) if done or monotonic() >= self.due else None

    def save(self, words: NDArray[Any], passes: int, done: bool = False) -> Stopped | None:
        """Write the array; a refusal if the disk does not take it."""
        began = monotonic()
        try:
            writer = SealedWriter(self.path, MAGIC, 8, self.owner)
            try:
                for chunk in _chunks(words):
                    writer.append(chunk)
                writer.seal(len(words), 2 * passes + done, digest(*_chunks(words)))
            except BaseException:
                writer.aside.drop()
                raise
        except DiskLimitError as full:
            return Stopped("disk", str(full))
        ended = monotonic()
        self.due = ended + PATIENCE * (ended - began)
        return None

    def load(self, words: NDArray[Any]) -> tuple[int, bool]:
        """Fill the array from the file, if there is one: passes made, and whether it is complete."""
        if not self.path.exists():
            return 0, False
        words[:], passes, done = self.mapped(len(words))
        return passes, done

    def mapped(self, count: int) -> tuple[NDArray[Any], int, bool]:
        """The words of the file in its place, to be read; passes made, and whether it is complete.

        They take no memory that the system could not take back.
        """
        head = self._head(count)
        words: NDArray[Any] = np.memmap(self.path, "<u8", "r", SIZE, (count,)).view(np.ndarray)
        if digest(*_chunks(words)) != head.checksum:
            raise corrupted(self.path, "its words do not match their checksum")
        return words, head.number >> 1, bool(head.number & 1)

    def _head(self, count: int) -> Head:
        """There are as many words as there should be."""
        try:
            with self.path.open("rb") as file:
                head = read_head(file, self.path, MAGIC, 8, self.owner)
            size = self.path.stat().st_size
        except OSError as error:
            raise trouble(self.path, error) from error
        if head.entries != count or size != SIZE + 8 * count:
            raise corrupted(self.path, "it has not the length that its header tells")
        return head


def _chunks(words: NDArray[Any]) -> Iterator[memoryview]:
    for low in range(0, len(words), CHUNK):
        yield words[low : low + CHUNK].astype("<u8", copy=False).data.cast("B")
