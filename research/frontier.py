"""Frontier, beam and sweeps: time and memory per level, compiled against numpy, and what pruning saves.

`python research/frontier.py` runs all; name some of: levels blocks pool beam sweeps jury. "levels" marks
dense levels in an array of bits, "blocks" sorts and merges all of them.
Every measurement runs in a process of its own, so that peaks of memory are its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from feasibility.base.limits import Limits
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import unpack
from feasibility.engines.results import Exhausted, Found, Result
from feasibility.game.position import Pair
from feasibility.native import binding
from feasibility.text.references import read_pair
from tests.engines.frontier.searching import search


def peak() -> str:
    """Peak resident memory of this process."""
    import resource

    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB"


def timed(name: str, work: Callable[[], object]) -> None:
    """Wall and processor seconds of one piece of work."""
    wall, own = perf_counter(), process_time()
    result = work()
    wall, own = perf_counter() - wall, process_time() - own
    print(f"{name:34} {wall:8.3f} s wall {own:8.3f} s cpu  {peak():>9}  {result}")


def told(result: object) -> str:
    if isinstance(result, Found):
        return f"a play of {len(result.play)}"
    if isinstance(result, Exhausted):
        positions = sum(result.forward) + sum(result.backward)
        return f"exhausted, {positions:,} positions, {len(result.pagodas)} pagodas"
    return str(result)


def by_level(asked: PositionQuestion) -> object:
    """A search that prints how time grows from level to level."""
    last, began = [""], perf_counter()

    def report(progress: str) -> None:
        level, _, done = progress.partition(": ")
        if level != last[0]:
            last[0] = level
            size = done.split()[2]
            print(f"    {level} from {size:>11} orbits, {perf_counter() - began:7.2f} s, {peak()} so far")

    return told(search(asked, report=report))


def levels() -> None:
    """The English centre game to the middle."""
    asked = of_pair(read_pair("english33:-d4", "english33:+d4"))
    engine = "compiled" if binding.library() is not None else "numpy"
    timed(f"english centre, {engine}", lambda: by_level(asked))


def blocks() -> None:
    """The same without marks."""
    from feasibility.engines.frontier import bits

    bits.WORTH = 0
    timed(
        "english centre, blocks merged",
        lambda: by_level(of_pair(read_pair("english33:-d4", "english33:+d4"))),
    )


def jury() -> None:
    """The contest's board that nobody decided in 2009."""
    engine = "compiled" if binding.library() is not None else "numpy"
    timed(f"jury, no pruning, {engine}", lambda: by_level(of_pair(read_pair("problem:defi/jury"))))


def candidates(asked: PositionQuestion, count: int) -> list[tuple[int, ...]]:
    """Pagoda functions that rule out positions met by the search, each by a linear program, made exact."""
    import numpy as np
    from scipy.optimize import linprog

    from feasibility.engines.positions.pruning import sample_levels

    rows = np.zeros((len(asked.moves), asked.holes))
    for row, move in zip(rows, asked.moves, strict=True):
        s, o, to = move.name
        row[[s, o]], row[to] = -1, 1
    sample = unpack(sample_levels(asked, 400))
    tables: dict[tuple[int, ...], None] = {}
    for mask in np.random.default_rng(1).permutation(np.array(sample, dtype=object))[:count]:
        gain = [(mask >> i & 1) - (asked.target >> i & 1) for i in range(asked.holes)]
        result = linprog(gain, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1))
        if result.status or result.fun > -1e-6:
            continue
        exact = [Fraction(float(x)).limit_denominator(24) for x in result.x]
        scale = np.lcm.reduce([x.denominator for x in exact])
        weights = tuple(int(x * int(scale)) for x in exact)
        if all(weights[to] <= weights[s] + weights[o] for s, o, to in (m.name for m in asked.moves)):
            tables[weights] = None
    return list(tables)


def pool() -> None:
    """The contest's board with no pruning, with the chosen pool, and with all candidates."""
    from dataclasses import replace

    from feasibility.engines.positions.pruning import choose_pool

    asked = of_pair(read_pair("problem:defi/jury"))
    some = candidates(asked, 300)
    chosen = choose_pool(asked, some)
    assert chosen is not None, "no clock ends"
    print(f"    {len(some)} candidates, {len(chosen)} chosen")
    for name, pagodas in (("no pruning", ()), ("chosen pool", chosen), ("all candidates", tuple(some))):
        run = replace(asked, pagodas=pagodas)
        timed(f"jury, {name}", lambda run=run: told(search(run)))  # type: ignore[misc]


def beams() -> None:
    """First solutions."""
    from feasibility.engines.beam.search import Beam

    names = [f"lucas/EL{i:02d}" for i in range(1, 31)]

    def beamed(pair: Pair) -> Result:
        return Beam(of_pair(pair), pair.board.holes).run(Limits().start(), 1 << 16)

    boards = [
        f"defi/{name}" for name in ("simple", "autre", *(f"plateau{i}" for i in (10, 11, 12, 14, 15, 16)))
    ]
    pairs = {name: read_pair(f"problem:{name}") for name in [*names, *boards]}
    timed("30 problems of Lucas", lambda: sum(
        isinstance(beamed(pairs[name]), Found) for name in names
    ))  # fmt: skip
    for name in boards:
        timed(name, lambda name=name: told(beamed(pairs[name])))  # type: ignore[misc]


def sweeps() -> None:
    """The fewest sweeps of the English centre game."""
    from feasibility.studies.sweeps.fewest import fewest_sweeps

    asked = of_pair(read_pair("english33:-d4", "english33:+d4"))
    timed("english centre, fewest sweeps", lambda: getattr(fewest_sweeps(asked), "sweeps", None))


PARTS = {"levels": levels, "blocks": blocks, "jury": jury, "pool": pool, "beam": beams, "sweeps": sweeps}


def main(names: list[str]) -> None:
    """Each part in its own process; levels with and without the kernels."""
    if len(names) == 1 and os.environ.get("BENCHMARK_PART") == names[0]:
        PARTS[names[0]]()
        return
    for name in names or list(PARTS):
        for switch in ("1", "0") if name == "levels" else ("1",):
            environment = {**os.environ, "BENCHMARK_PART": name, binding.SWITCH: switch}
            subprocess.run([sys.executable, __file__, name], env=environment, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
