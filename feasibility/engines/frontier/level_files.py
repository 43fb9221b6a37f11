"""One level in one file: written aside, checksummed, renamed into place; read in pieces.

Layout: 88 bytes of header (magic, version, words per position, number of rows, positions without symmetry
in 16 bytes, owner, digest of the rows, seal: the digest of the header so far), then the sorted rows,
little-endian. The owner is a digest of all that makes the file the one of its place: the question, the name
of the place and the seal of the level before it, so that a file is of no use under another name. A file
under its final name is complete; anything else in the folder is a remnant.
"""

from __future__ import annotations

import struct
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import numpy as np

from feasibility.base.durable import Aside, digest
from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import out_of_room
from feasibility.engines.frontier.levels import CountOrbits
from feasibility.engines.positions.words import Flags, Words, contains, locate

MAGIC = b"PEGLEVEL"
VERSION = 2
HEADER = struct.Struct("<8sIIQ16s16s16s")
SIZE = HEADER.size + 16
NO_SEAL = b"\0" * 16  # of the level before the first
STRIDE = 4096  # every so many rows one is kept in memory, to find the others
READ = 1 << 18  # rows per read when a whole file passes by


def owner_of(question: bytes, place: str, before: bytes = NO_SEAL) -> bytes:
    """The mark of a file of this question in this place, made from the level with the seal `before`."""
    return digest(question, before, place.encode())


def trouble(path: Path, error: OSError) -> InputError | DiskLimitError:
    """What the system said about a file of the work directory."""
    kind = DiskLimitError if out_of_room(error) else InputError
    return kind(
        "cannot keep the search on disk",
        source=str(path),
        seen=error.strerror or str(error),
        expected="a writable directory with free space; finished levels are kept and a new run goes on",
    )


def not_written(path: Path, error: OSError) -> DiskLimitError:
    """The disk took so much and no more, whatever the reason."""
    return DiskLimitError(
        f"cannot be written ({error.strerror or error}); finished levels are kept and a new run goes on",
        source=str(path),
    )


def corrupted(path: Path, why: str) -> InputError:
    """A file that cannot be trusted."""
    return InputError(
        f"corrupted level file: {why}",
        source=str(path),
        expected="an intact file; delete it and the later levels of its side, and they are searched again",
    )


class LevelFile:
    """A finished level; `index` holds every STRIDE-th row."""

    def __init__(self, path: Path, width: int, size: int, positions: int, index: Words, seal: bytes) -> None:
        self.path = path
        self.width = width
        self.size = size
        self.positions = positions
        self.index = index
        self.seal = seal
        self._file: BinaryIO | None = None

    def block(self, low: int, high: int) -> Words:
        rows = max(0, min(high, self.size) - low)
        try:
            if self._file is None:
                self._file = self.path.open("rb")
            self._file.seek(SIZE + 8 * self.width * low)
            raw = self._file.read(8 * self.width * rows)
        except OSError as error:
            raise trouble(self.path, error) from error
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


class LevelWriter:
    """Writes rows aside and puts the finished file in place in one step."""

    def __init__(
        self, path: Path, width: int, owner: bytes, count: CountOrbits, *, lasting: bool = True
    ) -> None:
        self.path = path
        self.width = width
        self.owner = owner
        self.count = count
        self.state = blake2b(digest_size=16)
        self.size = 0
        self.positions = 0
        self.index: list[Words] = []
        try:
            self.aside = Aside(path, lasting=lasting)
            self.aside.file.write(b"\0" * SIZE)
        except OSError as error:
            raise not_written(path, error) from error

    def write(self, words: Words) -> None:
        self.put(words, self.count(words))

    def put(self, words: Words, positions: int) -> None:
        """Rows that stand for so many positions."""
        raw = np.ascontiguousarray(words, dtype="<u8").tobytes()
        try:
            self.aside.file.write(raw)
        except OSError as error:
            self.aside.drop()
            raise not_written(self.path, error) from error
        self.state.update(raw)
        self.index.append(words[-self.size % STRIDE :: STRIDE].copy())
        self.size += len(words)
        self.positions += positions

    def finish(self) -> LevelFile:
        head = HEADER.pack(
            MAGIC, VERSION, self.width, self.size, self.positions.to_bytes(16, "little"), self.owner,
            self.state.digest(),
        )  # fmt: skip
        seal = digest(head)
        try:
            self.aside.file.seek(0)
            self.aside.file.write(head + seal)
            self.aside.place()
        except OSError as error:
            self.aside.drop()
            raise not_written(self.path, error) from error
        index = np.concatenate([np.empty((0, self.width), dtype=np.uint64), *self.index])
        return LevelFile(self.path, self.width, self.size, self.positions, index, seal)


def seal_of(path: Path) -> bytes:
    """The seal of a file that was read or written before."""
    try:
        with path.open("rb") as file:
            file.seek(HEADER.size)
            return file.read(SIZE - HEADER.size)
    except OSError as error:
        raise trouble(path, error) from error


def read_head(file: BinaryIO, path: Path, width: int, owner: bytes) -> tuple[int, int, bytes, bytes]:
    """Of a level of an earlier run, the one of this place: rows, positions, their checksum, its seal."""
    raw = file.read(SIZE)
    head, seal = raw[: HEADER.size], raw[HEADER.size :]
    if digest(head) != seal:
        raise corrupted(path, "its header does not match its checksum")
    magic, version, words, size, positions, marked, expected = HEADER.unpack(head)
    if (magic, version, words) != (MAGIC, VERSION, width):
        raise corrupted(path, "it belongs to another version or another board")
    if marked != owner:
        raise corrupted(path, "it belongs to another question, side or level, or follows another")
    return size, int.from_bytes(positions, "little"), expected, seal


def sizes_told(path: Path, width: int, owner: bytes) -> tuple[int, int]:
    """The rows of a level and their positions, as its header tells."""
    try:
        with path.open("rb") as file:
            return read_head(file, path, width, owner)[:2]
    except OSError as error:
        raise trouble(path, error) from error


def read_level(path: Path, width: int, owner: bytes) -> LevelFile:
    """A level of an earlier run, every byte checked, and that it is the one of this place."""
    try:
        with path.open("rb") as file:
            size, positions, expected, seal = read_head(file, path, width, owner)
            state, index, seen = blake2b(digest_size=16), [], 0
            while piece := file.read(8 * width * STRIDE):
                state.update(piece)
                index.append(piece[: 8 * width])
                seen += len(piece)
    except OSError as error:
        raise trouble(path, error) from error
    if seen != 8 * width * size or state.digest() != expected:
        raise corrupted(path, "its positions do not match their checksum")
    rows = np.frombuffer(b"".join(index), dtype="<u8").astype(np.uint64).reshape(-1, width)
    return LevelFile(path, width, size, positions, rows, seal)
