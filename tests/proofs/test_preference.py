"""How many cases a proof has, and which of two proofs is better."""

from __future__ import annotations

from feasibility.proofs.certificate import Closure, Ends, Followed, Legs, Pagoda, Play, Search, Tree
from feasibility.proofs.nodes import Branch, Leaf
from feasibility.proofs.preference import cases, worth
from feasibility.text.reading import read_board


def test_cases_are_counted() -> None:
    leaf, other = Leaf(((0, -3, 1),)), Leaf(((2, 0, 0),))
    tree = Tree(Branch(read_board("line:3").jumps[0], 0, leaf, other))
    ends = Ends((Followed("start", ()), tree, Closure(1)))
    assert [cases(proof) for proof in (Pagoda((0, -3, 1)), Legs(leaf), tree, ends)] == [1, 1, 2, 4]
    for proof in (Play(()), Search((), (), (1,)), Closure(2), Ends((Pagoda((1,)), Closure(7)))):
        assert cases(proof) is None


def test_of_proofs_by_cases_that_with_fewer_is_better() -> None:
    leaf = Leaf(((1, 0, 0),))
    tree = Tree(Branch(read_board("line:3").jumps[0], 0, leaf, leaf))
    assert worth(Pagoda((1,))) < worth(Ends((Closure(1),))) < worth(tree) < worth(Closure(2))
