"""How many cases a proof has, and which of two proofs is better."""

from __future__ import annotations

from feasibility.exact.tree import Branch
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.ends import Ends, Followed
from feasibility.proofs.kinds.legs import Legs
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.kinds.search import Search
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.nodes import Closing, Unknown
from feasibility.proofs.preference import worth
from feasibility.text.references import read_board


def test_cases_are_counted() -> None:
    leaf, other = Closing(((0, -3, 1),)), Closing(((2, 0, 0),))
    tree = Tree(Branch(Unknown("x", 0, read_board("line:3").jumps[0]), 0, leaf, other))
    ends = Ends((Followed("start", ()), tree, Closure(1)))
    assert [proof.to_close() for proof in (Pagoda((0, -3, 1)), Legs(leaf), tree, ends)] == [1, 1, 2, 4]
    for proof in (Play(()), Search((), (), (1,)), Closure(2), Ends((Pagoda((1,)), Closure(7)))):
        assert proof.to_close() is None


def test_of_proofs_by_cases_that_with_fewer_is_better() -> None:
    leaf = Closing(((1, 0, 0),))
    tree = Tree(Branch(Unknown("x", 0, read_board("line:3").jumps[0]), 0, leaf, leaf))
    assert worth(Pagoda((1,))) < worth(Ends((Closure(1),))) < worth(tree) < worth(Closure(2))
