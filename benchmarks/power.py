"""What the turning point refutes of infeasible pairs that pass the integer cone, for docs/results/power.md.

    python -m benchmarks.power

Pairs as benchmarks/pairs.py draws them. benchmarks/every_pair.py writes the tables of the small boards.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.pairs import BOARDS, WAYS, infeasible
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.criteria import CRITERIA
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate, Proof
from feasibility.systems.dead_jumps import Inquiry, by_ilp, by_lp, kill
from feasibility.systems.dead_jumps_proof import around_one_hole, proof_of
from feasibility.text import catalogue

TURNING_POINT = CRITERIA[-1]


def refutes(pair: Pair) -> bool:
    """Whether the turning point refutes, by a certificate that the verifier accepts."""
    finding = TURNING_POINT.check(pair, Limits(seconds=20).start())
    return finding.proof is not None and valid(pair, finding.proof)


def valid(pair: Pair, proof: Proof) -> bool:
    outcome = verifier.check(Certificate(pair, proof).to_json())
    if not outcome.valid:
        raise SystemExit(f"invalid certificate: {outcome}\n{pair!r}")
    return True


def turning(seed: int, each: int, boards: list[str]) -> None:
    """Power and cost over drawn pairs."""
    columns = "pairs | one hole, LP | dead jumps, LP | dead jumps, ILP | all | median s | median bytes"
    print(f"| board | drawn | {columns} |\n|---|---|---:|---:|---:|---:|---:|---:|---:|")
    sums = Counter[str]()
    for name in boards:
        for way in WAYS:
            source = infeasible(catalogue.board(name), way, random.Random(f"{seed} {name} {way}"))
            counts, seconds, sizes = Counter[str](), [], []
            for _ in range(each):
                pair = next(source).pair
                counts["pairs"] += 1
                counts["single"] += around_one_hole(Inquiry(pair, Limits().start())) is not None
                inquiry = Inquiry(pair, Limits(seconds=20).start())
                for label, decide in (("lp", by_lp), ("ilp", by_ilp(1000))):
                    inquiry.witnesses.clear()
                    end = kill(inquiry, decide)
                    if end is not None:
                        counts[label] += valid(pair, proof_of(inquiry, end))
                        break
                begin = perf_counter()
                finding = TURNING_POINT.check(pair, Limits(seconds=20).start())
                seconds.append(perf_counter() - begin)
                if finding.proof is not None and valid(pair, finding.proof):
                    counts["all"] += 1
                    sizes.append(len(Certificate(pair, finding.proof).text()))
            sums += counts
            row = [counts[k] for k in ("pairs", "single", "lp", "ilp", "all")]
            cells = " | ".join(map(str, row))
            print(
                f"| {name} | {way} | {cells} | {np.median(seconds):.2f} | {np.median(sizes or [0]):.0f} |",
                flush=True,
            )
    cells = " | ".join(str(sums[k]) for k in ("pairs", "single", "lp", "ilp", "all"))
    print(f"| **all** | | {cells} | | |")
    print(f"\nRefuted: {100 * sums['all'] / max(1, sums['pairs']):.1f} %.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10, help="pairs per board and way")
    parser.add_argument("--boards", help="names, separated by spaces")
    options = parser.parse_args()
    turning(options.seed, options.each, (options.boards or " ".join(BOARDS)).split())


if __name__ == "__main__":
    main()
