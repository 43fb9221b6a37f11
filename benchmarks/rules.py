"""Speed of validation: ground truth built, positions asked per second by kind of rule.

python -m benchmarks.rules [english33 french37]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.base.limits import Limits
from feasibility.engines.positions.words import Words
from feasibility.game.geometry import Board
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import sampling, truth
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.validate import middle
from feasibility.text import catalogue

ASKED = 1_000_000
REPEATS = 3
PYTHON = "def rule(position, target):\n    return position.mask & 3 == 3 and target.mask & 7 == 7\n"
PROGRAM = "import sys\nfor line in sys.stdin: print('keep', flush=True)\n"
QUICK = ("trivial", "classes", "rule-of-three", "lattice", "corners", "pagoda-library", "arbiter")


def tell(what: str, value: str) -> None:
    """One line."""
    print(f"  {what:44} {value}", flush=True)


def ground_truth(board: Board) -> truth.Truth | None:
    """Built as a validation does."""
    began = perf_counter()
    known = truth.build(board, Target(board, 1 << middle(board)), Limits().start())
    if not isinstance(known, truth.Truth):
        tell("ground truth", known.reason)
        return None
    tell("ground truth", f"{perf_counter() - began:.2f} s")
    return known


def rate(board: Board, words: Words, target: Target, rule: str | None, command: str | None = None) -> float:
    """Positions a second: the median of a few runs, the first of them not counted."""
    chosen, rates = choose(board, rule, command=command, limit=10.0), []
    try:
        chosen.judge.ask(words[:1000], target)
        for _ in range(REPEATS):
            began = perf_counter()
            chosen.judge.ask(words, target)
            rates.append(len(words) / (perf_counter() - began))
    finally:
        chosen.judge.close()
    return median(rates)


def main() -> None:
    """Measure each board that is named."""
    for name in sys.argv[1:] or ["english33"]:
        board = catalogue.board(name)
        print(name)
        with tempfile.TemporaryDirectory() as folder:
            known = ground_truth(board)
            if known is None:
                continue
            target = Target(board, 1 << middle(board))
            levels = sampling.sample(known, ASKED, 0)
            words = max((level.masks for level in levels), key=len)[:, None]
            words = words.repeat(1 + ASKED // len(words), axis=0)[:ASKED]
            for rule in QUICK:
                tell(f"{rule}, one thread", f"{rate(board, words, target, rule):12,.0f} positions/s")
            file = Path(folder) / "rule.py"
            file.write_text(PYTHON)
            tell(
                "Python function, one process",
                f"{rate(board, words, target, f'{file}:rule'):12,.0f} positions/s",
            )
            program = Path(folder) / "program.py"
            program.write_text(PROGRAM)
            command = f"{sys.executable} {program}"
            tell("program", f"{rate(board, words[:20_000], target, None, command):12,.0f} positions/s")
            began, asked = perf_counter(), 0
            judge = choose(board, "corners").judge
            for masks in known.members() if name == "english33" else ():
                judge.ask(masks[:, None], target)
                asked += len(masks)
            if asked:
                seconds = perf_counter() - began
                tell(
                    f"corners, all {asked:,} positions",
                    f"{seconds:.1f} s, {asked / seconds:,.0f} positions/s",
                )


if __name__ == "__main__":
    main()
