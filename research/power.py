"""What the last two criteria refute of infeasible pairs that pass the integer cone (docs/results/power.md).

    python -m research.power
    python -m research.power --each 6 --ends    # whether `ends` still refutes every pair that it ever did

Pairs as benchmarks/pairs.py draws them, then those of `triangle:5` from one vacancy to one peg. All that is
counted is a certificate that the verifier accepted. research/every_pair.py has the tables of small boards.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.pairs import BOARDS, WAYS, infeasible
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.decide.schedule import CRITERIA
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kind import Proof
from feasibility.systems.dead_jumps import Inquiry, by_ilp, by_lp, kill, turn
from feasibility.systems.dead_jumps_proof import around_one_hole, proof_of
from feasibility.text import catalogue
from feasibility.text.references import read_pair

BY_NAME = {criterion.name: criterion for criterion in CRITERIA}
ORDERED = ("turning-point", "ends")  # criteria that see in which order jumps come
SECONDS = 20.0  # for each criterion on each pair
# Infeasible, and left to search by all criteria before `ends` (OEIS A130515 less A130516).
LEFT = ("a1 b3", "a2 b4", "b3 a1", "b3 b3", "b3 a4")
DIAMOND = ("e1 b6", "e1 e9", "d2 i5", "d2 f8")  # of diamond41; search leaves these open after ten minutes
STEPS = 20_000_000  # for `ends` on a pair, counted: the answer is the same on every machine
COLUMNS = (
    "pairs",
    "one hole, LP",
    "dead jumps, LP",
    "dead jumps, ILP",
    "turning point",
    "median s",
    "ends",
    "median s",
    "longest s",
    "either",
)


def refutes(pair: Pair, name: str = "turning-point") -> bool:
    """Whether a criterion refutes, by a certificate that the verifier accepts."""
    finding = BY_NAME[name].check(pair, Limits(seconds=SECONDS).start())
    return finding.proof is not None and valid(pair, finding.proof)


def valid(pair: Pair, proof: Proof) -> bool:
    outcome = verifier.check(Certificate(pair, proof).to_json())
    if not outcome.valid:
        raise SystemExit(f"invalid certificate: {outcome}\n{pair!r}")
    return True


def dead_jumps(pair: Pair) -> tuple[bool, bool]:
    """Whether greatest sets of dead jumps refute the pair: by linear programs, else by integer ones."""
    inquiry = Inquiry(pair, Limits(seconds=SECONDS).start())
    for decide in (by_lp, by_ilp(1000)):
        inquiry.witnesses.clear()
        end = turn(kill(inquiry, decide))[1]
        if end is not None:
            valid(pair, proof_of(inquiry, end))
            return decide is by_lp, decide is not by_lp
    return False, False


def asked(pair: Pair) -> tuple[list[bool], list[float]]:
    """What refutes a pair, in the order of the columns, and the processor time of the last two."""
    answers = [around_one_hole(Inquiry(pair, Limits().start())) is not None, *dead_jumps(pair)]
    seconds = []
    for name in ORDERED:
        begun = process_time()
        answers.append(refutes(pair, name))
        seconds.append(process_time() - begun)
    return [*answers, answers[-1] or answers[-2]], seconds


def row(name: str, way: str, pairs: Iterable[Pair]) -> list[int]:
    """Prints a row of the table and returns its sums."""
    replies = [asked(pair) for pair in pairs]
    sums = [len(replies), *(sum(column) for column in zip(*(answers for answers, _ in replies), strict=True))]
    turning, ends = (sorted(column) for column in zip(*(seconds for _, seconds in replies), strict=True))
    cells = [*map(str, sums[:5]), f"{np.median(turning):.2f}", str(sums[5])]
    cells += [f"{np.median(ends):.2f}", f"{ends[-1]:.2f}", str(sums[6])]
    print(f"| {name} | {way} | {' | '.join(cells)} |", flush=True)
    return sums


def rows(seed: int, each: int, boards: list[str]) -> Iterator[list[int]]:
    """A row for every board and way."""
    for name in boards:
        for way in WAYS:
            source = infeasible(catalogue.board(name), way, random.Random(f"{seed} {name} {way}"))
            yield row(name, way, (drawn.pair for drawn in islice(source, each)))


def single(board: str, left: Iterable[str]) -> Iterator[Pair]:
    """The pairs from a vacancy to a peg."""
    for start, end in map(str.split, left):
        yield read_pair(f"{board}:-{start}", f"{board}:+{end}")


def lost(pairs: Iterable[Pair]) -> int:
    """How many pairs `ends` does not refute; it tells which."""
    tried = open_still = 0
    for pair in pairs:
        tried += 1
        finding = BY_NAME["ends"].check(pair, Limits(work=STEPS).start())
        if finding.proof is None or not valid(pair, finding.proof):
            open_still += 1
            print(f"lost: {finding.summary}\n{pair!r}", flush=True)
    print(f"`ends` refutes {tried - open_still} of {tried} pairs")
    return open_still


def refuted_by_ends(seed: int, each: int, boards: list[str]) -> Iterator[Pair]:
    """The pairs of the table, of its last line, and of the diamond."""
    yield from single("triangle:5", LEFT)
    yield from single("diamond41", DIAMOND)
    for name in boards:
        for way in WAYS:
            source = infeasible(catalogue.board(name), way, random.Random(f"{seed} {name} {way}"))
            yield from (drawn.pair for drawn in islice(source, each))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10, help="pairs per board and way")
    parser.add_argument("--boards", nargs="+", default=list(BOARDS), metavar="BOARD")
    parser.add_argument("--ends", action="store_true", help="`ends` alone: whether a pair is lost")
    options = parser.parse_args()
    if options.ends:
        sys.exit(lost(refuted_by_ends(options.seed, options.each, options.boards)) > 0)
    print(f"| board | drawn | {' | '.join(COLUMNS)} |\n|---|---|{'---:|' * len(COLUMNS)}")
    sums = [sum(column) for column in zip(*rows(options.seed, options.each, options.boards), strict=True)]
    cells = [*map(str, sums[:5]), "", str(sums[5]), "", "", str(sums[6])]
    print(f"| **all** | | {' | '.join(cells)} |")
    row("triangle:5", "one peg", single("triangle:5", LEFT))
    before, after = (100 * share / max(1, sums[0]) for share in (sums[4], sums[6]))
    print(f"\nRefuted of the pairs that were drawn: {before:.1f} % without ends, {after:.1f} % with it.")


if __name__ == "__main__":
    main()
