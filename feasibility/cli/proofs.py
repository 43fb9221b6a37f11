"""Writing a certificate that the verifier has accepted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.base.limits import out_of_room
from feasibility.cli.common import message
from feasibility.cli.terminal import ProgressLine
from feasibility.proofs.accept import AT_ONCE, refused_at_length, visited
from feasibility.proofs.certificate import Certificate

if TYPE_CHECKING:
    from pathlib import Path


def acceptance(certificates: Sequence[Certificate]) -> str:
    """Has the verifier look at all; what may be said of them then."""
    large = sum(refused_at_length(certificate) is not None for certificate in certificates)
    if not large:
        return "each accepted by the verifier"
    return f"{large} of them too large to be verified here, the others accepted by the verifier"


def workdir_of(path: str | None) -> Path | None:
    """Makes the work directory. If it cannot be used, that is said before the criteria run, not after."""
    if path is None:
        return None
    from pathlib import Path

    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if not out_of_room(error):  # a full disk is a limit, which the search will meet
            raise InputError(
                f"the work directory cannot be made: {error.strerror}", source=path, expected="a directory"
            ) from None
    if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
        raise InputError("the work directory is not writable", source=path)
    return folder


def write(certificate: Certificate | None, path: str) -> None:
    """Writes the certificate of an answer; says what happened on standard error.

    Ctrl-C ends the look of the verifier alone: what was searched for is written, and said to be unverified.
    """
    if certificate is None:
        message("no certificate: the pair is undecided")
        return
    line = ProgressLine()
    line.show(_looks(certificate))
    try:
        large = refused_at_length(certificate)
    except KeyboardInterrupt:
        write_file(path, certificate.text())
        told = f"the certificate is written to {path} but not verified yet; `pegfeas verify {path}` does it"
        raise KeyboardInterrupt(told) from None
    finally:
        line.clear()
    write_file(path, certificate.text())
    note = "" if large is None else ", but it is too large to be verified here"
    message(f"certificate written to {path}{note}; check it with `pegfeas verify {path}`")
    if large is not None:
        message(f"the verifier: {large}")


def _looks(certificate: Certificate) -> str:
    positions = visited(certificate.proof)
    what = f", which visits some {positions:,} positions" if positions > AT_ONCE else ""
    return f"the verifier checks the certificate{what}; Ctrl-C writes it unverified"
