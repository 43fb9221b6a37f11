"""The clauses for SAT solvers say what a play is: tried by a small solver on pairs whose truth is known."""

from __future__ import annotations

import pytest

from feasibility import read_pair
from research.clauses import Clause, Clauses, dimacs

PAIRS = [
    ("line:4:+a1+b1+d1", "line:4:+b1", True),
    ("line:4:+a1+b1+d1", "line:4:+c1", False),
    ("triangle:3:-a1", "triangle:3:+b2+b3", None),
    ("line:6:-b1", "line:6:+e1", True),
    ("line:6:-b1", "line:6:+b1", True),
    ("line:6:-b1", "line:6:+a1", False),
]


def satisfied(clauses: list[Clause], true: set[int]) -> set[int] | None:
    """A model that contains `true`, by unit propagation and cases."""
    while True:
        left = []
        for clause in clauses:
            if not any(literal in true for literal in clause):
                left.append(tuple(literal for literal in clause if -literal not in true))
        if () in left:
            return None
        units = {clause[0] for clause in left if len(clause) == 1}
        if not units:
            break
        if any(-literal in units for literal in units):
            return None
        clauses, true = left, true | units
    if not left:
        return true
    for literal in (left[0][0], -left[0][0]):
        found = satisfied(left, true | {literal})
        if found is not None:
            return found
    return None


@pytest.mark.parametrize(("start", "target", "feasible"), PAIRS)
def test_clauses_have_a_model_exactly_if_there_is_a_play(
    start: str, target: str, feasible: bool | None
) -> None:
    pair = read_pair(start, target)
    if feasible is None:
        feasible = any(
            pair.start.play(a).play(b) == pair.exact
            for a in pair.start.legal_jumps() for b in pair.start.play(a).legal_jumps()
        )  # fmt: skip
    clauses = Clauses(pair)
    found = satisfied(list(clauses.all()), set())
    assert (found is not None) == feasible
    if found is not None:
        assert pair.start.replay([pair.board.jumps[j] for j in clauses.play(found)]) == pair.exact


def test_the_file_counts_its_variables_and_clauses() -> None:
    clauses = Clauses(read_pair("line:4:+a1+b1+d1", "line:4:+b1"))
    head, *lines = dimacs(clauses).splitlines()
    numbers = {abs(int(word)) for line in lines for word in line.split()} - {0}
    assert head == f"p cnf {clauses.variables} {len(lines)}"
    assert numbers == set(range(1, clauses.variables + 1))
