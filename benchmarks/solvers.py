"""Speed of the exact and solver layer beside scipy, CBC and sympy, in one run.

    python -m benchmarks.solvers [--pairs N] [--seed S] [--board english|wiegleb]

Pairs: random start and random sparser target. "cone" takes them as they come; "integer cone"
those that pass the lattice and the cone. The last number is how often faster than the first line of
its group, by the means; only ratios within one run mean anything.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.exact.box import BoxSystem, IntMatrix, certifies, satisfies
from feasibility.exact.normal_form import dual_generators, smith
from feasibility.exact.simplex import solve_exactly
from feasibility.exact.tree import Node, fold
from feasibility.solvers import oracle
from feasibility.solvers.branch import Solution, Tree, branch_and_bound
from feasibility.solvers.highs import HotModel
from feasibility.solvers.prove import Empty, Point, prove_empty
from tests.exact.reference import as_rows, separate, tree_certifies

FRAMES = {"english": 7, "wiegleb": 9}
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def cross(frame: int) -> list[tuple[int, int]]:
    """A plus with arms three wide."""
    arm = range(frame // 2 - 1, frame // 2 + 2)
    return [(r, c) for r in range(frame) for c in range(frame) if r in arm or c in arm]


def jump_triples(holes: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    index = {hole: i for i, hole in enumerate(holes)}
    lines = [((r, c), (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)) for r, c in holes for dr, dc in STEPS]
    return [(index[a], index[b], index[c]) for a, b, c in lines if b in index and c in index]


def jump_columns(holes: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    return [[(a, -1), (b, -1), (c, 1)] for a, b, c in jump_triples(holes)]


def random_systems(matrix: IntMatrix, rng: random.Random) -> Iterator[BoxSystem]:
    """Densities uniform, the start's above the target's."""
    while True:
        thin, thick = sorted((rng.random(), rng.random()))
        start = [rng.random() < thick for _ in range(matrix.rows)]
        target = [rng.random() < thin for _ in range(matrix.rows)]
        if sum(start) > sum(target):
            yield BoxSystem.cone(matrix, [int(t) - int(s) for s, t in zip(start, target, strict=True)])


def in_cone_and_lattice(matrix: IntMatrix, rng: random.Random, count: int) -> list[BoxSystem]:
    model, systems = HotModel(matrix), []
    for system in random_systems(matrix, rng):
        if separate(matrix, system.rhs) is None and isinstance(prove_empty(system, model=model), Point):
            systems.append(system)
            if len(systems) == count:
                break
    return systems


def timed(work: Callable[[Any], Any], items: list[Any]) -> tuple[list[float], list[Any]]:
    seconds, results = [], []
    for item in items:
        begin = time.perf_counter()
        results.append(work(item))
        seconds.append(time.perf_counter() - begin)
    return seconds, results


def line(label: str, seconds: list[float], baseline: float | None = None, note: str = "") -> float:
    """Prints one row; `baseline` is a mean in seconds."""
    middle, mean = statistics.median(seconds), statistics.fmean(seconds)
    ratio = f"{baseline / mean:8.1f}x" if baseline else " " * 9
    milliseconds = f"{1e3 * middle:10.3f} {1e3 * mean:10.3f} {1e3 * max(seconds):10.3f}"
    print(f"{label:44s} {milliseconds} {ratio}  {note}".rstrip())
    return mean


def size(root: Node) -> int:
    """Nodes of a tree, leaves included."""
    return fold(root, lambda leaf: 1, lambda node, low, high: 1 + low + high)


def normal_forms(matrix: IntMatrix) -> None:
    from sympy import ZZ, Matrix
    from sympy.matrices.normalforms import smith_normal_decomp

    table = Matrix(as_rows(matrix))
    by_sympy = timed(lambda m: smith_normal_decomp(m, domain=ZZ), [table] * 3)[0]
    base = line("sympy Smith form with transforms", by_sympy)
    line("Smith form with transform", timed(smith, [matrix] * 20)[0], base)
    line("dual generators", timed(dual_generators, [matrix] * 20)[0], base)


def cones(matrix: IntMatrix, rng: random.Random, count: int) -> None:
    from scipy.optimize import linprog

    source = random_systems(matrix, rng)
    systems = [next(source) for _ in range(count)]
    dense, zero = np.array(as_rows(matrix)), np.zeros(matrix.width)
    few = systems[:50]
    base = line("scipy linprog, no proof", timed(lambda s: linprog(zero, A_eq=dense, b_eq=s.rhs), few)[0])
    model = HotModel(matrix)
    prove_empty(systems[0], model=model)
    seconds, answers = timed(lambda s: prove_empty(s, model=model), systems)
    empty = [isinstance(a, Empty) for a in answers]
    if not all(
        certifies(s, a.weights) for s, a in zip(systems, answers, strict=True) if isinstance(a, Empty)
    ):
        raise SystemExit("a certificate of the cone did not verify")
    line("cone, hot, certificate verified", seconds, base, f"{sum(empty)} of {count} refuted")
    line("cone, exact simplex alone", timed(solve_exactly, few)[0], base)


def integer_cones(matrix: IntMatrix, rng: random.Random, count: int) -> None:
    from scipy.optimize import LinearConstraint, milp

    systems = in_cone_and_lattice(matrix, rng, count)
    dense, zero, ones = np.array(as_rows(matrix)), np.zeros(matrix.width), np.ones(matrix.width)

    def by_scipy(s: BoxSystem) -> Any:
        return milp(zero, constraints=LinearConstraint(dense, s.rhs, s.rhs), integrality=ones).status

    base = line("scipy milp, no proof", timed(by_scipy, systems[:100])[0])
    line("pulp with CBC, no proof", timed(lambda s: oracle.solve("cbc", s), systems[:20])[0], base)
    model = HotModel(matrix)
    seconds, answers = timed(lambda s: branch_and_bound(s, model=model), systems)
    pairs = list(zip(systems, answers, seconds, strict=True))
    trees = [(s, a) for s, a, _ in pairs if isinstance(a, Tree)]
    points = all(satisfies(s, a.point) for s, a, _ in pairs if isinstance(a, Solution))
    if not points or not all(tree_certifies(s, a.root) for s, a in trees):
        raise SystemExit("a point or a tree of the integer cone did not verify")
    line("integer cone, hot, proof or point", seconds, base, f"{len(trees)} of {count} refuted")
    if not trees:
        return
    small = [size(a.root) for _, a in trees]
    visited = [a.nodes for _, a in trees]
    note = f"nodes visited {statistics.fmean(visited):.1f} on average, at most {max(visited)}"
    note += f"; kept {statistics.fmean(small):.1f}, {max(small)}"
    line("  refuted ones", [t for _, a, t in pairs if isinstance(a, Tree)], base, note)


def large_board() -> None:
    """15 x 20 holes, the lowest 8 rows full, one peg wanted five rows above, all else free."""
    holes = [(r, c) for r in range(15) for c in range(20)]
    goal = holes.index((2, 10))
    free = [i for i in range(300) if i != goal]
    columns = jump_columns(holes)
    matrix = IntMatrix.from_columns(300, [*columns, *([(i, -1)] for i in free)])
    rhs = tuple(int(i == goal) - int(r >= 7) for i, (r, _) in enumerate(holes))
    system = BoxSystem(matrix, rhs, (0,) * matrix.width, (None,) * len(columns) + (1,) * len(free))
    seconds, answers = timed(prove_empty, [system] * 3)
    verified = all(isinstance(a, Empty) and certifies(system, a.weights) for a in answers)
    line("300 holes, five rows above, cold", seconds, None, f"refuted and verified: {verified}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", choices=sorted(FRAMES), default="english")
    options = parser.parse_args()
    matrix = IntMatrix.from_columns(
        len(cross(FRAMES[options.board])), jump_columns(cross(FRAMES[options.board]))
    )
    print(f"{options.board}: {matrix.rows} x {matrix.width}, {options.pairs} pairs, seed {options.seed}")
    print(f"{'milliseconds':44s} {'median':>10s} {'mean':>10s} {'max':>10s} {'faster':>9s}")
    rng = random.Random(options.seed)
    normal_forms(matrix)
    cones(matrix, rng, options.pairs)
    integer_cones(matrix, rng, options.pairs)
    large_board()


if __name__ == "__main__":
    main()
