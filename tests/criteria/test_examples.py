"""The worked example of each criterion, and the shape that all criteria share."""

from __future__ import annotations

import pytest

from feasibility.criteria import Criterion
from feasibility.decide.schedule import CRITERIA
from feasibility.proofs.verdict import Outcome
from feasibility.text.references import read_pair
from tests.criteria.reference import ask, refutes

ORDER = [
    "trivial",
    "classes",
    "rule-of-three",
    "lattice",
    "corners",
    "pagoda",
    "cone",
    "integer-cone",
    "turning-point",
    "ends",
]


def test_the_order_is_cheapest_first() -> None:
    """Others may stand between these."""
    names = [criterion.name for criterion in CRITERIA]
    assert [name for name in names if name in ORDER] == ORDER
    assert [criterion.costly for criterion in CRITERIA] == sorted(criterion.costly for criterion in CRITERIA)


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)
def test_the_example_is_refuted(criterion: Criterion) -> None:
    finding = ask(criterion, read_pair(*criterion.example))
    assert finding.outcome is Outcome.REFUTED
    assert finding.proof is not None


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)
def test_the_example_needs_its_criterion(criterion: Criterion) -> None:
    """Everything before it passes; what contains it (lattice, cone) may refute too."""
    pair = read_pair(*criterion.example)
    before = [c for c in CRITERIA[: CRITERIA.index(criterion)] if c.name in ORDER]
    # every pair that the cone refutes has a readable function, too, so pagoda and cone share an example
    allowed = {"pagoda"} if criterion.name == "cone" else set()
    assert {c.name for c in before if refutes(c, pair)} <= allowed


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)
def test_texts_are_written(criterion: Criterion) -> None:
    assert list(criterion.told) == ["Title", "Theorem", "Why", "Source", "Cost", "Certificate"]
    assert all(len(text) > 3 for text in criterion.told.values())
    assert all(text.endswith(".") for head, text in criterion.told.items() if head != "Title")
