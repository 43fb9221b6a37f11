"""Fewest sweeps with jumps along both diagonals: vacancies of three boards, the last peg in the same hole.

python -m research.diagonal FOLDER

Answers and certificates are kept in FOLDER, so that a run which was stopped goes on; then the tables are
written into docs/results/diagonal.md, each between its two marks.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from feasibility.game.geometry import Jump
from feasibility.text.catalogue import board as named
from feasibility.text.moves import format_jumps
from research.one_vacancy import ROOT, Asked, write

PAGE = ROOT / "docs" / "results" / "diagonal.md"
VACANCIES = {"english33": "d4", "french37": "d4", "diamond41": "e5 e1 d2 e2"}


def pairs(folder: Path) -> Iterator[Asked]:
    """The central games, and on the diamond what else came to an end in some minutes."""
    for board, holes in VACANCIES.items():
        for hole in holes.split():
            yield Asked(f"diagonal:{board}", hole, hole, folder)


def numbers(folder: Path) -> Iterator[str]:
    """The fewest sweeps, or between which numbers they are, and a play."""
    yield "| board | vacancy, last peg | fewest sweeps | a play |"
    yield "|---|---|--:|---|"
    for pair in pairs(folder):
        answer = pair.answer("sweeps")
        least, most = answer["sweeps_at_least"], answer["sweeps"]
        told = str(most) if least == most else f"{least} to {most}"
        play = format_jumps(named(pair.board), [Jump(*jump) for jump in answer["jumps"]], sweeps=True)
        yield f"| {pair.board} | {pair.vacancy} | {told} | `{play}` |"


def proofs(folder: Path) -> Iterator[str]:
    """The certificates and processor seconds; none for a check where there is more than the checker holds."""
    yield "| board | vacancy, last peg | positions | KiB | SHA-256 | solve | check |"
    yield "|---|---|--:|--:|---|--:|--:|"
    for pair in pairs(folder):
        outcome = pair.answer("check")["outcome"]
        if outcome == "invalid":
            raise SystemExit(f"not accepted: {pair}")
        text = pair.file("certificate").read_bytes()
        proof = json.loads(text)["proof"]
        positions = sum(proof.get("forward", ())) + sum(proof.get("backward", ()))
        told = f"{positions:,} | {len(text) / 1024:.0f} | `{hashlib.sha256(text).hexdigest()}`"
        check = pair.seconds("check") if outcome == "valid" else "–"
        yield f"| {pair.board} | {pair.vacancy} | {told} | {pair.seconds('sweeps')} | {check} |"


def main(place: str) -> int:
    """Both tables, from what is kept and what is asked now."""
    folder = Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    write(PAGE, "proofs", proofs(folder))
    write(PAGE, "sweeps", numbers(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
