"""Conway's army: can pegs below a line send one of them N rows beyond it, and how few will do?

Levels within reach come with a smallest army on a finite board, its play, and the proof that fewer pegs do
not do there. Levels out of reach come with the exact proof in Z[s], s = (sqrt 5 - 1) / 2, for any army.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.limits import Clock
from feasibility.cli.arguments import add_limits, limits_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.options import add
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Geometry, Jump, coordinate
from feasibility.game.position import Position
from feasibility.render.verified import verified_json
from feasibility.text.moves import format_jumps
from feasibility.text.writing import lead

if TYPE_CHECKING:
    from feasibility.studies.armies.army_api import Army


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas army`."""
    parser.add_argument("--level", type=int, required=True, metavar="N", help="rows beyond the line")
    parser.add_argument(
        "--geometry", default="orthogonal", help="orthogonal (default), triangular or diagonal"
    )
    add(
        parser, "size", "json",
        certificate="write the proof",
        picture="the army with the line and the goal, or what each hole weighs",
    )  # fmt: skip
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Prove the level out of reach, or march."""
    from feasibility.cli.files import ready, write_answer
    from feasibility.cli.proofs import write
    from feasibility.studies.armies.army_api import army
    from feasibility.studies.armies.army_picture import of_army

    ready(args.certificate, picture=args.picture)
    size, clock = _size(args.size), limits_of(args).start()
    with ProgressLine() as line:
        answer = army(args.level, args.geometry, size=size, limits=clock.rest(), report=line.show)
    if args.certificate is not None and answer.certificate is not None:
        write(answer.certificate, args.certificate, clock, answer.acceptance)
    write_answer(args.picture, lambda: of_army(answer))
    if answer.out_of_reach:
        return _halt(args, answer, size, clock)
    if answer.start is None:
        floor = f"by weight every army has {answer.at_least} pegs or more"
        message(f"{_why_none(answer, size)}; {floor}")
        return ExitCode.UNKNOWN
    _show(args, answer)
    return ExitCode.OK


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if match is None:
        raise UsageError("not a size", seen=repr(text), expected="as in 11x5")
    return int(match[1]), int(match[2])


def _halt(args: Namespace, answer: Army, size: tuple[int, int] | None, clock: Clock) -> ExitCode:
    """The proof that the level is out of reach; on a finite board also the one of the cone."""
    geometry, finding = answer.geometry, None
    if size is not None:
        from feasibility.decide import only
        from feasibility.studies.armies.march import finite_pair

        pair = finite_pair(geometry, args.level, *size)
        finding = only("cone", pair, clock)
    if args.json:
        facts = _facts(answer)
        if finding is not None:
            facts["finite_board"] = {"outcome": str(finding.outcome), "summary": finding.summary}
        print_json(facts)
        return ExitCode.NEGATIVE
    print(
        f"level {args.level} is out of reach for every finite army.\n\n"
        f"Holes weigh s^d, d steps from the goal, s = (sqrt 5 - 1) / 2, s^2 = 1 - s. The d of each hole:\n"
        f"{_distances(geometry, args.level)}\n\n"
        f"No jump raises the total, and a peg on the goal weighs 1.\n"
        f"All holes below the line weigh {_golden(*answer.half_plane)} together, "
        "so a finite army weighs less than 1."
    )
    if finding is not None:
        below = f"{pair.board.n} holes, {args.size} of them below the line"
        print(f"\nThe finite board of {below}: {finding.outcome}, {finding.summary}")
    return ExitCode.NEGATIVE


def _facts(answer: Army, **army: object) -> dict[str, object]:
    proof = answer.certificate
    return {
        "level": answer.level,
        "geometry": str(answer.geometry),
        "reachable": not answer.out_of_reach,
        **army,
        "certificate": None if proof is None else proof.to_json(),
        **verified_json(answer.acceptance),
    }


def _golden(a: int, b: int) -> str:
    if b == 0:
        return f"exactly {a}"
    return f"{a} {'+' if b > 0 else '-'} {abs(b)} s = {a + b * (5**0.5 - 1) / 2:.6f}"


def _distances(geometry: Geometry, level: int) -> str:
    from feasibility.studies.armies.army import distance

    rows = []
    for row in range(min(level, 12) + 3):
        shift = row / 2 if geometry is Geometry.TRIANGULAR else 0
        columns = range(int(shift) - 5, int(shift) + 6)
        cells = "".join(f"{distance(geometry, (row, column)):4}" for column in columns)
        rows.append(" " * (2 if geometry is Geometry.TRIANGULAR and row % 2 == 0 else 0) + cells)
    if level < len(rows):
        rows.insert(level, "-" * len(rows[-1]) + "  the line")
    return "\n".join(rows)


def _why_none(answer: Army, size: tuple[int, int] | None) -> str:
    from feasibility.studies.armies.army_api import usual_size

    board = "a board {} holes wide, {} rows below the line".format(*(size or usual_size(answer.level)))
    if answer.expired:
        return f"time ran out before an army was found on {board}"
    return f"no army was found on {board}, though time was left (no proof: a larger --board may hold one)"


def _show(args: Namespace, answer: Army) -> None:
    start, jumps = answer.start, answer.play
    if start is None or jumps is None:
        return
    board = start.board
    if args.json:
        facts = _facts(
            answer,
            pegs=answer.pegs,
            at_least=answer.at_least,
            fewest_on_board=answer.fewest,
            holes=[list(hole) for hole in board.holes],
            start=list(start.pegs),
            jumps=[list(jump) for jump in jumps],
        )
        print_json(facts)
        return
    proved = "no fewer do on this board (proved)" if answer.fewest else "whether fewer do was not decided"
    told = f"by weight every army has {answer.at_least} or more"
    print(f"level {args.level} is reached by {plural(start.count, 'peg')}; {proved}; {told}")
    print(f"{_picture(start, jumps, args.level)}\n{format_jumps(board, jumps, sweeps=True)}")


def _picture(start: Position, jumps: tuple[Jump, ...], level: int) -> str:
    """The army as a position that can be read; the line and the goal stand above it."""
    board = start.board
    told = f"# the line is below row {level}, the goal is {coordinate(board.holes[jumps[-1].landing])}"
    return f"{told}\n{lead(board)}{start}"
