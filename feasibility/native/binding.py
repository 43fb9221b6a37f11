"""The optional compiled kernels, loaded through ctypes.

Every kernel has a numpy reference behind the same function: without a compiler at install
time, or with `PEGFEAS_KERNELS=0` in the environment, everything still works, slower.
"""

from __future__ import annotations

import ctypes
import os
from functools import lru_cache
from pathlib import Path

SWITCH = "PEGFEAS_KERNELS"


@lru_cache(maxsize=1)
def _load() -> ctypes.CDLL | None:
    for path in sorted(Path(__file__).parent.glob("_kernels*")):
        if path.suffix not in (".so", ".pyd", ".dylib"):
            continue
        try:
            return ctypes.CDLL(str(path))
        except OSError:  # built for another interpreter or machine
            continue
    return None


def library() -> ctypes.CDLL | None:
    """The compiled kernels, or None where they are absent or switched off."""
    if os.environ.get(SWITCH, "1") == "0":
        return None
    return _load()


def compiled() -> ctypes.CDLL:
    """The compiled kernels, where the caller has made sure that there are some."""
    found = library()
    if found is None:
        raise RuntimeError("a compiled kernel was called for, but there is none")
    return found
