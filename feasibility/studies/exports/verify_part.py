"""What `verify` does with other checkers: asks the one of formal/, and writes proofs for others."""

from __future__ import annotations

import json
import os

import feasibility.verifier as verifier
from feasibility.base.errors import ExitCode, SoundnessError, UsageError
from feasibility.base.files import try_folder, write_file
from feasibility.cli.common import message, plural
from feasibility.studies.exports import formal, plain_form
from feasibility.studies.exports.formal import Judgement
from feasibility.studies.exports.vipr import INDEX, export
from feasibility.studies.exports.vipr_against import Differs, against


def judged(data: dict[str, object], checked: verifier.Outcome) -> Judgement:
    """What the formal checker says; a contradiction is loud."""
    program = formal.installed()
    if program is None:
        raise UsageError(
            f"the program {formal.PROGRAM} is not installed",
            expected="what `make -C formal` builds, with Coq and OCaml",
        )
    try:
        judgement = formal.judge(data, program)
    except plain_form.NotPlain as fault:
        judgement = Judgement(ExitCode.USAGE, f"UNREADABLE: {fault}")
    known = (ExitCode.OK, ExitCode.NEGATIVE)
    differ = checked.exit_code in known and judgement.code != ExitCode.UNKNOWN
    if differ and checked.valid != judgement.accepted:
        raise SoundnessError(
            f"verifier.py says {checked.outcome}, and the formal checker: {judgement.report.splitlines()[0]}"
        )
    return judgement


def both(
    data: dict[str, object], checked: verifier.Outcome, outcome: verifier.Outcome, *, as_json: bool
) -> ExitCode:
    """Prints both answers; the certificate is valid where both checkers accept it.

    `outcome` is what verifier.py says of the pair that was asked about, `checked` of the certificate alone.
    """
    judgement = judged(data, checked)
    if as_json:
        said = {"accepted": judgement.accepted, "exit_code": judgement.code, "report": judgement.report}
        print(json.dumps({**json.loads(verifier.as_json(outcome)), "formal": said}))
    else:
        print(outcome, judgement.report, sep="\n\nThe formal checker: ")
    return ExitCode(outcome.exit_code or judgement.code)


def write_export(data: dict[str, object], claim: verifier.Claim, path: str) -> None:
    """One file, or a folder of files with an index."""
    files = export(data, claim)
    one = "" in files
    form = "one file" if one else "a folder"
    wanted = "a name that ends in .vipr" if one else "a folder: a name without .vipr"
    if path.endswith(".vipr") != one:
        raise UsageError(f"a proof of kind {claim.kind} is exported as {form}", seen=path, expected=wanted)
    if os.path.lexists(path):
        raise UsageError("the place of the export exists already", seen=path, expected="another name")
    if one:
        write_file(path, files[""])
        message(f"the proof in the format VIPR 1.0 written to {path}")
        return
    try_folder(path)
    for name, text in files.items():
        write_file(os.path.join(path, name), text)
    cases = plural(len(files) - 1, "case")
    message(f"{cases} in the format VIPR 1.0 written to {path}; {INDEX} says of what")


def compared(
    data: dict[str, object], outcome: verifier.Outcome, claim: verifier.Claim, path: str
) -> verifier.Outcome:
    """The outcome, or a rejection if the export is about something else."""
    try:
        message(against(path, data, claim))
    except Differs as difference:
        return verifier.Outcome("rejected", ExitCode.NEGATIVE, str(difference))
    return outcome
