"""One peg, anywhere, from sixty vacancies: beside beam search alone, and beside the better single hole.

Whole processes of `solve`, in turns. The single holes are those that no residue rules out, one of each orbit.

    python -m research.last_peg [--seconds 30] [--holes]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

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


def seconds(words: list[str], limit: float) -> tuple[float, bool]:
    """Of a process, and whether it played."""
    began = perf_counter()
    command = [sys.executable, "-m", "feasibility", "solve", *words, "--time-limit", str(limit)]
    code = subprocess.run(command, capture_output=True, check=False).returncode
    return perf_counter() - began, code == 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--holes", action="store_true", help="the single holes as well")
    options = parser.parse_args()
    beside_beam, beside_holes, lost = [], [], []
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
        if by_beam and not played:
            lost.append(start)
        print(said, flush=True)
    for what, ratios in (("beam", beside_beam), ("the better hole", beside_holes)):
        if ratios:
            print(f"beside {what}: {median(ratios):.2f} in the median, {max(ratios):.2f} at worst")
    print(f"{len(beside_beam)} starts, plays lost: {', '.join(lost) or 'none'}")


if __name__ == "__main__":
    main()
