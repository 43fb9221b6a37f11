"""A fork while other threads import: in the child the locks that they hold would be held for ever.

Each module that is imported has a lock, made under one lock for all. A fork waits until no other thread has
the lock of a module, and keeps the one lock meanwhile, so that no thread takes another before the child is
there. Where that does not come to pass, the child forgets what others had half imported, and their locks.
"""

from __future__ import annotations

import _imp
import importlib
import os
import sys
from threading import get_ident
from time import monotonic, sleep
from typing import Any

PATIENCE = 5.0  # seconds; a whole program may run while it is imported, and wait for the fork

_bootstrap: Any = importlib._bootstrap


def _imports_end() -> None:
    last = monotonic() + PATIENCE
    while True:
        _imp.acquire_lock()
        owners = set(_owners().values())
        if not owners or get_ident() in owners or monotonic() > last:
            return  # in the midst of this thread's own import others may wait for that one to end
        _imp.release_lock()
        sleep(1 / 1000)


def _owners() -> dict[str, int | None]:
    """The threads that have the lock of a module; None is about to take it, or has just given it back."""
    locks = [(name, kept()) for name, kept in list(_bootstrap._module_locks.items())]
    return {name: lock.owner for name, lock in locks if lock is not None}


def _forget_others() -> None:
    for name, owner in _owners().items():
        if owner != get_ident():
            del _bootstrap._module_locks[name]
            spec = getattr(sys.modules.get(name), "__spec__", None)
            if getattr(spec, "_initializing", False):
                del sys.modules[name]
    _imp.release_lock()


def wait_for_imports() -> None:
    """From now on forks wait for the imports of other threads."""
    if hasattr(os, "register_at_fork") and hasattr(_bootstrap, "_module_locks"):
        os.register_at_fork(
            before=_imports_end, after_in_parent=_imp.release_lock, after_in_child=_forget_others
        )
