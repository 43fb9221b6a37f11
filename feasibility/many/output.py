"""A file of whole lines that can be taken up again after an interruption, and the certificates beside it."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from hashlib import sha256
from stat import S_ISREG
from typing import Any, BinaryIO

from feasibility.base.durable import is_held
from feasibility.base.errors import InputError, UsageError
from feasibility.base.files import LINES_ARE_KEPT, spare, try_folder, unwritable, write_file


class Output:
    """Standard output or a file, and the directory of certificates if they are kept apart."""

    def __init__(self, name: str, file: BinaryIO, folder: str | None) -> None:
        self.name, self.file, self.folder = name, file, folder

    def write(self, text: str, certificate: str | None = None) -> None:
        """Writes one whole line, after its certificate, whose file is named by its digest."""
        if certificate is not None and self.folder is not None:
            write_file(f"{self.folder}/{digest_of(certificate)}.json", certificate)
        try:
            self.file.write(text.encode() + b"\n")
            self.file.flush()  # a reader on the other end of a pipe may wait for this very line
        except BrokenPipeError:  # the command line deals with a reader that went away
            raise
        except OSError as error:
            with suppress(OSError, ValueError):  # what the buffer still holds must not be tried again
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.file.fileno())
            raise unwritable(self.name, error, LINES_ARE_KEPT if self.lasting else None) from None

    @property
    def lasting(self) -> bool:
        return self.file is not getattr(sys.stdout, "buffer", None)

    def close(self) -> None:
        """Give the file back, so that another run may take it up."""
        if self.lasting:
            with suppress(OSError):  # what cannot be written was told
                self.file.close()


def digest_of(certificate: str) -> str:
    """The SHA-256 by which a certificate is known."""
    return sha256(certificate.encode()).hexdigest()


def open_output(path: str | None, *, resume: bool, force: bool, certificates: str | None) -> Output:
    """A place for answers. An existing file is kept unless it is to be continued or replaced."""
    if resume and force:
        raise UsageError("--resume continues a file, --force replaces it", expected="one of them")
    if certificates is not None:
        try_folder(certificates)
    if path is None:
        if resume or force:
            what = "--resume continues a file" if resume else "--force replaces a file"
            raise UsageError(what, expected="--output FILE")
        return Output("standard output", sys.stdout.buffer, certificates)
    try:
        return Output(path, _open(path, resume, force), certificates)
    except OSError as error:
        raise unwritable(path, error) from None


def _open(path: str, resume: bool, force: bool) -> BinaryIO:
    try:
        regular = S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        regular = False
    if regular and not resume:
        spare(path, force, "--resume to continue it, --force to replace it")
    file = open(path, "r+b" if regular else "wb")  # noqa: SIM115 - open as long as the run
    if S_ISREG(os.fstat(file.fileno()).st_mode):
        hold(file, path)
        if not resume:
            file.truncate(0)
        file.seek(0, os.SEEK_END)
    return file


def hold(file: int | BinaryIO, path: str) -> None:
    """Two runs must not write to one file."""
    if is_held(file):
        raise InputError("another run writes to this file", source=path)


def whole(file: BinaryIO) -> int:
    """The length up to the last line end."""
    end = file.seek(0, os.SEEK_END)
    while end:
        begin = max(0, end - (1 << 16))
        file.seek(begin)
        at = file.read(end - begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0


def parsed(line: bytes) -> dict[str, Any] | None:
    """The object of a line, if it is one."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
