"""CP-SAT in a process of its own: ortools and highspy bring two versions of HiGHS that do not load together.

    python -m research.cp_sat SECONDS < PROBLEM > ANSWER

The problem is JSON: `variables` maps names to bounds, `rows` lists [coefficients by name, least, greatest].
"""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import Any


def solve(problem: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The solver's answer with its time, and the values of the variables where it has some."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    own = {name: model.new_int_var(low, high, name) for name, (low, high) in problem["variables"].items()}
    for row, least, greatest in problem["rows"]:
        model.add_linear_constraint(sum(a * own[name] for name, a in row.items()), least, greatest)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = seconds, 1
    began = perf_counter()
    status = solver.solve(model)
    took = perf_counter() - began
    if status == cp_model.INFEASIBLE:
        return {"answer": "no", "seconds": took, "values": {}}
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return {"answer": "?", "seconds": took, "values": {}}
    values = {name: solver.value(variable) for name, variable in own.items()}
    return {"answer": "yes", "seconds": took, "values": values}


if __name__ == "__main__":
    json.dump(solve(json.load(sys.stdin), float(sys.argv[1])), sys.stdout)
