"""Conway's army: can pegs below a line send one of them N rows beyond it, and how few will do?

Levels within reach come with a smallest army on a finite board, its play, and the proof that fewer pegs do
not do there. Levels out of reach come with the exact proof in Z[s], s = (sqrt 5 - 1) / 2, for any army.

examples:
  pegfeas army --level 3
  pegfeas army --level 5
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.arguments import add_limits, limit_reached, limits_of
from feasibility.cli.common import message, plural, print_answer, print_json
from feasibility.cli.options import add
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Geometry, coordinate
from feasibility.render.verified import verified_json
from feasibility.text.moves import format_jumps
from feasibility.text.writing import lead

if TYPE_CHECKING:
    from feasibility.studies.armies.army_api import ArmyLevel


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--level", type=int, required=True, metavar="N", help="rows beyond the line")
    parser.add_argument(
        "--geometry", default="orthogonal", help="orthogonal (default), triangular or diagonal"
    )
    add(
        parser, "size", "json",
        certificate="write the proof",
        picture="the army with the line and the goal",
    )  # fmt: skip
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.cli.files import ready, write_answer
    from feasibility.cli.proofs import write
    from feasibility.studies.armies.army_api import army

    ready(args.certificate, picture=args.picture)
    size, clock = _size(args.size), limits_of(args).start()
    with ProgressLine() as line:
        answer = army(args.level, args.geometry, size=size, limits=clock.rest(), report=line.show)
    if args.certificate is not None:
        write(answer.certificate, args.certificate, clock, answer.acceptance)
        if answer.fewest and answer.start is not None:
            holes, pegs = answer.start.board.n, answer.start.count
            dual = "it is about the play backwards, with pegs and holes exchanged"
            message(f"{dual}: at most {holes - pegs} of {holes} pegs remain, so an army has {pegs} or more")
    if answer.out_of_reach and size is not None:
        message("the size changes nothing: this is proved for a board of any size")
    write_answer(args.picture, answer.scene)
    if not answer.out_of_reach and answer.start is None:
        floor = f"by weight every army has {answer.at_least} pegs or more"
        if args.json:
            print_json(_facts(answer))
        message(f"{_why_none(answer, size, limit_reached(clock))}; {floor}")
        return ExitCode.UNKNOWN
    text = _why_out_of_reach(answer) if answer.out_of_reach else _text(answer)
    print_answer(args, _facts(answer), text)
    return ExitCode.NEGATIVE if answer.out_of_reach else ExitCode.OK


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if match is None:
        raise UsageError("not a size", seen=repr(text), expected="as in 11x5")
    return int(match[1]), int(match[2])


def _why_out_of_reach(answer: ArmyLevel) -> str:
    """The proof in words."""
    return (
        f"level {answer.level} is out of reach for every finite army.\n\n"
        f"Holes weigh s^d, d steps from the goal, s = (sqrt 5 - 1) / 2, s^2 = 1 - s. The d of each hole:\n"
        f"{_distances(answer.geometry, answer.level)}\n\n"
        f"No jump raises the total, and a peg on the goal weighs 1.\n"
        f"All holes below the line weigh {_golden(*answer.half_plane)} together, "
        "so a finite army weighs less than 1."
    )


def _facts(answer: ArmyLevel) -> dict[str, object]:
    proof, start, army = answer.certificate, answer.start, dict[str, object]()
    if not answer.out_of_reach:
        army = {"at_least": answer.at_least, "complete": not answer.expired}
    if start is not None and answer.play is not None:
        army |= {
            "pegs": answer.pegs,
            "fewest_on_board": answer.fewest or None,
            "holes": [list(hole) for hole in start.board.holes],
            "start": list(start.pegs),
            "jumps": [list(jump) for jump in answer.play],
        }
    return {
        "level": answer.level,
        "geometry": str(answer.geometry),
        "reachable": False if answer.out_of_reach else start is not None or None,
        **army,
        "certificate": None if proof is None else proof.to_json(),
        **verified_json(answer.acceptance),
    }


def _golden(a: int, b: int) -> str:
    if b == 0:
        return f"exactly {a}"
    value = (a * a - a * b - b * b) / (a - b * (5**0.5 + 1) / 2)  # nothing cancels out, if it is small
    return f"{a} {'+' if b > 0 else '-'} {abs(b)} s = {value:.6g}"


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


def _why_none(answer: ArmyLevel, size: tuple[int, int] | None, limit: str) -> str:
    from feasibility.studies.armies.army_api import usual_size

    wide, rows = size or usual_size(answer.level)
    board = f"a board {plural(wide, 'hole')} wide, {plural(rows, 'row')} below the line"
    if answer.expired:
        return f"{limit} before an army was found on {board}"
    return f"no army was found on {board}, though time was left (no proof: a larger --size may hold one)"


def _text(answer: ArmyLevel) -> str:
    """The army as a position that can be read, the line and the goal above it, and its play."""
    start, jumps = answer.start, answer.play
    if start is None or jumps is None:
        return ""
    board = start.board
    proved = "no fewer do on this board (proved)" if answer.fewest else "whether fewer do was not decided"
    told = f"by weight every army has {answer.at_least} or more"
    goal = coordinate(board.holes[jumps[-1].landing])
    return (
        f"level {answer.level} is reached by {plural(start.count, 'peg')}; {proved}; {told}\n"
        f"# the line is below row {answer.level}, and {goal} is reached\n"
        f"{lead(start)}{start}\n{format_jumps(board, jumps, sweeps=True)}"
    )
