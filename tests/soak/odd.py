"""Small boards of shapes that no catalogue has: what looks regular in a program breaks on them first."""

from __future__ import annotations

from itertools import permutations
from random import Random

from feasibility.game.geometry import Board, Geometry, coordinate

Triple = tuple[int, int, int]
KINDS = (
    "random", "idle", "one way", "cycle", "hub", "landing", "two hubs", "complete", "apart", "twins", "none",
)  # fmt: skip
FILE = "odd.txt"  # the board in the folder of its case; the command line then says odd.txt:+a1


def odd(kind: str, seed: int) -> Board:
    """The board of that kind and number: a row of holes with a list of jumps."""
    random = Random(f"odd {kind} {seed}")
    n = random.randint(3, 5 if kind == "complete" else 9)
    jumps = [jump for jump in jumps_of(kind, n, random) if max(jump) < n]
    return Board([(0, i) for i in range(n)], Geometry.EXPLICIT, list(dict.fromkeys(jumps)), name="")


def jumps_of(kind: str, n: int, random: Random) -> list[Triple]:
    """Jumps between the holes 0 to n - 1, perhaps beyond."""
    every = list(permutations(range(n), 3))
    ring = [(i, (i + 1) % n, (i + 2) % n) for i in range(n)]
    match kind:
        case "random":
            return random.sample(every, min(len(every), random.randint(1, 3 * n)))
        case "idle":  # all jumps in a corner, so that most holes have none
            return [jump for jump in every if max(jump) < 4 and random.random() < 0.7]
        case "one way":
            return ring
        case "cycle":
            return ring + [(c, b, a) for a, b, c in ring]
        case "hub":  # a star
            return [jump for jump in every if jump[1] == 0]
        case "landing":
            return [jump for jump in every if jump[2] == 0]
        case "two hubs":
            return [jump for jump in every if jump[1] < 2 and jump[0] > 1 and jump[2] > 1]
        case "complete":
            return every
        case "apart":  # islands: lines of three, each one way or both
            lines = [(i, i + 1, i + 2) for i in range(0, n - 2, 3)]
            return lines + [(c, b, a) for a, b, c in lines if random.random() < 0.7]
        case "twins":  # two copies of the same, exchanged by a symmetry
            half = n // 2
            some = [jump for jump in every if max(jump) < half and random.random() < 0.6]
            return some + [(a + half, b + half, c + half) for a, b, c in some]
        case _:
            return []


def text(board: Board, rows: list[str]) -> str:
    """A document with the board in its header lines and one or two rows of symbols."""
    named = ["-".join(coordinate(board.holes[hole]) for hole in jump) for jump in board.jumps]
    header = ["# geometry: explicit", *(f"# jumps: {name}" for name in named)]
    return "\n".join([*header, "\n---\n".join(rows)]) + "\n"
