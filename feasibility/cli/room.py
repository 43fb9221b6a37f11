"""Numerical libraries need room to begin with: without it they end the process by a code of ours."""

from __future__ import annotations

import os
import sys

AT_LEAST = 120 << 20  # bytes of data with which numpy, scipy and HiGHS are loaded by one core
EACH_CORE = 32 << 20  # that OpenBLAS takes besides


class MemoryRoom:
    """Asked before any module is imported: where memory is limited too much for numpy, MemoryError."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Nothing is found here; the import goes on elsewhere."""
        if name == "numpy":
            require()


def require() -> None:
    """OpenBLAS would call exit(1), which is our word for infeasible."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_DATA, getrlimit
    except ImportError:  # a system without such limits
        return
    least = AT_LEAST + EACH_CORE * (os.cpu_count() or 1)
    for kind, times in ((RLIMIT_DATA, 1), (RLIMIT_AS, 2)):  # addresses are taken for libraries too
        most = getrlimit(kind)[0]
        if most != RLIM_INFINITY and most < times * least:
            raise MemoryError


def watch() -> None:
    """From now on numpy is asked for its room."""
    if MemoryRoom not in sys.meta_path and "numpy" not in sys.modules:
        sys.meta_path.insert(0, MemoryRoom)
