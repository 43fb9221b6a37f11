"""Cases that take long to find, kept in the user's cache for the next rule.

A file is the digest of what it is about and of what it holds, then arrays; one that does not match in every
bit is made anew. Nothing is believed for standing there: what is held against a rule has a play that the
verifier accepts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.base.files import replace
from feasibility.systems.facet_library import folder

KeptArrays: TypeAlias = dict[str, npt.NDArray[Any]]

FORM = 1  # of the cases: raised when the same seed gives others
MOST_FILES = 64
LARGEST = 16 << 20  # bytes of a file


def kept(about: str, make: Callable[[], KeptArrays]) -> KeptArrays:
    """The arrays that are made, or were made earlier from the same words."""
    name = os.path.join(folder(), f"{sha256(f'{FORM} {about}'.encode()).hexdigest()[:32]}.cases")
    found = _read(name, about)
    if found is None:
        found = make()
        _write(name, about, found)
    return found


def _digest(about: str, content: bytes) -> bytes:
    return sha256(f"{FORM} {about}\n".encode() + content).digest()


def _read(name: str, about: str) -> KeptArrays | None:
    try:
        with open(name, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError:
        return None
    if data[:32] != _digest(about, data[32:]):
        return None
    with np.load(BytesIO(data[32:]), allow_pickle=False) as arrays:
        return {key: arrays[key] for key in arrays}


def _write(name: str, about: str, arrays: KeptArrays) -> None:
    """Nobody misses a cache that cannot be written."""
    if sum(array.nbytes for array in arrays.values()) > LARGEST - (1 << 12):
        return
    content = BytesIO()
    np.savez(content, **arrays)  # type: ignore[arg-type]
    with suppress(OSError):
        os.makedirs(folder(), exist_ok=True)
        _make_room()
        replace(name, _digest(about, content.getvalue()) + content.getvalue())


def _make_room() -> None:
    """The oldest go."""
    files = [entry for entry in os.scandir(folder()) if entry.name.endswith(".cases")]
    for entry in sorted(files, key=lambda entry: entry.stat().st_mtime)[
        : max(0, len(files) + 1 - MOST_FILES)
    ]:
        os.unlink(entry.path)
