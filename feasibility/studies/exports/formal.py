"""Certificates for the checker in formal/, whose soundness is a theorem of a proof assistant.

`judge` asks the program about the plain form of a certificate. What the program understood is compared with
the certificate, so that a mistake in the plain form cannot pass for a proof.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from feasibility.base.errors import SoundnessError
from feasibility.proofs.written import Json
from feasibility.studies.exports.plain_form import plain
from feasibility.studies.exports.question import question

PROGRAM = "pegfeas-formal"
SECONDS = 600.0
JUDGED = (0, 1)  # exit codes of a certificate that was read


@dataclass(frozen=True)
class Judgement:
    """What the formal checker says of the certificate's own question; `code` is its exit code."""

    code: int
    report: str

    @property
    def accepted(self) -> bool:
        return self.code == 0


def installed() -> Path | None:
    """The program: on the search path, or built in the checkout that this package is part of."""
    program = shutil.which(PROGRAM)
    built = Path(__file__).parents[3] / "formal" / "build" / PROGRAM
    return Path(program) if program is not None else built if built.is_file() else None


def judge(certificate: Json, program: Path) -> Judgement:
    """The formal checker's answer; NotPlain where there is nothing to ask.

    SoundnessError if it was asked about another board, start, target or claim than the certificate's.
    """
    from feasibility.processes.child import Child

    text = plain(certificate)
    with Child([str(program), "-"]) as child:
        child.end_after(SECONDS)
        report = child.answer(text.encode()).decode("utf-8", "replace")
        code = child.end(patience=1.0)
        said = report.strip() or child.errors
    if code < 0:
        return Judgement(3, f"TOO LARGE: the formal checker was stopped after {SECONDS:.0f} s")
    return Judgement(code, compared(said, certificate) if code in JUDGED else said)


def compared(report: str, certificate: Json) -> str:
    """A report without its last line, which must ask what the certificate asks."""
    said, _, line = report.rpartition("\n")
    wanted = question(certificate)
    if line != wanted:
        raise SoundnessError(f"the formal checker judged another question: {_difference(line, wanted)}")
    return said


def _difference(line: str, wanted: str) -> str:
    """The part in which two questions differ first: places, jumps, start, target or claim."""
    part = "format"
    for seen, own in zip_longest(line.split(), wanted.split(), fillvalue="nothing"):
        if seen != own:
            return f"its {part} differ from the certificate's where it has {seen[:40]!r} and not {own!r}"
        part = own if own.isalpha() else part
    return "its spaces differ"
