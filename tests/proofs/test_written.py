"""The JSON of the parts of a certificate, as it follows from their fields."""

from __future__ import annotations

from feasibility.exact.tree import Branch, Leaf
from feasibility.game.geometry import Jump
from feasibility.proofs.kinds.bound import PegBound, bound
from feasibility.proofs.kinds.longest import Longest
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.kinds.search import Search
from feasibility.proofs.kinds.sweeps import Sweeps, SweepWeights
from feasibility.text.references import read_pair


def test_what_is_as_by_default_is_left_out() -> None:
    residues = (Residue(2, (0, 1)),)
    search = {"pagodas": [[1, 1]], "residues": [{"modulus": 2, "weights": [0, 1]}], "forward": [1, 2]}
    assert Search(((1, 1),), residues, (1, 2)).to_json() == search
    assert Search(((1, 1),), residues, (1, 2), (), 3).to_json() == {**search, "backward": [], "near": 3}
    assert Longest(3).to_json() == {"at_most": 3}
    assert Longest(3, ()).to_json() == {"at_most": 3, "play": []}
    assert Play((Jump(0, 1, 2),)).to_json() == {"jumps": [[0, 1, 2]]}


def test_of_sweeps_what_is_empty_is_left_out() -> None:
    plain = {"at_least": 2, "regions": [], "pagodas": [], "symmetries": [[0, 1]], "residues": []}
    assert Sweeps(2, (), (), ((0, 1),), (), (), (1,), ()).to_json() == {**plain, "forward": [1]}
    weights = SweepWeights((1,), (2,), (), 3, (((0, 1), 1, 4),))
    told = {"weights": [1], "potentials": [2], "region_weights": [], "per_sweep": 3}
    assert weights.to_json() == {**told, "passages": [[[0, 1], 1, 4]]}
    assert Sweeps(2, (), (), (), (weights,), (), (1,), (2,)).to_json()["bounds"] == [weights.to_json()]


def test_a_deep_tree_is_written_without_recursion() -> None:
    pair = read_pair("line:3:+a1+b1", "line:3:+c1")
    root: Branch | Leaf = Leaf((1, 1, 1, 5))
    for times in range(5000):
        root = Branch(0 if times % 2 else 2, times, Leaf((0, 0, 0, 0)), root)
    node = bound(pair, PegBound(1), root).to_json()["proof"]["root"]
    assert node["jump"] == [0, 1, 2] and node["high"]["free"] == 0
    while "weights" not in node:
        node = node["high" if "jump" in node else "peg"]
    assert node == {"weights": [1, 1, 1], "multiplier": 5}
