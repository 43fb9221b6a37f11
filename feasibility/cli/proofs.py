"""Writing a certificate that the verifier has accepted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.base.limits import Limits, out_of_room
from feasibility.cli.common import message, plural
from feasibility.cli.terminal import ProgressLine
from feasibility.proofs.accept import FLOOR, Acceptance, command, refused_at_length
from feasibility.proofs.certificate import Certificate

if TYPE_CHECKING:
    from pathlib import Path

    from feasibility.base.limits import Clock


def look(certificates: Sequence[Certificate], clock: Clock) -> tuple[bool, ...]:
    """Which of them the verifier accepts in what is left of the time; it rejects none."""
    return tuple(refused_at_length(one, clock) is None for one in certificates)


def all_accepted(certificates: Sequence[Certificate], clock: Clock) -> bool | None:
    """`verified` of an answer with several proofs; None where it has none."""
    return all(look(certificates, clock)) if certificates else None


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


def write(
    certificate: Certificate | None, path: str, clock: Clock, said: Acceptance | None = None
) -> bool | None:
    """Writes the certificate of an answer, says so on standard error, and returns whether it is verified.

    The verifier has what is left of the time, unless it has said yes before. Ctrl-C ends its look alone: what
    was searched for is written, and said to be unverified.
    """
    if certificate is None:
        other = f"; {path} is not of this answer" if os.path.isfile(path) else ""
        message(f"no certificate is written: there is no proof in this answer{other}")
        return None
    large, needed = None, certificate.proof.forecast() if said is None else said.forecast
    late = clock.timeout() == 0  # no time, where a limit of work leaves the check its own
    if said is None or not said.verified:
        try:
            with ProgressLine() as line:
                line.show(_looks(certificate))
                large = refused_at_length(certificate, clock, needed=needed)
        except KeyboardInterrupt:
            write_file(path, certificate.text())
            told = (
                f"the certificate is written to {path} but not verified yet; `pegfeas verify {path}` does it"
            )
            raise KeyboardInterrupt(told) from None
    write_file(path, certificate.text())
    note = "" if large is None else ", but not verified yet"
    again = command(Acceptance(large is None, needed), path)
    message(f"certificate written to {path}{note}; check it with `{again}`")
    if large is not None:
        message(f"the verifier: {'no time is left for its check' if late else large}")
    return large is None


def write_both(certificates: Sequence[Certificate], path: str, clock: Clock) -> bool | None:
    """Writes the certificates of an answer that may take several, a line for each, as `verify` reads them."""
    if len(certificates) < 2:
        return write(certificates[0] if certificates else None, path, clock)
    verified = all_accepted(certificates, clock)
    note = "" if verified is True else ", not all of them verified yet"
    write_file(path, "".join(one.text() for one in certificates))
    written = f"{len(certificates)} certificates written to {path}{note}"
    message(f"{written}; check them with `pegfeas verify {path}`")
    return verified


def write_known(certificates: Iterable[Certificate | None], path: str | None) -> None:
    """Writes what an interrupt leaves, if that was asked. Who asks for the end waits for no long check."""
    known = [one for one in certificates if one is not None]
    if path is not None and known:
        write_both(known, path, Limits(seconds=0).start())


def write_into(folder: str, proofs: Mapping[str, Certificate], looked: Sequence[bool]) -> None:
    """Writes certificates by the names of their files, and says what the verifier has said of them."""
    if not proofs:
        there = os.path.isdir(folder) and os.listdir(folder)
        others = "; what is there is not of this answer" if there else ""
        message(f"no certificate is written to {folder}: nothing is proved{others}")
        return
    for name, certificate in proofs.items():
        write_file(os.path.join(folder, name), certificate.text())
    said = "each accepted by the verifier"
    if not all(looked):
        said = f"{looked.count(False)} of them not verified yet, the others accepted by the verifier"
    others = "; what else is there is not of this answer" if {*os.listdir(folder)} - {*proofs} else ""
    message(f"{plural(len(proofs), 'certificate')} written to {folder}, {said}{others}")


def _looks(certificate: Certificate) -> str:
    long = certificate.proof.forecast() > FLOOR
    what = f", which visits some {certificate.proof.visited():,} positions" if long else ""
    return f"the verifier checks the certificate{what}; Ctrl-C writes it unverified"
