"""Proofs before and after `check --short`, on random pairs: `python -m benchmarks.shorter [PAIRS]`."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from statistics import median
from time import perf_counter

from feasibility.base.limits import Limits
from feasibility.decide import Plan, check, choose
from feasibility.decide.shorter import shorter
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.proofs.preference import Length, length
from feasibility.text.reading import read_board

BOARDS = ("rectangle:4x4", "rectangle:3x6", "rectangle:4x5", "rectangle:5x5", "triangle:5", "english33")
ASKED = ["integer-cone", "turning-point", "ends"]
SECONDS = 8.0


def random_pair(board: Board, random: Random) -> Pair:
    """Two positions that differ by what some jumps would change, as the criteria before these ask for."""
    while True:
        pegs = random.sample(range(board.n), random.randrange(4, max(6, board.n // 2)))
        start = change = Position(board, sum(1 << hole for hole in pegs))
        vector = list(start.vector)
        for _ in range(random.randrange(2, len(pegs))):
            jump = random.choice(board.jumps)
            for hole, add in zip(jump, (-1, -1, 1), strict=True):
                vector[hole] += add
        if all(value in (0, 1) for value in vector) and tuple(vector) != change.vector:
            return Pair(start, Position(board, sum(value << i for i, value in enumerate(vector))))


def measured(pair: Pair) -> tuple[str, Length, str, Length, float] | None:
    """Kind and length of the proof before and after, and the seconds in between; None where none is found."""
    criteria, _ = choose(ASKED)
    verdict = check(pair, Limits(seconds=SECONDS), Plan(criteria, search=False, first=True))
    certificate = verdict.certificate
    before = None if certificate is None else length(certificate.proof)
    if certificate is None or before is None:
        return None
    begun = perf_counter()
    certificate_after = shorter(verdict, Limits(seconds=SECONDS).start()).certificate
    took = perf_counter() - begun
    after = None if certificate_after is None else length(certificate_after.proof)
    if certificate_after is None or after is None:
        return None
    return certificate.proof.kind, before, certificate_after.proof.kind, after, took


def main(pairs: int) -> None:
    """Print a line for each pair and the medians."""
    random, boards, rows = Random(22), [read_board(name) for name in BOARDS], []
    while len(rows) < pairs:
        board = boards[len(rows) % len(boards)]
        row = measured(random_pair(board, random))
        if row is not None and row[1].cases > 1:
            rows.append(row)
            print(
                f"{board.label:15} {row[0]:5} {tuple(row[1])} -> {row[2]:5} {tuple(row[3])}  {row[4]:.2f} s"
            )
    for name in Length._fields:
        lengths = [(getattr(row[1], name), getattr(row[3], name)) for row in rows]
        before, after = zip(*lengths, strict=True)
        fewer = sum(b < a for a, b in lengths)
        print(
            f"{name}: median {median(before):g} -> {median(after):g}, sum {sum(before):,} -> {sum(after):,}, "
            f"less in {fewer} of {len(rows)}"
        )
    print(dict(Counter((row[0], row[2]) for row in rows)), f"median {median(row[4] for row in rows):.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
