"""Conway's army: can pegs below a line send one of them N rows beyond it, and how few will do?

Levels within reach come with a smallest army on a finite board, its play, and the proof that fewer pegs do
not do there. Levels out of reach come with the exact proof in Z[s], s = (sqrt 5 - 1) / 2, for any army.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.arguments import add_limits, limits_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Geometry, as_geometry, coordinate

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.game.position import Pair
    from feasibility.polyhedra.army import LeastArmy, March
    from feasibility.proofs.certificate import Certificate


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas army`."""
    parser.add_argument("--level", type=int, required=True, metavar="N", help="rows beyond the line")
    parser.add_argument(
        "--geometry", default="orthogonal", help="orthogonal (default), triangular or diagonal"
    )
    parser.add_argument("--board", metavar="WxD", help="finite board: W holes wide, D rows below the line")
    parser.add_argument("--certificate", metavar="FILE", help="write the proof")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Prove the level out of reach, or march."""
    from feasibility.polyhedra.army import HIGHEST, finite_pair, out_of_reach

    if not 1 <= args.level <= HIGHEST:
        raise UsageError("not a level", seen=str(args.level), expected=f"1 to {HIGHEST}")
    geometry = as_geometry(args.geometry)
    if geometry is Geometry.EXPLICIT:
        raise UsageError("an army needs a lattice", expected="orthogonal, triangular or diagonal")
    width, depth = _size(args.board, args.level)
    clock = limits_of(args).start()
    proof = out_of_reach(geometry, args.level)
    if proof is not None:
        pair = finite_pair(geometry, args.level, width, depth) if args.board is not None else None
        return _halt(args, geometry, proof, pair, clock)
    return _march(args, geometry, (width, depth), clock)


def _size(text: str | None, level: int) -> tuple[int, int]:
    if text is None:
        return 2 * level + 3, level + 1
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if match is None:
        raise UsageError("not a size", seen=repr(text), expected="as in 11x5")
    return int(match[1]), int(match[2])


def _halt(
    args: Namespace, geometry: Geometry, proof: Certificate, pair: Pair | None, clock: Clock
) -> ExitCode:
    """The proof that the level is out of reach; on a finite board also the one of the cone."""
    from feasibility.analysis import only
    from feasibility.cli.proofs import write
    from feasibility.polyhedra.army import half_plane
    from feasibility.proofs.accept import accepted

    accepted(proof)
    finding = None if pair is None else only("cone", pair, clock)
    if args.certificate is not None:
        write(proof, args.certificate)
    if args.json:
        facts: dict[str, object] = {"level": args.level, "geometry": str(geometry), "reachable": False}
        facts["certificate"] = proof.to_json()
        if finding is not None:
            facts["finite_board"] = {"outcome": str(finding.outcome), "summary": finding.summary}
        print_json(facts)
        return ExitCode.NEGATIVE
    a, b = half_plane(geometry, args.level)
    print(
        f"level {args.level} is out of reach for every finite army.\n\n"
        f"Holes weigh s^d, d steps from the goal, s = (sqrt 5 - 1) / 2, s^2 = 1 - s. The d of each hole:\n"
        f"{_distances(geometry, args.level)}\n\n"
        f"No jump raises the total, and a peg on the goal weighs 1.\n"
        f"All holes below the line weigh {_golden(a, b)} together, so a finite army weighs less than 1."
    )
    if finding is not None and pair is not None:
        below = f"{pair.board.n} holes, {args.board} of them below the line"
        print(f"\nThe finite board of {below}: {finding.outcome}, {finding.summary}")
    return ExitCode.NEGATIVE


def _golden(a: int, b: int) -> str:
    if b == 0:
        return f"exactly {a}"
    return f"{a} {'+' if b > 0 else '-'} {abs(b)} s = {a + b * (5**0.5 - 1) / 2:.6f}"


def _distances(geometry: Geometry, level: int) -> str:
    from feasibility.polyhedra.army import distance

    rows = []
    for row in range(min(level, 12) + 3):
        shift = row / 2 if geometry is Geometry.TRIANGULAR else 0
        columns = range(int(shift) - 5, int(shift) + 6)
        cells = "".join(f"{distance(geometry, (row, column)):4}" for column in columns)
        rows.append(" " * (2 if geometry is Geometry.TRIANGULAR and row % 2 == 0 else 0) + cells)
    return _with_line(rows, level)


def _with_line(rows: list[str], level: int) -> str:
    """The rows of a picture, with the line drawn above the first one below it, if that is shown."""
    drawn = ["-" * len(rows[-1]) + "  the line"] if level < len(rows) else []
    return "\n".join([*rows[:level], *drawn, *rows[level:]])


def _march(args: Namespace, geometry: Geometry, size: tuple[int, int], clock: Clock) -> ExitCode:
    """A smallest army on the finite board, with its play and the proof that fewer pegs do not do."""
    from feasibility.cli.proofs import write
    from feasibility.polyhedra.army import fewest_on_board, finite_pair, least_pegs, march
    from feasibility.proofs.accept import accepted

    width, depth = size
    floor = least_pegs(geometry, args.level)
    line = ProgressLine()
    army = fewest = None
    try:
        army = march(geometry, args.level, width, depth, clock, line.show)
        if army is not None:
            line.show(f"an army of {army.pegs} pegs; do fewer do? {clock.remaining() or 0:.0f} s at most")
            fewest = fewest_on_board(finite_pair(geometry, args.level, width, depth), army.pegs, clock)
    except KeyboardInterrupt:
        known = "no army was found yet" if army is None else f"an army of {army.pegs} pegs was found"
        raise KeyboardInterrupt(f"{known}; by weight every army has {floor} or more") from None
    finally:
        line.clear()
    if army is None:
        message(f"{_why_none(size, clock)}; by weight every army has {floor} pegs or more")
        return ExitCode.UNKNOWN
    if fewest is not None:
        accepted(fewest.certificate)
    if args.certificate is not None and fewest is not None:
        write(fewest.certificate, args.certificate)
    _show(args, geometry, floor, army, fewest)
    return ExitCode.OK


def _why_none(size: tuple[int, int], clock: Clock) -> str:
    board = "a board {} holes wide, {} rows below the line".format(*size)
    if clock.expired():
        return f"time ended before an army was found on {board}"
    return f"no army was found on {board}, though time was left (no proof: a larger --board may hold one)"


def _show(
    args: Namespace, geometry: Geometry, floor: int | None, army: March, fewest: LeastArmy | None
) -> None:
    from feasibility.text.moves import format_jumps

    board = army.pair.board
    if args.json:
        print_json(
            {
                "level": args.level,
                "geometry": str(geometry),
                "reachable": True,
                "pegs": army.pegs,
                "at_least": floor,
                "fewest_on_board": fewest is not None,
                "holes": [list(hole) for hole in board.holes],
                "start": list(army.pair.start.pegs),
                "jumps": [list(jump) for jump in army.jumps],
                "certificate": None if fewest is None else fewest.certificate.to_json(),
            }
        )
        return
    proof = "no fewer do on this board (proved)" if fewest is not None else "whether fewer do was not decided"
    pegs = plural(army.pegs, "peg")
    print(f"level {args.level} is reached by {pegs}; {proof}; by weight every army has {floor} or more")
    print(f"{_picture(army, args.level)}\n{format_jumps(board, army.jumps, sweeps=True)}")


def _picture(army: March, level: int) -> str:
    from feasibility.text.notation import lead

    """The army as a position that can be read; the line and the goal stand above it."""
    board, start, goal = army.pair.board, army.pair.start, army.jumps[-1].landing
    told = f"# the line is below row {level}, the goal is {coordinate(board.holes[goal])}"
    return f"{told}\n{lead(board)}{start}"
