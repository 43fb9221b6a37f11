"""A closure's bit array on disk, so that a killed run goes on where it was.

One file: a line of JSON (format, version, digest of the question, passes, whether they are all, size,
checksum of all this and of the words), filled up with spaces, then the words, little-endian, on a cache line.
It is written beside its name, synced and renamed, so the name always holds a whole file. Any bit set in it
belongs to the closure, also in the middle of a pass, since bits are only ever set, and only where a jump from
a set bit leads; a later run can start from it because it begins by looking at every block again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.durable import Aside, digest, is_held, mark
from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import out_of_room
from feasibility.base.stopped import Stopped

FORMAT, VERSION = "pegfeas-dense", 4
CHUNK = 1 << 20  # words read, hashed and written together
LINE = 64  # bytes; the words begin at a multiple
PATIENCE = 4.0  # between two saves, so many times what the last one took: a fifth of the time at most


def question_digest(*parts: object) -> str:
    """A short name for everything that the bits depend on."""
    return digest(repr(parts).encode()).hex()


class InUseError(InputError):
    """Another search works in the directory."""


@contextmanager
def owned(workdir: Path | None) -> Iterator[None]:
    """The directory is made where it is missing, and is this search's alone meanwhile."""
    if workdir is None:
        yield
        return
    try:
        workdir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        kind = DiskLimitError if out_of_room(error) else InputError
        raise kind(f"the work directory cannot be made: {error.strerror}", source=str(workdir)) from None
    if not os.access(workdir, os.W_OK | os.X_OK):
        raise InputError("the work directory is not writable", source=str(workdir))
    with open(workdir / "lock", "ab") as lock:
        if is_held(lock):
            raise InUseError(
                "another search works in this directory", source=str(workdir), expected="one of its own"
            )
        yield


@dataclass
class SetFile:
    """The file of one closure in a work directory."""

    path: Path
    digest: str
    due: float = 0.0  # when it is worth to save again

    def keep(self, words: NDArray[Any], passes: int, done: bool = False) -> Stopped | None:
        """Save after a pass, if it was the last one, or the last save is long ago for what it took."""
        return self.save(words, passes, done) if done or monotonic() >= self.due else None

    def save(self, words: NDArray[Any], passes: int, done: bool = False) -> Stopped | None:
        """Write the array; a refusal if the disk does not take it."""
        began = monotonic()
        head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "question": self.digest}
        head |= {"passes": passes, "done": done, "words": len(words)}
        head["mark"] = mark(head)
        head["checksum"] = _checksum(head, words)
        try:
            with Aside(self.path) as file:
                line = json.dumps(head).encode()
                file.write(line + b" " * (-(len(line) + 1) % LINE) + b"\n")
                for chunk in _chunks(words):
                    file.write(chunk)
        except OSError as error:
            return Stopped("disk", f"{self.path}: {error.strerror}", needed=8 * len(words), passes=passes)
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
        head, at = self._opened(count)
        words: NDArray[Any] = np.memmap(self.path, "<u8", "r", at, (count,)).view(np.ndarray)
        if head.pop("checksum") != _checksum(head, words):
            raise self._corrupt("its checksum is wrong")
        if at % LINE:
            raise self._corrupt("its words are out of place")
        return words, int(head["passes"]), bool(head["done"])

    def told(self, count: int) -> int | None:
        """The passes of a complete file without a look at its words; None where that cannot be told."""
        if not self.path.exists():
            return None
        head, _ = self._opened(count)
        head.pop("checksum")
        if head.pop("mark") != mark(head):
            raise self._corrupt("its first line is wrong")
        return int(head["passes"]) if head["done"] else None

    def _opened(self, count: int) -> tuple[dict[str, Any], int]:
        """The first line, and where the words begin; there are as many as there should be."""
        try:
            with open(self.path, "rb") as file:
                head = self._head(file.readline(4096), count)
                at, size = file.tell(), os.fstat(file.fileno()).st_size
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=str(self.path)) from None
        if size != at + 8 * count:
            raise self._corrupt("it ends too early" if size < at + 8 * count else "it is too long")
        return head, at

    def _head(self, line: bytes, count: int) -> dict[str, Any]:
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
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
        if not all(key in head for key in ("passes", "done", "mark", "checksum")):
            raise self._corrupt("its first line is incomplete")
        return head

    def _corrupt(self, why: str) -> InputError:
        return InputError(
            f"the file is corrupted, {why}",
            source=str(self.path),
            expected="an intact file; remove it to begin anew",
        )


def _chunks(words: NDArray[Any]) -> Iterator[memoryview]:
    for low in range(0, len(words), CHUNK):
        yield words[low : low + CHUNK].astype("<u8", copy=False).data.cast("B")


def _checksum(head: dict[str, Any], words: NDArray[Any]) -> str:
    """Of the words and of what is said of them: a false "done" would be a false refutation."""
    return digest(json.dumps(head, sort_keys=True).encode(), *_chunks(words)).hex()
