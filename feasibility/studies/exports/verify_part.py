"""What `verify` does with other checkers: asks the one of formal/, and writes proofs for others."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

import feasibility.verifier as verifier
from feasibility.base.errors import ExitCode, SoundnessError, UsageError
from feasibility.base.files import try_folder, write_file
from feasibility.cli import options
from feasibility.cli.common import message, plural
from feasibility.proofs.written import Json

if TYPE_CHECKING:
    from feasibility.studies.exports.formal import Judgement


def add(parser: ArgumentParser) -> None:
    options.own(parser, "--formal", "also ask the checker of formal/, whose soundness is proved")
    export = "write a valid proof in the format VIPR 1.0: NAME.vipr, or a folder if it needs several files"
    options.own(parser, "--export PATH", export)
    options.add(parser, "force")
    against = "also check that an export, NAME.vipr or a folder, is about this pair and has all its cases"
    options.own(parser, "--against PATH", against)


def refuse_many(args: Namespace, certificates: int) -> None:
    if args.force and args.export is None:
        raise UsageError("--force goes with --export")
    for option, value in (("--export", args.export), ("--against", args.against)):
        if value is not None and certificates > 1:
            raise UsageError(f"{option} takes one certificate", seen=str(certificates))


def run(
    args: Namespace, data: Json, checked: verifier.Outcome, outcome: verifier.Outcome
) -> verifier.Outcome | ExitCode:
    """Export, compare, ask the formal checker.

    `outcome` is what verifier.py says of the pair that was asked about, `checked` of the certificate alone.
    """
    if args.export is not None and outcome.claim is not None:
        write_export(data, outcome.claim, args.export, args.force)
    if args.against is not None and outcome.claim is not None:
        from feasibility.studies.exports.vipr import Differs, against

        try:
            message(against(args.against, data, outcome.claim))
        except Differs as difference:
            outcome = verifier.Outcome("rejected", ExitCode.NEGATIVE, str(difference))
    if args.formal and outcome.exit_code != ExitCode.USAGE:
        return both(data, checked, outcome, as_json=args.json)
    return outcome


def judged(data: Json, checked: verifier.Outcome) -> Judgement:
    """What the formal checker says; a contradiction is loud."""
    from feasibility.studies.exports import formal, plain_form
    from feasibility.studies.exports.formal import Judgement

    program = formal.installed()
    if program is None:
        expected = "what `make -C formal` builds, with Coq and OCaml"
        raise UsageError(f"the program {formal.PROGRAM} is not installed", expected=expected)
    try:
        judgement = formal.judge(data, program)
    except plain_form.NotPlain as fault:
        judgement = Judgement(ExitCode.USAGE, f"UNREADABLE: {fault}")
    known = checked.exit_code in (ExitCode.OK, ExitCode.NEGATIVE) and judgement.code != ExitCode.UNKNOWN
    if known and checked.valid != judgement.accepted:
        first = judgement.report.splitlines()[0]
        raise SoundnessError(f"verifier.py says {checked.outcome}, and the formal checker: {first}")
    return judgement


def both(data: Json, checked: verifier.Outcome, outcome: verifier.Outcome, *, as_json: bool) -> ExitCode:
    """Prints both answers; the certificate is valid where both checkers accept it."""
    judgement = judged(data, checked)
    if as_json:
        said = {"accepted": judgement.accepted, "exit_code": judgement.code, "report": judgement.report}
        print(json.dumps({**json.loads(verifier.as_json(outcome)), "formal": said}))
    else:
        print(outcome, judgement.report, sep="\n\nThe formal checker: ")
    return ExitCode(outcome.exit_code or judgement.code)


def write_export(data: Json, claim: verifier.Claim, path: str, force: bool) -> None:
    """One file, or a folder of files with an index; with `force` a file is replaced, and no folder."""
    from feasibility.studies.exports.vipr import INDEX, export

    files = export(data, claim)
    one = "" in files
    form = "one file" if one else "a folder"
    wanted = "a name that ends in .vipr" if one else "a folder: a name without .vipr"
    if path.endswith(".vipr") != one:
        raise UsageError(f"a proof of kind {claim.kind} is exported as {form}", seen=path, expected=wanted)
    if os.path.lexists(path) and not (force and one and os.path.isfile(path)):
        expected = "another name, or --force" if one else "another name"
        raise UsageError("the place of the export exists already", seen=path, expected=expected)
    if one:
        write_file(path, files[""])
        message(f"the proof in the format VIPR 1.0 written to {path}")
        return
    try_folder(path)
    for name, text in files.items():
        write_file(os.path.join(path, name), text)
    cases = plural(len(files) - 1, "case")
    message(f"{cases} in the format VIPR 1.0 written to {path}; {INDEX} says of what")
