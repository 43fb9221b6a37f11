"""A work directory: owned by one search, its files sealed, put in place in one step, not read unless intact.

Header: magic, version, size of an entry, number of entries, a number in 16 bytes, owner, checksum of the
entries, seal: the digest of the header so far; little-endian, filled up with zeros. The owner is a digest of
all that makes the file the one of its place, so that a file is of no use under another name. A file under its
final name is complete; anything else in the folder is a remnant.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

from feasibility.base.durable import Aside, digest, is_held
from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import out_of_room

VERSION = 3
HEADER = struct.Struct("<8sIIQ16s16s16s")
SEAL = 16
SIZE = 128  # whole cache lines, so that entries can be read in their place


class InUseError(InputError):
    """Another search works in the directory."""


def owned(folder: Path) -> BinaryIO:
    """A directory, made where it is missing, for this search alone until the lock is closed or we die."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError("the work directory is not writable", source=str(folder))
        lock = (folder / "lock").open("ab")
    except OSError as error:
        raise trouble(folder, error) from error
    if is_held(lock):
        lock.close()
        raise InUseError(
            "another search works in this directory", source=str(folder), expected="a directory of its own"
        )
    return lock


def trouble(path: Path, error: OSError) -> InputError | DiskLimitError:
    """What the system said about a file of the work directory."""
    kind = DiskLimitError if out_of_room(error) else InputError
    return kind(
        "cannot keep the search on disk",
        source=str(path),
        seen=error.strerror or str(error),
        expected="a writable directory with free space; what is finished is kept and a new run goes on",
    )


def not_written(path: Path, error: OSError) -> DiskLimitError:
    """The disk took so much and no more, whatever the reason."""
    return DiskLimitError(
        f"cannot be written ({error.strerror or error}); what is finished is kept and a new run goes on",
        source=str(path),
    )


def corrupted(path: Path, why: str) -> InputError:
    return InputError(
        f"corrupted file of a search: {why}",
        source=str(path),
        expected="an intact file; delete it, and later levels of its side, and they are made again",
    )


class SealedWriter:
    """Writes entries aside; `seal` writes their header and puts the file in place."""

    def __init__(self, path: Path, magic: bytes, width: int, owner: bytes, *, lasting: bool = True) -> None:
        self.path, self.magic, self.width, self.owner = path, magic, width, owner
        try:
            self.aside = Aside(path, lasting=lasting)
            self.aside.file.write(b"\0" * SIZE)
        except OSError as error:
            raise not_written(path, error) from error

    def append(self, raw: bytes | memoryview) -> None:
        try:
            self.aside.file.write(raw)
        except OSError as error:
            self.aside.drop()
            raise not_written(self.path, error) from error

    def seal(self, entries: int, number: int, checksum: bytes) -> None:
        told = self.width, entries, number.to_bytes(16, "little"), self.owner, checksum
        head = HEADER.pack(self.magic, VERSION, *told)
        try:
            self.aside.file.seek(0)
            self.aside.file.write(head + digest(head))
            self.aside.place()
        except OSError as error:
            self.aside.drop()
            raise not_written(self.path, error) from error


class Head(NamedTuple):
    """What the header of an intact file tells."""

    entries: int
    number: int
    checksum: bytes


def read_head(file: BinaryIO, path: Path, magic: bytes, width: int, owner: bytes) -> Head:
    """Of the file of this place, which another run may have written."""
    raw = file.read(SIZE)
    head, seal = raw[: HEADER.size], raw[HEADER.size : HEADER.size + SEAL]
    if len(raw) < SIZE:
        raise corrupted(path, "it ends too early")
    *kind, entries, number, marked, checksum = HEADER.unpack(head)
    if kind != [magic, VERSION, width]:
        raise corrupted(path, "it belongs to another version or another board")
    if digest(head) != seal:
        raise corrupted(path, "its header does not match its checksum")
    if marked != owner:
        raise InputError(
            "it belongs to another search (another question, side or level) or follows another",
            source=str(path),
            expected="the file of this place; another search needs another directory",
        )
    return Head(entries, int.from_bytes(number, "little"), checksum)


def seal_of(path: Path) -> bytes:
    """The seal of a file that was read or written before."""
    try:
        with path.open("rb") as file:
            file.seek(HEADER.size)
            return file.read(SEAL)
    except OSError as error:
        raise trouble(path, error) from error
