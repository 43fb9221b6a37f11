"""Files that outlive a process: put in place in one step, made to last, marked, and owned by one process.

What is written stands aside under a name of its own until it is whole; a file under its final name is
complete. Marks are digests of what a file depends on and holds: one that does not match is refused.
"""

from __future__ import annotations

import os
from contextlib import suppress

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, whose import costs time
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, BinaryIO


class Aside:
    """A file that is written beside its place; as a context it is placed at the end, dropped on an error.

    One that is not `lasting` is whole when this process is killed, but need not be when the machine is.
    """

    def __init__(self, path: str | os.PathLike[str], *, lasting: bool = True) -> None:
        self.path, self.lasting = os.fspath(path), lasting
        self.name = f"{self.path}.partial"
        self.file = open(self.name, "wb")  # noqa: SIM115  (open until it is placed)

    def place(self) -> None:
        """Under its final name, in one step; dropped where that fails."""
        try:
            self.file.flush()
            if self.lasting:
                os.fsync(self.file.fileno())
            self.file.close()
            os.replace(self.name, self.path)
            if self.lasting:
                sync_folder(os.path.dirname(self.path) or ".")
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        with suppress(OSError):  # closing flushes, and the disk may be full
            self.file.close()
        with suppress(OSError):
            os.unlink(self.name)

    def __enter__(self) -> BinaryIO:
        return self.file

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.place()
        else:
            self.drop()


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Make a rename last, where folders can be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def is_held(file: int | BinaryIO) -> bool:
    """Takes the lock of an open file, kept as long as it is open; whether another process has it.

    Where the system has no such locks the user must take care.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return False
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return True
    return False


def digest(*parts: bytes | memoryview) -> bytes:
    from hashlib import blake2b

    state = blake2b(digest_size=16)
    for part in parts:
        state.update(part)
    return state.digest()


def mark(data: dict[str, Any]) -> str:
    """A checksum of a JSON object."""
    import json

    return digest(json.dumps(data, sort_keys=True).encode()).hex()
