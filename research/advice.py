"""How long advice on one position of the English centre game takes, from the winning set, in one process.

python -m research.advice [GAMES] [SEED]

Random games from the vacant centre to the centre: in half of them a winning jump is played while there is
one, in the others any legal jump. Each position is asked about once. Times are processor time, and the set is
made before.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility import Adviser
from feasibility.base.limits import Limits
from feasibility.game.position import Position
from feasibility.text.references import read_pair

MOST = 50.0  # milliseconds that an answer may take


KINDS = ("winning jumps", "any jumps")


class Asked(NamedTuple):
    """One question: the kind of game, milliseconds, the position, and how many jumps stay unknown."""

    kind: str
    took: float
    position: Position
    unknown: int


def games(adviser: Adviser, start: Position, number: int, seed: int) -> Iterator[Asked]:
    """Every position of so many games of each kind."""
    rng = random.Random(seed)
    for game in range(2 * number):
        position, kind = start, KINDS[game % 2]
        while True:
            began = process_time()
            advice = adviser.advise(position)
            took = 1e3 * (process_time() - began)
            yield Asked(kind, took, position, sum(tried.word == "unknown" for tried in advice.tried))
            jumps = advice.wins if advice.wins and kind == KINDS[0] else position.legal_jumps()
            if not jumps:
                break
            position = position.play(rng.choice(jumps))


def report(number: int, seed: int) -> str:
    """A line for each kind of game, and the slowest position."""
    pair = read_pair("english33:-d4", "english33:+d4")
    adviser = Adviser(pair.target, patience=0)
    began = process_time()
    adviser.prepare(pair.start, Limits().start())
    lines = [f"the winning set: {process_time() - began:.2f} s"]
    asked = list(games(adviser, pair.start, number, seed))
    for kind in KINDS:
        took = sorted(one.took for one in asked if one.kind == kind)
        late = sum(ms > MOST for ms in took)
        lines.append(
            f"{kind}: {len(took):,} positions, mean {mean(took):.1f} ms, median {median(took):.1f}, "
            f"99 % below {took[len(took) * 99 // 100]:.1f}, most {took[-1]:.1f}; above {MOST:g} ms: {late}"
        )
    slowest = max(asked, key=lambda one: one.took)
    lines.append(f"the slowest took {slowest.took:.1f} ms:\n{slowest.position}")
    lines.append(f"jumps that stay unknown: {sum(one.unknown for one in asked)}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(*(int(word) for word in (sys.argv[1:] + ["100", "1"][len(sys.argv) - 1 :]))))
