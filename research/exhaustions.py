"""How fast the checker repeats exhaustive searches: `python -m research.exhaustions [--each 30]`.

Pairs of seven boards that a search or a closure refutes, a third of them with long plays.  For each the
processor seconds of the whole `check`, which includes the checker's part where it is done at once, and those
of the checker with numpy and without.  Pairs are drawn as in benchmarks/pairs.py; what residues refute is
left out.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time

import feasibility
from benchmarks.pairs import WAYS, draw
from feasibility import verifier
from feasibility.game.position import Pair, Position
from feasibility.text import catalogue

BOARDS = (
    "rectangle:4x5",
    "rectangle:5x5",
    "rectangle:6x6",
    "triangle:5",
    "triangle:6",
    "english33",
    "french37",
)
CHEAP = ("trivial", "classes", "rule-of-three", "lattice")
LEAST, MOST = 200, 3_000_000  # positions that the checker visits
TRIES = 2000


@dataclass(frozen=True)
class Repeated:
    """One pair: the kind of proof, its positions, and processor seconds."""

    kind: str
    positions: int
    whole: float
    by_numpy: float
    plain: float


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of a call."""
    begun = process_time()
    work()
    return process_time() - begun


def pairs(name: str, rng: random.Random) -> Iterator[Pair]:
    """Pairs of a board, of which every third has the ends of a long play, one of them changed."""
    board = catalogue.board(name)
    for number in range(TRIES):
        pair = draw(board, rng.choice(WAYS), rng)
        if number % 3 == 0:
            start = pair.start
            for _ in range(rng.randint(6, 12)):
                jumps = start.legal_jumps()
                start = start.play(rng.choice(jumps)) if jumps else start
            end = start.mask
            for _ in range(rng.randint(1, 3)):
                end ^= rng.choice(board.jump_masks)[1]
            pair = Pair(pair.start, Position(board, end))
        yield pair


def sample(each: int) -> Iterator[Repeated]:
    """As many pairs of each board as are found."""
    for name in BOARDS:
        rng, found = random.Random(name), 0
        for pair in pairs(name, rng):
            repeated = _repeated(pair) if (pair.jumps_needed or 0) > 1 else None
            if repeated is not None:
                found += 1
                yield repeated
            if found == each:
                break


def _repeated(pair: Pair) -> Repeated | None:
    begun = process_time()
    verdict = feasibility.check(
        pair, limits=feasibility.Limits(1.5), plan=feasibility.Plan(CHEAP, first=True)
    )
    whole = process_time() - begun
    certificate = verdict.certificate
    if str(verdict.answer) != "infeasible" or certificate is None:
        return None
    positions = certificate.proof.visited()
    if certificate.proof.kind not in ("search", "closure") or not LEAST <= positions <= MOST:
        return None
    value = certificate.to_json()
    times = [seconds(lambda p=plain: _checked(value, p)) for plain in (False, True)]  # type: ignore[misc]
    return Repeated(certificate.proof.kind, positions, whole, *times)


def _checked(value: dict[str, object], plain: bool) -> None:
    outcome = verifier.check(value, time_limit=None, plain=plain)
    if not outcome.valid:
        raise SystemExit(f"a certificate is not accepted: {outcome.reason}")


def table(rows: list[Repeated]) -> Iterator[str]:
    """Positions a second of all pairs together, and quartiles of single pairs."""
    yield (
        "| kind | pairs | positions | million a second | quartiles of pairs "
        "| without numpy | share of `check`, median |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for kind in ("search", "closure", ""):
        some = [row for row in rows if kind in row.kind]
        if len(some) < 2:
            continue
        count, took = sum(row.positions for row in some), sum(row.by_numpy for row in some)
        low, middle, high = (q / 1e6 for q in quantiles(row.positions / row.by_numpy for row in some))
        share = median(row.by_numpy / max(row.whole, row.by_numpy) for row in some)
        yield (
            f"| {kind or 'both'} | {len(some)} | {count:,} | {count / took / 1e6:.2f} "
            f"| {low:.2f}, {middle:.2f}, {high:.2f} | {count / sum(row.plain for row in some) / 1e6:.2f} "
            f"| {share:.0%} |"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="the checker repeats exhaustive searches")
    parser.add_argument("--each", type=int, default=40)
    print("\n".join(table(list(sample(parser.parse_args().each)))))


if __name__ == "__main__":
    main()
