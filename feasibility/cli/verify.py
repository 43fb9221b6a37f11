"""Check a certificate with the independent verifier; with --start and --target also that it is about these.

The verifier is one file without dependencies: `python -I verifier.py CERT` does the same on any machine.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from feasibility import verifier
from feasibility.errors import ExitCode, UsageError


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas verify`."""
    parser.add_argument("certificate", metavar="CERT", help="a certificate file, or -")
    parser.add_argument("--start", metavar="START", help="also check that the certificate begins here")
    parser.add_argument("--target", metavar="TARGET", help="and that it is about this target (default: as `check` does)")
    parser.add_argument("--pegs", type=int, metavar="N", help="the target is any position with N pegs")
    parser.add_argument("--max-positions", type=int, metavar="N", default=verifier.MAX_POSITIONS, help="largest set to recompute")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: Namespace) -> ExitCode:
    """Print what the verifier says."""
    if args.start is None and (args.target is not None or args.pegs is not None):
        raise UsageError("--target and --pegs need --start")
    try:
        data = verifier.load(_source(args.certificate))
    except verifier.Refusal as refusal:
        outcome = verifier.Outcome(refusal.outcome, refusal.exit_code, refusal.reason)
    else:
        outcome = _about(data, args) or verifier.check(data, max_positions=args.max_positions)
    print(verifier.as_json(outcome) if args.json else str(outcome), file=sys.stdout)
    return ExitCode(outcome.exit_code)


def _source(path: str) -> str | bytes:
    return sys.stdin.buffer.read(verifier.MAX_BYTES + 1) if path == "-" else path


def _about(data: verifier.Json, args: Namespace) -> verifier.Outcome | None:
    """A rejection if the certificate is about another pair than the files given."""
    if args.start is None:
        return None
    from feasibility.certificate import board_json, target_json
    from feasibility.reading import read_pair

    pair = read_pair(args.start, args.target, pegs=args.pegs)
    expected = {**board_json(pair.board), "name": ""}
    claimed = data.get("board")
    given = {**claimed, "name": ""} if isinstance(claimed, dict) else claimed
    for part, seen, wanted in (
        ("board", given, expected),
        ("start", data.get("start"), list(pair.start.pegs)),
        ("target", data.get("target"), target_json(pair)),
    ):
        if seen != wanted:
            return verifier.Outcome("rejected", ExitCode.NEGATIVE, f"the certificate is about another {part} than the one given")
    return None
