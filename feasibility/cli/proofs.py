"""Writing a certificate that the verifier has accepted; for the commands that make claims of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from feasibility.cli.common import message
from feasibility.errors import ExitCode, InputError, SoundnessError


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


def write(certificate: Provable, path: str) -> None:
    """Writes one certificate."""
    note = "" if verified(certificate) else ", but it is too large to be verified here"
    put(path, certificate.text())
    message(f"certificate written to {path}{note}; check it with `pegfeas verify {path}`")


def put(path: str, text: str) -> None:
    """Writes a file; InputError where that fails."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=path) from None
