"""Writing a certificate that the verifier has accepted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from feasibility.base.errors import ExitCode, InputError, SoundnessError
from feasibility.base.files import write_file
from feasibility.base.limits import out_of_room
from feasibility.cli.common import message
from feasibility.cli.terminal import ProgressLine


class Provable(Protocol):
    """A certificate value."""

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the format."""

    def text(self) -> str:
        """The file."""


def verified(certificate: Provable) -> bool:
    """Whether the verifier accepts; False where it is too large for it, SoundnessError where it rejects."""
    from feasibility import verifier

    outcome = verifier.check(certificate.to_json())
    if not outcome.valid and outcome.exit_code != ExitCode.UNKNOWN:
        raise SoundnessError(f"the verifier does not accept the certificate: {outcome.reason}")
    return outcome.valid


def acceptance(certificates: Sequence[Provable]) -> str:
    """Has the verifier look at all; what may be said of them then."""
    large = sum(not verified(certificate) for certificate in certificates)
    if not large:
        return "each accepted by the verifier"
    return f"{large} of them too large to be verified here, the others accepted by the verifier"


def workdir_of(path: str | None) -> Path | None:
    """The work directory, made here: that it cannot be used is told before the criteria, not after them."""
    if path is None:
        return None
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


def write(certificate: Provable | None, path: str) -> None:
    """Writes the certificate of an answer; says what happened on standard error."""
    if certificate is None:
        message("no certificate: the pair is undecided")
        return
    line = ProgressLine()
    line.show("the verifier looks at the certificate, an exhaustion it repeats")
    try:
        accepted = verified(certificate)
    finally:
        line.clear()
    note = "" if accepted else ", but it is too large to be verified here"
    write_file(path, certificate.text())
    message(f"certificate written to {path}{note}; check it with `pegfeas verify {path}`")
