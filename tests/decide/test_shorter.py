"""Shorter proofs: accepted like any other, never longer, and with weights as small as they are said to be."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.shorter import random_pair
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.decide import Plan, check, choose
from feasibility.decide.shorter import shorter
from feasibility.exact.box import BoxSystem, IntMatrix, certifies
from feasibility.proofs.certificate import (
    Certificate,
    Closure,
    Ends,
    Followed,
    Legs,
    Pagoda,
    Play,
    Search,
    Tree,
)
from feasibility.proofs.nodes import Branch, Leaf
from feasibility.proofs.preference import length
from feasibility.proofs.verdict import Verdict
from feasibility.systems.small_weights import smallest
from feasibility.text.reading import read_board, read_pair


def verdict(start: str, target: str, criterion: str) -> Verdict:
    criteria, _ = choose([criterion])
    return check(read_pair(start, target), Limits(seconds=20), Plan(criteria, search=False, first=True))


def test_many_cases_become_few() -> None:
    """Of the example of four pegs to one nothing is left but the ways to begin and to end."""
    before = verdict("english33:+c3+c5+d5+e5", "english33:+c3", "turning-point")
    after = shorter(before, Limits(seconds=20).start())
    assert before.certificate is not None and after.certificate is not None
    long, short = length(before.certificate.proof), length(after.certificate.proof)
    assert long is not None and short is not None
    assert long.cases > 20 and short.cases <= 5 and short.largest <= 2
    assert after.decided_by == "ends" and before.findings[0] in after.findings
    assert verifier.check(after.certificate.to_json()).valid


@pytest.mark.parametrize("name", ["rectangle:4x4", "rectangle:3x5"])
def test_random_proofs_are_accepted_and_no_longer(name: str) -> None:
    random, board, seen = Random(5), read_board(name), 0
    criteria, _ = choose(["integer-cone", "turning-point", "ends"])
    for _ in range(12):
        pair = random_pair(board, random)
        before = check(pair, Limits(seconds=5), Plan(criteria, search=False, first=True))
        after = shorter(before, Limits(seconds=5).start())
        assert after.answer is before.answer
        if before.certificate is None or after.certificate is None:
            continue
        lengths = length(before.certificate.proof), length(after.certificate.proof)
        if lengths[0] is not None and lengths[1] is not None:
            assert lengths[1] <= lengths[0]
            assert verifier.check(after.certificate.to_json()).valid
            seen += 1
    assert seen >= 3


def test_without_time_the_proof_stays() -> None:
    before = verdict("english33:+c3+c5+d5+e5", "english33:+c3", "turning-point")
    assert shorter(before, Limits(seconds=0).start()).certificate == before.certificate


def test_plays_and_exhaustions_stay() -> None:
    for start, target in (("line:3:+a1+b1", "line:3:+c1"), ("line:4:+a1+b1+d1", "line:4:+a1")):
        found = verdict(start, target, "search")
        assert shorter(found, Limits(seconds=5).start()) == found


def test_length_counts_cases_and_weights() -> None:
    leaf, other = Leaf(((0, -3, 1),)), Leaf(((2, 0, 0),))
    tree = Tree(Branch(read_board("line:3").jumps[0], 0, leaf, other))
    assert length(Pagoda((0, -3, 1))) == (1, 3, 2)
    assert length(tree) == (2, 3, 3)
    ends = Ends((Followed("start", ()), tree, Closure(1)))
    assert length(ends) == (4, 3, 3)
    assert length(Ends((Pagoda((1,)), Closure(7)))) is None
    assert length(Legs(leaf)) == (1, 3, 2)
    for proof in (Play(()), Search((), (), (1,)), Closure(2)):
        assert length(proof) is None


def test_a_leaf_gets_the_smallest_weights_there_are() -> None:
    """Against all weights of a small system, tried one by one."""
    random = Random(9)
    compared = 0
    while compared < 25:
        columns = [[(i, random.randrange(-2, 3)) for i in range(3)] for _ in range(4)]
        system = BoxSystem(
            IntMatrix.from_columns(3, columns),
            tuple(random.randrange(-3, 4) for _ in range(3)),
            tuple(random.randrange(0, 2) for _ in range(4)),
            tuple(random.choice((None, 1, 2)) for _ in range(4)),
        )
        table = [(a, b, c) for a in range(-3, 4) for b in range(-3, 4) for c in range(-3, 4)]
        closing = [w for w in table if certifies(system, w)]
        if not closing or system.is_box_empty:
            continue
        given = max(closing, key=lambda w: (max(map(abs, w)), sum(map(abs, w))))
        found = smallest(system, given, Limits(seconds=5).start())
        assert certifies(system, found)
        assert (max(map(abs, found)), sum(map(abs, found))) == min(
            (max(map(abs, w)), sum(map(abs, w))) for w in closing
        )
        compared += 1


def test_the_certificate_is_about_the_same_pair() -> None:
    before = verdict("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", "integer-cone")
    after = shorter(before, Limits(seconds=5).start())
    assert isinstance(after.certificate, Certificate) and after.certificate.about == before.pair
