"""One folder for everything temporary of one run. It goes when the run does, or else with a later run.

Its process holds a lock in it, so that a run is not taken for dead, not even one in another container that
shares the place.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from time import time

PREFIX = "pegfeas-run-"
LOCK = "lock"
YOUNG = 10.0  # seconds in which a folder may not have its lock yet

_folders: dict[int, str] = {}  # by process: a forked one has a folder of its own


def folder() -> str:
    """The folder of this run, made when it is first asked for; OSError where that cannot be done."""
    mine = os.getpid()
    if mine not in _folders:
        import atexit

        # before it is made: an interrupt may come as soon as it is there; all threads agree on the name
        _folders.setdefault(mine, os.path.join(_place(), PREFIX + os.urandom(6).hex()))
        atexit.register(remove)
    made = _folders[mine]
    if not os.path.isdir(made):  # nor has somebody tidied up a long run's folder
        with suppress(FileExistsError):  # another thread was quicker
            os.mkdir(made, 0o700)
            _lock(os.path.join(made, LOCK))
    return made


def remove() -> None:
    made = _folders.pop(os.getpid(), None)
    if made is not None:
        from shutil import rmtree

        rmtree(made, ignore_errors=True)


def sweep() -> None:
    """Remove the folders of runs that have died. It never touches those of living runs, or of others."""
    with suppress(OSError), os.scandir(_place()) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX):
                with suppress(OSError):
                    _sweep(entry)


def _sweep(entry: os.DirEntry[str]) -> None:
    status = entry.stat(follow_symlinks=False)
    ours = hasattr(os, "geteuid") and status.st_uid == os.geteuid()
    named = re.fullmatch("[0-9a-f]{12}", entry.name.removeprefix(PREFIX))
    if not (ours and named and entry.is_dir(follow_symlinks=False)) or time() - status.st_mtime < YOUNG:
        return
    lock = _lock(os.path.join(entry.path, LOCK))
    if lock is not None:
        from shutil import rmtree

        rmtree(entry.path, ignore_errors=True)
        os.close(lock)


def _lock(path: str) -> int | None:
    """The lock, kept as long as this process lives; None where another process has it."""
    from feasibility.base.durable import is_held

    lock = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    if is_held(lock):
        os.close(lock)
        return None
    return lock


def _place() -> str:
    """Where the system keeps temporary files. (The module tempfile takes longer than the rest of a start.)"""
    for name in ("TMPDIR", "TEMP", "TMP"):
        place = os.environ.get(name)
        if place is not None and os.path.isdir(place):
            return place
    return "/tmp"
