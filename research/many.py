"""Many pairs: processes beside a plain loop, what they cost per pair, and resident memory of a long input.

python -m research.many --pairs 2000 --lines 1000000
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from feasibility import Limits, check_many  # noqa: E402
from feasibility.decide import check  # noqa: E402
from feasibility.game.position import Pair, Position  # noqa: E402
from feasibility.processes.pool import in_processes  # noqa: E402
from feasibility.text.catalogue import board as named  # noqa: E402

LIMITS = Limits(20.0)


def english(count: int, seed: int = 1) -> Iterator[Pair]:
    """Half of them random plays of 3 to 15 jumps, half with a target drawn by itself."""
    rng, board = random.Random(seed), named("english33")
    for number in range(count):
        start = here = Position(board, rng.getrandbits(33))
        for _ in range(rng.randint(3, 15)):
            jumps = here.legal_jumps()
            here = here.play(rng.choice(jumps)) if jumps else here
        drawn = rng.getrandbits(33) & rng.getrandbits(33) & rng.getrandbits(33)
        yield Pair(start, here if number % 2 else Position(board, drawn))


def speed(count: int) -> None:
    """The same pairs in a plain loop, in one process and in two."""
    pairs = list(english(count))
    for pair in pairs[:20]:  # models are built once, as in every worker
        check(pair, LIMITS)
    began = perf_counter()
    for pair in pairs:
        check(pair, LIMITS)
    loop = perf_counter() - began
    print(f"{count} English pairs, plain loop: {loop:.2f} s, {1000 * loop / count:.2f} ms a pair")
    took = {}
    for jobs in (1, 2):
        began = perf_counter()
        count = sum(1 for _ in check_many(pairs, jobs=jobs, limits=LIMITS))
        took[jobs] = perf_counter() - began
        print(f"  {jobs} process(es): {took[jobs]:.2f} s for {count}, {loop / took[jobs]:.2f} times the loop")
    print(f"  two processes over one: {took[1] / took[2]:.2f}")


def overhead(count: int) -> None:
    """Tasks that do nothing but carry a pair there and a verdict's findings back."""
    pairs = list(english(50))
    findings = check(pairs[0], LIMITS).findings
    tasks = [(pair, findings) for pair in pairs]
    began = perf_counter()
    done = sum(1 for _ in in_processes(itemgetter(1), (tasks[n % 50] for n in range(count)), jobs=1))
    seconds = perf_counter() - began
    print(f"overhead, {done} pairs that cost nothing: {1000 * seconds / done:.3f} ms each, start included")


def memory(lines: int) -> None:
    """Resident memory of `pegfeas batch` and its worker at tenths of a long input."""
    board = named("english33")
    grids = [str(Position(board, board.full ^ 1 << i)).replace("\n", "\\n") for i in range(33)]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in.jsonl")
        with source.open("w") as file:
            for number in range(lines):
                start, target = grids[number % 33], grids[(number * 7 + 1) % 33]
                file.write(f'{{"id": "pair {number}", "start": "{start}", "target": "{target}"}}\n')
        words = ["batch", str(source), "--jobs", "1", "--criteria", "trivial", "--no-search"]
        with open(os.devnull, "wb") as nowhere:
            began = perf_counter()
            process = subprocess.Popen(
                [sys.executable, "-m", "feasibility", *words],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=nowhere,
            )
            assert process.stdout is not None
            for number, _ in enumerate(process.stdout, 1):
                if number % (lines // 10) == 0:
                    print(f"  {number:>9,} lines, {perf_counter() - began:6.1f} s: {resident(process.pid)}")
            process.wait()


def resident(parent: int) -> str:
    """MiB of a process and of its children."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    sizes = [
        int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4 // 1024 for pid in [parent, *children]
    ]
    return " + ".join(f"{size} MiB" for size in sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--lines", type=int, default=0, help="of the long input; 0 leaves it out")
    options = parser.parse_args()
    overhead(20_000)
    speed(options.pairs)
    if options.lines:
        memory(options.lines)


if __name__ == "__main__":
    main()
