"""One peg, anywhere, from sixty vacancies: beside beam search alone, and beside the better single hole.

Whole processes of `solve`, in turns: their processor time, by clocks that tell it (benchmarks/clock), so that
other work on the machine changes little. The single holes are those that no residue rules out, one of each
orbit. --beside is a command of another program, for boards in a square grid of at most 64 holes; it is given
the drawing of the start as a file.

    python -m research.last_peg [--seconds 30] [--holes] [--beside "java -cp CLASSES Main"]
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.game.geometry import Geometry
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import orbits, pair_stabiliser
from feasibility.systems.residues import separate
from feasibility.text.references import read_board, read_pair

BOARDS = (
    "diamond41", "english33", "french37", "wiegleb45", "asymmetric39", "triangle:6", "triangle:7",
    "triangle:8", "rectangle:5x5", "rectangle:6x6", "rectangle:6x7", "rectangle:7x7", "rectangle:8x8",
    "rectangle:9x9", "rectangle:10x10", "rectangle:12x12", "hexagon:3",
)  # fmt: skip
MOST = 60
OUTCOME = (" no play", "")
CLOCK = Path(__file__).resolve().parents[1] / "benchmarks" / "clock"


def starts() -> Iterator[str]:
    """Vacancies, one of each orbit, board by board in turns, whose last peg no residue forbids everywhere."""
    rows = []
    for name in BOARDS:
        board = read_board(name)
        everywhere = Pair(Position(board, board.full), Position(board, 0))
        holes = [orbit[0] for orbit in orbits(tuple(range(board.n)), pair_stabiliser(everywhere))]
        rows.append([f"{name}:-{board.called(hole)}" for hole in holes])
    for place in range(max(map(len, rows))):
        yield from (row[place] for row in rows if place < len(row) and ends(row[place]))


def ends(start: str) -> list[str]:
    """The holes where the last peg may stand as far as residues know."""
    pair = read_pair(start, pegs=1)
    board = pair.board
    holes = [orbit[0] for orbit in orbits(tuple(range(board.n)), pair_stabiliser(pair))]
    return [
        board.called(hole) for hole in holes if separate(Pair(pair.start, Position(board, 1 << hole))) is None
    ]


def processor(command: Sequence[str], limit: float) -> tuple[float, bool]:
    """Seconds of a process, and whether it played."""
    before = os.times()
    try:
        ended = subprocess.run(
            command, capture_output=True, check=False, env={**os.environ, "PYTHONPATH": str(CLOCK)},
            timeout=10 * limit,
        ).returncode  # fmt: skip
    except subprocess.TimeoutExpired:
        ended = 1
    after = os.times()
    took = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    return took, ended == 0


def seconds(words: list[str], limit: float) -> tuple[float, bool]:
    """Of a process of `solve`."""
    return processor(
        [sys.executable, "-P", "-m", "feasibility", "solve", *words, "--time-limit", str(limit)], limit
    )


def by_another(program: list[str], start: str, limit: float) -> tuple[float, bool] | None:
    """Another program, on the drawing of the start; None where the board is none for it."""
    position = read_pair(start, pegs=1).start
    if position.board.geometry is not Geometry.ORTHOGONAL or position.board.n > 64:
        return None
    with TemporaryDirectory() as folder:
        drawing = Path(folder) / "start.txt"
        drawing.write_text(f"{position}\n")
        return processor([*program, str(drawing)], limit)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--holes", action="store_true", help="the single holes as well")
    parser.add_argument("--beside", type=shlex.split, metavar="COMMAND", help="another program")
    options = parser.parse_args()
    beside_beam, beside_holes, beside_other, lost = [], [], [], []
    for start, _ in zip(starts(), range(MOST), strict=False):
        asked, played = seconds([start, "--pegs", "1"], options.seconds)
        beam, by_beam = seconds([start, "--pegs", "1", "--method", "beam"], options.seconds)
        said = f"{start:22} {asked:6.2f}{OUTCOME[played]}  beam {beam:6.2f}{OUTCOME[by_beam]}"
        beside_beam.append(asked / beam)
        if options.holes:
            tried = [seconds([start, f"+{hole}"], options.seconds) for hole in ends(start)]
            best = min((took for took, ended in tried if ended), default=None)
            said += f"  better hole {best:6.2f}" if best is not None else "  no hole is played"
            if best is not None:
                beside_holes.append(asked / best)
        told = by_another(options.beside, start, options.seconds) if options.beside is not None else None
        if told is not None:
            other, by_other = told
            said += f"  the other {other:6.2f}{OUTCOME[by_other]}"
            if played and by_other:
                beside_other.append(asked / other)
        if by_beam and not played:
            lost.append(start)
        print(said, flush=True)
    rows = (("beam", beside_beam), ("the better hole", beside_holes), ("the other program", beside_other))
    for what, ratios in rows:
        if ratios:
            print(f"beside {what}: {median(ratios):.2f} in the median, {max(ratios):.2f} at worst")
    print(f"{len(beside_beam)} starts, plays lost: {', '.join(lost) or 'none'}")


if __name__ == "__main__":
    main()
