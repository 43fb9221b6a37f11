"""Sweeps on a triangle from a vacancy to any one peg: bounds with certificates, and plays by narrow levels.

python -m benchmarks.sweep_triangles bounds SIDE STEPS FOLDER  # every vacancy, each with so many steps
python -m benchmarks.sweep_triangles play SIDE VACANCY SWEEPS  # a play with at most so many

The first prints the rows of certificates of docs/results/sweeps.md. The second may miss plays.
"""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import process_time

from benchmarks.sweep_bounds import of_triangle
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.question import Question
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.studies.sweeps.fewest import deepening
from feasibility.studies.sweeps.narrow import Trial
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board as named
from feasibility.text.moves import format_jumps

WIDTH = 2_000  # positions of a narrow level


def row(board: Board, asked: Question, steps: int, folder: Path) -> str:
    """The bound, the positions of its levels, its certificate, and the seconds to make and to check it."""
    began = process_time()
    search = deepening(asked, Limits().start())  # the bound of the start takes what it takes
    search.watch.clock = Limits(work=steps).start()
    with suppress(StoppedError):
        search.run()
    proof = search.proved
    made, began = process_time() - began, process_time()
    vacancy = board.called((asked.full ^ asked.start).bit_length() - 1)
    pair = Pair(Position(board, asked.start), Target(board, 0, board.full, 1))
    text = json.dumps(Certificate(pair, proof).to_json()).encode()
    (folder / f"{board.name}-{vacancy}.json".replace(":", "-")).write_bytes(text)
    outcome = verifier.check(json.loads(text), time_limit=None)
    if not outcome.valid:
        raise ValueError(f"{vacancy}: {outcome}")
    told = f"{proof.at_least} | {sum(proof.forward) + sum(proof.backward):,} | {len(text) / 1024:.0f}"
    digest, checked = hashlib.sha256(text).hexdigest(), process_time() - began
    return f"| {board.name} | {vacancy} | {told} | `{digest}` | {made:.1f} | {checked:.1f} |"


def play(board: Board, asked: Question, sweeps: int) -> str:
    """One with at most so many sweeps, in words of the page."""
    residues = tuple((modulus, weights) for weights, modulus in generators(board, 0) if modulus)
    search = deepening(replace(asked, residues=residues), Limits().start())
    found = search.with_few(sweeps, Trial(WIDTH, learns=False))
    return "none" if found is None else format_jumps(board, [Jump(*jump) for jump in found], sweeps=True)


if __name__ == "__main__":
    what, side, *rest = sys.argv[1:]
    triangle = named(f"triangle:{side}")
    for question in of_triangle(int(side)):
        if what == "bounds":
            print(row(triangle, question, int(rest[0]), Path(rest[1])), flush=True)
        elif not question.start >> triangle.by_name[rest[0]] & 1:
            print(play(triangle, question, int(rest[1])))
