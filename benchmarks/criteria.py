"""Speed of the criteria: medians, and beside them, in the same run, what general solvers take for the same.

python -m benchmarks.criteria [--pairs N]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.criteria import lattice
from feasibility.decide.schedule import CRITERIA
from feasibility.exact.box import IntMatrix
from feasibility.exact.normal_form import smith
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Finding
from feasibility.systems.dead_jumps import Inquiry, by_lp, kill, turn
from feasibility.systems.linear import Cone, cone_system, jump_columns
from feasibility.systems.pagoda_library import from_library
from feasibility.text import catalogue

BY_NAME = {criterion.name: criterion for criterion in CRITERIA}
ENGLISH = catalogue.board("english33")


def random_pairs(board: Board, count: int, seed: int) -> list[Pair]:
    """Uniform starts with a target of fewer pegs."""
    rng, pairs = random.Random(seed), []
    for _ in range(count):
        pegs = rng.randint(4, board.n - 1)
        masks = [
            sum(1 << h for h in rng.sample(range(board.n), k))
            for k in (pegs, rng.randint(1, max(1, pegs - 2)))
        ]
        pairs.append(Pair(Position(board, masks[0]), Position(board, masks[1])))
    return pairs


def in_residue_class(pairs: Iterable[Pair]) -> list[Pair]:
    """Those whose ends lie in one residue class: what the integer cone is asked in practice."""
    return [p for p in pairs if not lattice.check(p, Limits().start()).proof]


def times(task: Callable[[Pair], object], pairs: Iterable[Pair]) -> list[float]:
    """Seconds per pair."""
    seconds = []
    for pair in pairs:
        begin = perf_counter()
        task(pair)
        seconds.append(perf_counter() - begin)
    return seconds


def show(label: str, seconds: list[float], goal: str = "") -> float:
    middle = median(seconds)
    values = {"median": middle, "mean": mean(seconds), "max": max(seconds)}
    numbers = "  ".join(f"{name} {1000 * value:9.3f} ms" for name, value in values.items())
    print(f"{label:44} {numbers}  {goal}")
    return middle


def named(name: str) -> Callable[[Pair], Finding]:
    return lambda pair: BY_NAME[name].check(pair, Limits().start())


def cheap(pair: Pair) -> None:
    """Trivial to the library of pagoda functions, all of them, whatever they say."""
    for name in ("trivial", "classes", "rule-of-three", "lattice", "corners"):
        BY_NAME[name].check(pair, Limits().start())
    from_library(pair)


@cache
def highspy_model(board: Board, whole: bool) -> Any:
    """The program of the cone or the integer cone of a board, its right side still 0."""
    import highspy

    highs: Any = highspy.Highs
    solver = highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    rows = board.incidence
    solver.addVars(rows.shape[1], np.zeros(rows.shape[1]), np.full(rows.shape[1], highspy.kHighsInf))
    for row in rows:
        touched = np.flatnonzero(row)
        solver.addRow(0.0, 0.0, len(touched), touched, row[touched].astype(float))
    if whole:
        kinds = [highspy.HighsVarType.kInteger] * rows.shape[1]
        solver.changeColsIntegrality(rows.shape[1], np.arange(rows.shape[1]), np.array(kinds))
    else:
        solver.setOptionValue("presolve", "off")  # a hot start needs none
    return solver


def by_highspy(pair: Pair, whole: bool = False) -> object:
    """As an expert would ask HiGHS: the model is built once, and only the right sides change."""
    solver = highspy_model(pair.board, whole)
    gain = np.array(pair.difference, dtype=float)
    solver.changeRowsBounds(len(gain), np.arange(len(gain)), gain, gain)
    solver.run()
    return solver.getModelStatus()


def by_scipy(pair: Pair) -> None:
    from scipy.optimize import Bounds, LinearConstraint, milp

    width = len(pair.board.jumps)
    matrix, b = pair.board.incidence.astype(float), np.array(pair.difference, dtype=float)
    milp(
        np.zeros(width),
        constraints=LinearConstraint(matrix, b, b),
        integrality=np.ones(width),
        bounds=Bounds(0),
    )


def by_cbc(pair: Pair) -> None:
    import pulp

    model = pulp.LpProblem("cone", pulp.LpMinimize)
    x = [pulp.LpVariable(f"x{j}", 0, cat="Integer") for j in range(len(pair.board.jumps))]
    rows = pair.board.incidence.tolist()
    model += pulp.lpSum(x)
    for row, b in zip(rows, pair.difference, strict=True):
        model += pulp.lpSum(a * v for a, v in zip(row, x, strict=True) if a) == b
    model.solve(pulp.PULP_CBC_CMD(msg=False))


def by_sympy(pair: Pair) -> None:
    from sympy import ZZ, Matrix
    from sympy.matrices.normalforms import smith_normal_form

    smith_normal_form(Matrix(pair.board.incidence.tolist()), domain=ZZ)


def turning_lp(pair: Pair) -> None:
    turn(kill(Inquiry(pair, Limits().start()), by_lp))


def certified(pair: Pair) -> None:
    """The integer cone with the check of its certificate by the verifier."""
    finding = BY_NAME["integer-cone"].check(pair, Limits().start())
    if finding.proof is not None:
        outcome = verifier.check(Certificate(pair, finding.proof).to_json())
        if not outcome.valid:
            raise SystemExit(f"invalid certificate: {outcome}")


def army() -> float:
    """300 holes, the ten lowest rows full, one peg wanted five rows above: seconds, verified."""
    board = catalogue.board("rectangle:15x20")
    below = board.mask((r, c) for r in range(5, 15) for c in range(20))
    wanted = board.mask([(0, 10)])
    pair = Pair(Position(board, below), Target(board, wanted, board.full & ~wanted))
    begin = perf_counter()
    finding = BY_NAME["cone"].check(pair, Limits().start())
    if finding.proof is None or not verifier.check(Certificate(pair, finding.proof).to_json()).valid:
        raise SystemExit("the army was not refuted")
    return perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    count = parser.parse_args().pairs
    print(f"first time on 300 holes, cone and verified certificate: {army():.3f} s  goal 2 s")
    pairs = random_pairs(ENGLISH, count, 1)
    times(cheap, pairs[:50])
    show("trivial to pagoda library, English", times(cheap, pairs), "goal 5 ms")
    for name in ("trivial", "classes", "rule-of-three", "lattice", "corners", "pagoda", "cone"):
        show(f"  {name}", times(named(name), pairs))
    hot = show("cone, hot", times(lambda p: Cone(p).run(Limits().start()), pairs), "goal 1 ms")
    fitting = in_residue_class(random_pairs(ENGLISH, 16 * count, 2))
    print(f"{len(fitting)} pairs within one residue class:")
    show("  cone, hot", times(lambda p: Cone(p).run(Limits().start()), fitting))
    show("  integer cone", times(named("integer-cone"), fitting), "goal 5 ms mean, with certificate")
    show("  integer cone, certificate verified", times(certified, fitting))
    show("integer cone, all pairs", times(named("integer-cone"), pairs))
    few = fitting[: max(5, count // 50)]
    ours = show(f"  integer cone, the first {len(few)}", times(named("integer-cone"), few))
    theirs = show("  scipy.optimize.milp", times(by_scipy, few))
    print(f"    ratio {theirs / ours:.1f}")
    theirs = show("  pulp with CBC", times(by_cbc, few))
    print(f"    ratio {theirs / ours:.1f}")
    first = times(lambda p: smith(IntMatrix.from_columns(p.board.n, jump_columns(p.board))), few[:5])
    ours = show("Smith form, not cached", first)
    theirs = show("  sympy's Smith form", times(by_sympy, few[:3]))
    print(f"    ratio {theirs / ours:.1f}")
    passing = [p for p in fitting if not BY_NAME["integer-cone"].check(p, Limits().start()).proof]
    show(
        "turning point, linear form, English", times(turning_lp, passing[: max(10, count // 50)]), "goal 1 s"
    )
    show("turning point, all of it", times(named("turning-point"), passing[: max(10, count // 50)]))
    print(f"hot cone {1000 * hot:.3f} ms; systems of {len(cone_system(pairs[0]).rhs)} rows")


if __name__ == "__main__":
    main()
