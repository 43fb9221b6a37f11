"""Check a certificate with the independent verifier; with --start and --target also that it is about these.

The verifier is one file without dependencies: `python -I verifier.py CERT` does the same on any machine.
`verify CERT --formal` also asks a checker that is proved; `verify CERT --export proof.vipr` writes the proof
for checkers of exact mixed-integer solvers, `verify CERT --export FOLDER` one with several cases. With
`--model play` what the file refutes is the game itself, where that is small enough.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from feasibility import verifier
from feasibility.base.errors import ExitCode, SoundnessError, UsageError
from feasibility.cli.common import message, plural
from feasibility.game.geometry import Hole
from feasibility.game.position import Pair, bits
from feasibility.proofs import formal
from feasibility.proofs.accept import verify
from feasibility.proofs.answers import certificates_in
from feasibility.proofs.formal import Judgement

MODELS = ("integer-cone", "play")  # of an export
# Of several certificates the one that is worst decides the exit code.
WORST = (ExitCode.OK, ExitCode.UNKNOWN, ExitCode.NEGATIVE, ExitCode.USAGE)


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas verify`."""
    parser.add_argument(
        "certificate", metavar="CERT", help="a certificate, an answer in JSON, or lines of them; - for a pipe"
    )
    parser.add_argument("--start", metavar="START", help="also check that the certificate begins here")
    parser.add_argument("--target", metavar="TARGET", help="also check its target (default: as for `check`)")
    parser.add_argument("--pegs", type=int, metavar="N", help="the target is any position with N pegs")
    parser.add_argument(
        "--max-positions",
        type=int,
        metavar="N",
        default=verifier.MAX_POSITIONS,
        help="largest set to recompute",
    )
    parser.add_argument(
        "--max-bytes", type=int, metavar="N", default=verifier.MAX_BYTES, help="largest certificate to read"
    )
    parser.add_argument(
        "--max-work", type=int, metavar="N", default=verifier.MAX_WORK, help="steps before giving up"
    )
    parser.add_argument(
        "--time-limit",
        type=int,
        metavar="S",
        default=int(verifier.TIME_LIMIT),
        help="seconds before giving up",
    )
    parser.add_argument(
        "--formal", action="store_true", help="also ask the checker of formal/, whose soundness is proved"
    )
    parser.add_argument(
        "--export",
        metavar="PATH",
        help="write a valid proof in the format VIPR 1.0: NAME.vipr, or a folder if it needs several files",
    )
    parser.add_argument(
        "--model",
        metavar="KIND",
        help="what an export is about: integer-cone (default), or play, the game itself as one file",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: Namespace) -> ExitCode:
    """Print what the verifier says."""
    if args.start is None and (args.target is not None or args.pegs is not None):
        raise UsageError("--target and --pegs need --start")
    if args.model is not None and args.export is None:
        raise UsageError("--model needs --export")
    if args.model not in (None, *MODELS):
        raise UsageError("no such model of an export", seen=args.model, expected=" or ".join(MODELS))
    for limit in (args.max_positions, args.max_bytes, args.max_work, args.time_limit):
        if limit < 1:
            raise UsageError("not a limit", seen=str(limit), expected="1 or more")
    try:
        certificates = certificates_in(args.certificate, args.max_bytes)
    except verifier.Refusal as refusal:
        outcome = verifier.Outcome(refusal.outcome, refusal.exit_code, refusal.reason)
        print(verifier.as_json(outcome) if args.json else str(outcome))
        return ExitCode(outcome.exit_code)
    if not certificates:
        raise UsageError("no certificate in these answers", expected="a certificate, or an answer with one")
    if args.export is not None and len(certificates) > 1:
        raise UsageError("--export takes one certificate", seen=str(len(certificates)))
    codes = []
    for number, data in enumerate(certificates, 1):
        if len(certificates) > 1 and not args.json:
            print(("\n" if number > 1 else "") + f"certificate {number} of {len(certificates)}:")
        codes.append(_judge(data, args))
    return max(codes, key=WORST.index)


def _judge(data: dict[str, object], args: Namespace) -> ExitCode:
    """Print what is said of one certificate."""
    checked = verify(
        data, max_positions=args.max_positions, max_work=args.max_work, time_limit=args.time_limit
    )
    outcome = checked
    if checked.claim is not None and args.start is not None:
        outcome = _about(checked, checked.claim, args)
    if args.export is not None and outcome.claim is not None:
        _export(data, outcome.claim, args.export, args.model or MODELS[0])
    if args.formal and outcome.exit_code != ExitCode.USAGE:
        return _both(outcome, _formal(data, checked), args.json)
    print(verifier.as_json(outcome) if args.json else str(outcome))
    return ExitCode(outcome.exit_code)


def _formal(data: dict[str, object], checked: verifier.Outcome) -> Judgement:
    """What the formal checker says; a contradiction is loud."""
    program = formal.installed()
    if program is None:
        raise UsageError(
            f"the program {formal.PROGRAM} is not installed",
            expected="what `make -C formal` builds, with Coq and OCaml",
        )
    try:
        judgement = formal.judge(data, program)
    except formal.NotTaken as missing:
        return Judgement(ExitCode.UNKNOWN, f"NOT TAKEN: {missing}")
    except formal.NotPlain as fault:
        judgement = Judgement(ExitCode.USAGE, f"UNREADABLE: {fault}")
    known = (ExitCode.OK, ExitCode.NEGATIVE)
    differ = checked.exit_code in known and judgement.code != ExitCode.UNKNOWN
    if differ and checked.valid != judgement.accepted:
        raise SoundnessError(
            f"verifier.py says {checked.outcome}, and the formal checker: {judgement.report.splitlines()[0]}"
        )
    return judgement


def _both(outcome: verifier.Outcome, judgement: Judgement, as_json: bool) -> ExitCode:
    """Both answers; the certificate is valid where both checkers accept it."""
    if as_json:
        said = {"accepted": judgement.accepted, "exit_code": judgement.code, "report": judgement.report}
        print(json.dumps({**json.loads(verifier.as_json(outcome)), "formal": said}))
    else:
        print(outcome, judgement.report, sep="\n\nThe formal checker: ")
    return ExitCode(outcome.exit_code or judgement.code)


def _export(data: dict[str, object], claim: verifier.Claim, path: str, model: str) -> None:
    """One file, or a folder of files with an index."""
    import os

    from feasibility.base.files import try_folder, write_file
    from feasibility.proofs.vipr import export

    exported = export(data, claim, model)
    wanted = "a name that ends in .vipr" if exported.index is None else "a folder: a name without .vipr"
    if path.endswith(".vipr") != (exported.index is None):
        form = "one file" if exported.index is None else "a folder"
        raise UsageError(f"a proof of kind {claim.kind} is exported as {form}", seen=path, expected=wanted)
    if os.path.lexists(path):
        raise UsageError("the place of the export exists already", seen=path, expected="another name")
    if exported.index is None:
        write_file(path, exported.files[""])
        message(f"the proof in the format VIPR 1.0 written to {path}")
        return
    try_folder(path)
    for name, text in exported.files.items():
        write_file(os.path.join(path, name), text)
    write_file(os.path.join(path, "index.json"), json.dumps(exported.index, indent=1) + "\n")
    cases = plural(len(exported.files), "case")
    message(f"{cases} in the format VIPR 1.0 written to {path}; its index says why these are all")


def _about(outcome: verifier.Outcome, claim: verifier.Claim, args: Namespace) -> verifier.Outcome:
    """The outcome, or a rejection if the certificate is about another pair than the one given."""
    from feasibility.text.reading import read_pair

    pair = read_pair(args.start, args.target, pegs=args.pegs)
    if not claim.holes:
        reason = "the certificate is about an infinite board and not about this pair"
        return verifier.Outcome("rejected", ExitCode.NEGATIVE, reason)
    for part, seen, wanted in zip(("board", "start", "target"), _claimed(claim), _given(pair), strict=True):
        if seen != wanted:
            reason = f"the certificate is about another {part} than the one given"
            return verifier.Outcome("rejected", ExitCode.NEGATIVE, reason)
    return outcome


def _claimed(claim: verifier.Claim) -> tuple[object, object, object]:
    """Board, start and target of a claim by coordinates, whatever the order and origin of its holes."""
    top, left = min(row for row, _ in claim.holes), min(column for _, column in claim.holes)
    holes = [(row - top, column - left) for row, column in claim.holes]

    def places(indices: Iterable[int]) -> frozenset[Hole]:
        return frozenset(holes[i] for i in indices)

    jumps = frozenset((holes[s], holes[o], holes[t]) for s, o, t in claim.jumps)
    target = (
        claim.target_count
        if claim.target_count is not None
        else (places(claim.target_pegs), places(claim.target_free))
    )
    return (frozenset(holes), jumps), places(claim.start), target


def _given(pair: Pair) -> tuple[object, object, object]:
    holes = pair.board.holes

    def places(mask: int) -> frozenset[Hole]:
        return frozenset(holes[i] for i in bits(mask))

    jumps = frozenset((holes[s], holes[o], holes[t]) for s, o, t in pair.board.jumps)
    target = pair.target
    goal = (places(target.must), places(target.free)) if target.pegs is None else target.pegs
    return (frozenset(holes), jumps), places(pair.start.mask), goal
