"""The most and the fewest times that each jump can occur on the way from START to TARGET, with proofs.

The bounds are over the cone (real numbers of jumps) and over the integer cone, a line for each orbit of
jumps. START and TARGET are written as for `pegfeas check`.

--require "e3c3>=3" bounds the jumps in those plays alone in which that holds; it can be given several times.
A sum of jumps can be required, "2*e3c3-d4b4<=1", and --objective "e3c3+2*c3e3" bounds one.
--exclusions lists the pairs of jumps of which no play has both, each with a proof; --picture draws them.

examples:
  pegfeas bounds english33:-d4 english33:+d4
  pegfeas bounds line:7:-a1 --certificates proofs
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import try_folder
from feasibility.base.limits import Clock
from feasibility.cli.arguments import add_limits, add_pair, limit_reached, limits_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import ready, write_answer
from feasibility.cli.opening import question_of
from feasibility.cli.options import add, own
from feasibility.cli.proofs import write_into
from feasibility.cli.terminal import ProgressLine, print_table
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate
from feasibility.render.tables import Table
from feasibility.studies.polyhedra.sums import format_condition, format_sum
from feasibility.text.moves import format_jump

if TYPE_CHECKING:
    from feasibility.studies.polyhedra.bounds import Extreme, Range, Ranges
    from feasibility.studies.polyhedra.exclusions import Excluded, Exclusions

_MOST_DIRECTIONS = 12


# certificates by the names of their files, what JSON has, a table and what is below it, what is left
BoundsAnswer: TypeAlias = tuple[dict[str, Certificate], dict[str, object], Table, str, str]


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser)
    conditions = "in plays alone in which that holds: e3c3>=3, e3c3=2, e3c3+c3e3<4 or 2*e3c3-d4b4<=1"
    own(parser, "--require CONDITION", conditions, action="append", default=[])
    own(parser, "--objective SUM", "bound this sum of jumps, as e3c3+2*c3e3")
    own(parser, "--exclusions", "the pairs of jumps of which no play has both")
    add(
        parser, "json",
        picture="the exclusions as a square with crosses",
        certificates="write a certificate for each bound",
    )  # fmt: skip
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    if args.exclusions and (args.require or args.objective is not None):
        raise UsageError(f"--exclusions does not go with --{'require' if args.require else 'objective'}")
    if args.picture and not args.exclusions:
        raise UsageError("--picture draws exclusions", expected="--exclusions with it")
    ready(picture=args.picture)
    if args.certificates is not None:
        try_folder(args.certificates)
    question = question_of(args)
    pair, clock = question.pair, limits_of(args).start()
    from feasibility.studies.polyhedra.exclusions import Exclusions

    found, (proofs, facts, table, below, left) = _found(pair, clock, args)
    proofs |= {f"nothing-{n}.json": one for n, one in enumerate(found.contradiction, 1)}
    if args.json:
        infeasible = found.empty is True and not args.require
        head = {"board": pair.board.label, "feasible": False if infeasible else None}
        why = {"contradiction": [proof.to_json() for proof in found.contradiction]}
        said = {"complete": not left, "verified": True if proofs else None}
        print_json({**head, **why, **facts, **said, **question.facts})
    elif found.empty is False:
        print_table(table)
        print(below)
    if args.certificates is not None:
        write_into(args.certificates, proofs, [True] * len(proofs))
    if found.empty is True:
        _tell_why_none(pair, clock, args, "" if isinstance(found, Exclusions) else _required(found))
        return ExitCode.NEGATIVE
    if isinstance(found, Exclusions):
        write_answer(args.picture, found.scene)
    if left:
        message(f"{limit_reached(clock)}; {left}")
    return ExitCode.UNKNOWN if left else ExitCode.OK


def _found(pair: Pair, clock: Clock, args: Namespace) -> tuple[Ranges | Exclusions, BoundsAnswer]:
    from feasibility.studies.polyhedra.bounds import bounds
    from feasibility.studies.polyhedra.exclusions import exclusions

    with ProgressLine() as line:
        if args.exclusions:
            excluded = exclusions(pair, limits=clock.rest(), report=line.show)
            return excluded, _of_exclusions(excluded)
        asked = {"require": args.require, "objective": args.objective}
        bounded = bounds(pair, **asked, limits=clock.rest(), report=line.show)
        return bounded, _of_ranges(bounded)


def _tell_why_none(pair: Pair, clock: Clock, args: Namespace, required: str) -> None:
    """No play has any jump; and what adds up where no play can, if cone and lattice let the pair pass."""
    from feasibility.studies.polyhedra.bounds import real_numbers, whole_numbers

    if args.picture:
        message("no picture is written: no play has any jump")
    message(f"no numbers of jumps lead from START to TARGET{required or ': infeasible'}")
    if args.json or args.require:
        return
    for what, numbers in (("real", real_numbers), ("with negatives", whole_numbers)):
        added = numbers(pair, clock)
        if added is not None and len(added) > 0:
            print(f"{what}: {format_sum(pair.board, added)}")


def _of_exclusions(found: Exclusions) -> BoundsAnswer:
    def names(two: tuple[Jump, Jump]) -> list[str]:
        return [format_jump(found.pair.board, jump) for jump in two]

    def orbit(one: Excluded) -> dict[str, object]:
        return {"pairs": [names(two) for two in one.orbit], "certificate": one.certificate.to_json()}

    table = Table(("jump", "excludes", "pairs in orbit"), right=frozenset((2,)))
    for one in found.excluded:
        table.add(*names(one.orbit[0]), len(one.orbit))
    least = "at least " if found.open else ""
    below = f"\n{least}{plural(len(found.pairs), 'pair')} of jumps, of which no play has both"
    if found.never:
        never = [names(two)[0] for one in found.never for two in one.orbit]
        below += f"\nin no play at all, so in none of these pairs: {' '.join(never)}"
    every = (*found.excluded, *found.never)
    proofs = {f"not-both-{'-'.join(names(one.orbit[0]))}.json": one.certificate for one in every}
    facts: dict[str, object] = {
        "exclusions": [orbit(one) for one in found.excluded],
        "never": [orbit(one) for one in found.never],
        "undecided": [names(two) for two in found.open],
    }
    alone = sum(one == other for one, other in found.open)
    left = f"{plural(len(found.open) - alone, 'pair')} of jumps not decided" if found.open else ""
    left += f", nor {plural(alone, 'jump')} alone" if alone else ""
    return proofs, facts, table, below, left


def _of_ranges(bounded: Ranges) -> BoundsAnswer:
    heads = ("jump", "in orbit", "most, real", "integer", "least, real", "integer")
    table = Table(heads, right=frozenset(range(len(heads))))
    proofs, rows = dict[str, Certificate](), list[dict[str, object]]()
    for one in bounded.ranges:
        names, sides = bounded.names(one), (one.most, one.least)
        shown = (_shown(value) for side in sides for value in (side.real, side.whole))
        table.add(names[0], len(one.orbit) or "", *shown)
        told = {"most": _side(one.most), "least": _side(one.least)}
        rows.append({"jumps": [list(jump) for jump in one.orbit], "names": names, **told})
        for side, value in zip(told, sides, strict=True):
            if value.certificate is not None:
                proofs[f"{side}-{names[0] if one.orbit else 'sum'}.json"] = value.certificate
    board, limited = bounded.pair.board, bounded.empty is None
    required = {"required": [format_condition(board, one) for one in bounded.given]} if bounded.given else {}
    limited |= any(side.whole is None for one in bounded.ranges for side in (one.most, one.least))
    unknown = "no bound is known" if bounded.empty is None else "? marks what is not known"
    left = unknown if limited else ""
    below = f"\nin plays{_required(bounded)}\n" if bounded.given else ""
    return proofs, {**required, "orbits": rows}, table, below + _below(board, bounded.ranges), left


def _required(bounded: Ranges) -> str:
    """What is required, as it was read: notations may differ."""
    given = (format_condition(bounded.pair.board, one) for one in bounded.given)
    return f" with {' and '.join(given)}" if bounded.given else ""


def _side(value: Extreme) -> dict[str, object]:
    real = None if value.real is None else str(value.real)
    proof = None if value.certificate is None else value.certificate.to_json()
    return {"real": real, "integer": value.whole, "certificate": proof}


def _below(board: Board, ranges: tuple[Range, ...]) -> str:
    """How many jumps can occur how often, and where; nothing where only some were asked about."""
    if sum(len(one.orbit) for one in ranges) < len(board.jumps):
        return ""
    counted = Counter(one.most.whole for one in ranges for _ in one.orbit)
    rising = sorted(counted.items(), key=lambda one: inf if one[0] is None else one[0])
    total = ", ".join(f"{count} x {_shown(times)}" for times, count in rising)
    return "\n".join(["", f"jumps by the most times they can occur: {total}", *_pictures(board, ranges)])


def _shown(value: object) -> str:
    return "?" if value is None else str(value)


def _pictures(board: Board, ranges: tuple[Range, ...]) -> list[str]:
    """For each direction, on each hole, the most times that the jump from there can occur.

    None where a jump is not over the middle between its ends, as one across the edge of a torus.
    """
    for three in board.jumps:
        start, over, landing = (board.holes[hole] for hole in three)
        if any(a + c != 2 * b for a, b, c in zip(start, over, landing, strict=True)):
            return []
    marks: dict[tuple[int, int], list[str]] = {}
    for r in ranges:
        for jump in r.orbit:
            here, there = board.holes[jump.start], board.holes[jump.landing]
            step = (there[0] - here[0], there[1] - here[1])
            marks.setdefault(step, ["."] * board.n)[jump.start] = _shown(r.most.whole)
    if len(marks) > _MOST_DIRECTIONS:
        return []
    lines = []
    for (down, right), symbols in sorted(marks.items()):
        aside = right - down // 2 if board.geometry is Geometry.TRIANGULAR else right  # as rows are drawn
        words = [f"{abs(down)} {'down' if down > 0 else 'up'}"] if down else []
        words += [f"{abs(aside)} {'right' if aside > 0 else 'left'}"] if aside else []
        lines += ["", f"most jumps from each hole, {' and '.join(words)}", board.draw(symbols, " ")]
    return lines
