"""The worked example of each criterion, and the shape that all criteria share."""

from __future__ import annotations

from random import Random

import pytest

from feasibility.criteria import Criterion
from feasibility.decide.schedule import CRITERIA
from feasibility.proofs.kind import Refutation
from feasibility.proofs.preference import PLACES, rank
from feasibility.proofs.verdict import Outcome
from feasibility.text import catalogue
from feasibility.text.references import read_pair
from tests.criteria.reference import ask, pair_of, refutes

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
def test_a_criterion_gives_what_it_says(criterion: Criterion) -> None:
    """It has such proofs, and of its example, which those before it pass, no better one."""
    of_example = ask(criterion, read_pair(*criterion.example)).proof
    assert of_example is not None and rank(of_example) >= PLACES[criterion.gives], of_example.kind
    board, random, found = catalogue.board("rectangle:3x4"), Random(1), {rank(of_example): of_example.kind}
    for _ in range(40):
        pair = pair_of(board, random.randrange(board.full), random.randrange(board.full))
        proof = ask(criterion, pair).proof
        found |= {rank(proof): proof.kind} if isinstance(proof, Refutation) else {}
    assert PLACES[criterion.gives] in found, f"{criterion.name} gives {criterion.gives}, and finds {found}"


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)
def test_texts_are_written(criterion: Criterion) -> None:
    assert list(criterion.told) == ["Title", "Theorem", "Why", "Source", "Cost", "Certificate"]
    assert all(len(text) > 3 for text in criterion.told.values())
    assert all(text.endswith(".") for head, text in criterion.told.items() if head != "Title")
