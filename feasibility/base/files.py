"""Files that a user asked for: tried before the work begins, and then whole or not there."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from feasibility.base.errors import InputError

FilePath = str | os.PathLike[str]


LINES_ARE_KEPT = "a place with room; whole lines are kept, and --resume goes on from there"


def unwritable(path: FilePath, error: Exception, expected: str | None = None) -> InputError:
    """What the system says to a file that cannot be written; this is bad input."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return InputError(f"cannot be written: {reason}", source=os.fspath(path), expected=expected)


def try_file(path: FilePath) -> None:
    """Whether a file can be written there; what is there stays as it is."""
    if _is_device(path):
        return
    there = os.path.lexists(path)
    try:
        try:
            with open(path, "ab"):
                pass
        finally:  # an interrupt may come as soon as it is there
            if not there:
                with suppress(FileNotFoundError):
                    os.unlink(path)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def try_folder(path: FilePath) -> None:
    """Whether files can be written into a folder, which is made where it is missing."""
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    try_file(os.path.join(path, f"trial.{os.getpid()}.partial"))


def spare(path: FilePath, force: bool, expected: str = "another name, or --force") -> None:
    """Refuses the place of a file that exists, unless it is to be replaced."""
    if not force and os.path.lexists(path) and not _is_device(path):
        raise InputError("the output file exists", source=os.fspath(path), expected=expected)


def write_file(path: FilePath, data: bytes | str) -> None:
    """The file, whole or not at all, also when the process is killed or the disk is full."""
    content = data.encode() if isinstance(data, str) else data
    try:
        if _is_device(path):
            _fill(path, content)
        else:
            replace(path, content)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def replace(name: FilePath, content: bytes) -> None:
    """As write_file, for a place that is no device; OSError where that fails."""
    path = os.path.realpath(name)
    aside = os.path.join(os.path.dirname(path), f".pegfeas-{os.urandom(6).hex()}.partial")
    try:
        _fill(aside, content)
        with suppress(FileNotFoundError):
            os.chmod(aside, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(aside, path)
    except PermissionError:  # perhaps the file may be written and its folder not
        _fill(path, content)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise


def _fill(path: FilePath, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def _is_device(path: FilePath) -> bool:
    """A pipe, a terminal, a device: nothing to try, and nothing to put in its place."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)
