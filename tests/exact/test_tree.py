from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.values import replace
from feasibility.exact.box import BoxSystem, IntMatrix, certifies
from feasibility.exact.simplex import Feasible, solve_exactly
from feasibility.exact.tree import Branch, Leaf, Node, fold, leaves
from tests.exact.reference import bounded_systems, integer_points, jump_matrix, size, tree_certifies


def by_halving(system: BoxSystem) -> Node:
    """A tree for an empty system by splitting boxes at their first fraction: slow, without floats."""
    exact = solve_exactly(system)
    if not isinstance(exact, Feasible):
        assert exact is not None
        return Leaf(exact.weights)
    column = next(j for j, x in enumerate(exact.point) if x.denominator > 1)
    k = exact.point[column].__floor__()
    low, high = system.lower[column], system.upper[column]
    return Branch(
        column,
        k,
        by_halving(system.with_bounds([(column, low, k)])),
        by_halving(system.with_bounds([(column, k + 1, high)])),
    )


@given(bounded_systems(), st.integers(0, 3), st.integers(-3, 3))
def test_trees_certify_exactly_when_nothing_is_left(system: BoxSystem, column: int, at_most: int) -> None:
    if integer_points(system):
        cut = Branch(column % system.matrix.width, at_most, Leaf((0,) * 3), Leaf((1,) * system.matrix.rows))
        assert not tree_certifies(system, cut)
        return
    tree = by_halving(system)
    assert tree_certifies(system, tree)


def line() -> tuple[BoxSystem, Node]:
    """7-hole line, 1 2 4 6 7 -> 1 7: in the cone, not in the integer cone."""
    system = BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0])
    return system, by_halving(system)


def test_every_leaf_is_looked_at() -> None:
    system, tree = line()
    assert isinstance(tree, Branch)
    assert tree_certifies(system, tree)
    zero = Leaf((0,) * 7)
    assert not tree_certifies(system, replace(tree, low=zero))
    assert not tree_certifies(system, replace(tree, high=zero))
    for box, leaf in leaves(system, tree):
        assert certifies(box, leaf.weights) and not certifies(system, leaf.weights)


def test_fold_counts_like_a_recursion() -> None:
    _, tree = line()

    def count(node: Node) -> int:
        return 1 if isinstance(node, Leaf) else 1 + count(node.low) + count(node.high)

    assert size(tree) == count(tree)
    text = fold(tree, lambda leaf: "*", lambda node, low, high: f"({low}{node.of}{high})")
    assert text.count("*") == (size(tree) + 1) // 2 and text.startswith("(")


def test_deep_trees_need_no_recursion() -> None:
    """x + y = 1/2 over a long box, split at every place."""
    system = BoxSystem(IntMatrix.from_rows([[2]]), (1,), (0,), (5000,))
    node: Node = Leaf((1,))
    for k in range(5000):
        node = Branch(0, k, node if k else Leaf((1,)), Leaf((-1,)))
    assert size(node) == 10001
    assert tree_certifies(system, node)
