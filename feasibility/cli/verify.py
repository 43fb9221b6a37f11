"""Check a certificate with the independent verifier; with --start and --target also that it is about these.

The verifier is one file without dependencies: `python -I verifier.py CERT` does the same on any machine.
`verify CERT --formal` also asks a checker that is proved; `verify CERT --export proof.vipr` writes the proof
for checkers of exact mixed-integer solvers, `verify CERT --export FOLDER` one with several cases. `verify
CERT --against PATH` says whether such a file or folder is about the same pair.

examples:
  pegfeas verify proof.json
  pegfeas check triangle:5:-a1 --json | pegfeas verify -
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from os import listdir
from os.path import isdir, join
from typing import Protocol

import feasibility.verifier as verifier
from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.arguments import levels_of
from feasibility.cli.common import message, plural
from feasibility.cli.options import add, add_one, own
from feasibility.cli.terminal import ProgressLine
from feasibility.game.position import bits
from feasibility.proofs.accept import verify
from feasibility.proofs.answers import certificates_in
from feasibility.proofs.written import Json
from feasibility.registry import Hook

# Of several certificates the one that is worst decides the exit code.
WORST = (ExitCode.OK, ExitCode.UNKNOWN, ExitCode.NEGATIVE, ExitCode.USAGE)


class Checkers(Protocol):
    """A module that knows other checkers, and what they read."""

    def add(self, parser: ArgumentParser) -> None:
        """Declare its options."""

    def refuse_many(self, args: Namespace, certificates: int) -> None:
        """Where an option of its own takes one certificate."""

    def run(
        self, args: Namespace, data: Json, checked: verifier.Outcome, outcome: verifier.Outcome
    ) -> verifier.Outcome | ExitCode:
        """What its options ask: the outcome that follows, or the exit code where all is printed."""


EXPORTS = Hook[Checkers]("cli.verify:EXPORTS", "knows other checkers")


def add_arguments(parser: ArgumentParser) -> None:
    cert = "a certificate, an answer in JSON, lines of them, or a folder of *.json; - for a pipe"
    parser.add_argument("given", metavar="CERT", help=cert)
    add_one(parser, "start", "also check that the certificate begins here")
    add(parser, "pegs", target="also check its target (default: as for `check`)")
    add_one(parser, "max-positions", f"{verifier.MAX_POSITIONS:,}", default=verifier.MAX_POSITIONS)
    own(parser, "--max-bytes N", "largest certificate to read", int, default=verifier.MAX_BYTES)
    add_one(parser, "max-work", f"{verifier.MAX_WORK:,}")
    limit = int(verifier.TIME_LIMIT)
    add(
        parser, workdir="keep levels that memory would not hold in nameless files there",
        jobs="make the parts of large levels in N processes; needs --workdir",
        scheduler="make them on a Dask cluster (tcp://HOST:PORT), whose answers are trusted",
    )  # fmt: skip
    each = f"for each certificate (default {limit}, the checker's own)"
    add_one(parser, "time-limit", each, type=int, default=limit)
    own(parser, "--plain", "do not use numpy, even where it is installed")
    for exports in EXPORTS.filled():
        exports.add(parser)
    add(parser, "json")


def run(args: Namespace) -> ExitCode:
    if args.start is None and (args.target is not None or args.pegs is not None):
        raise UsageError("--target and --pegs need --start")
    for limit in (args.max_bytes, args.max_work, args.time_limit):
        if limit is not None and limit < 1:
            raise UsageError("not a limit", seen=str(limit), expected="1 or more")
    certificates = [found for path in _files(args.given) for found in _read(path, args.max_bytes)]
    if not certificates:
        seen = f"{args.given!r}{', a folder without *.json' if isdir(args.given) else ''}"
        raise UsageError("no certificate there", seen=seen, expected="a certificate, or an answer with one")
    for exports in EXPORTS.filled():
        exports.refuse_many(args, len(certificates))
    codes = []
    for number, (path, data) in enumerate(certificates, 1):
        if len(certificates) > 1 and not args.json:
            of = "" if path == args.given else f", {path}"
            print(("\n" if number > 1 else "") + f"certificate {number} of {len(certificates)}{of}:")
        codes.append(_judge(data, path, args))
    if len(codes) > 1 and not args.json:
        message(f"accepted: {codes.count(ExitCode.OK)} of {len(codes)} certificates")
    return max(codes, key=WORST.index)


def _files(path: str) -> list[str]:
    """The files that a path names: itself, or those of a folder."""
    if not isdir(path):
        return [path]
    return sorted(join(path, name) for name in listdir(path) if name.endswith(".json"))


def _read(path: str, most: int) -> list[tuple[str, Json | verifier.Outcome]]:
    """The certificates of a file, or what is said of a file that holds none."""
    try:
        found, without = certificates_in(path, most)
    except verifier.Refusal as refusal:
        return [(path, verifier.Outcome(refusal.outcome, refusal.exit_code, refusal.reason))]
    if found and without:
        message(f"{plural(without, 'answer')} without a certificate in {path}")
    return [(path, data) for data in found]


def _judge(data: Json | verifier.Outcome, path: str, args: Namespace) -> ExitCode:
    if isinstance(data, verifier.Outcome):
        return _tell(data, path, args)
    line = ProgressLine()
    try:
        checked = verify(
            data, max_positions=args.max_positions, max_work=args.max_work,
            time_limit=args.time_limit, plain=args.plain, workdir=args.workdir, report=line.show,
            levels=levels_of(args),
        )  # fmt: skip
    finally:
        line.clear()
    outcome = checked
    if checked.claim is not None and args.start is not None:
        outcome = _about(checked, checked.claim, args)
    for exports in EXPORTS.filled():
        looked = exports.run(args, data, checked, outcome)
        if isinstance(looked, ExitCode):
            return looked
        outcome = looked
    return _tell(outcome, path, args)


def _tell(outcome: verifier.Outcome, path: str, args: Namespace) -> ExitCode:
    """What is said of a certificate; for programs with the name of its file, where a folder was given."""
    named = {} if path == args.given else {"file": path}
    print(json.dumps({**named, **json.loads(verifier.as_json(outcome))}) if args.json else str(outcome))
    return ExitCode(outcome.exit_code)


def _about(outcome: verifier.Outcome, claim: verifier.Claim, args: Namespace) -> verifier.Outcome:
    """The outcome, or a rejection if the certificate is about another pair than the one given."""
    from feasibility.text.references import read_pair

    pair = read_pair(args.start, args.target, pegs=args.pegs)
    if not claim.holes or claim.claim == "sound":
        about = "a rule" if claim.holes else "an infinite board"
        return _rejected(f"is about {about} and not about this pair")
    # The holes of a certificate may have another order, and count from other places.
    board, target = pair.board, pair.target
    top, left = min(row for row, _ in claim.holes), min(column for _, column in claim.holes)
    here = [board.index.get((row - top, column - left)) for row, column in claim.holes]
    start, must, free = (
        {here[hole] for hole in holes} for holes in (claim.start, claim.target_pegs, claim.target_free)
    )
    alike = target.pegs is not None or (must, free) == (set(bits(target.must)), set(bits(target.free)))
    same = {
        "board": {*here} == {*range(board.n)}
        and {tuple(here[hole] for hole in jump) for jump in claim.jumps} == {*board.jumps},
        "start": start == {*pair.start.pegs},
        "target": claim.target_count == target.pegs and alike,
    }
    other = next((part for part, agrees in same.items() if not agrees), None)
    told = other != "target" or args.target is not None or args.pegs is not None
    than = "the one given" if told else "that of START alone; expected --target TARGET or --pegs N"
    return outcome if other is None else _rejected(f"is about another {other} than {than}")


def _rejected(reason: str) -> verifier.Outcome:
    return verifier.Outcome("rejected", ExitCode.NEGATIVE, f"the certificate {reason}")
