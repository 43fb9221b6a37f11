"""Pairs for many checks: played, scrambled, refuted, on several boards."""

from __future__ import annotations

import json
import random

from feasibility.game.position import Pair, Position
from feasibility.text import catalogue
from feasibility.text.writing import write_grid

BOARDS = ("english33", "rectangle:4x4", "triangle:5", "line:9")


def pairs(count: int, seed: int = 1, boards: tuple[str, ...] = BOARDS) -> list[Pair]:
    """Mixed boards; about half the pairs are feasible."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        board = catalogue.board(boards[number % len(boards)])
        start = here = Position(board, rng.getrandbits(board.n))
        for _ in range(rng.randint(1, 8)):
            jumps = here.legal_jumps()
            if jumps:
                here = here.play(rng.choice(jumps))
        mask = here.mask if rng.random() < 0.5 else rng.getrandbits(board.n) & rng.getrandbits(board.n)
        found.append(Pair(start, Position(board, mask)))
    return found


def json_line(name: object, pair: Pair) -> str:
    """As batch reads it."""
    data = {
        "id": name,
        "start": str(pair.start),
        "target": write_grid(pair.target).split("\n"),
        "geometry": str(pair.board.geometry),
    }
    return json.dumps(data) + "\n"
