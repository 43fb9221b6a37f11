"""A closure's bit array on disk, so that a killed run goes on where it was.

One file: a line of JSON (format, version, digest of the question, passes, size, checksum), then the
words, little-endian. It is written beside its name, synced and renamed, so the name always holds a
whole pass. Any bit set in it belongs to the closure, which is why a later run can start from it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from feasibility.errors import InputError
from feasibility.search.dense_run import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT, VERSION = "pegfeas-dense", 1
CHUNK = 1 << 20  # words read, hashed and written together
SAVE_EVERY = 5.0  # seconds between two saves; a pass is repeated sooner than it is written


def question_digest(*parts: object) -> str:
    """A short name for everything that the bits depend on."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


@dataclass
class Store:
    """The file of one closure in a work directory."""

    path: Path
    digest: str
    every: float = SAVE_EVERY
    saved: float = -1e9

    @classmethod
    def open(cls, workdir: Path, name: str, digest: str, every: float | None = None) -> Store:
        """Make the directory if needed; an error if it cannot be written."""
        try:
            workdir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"the work directory cannot be made: {error.strerror}", source=str(workdir)
            ) from None
        if not os.access(workdir, os.W_OK | os.X_OK):
            raise InputError("the work directory is not writable", source=str(workdir))
        return cls(workdir / f"{name}.bits", digest, SAVE_EVERY if every is None else every)

    def save(self, words: NDArray[Any], passes: int, done: bool) -> Refused | None:
        """Write the array if the last save is long ago; a refusal if the disk does not take it."""
        if not done and monotonic() - self.saved < self.every:
            return None
        head = {"format": FORMAT, "version": VERSION, "question": self.digest, "passes": passes}
        head |= {"done": done, "words": len(words), "checksum": _checksum(words)}
        part = self.path.with_suffix(".part")
        try:
            with open(part, "wb") as file:
                file.write(json.dumps(head).encode() + b"\n")
                for chunk in _chunks(words):
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
            _sync_directory(self.path.parent)
        except OSError as error:
            part.unlink(missing_ok=True)
            return Refused("disk", f"{part}: {error.strerror}", 8 * len(words), passes)
        self.saved = monotonic()
        return None

    def load(self, words: NDArray[Any]) -> tuple[int, bool]:
        """Fill the array from the file, if there is one: passes made, and whether it is complete."""
        try:
            with open(self.path, "rb") as file:
                head = self._head(file.readline(4096), len(words))
                for low in range(0, len(words), CHUNK):
                    piece = words[low : low + CHUNK]
                    data = file.read(8 * len(piece))
                    if len(data) != 8 * len(piece):
                        raise self._corrupt("it ends too early")
                    piece[:] = _array(data)
                if file.read(1):
                    raise self._corrupt("it is too long")
        except FileNotFoundError:
            return 0, False
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=str(self.path)) from None
        if _checksum(words) != head["checksum"]:
            raise self._corrupt("its checksum is wrong")
        return int(head["passes"]), bool(head["done"])

    def _head(self, line: bytes, count: int) -> dict[str, Any]:
        try:
            head = json.loads(line)
        except ValueError:
            raise self._corrupt("its first line is no JSON") from None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise self._corrupt(f"its first line does not say {FORMAT}")
        if head.get("version") != VERSION:
            seen = f"version {head.get('version')}"
            raise InputError(
                "another version wrote it", source=str(self.path), seen=seen, expected=f"version {VERSION}"
            )
        if head.get("question") != self.digest or head.get("words") != count:
            raise InputError(
                "the work directory belongs to another search",
                source=str(self.path),
                seen=f"search {head.get('question')}",
                expected=f"search {self.digest}; use an empty directory",
            )
        if not all(key in head for key in ("passes", "done", "checksum")):
            raise self._corrupt("its first line is incomplete")
        return head

    def _corrupt(self, why: str) -> InputError:
        return InputError(
            f"the file is corrupted, {why}", source=str(self.path), expected="remove it to begin anew"
        )


def _array(data: bytes) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(data, "<u8")


def _chunks(words: NDArray[Any]) -> Iterator[memoryview]:
    for low in range(0, len(words), CHUNK):
        yield words[low : low + CHUNK].astype("<u8", copy=False).data.cast("B")


def _checksum(words: NDArray[Any]) -> str:
    total = hashlib.blake2b(digest_size=16)
    for chunk in _chunks(words):
        total.update(chunk)
    return total.hexdigest()


def _sync_directory(folder: Path) -> None:
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
