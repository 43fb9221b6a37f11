"""Theorems of the literature on the census; docs/results/graph-theorems.md lists them with their ranges.

Sources, with the names used below:
BH 2011: R. A. Beeler and D. P. Hoilman, Peg solitaire on graphs, Discrete Math. 311;
BH 2012: the same, Peg solitaire on the windmill and the double star graphs, Australas. J. Combin. 52;
BR 2012: R. A. Beeler and T. K. Rodriguez, Fool's solitaire on graphs, Involve 5;
BG 2013: R. A. Beeler and A. D. Gray, Freely solvable graphs in peg solitaire, ISRN Combinatorics;
ES 2015: J. Engbers and C. Stocker, Reversible peg solitaire on graphs, Discrete Math. 338.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import networkx as nx
import pytest

from feasibility.studies.census.facts import FREELY, SOLVABLE, UNSOLVABLE
from feasibility.text.graphs import named_graph
from tests.studies.census import reference
from tests.studies.census.reference import Facts, facts_of


def found(graph: nx.Graph | str) -> Facts:
    """The facts of a graph, or of one by name."""
    ordered = nx.convert_node_labels_to_integers(named_graph(graph) if isinstance(graph, str) else graph)
    return facts_of([reference.line(ordered)], len(ordered))[0]


def test_stars() -> None:
    """BH 2011: K(1,n) is solvable iff n <= 2."""
    for leaves in range(1, 12):
        assert (found(f"star:{leaves}").kind == UNSOLVABLE) == (leaves > 2)


def test_paths() -> None:
    """BH 2011: P(n) is freely solvable iff n = 2, and solvable iff n is even or n = 3."""
    for n in range(2, 13):
        wanted = FREELY if n == 2 else SOLVABLE if n % 2 == 0 or n == 3 else UNSOLVABLE
        assert found(f"path:{n}").kind == wanted


def test_cycles() -> None:
    """BH 2011: C(n) is freely solvable iff n is even or n = 3; in all other cases two pegs can be left."""
    for n in range(3, 13):
        facts = found(f"cycle:{n}")
        assert (facts.kind, facts.left) == ((FREELY, 1) if n % 2 == 0 or n == 3 else (UNSOLVABLE, 2))


def test_complete_and_complete_bipartite_graphs() -> None:
    """BH 2011: K(n), and K(n,m) with n, m >= 2, are freely solvable."""
    assert all(found(f"complete:{n}").kind == FREELY for n in range(2, 12))
    assert all(found(f"bipartite:{a},{b}").kind == FREELY for a in range(2, 6) for b in range(a, 12 - a))


def test_hypercubes_and_the_petersen_graph() -> None:
    """BH 2011: both are freely solvable."""
    assert all(found(f"hypercube:{d}").kind == FREELY for d in range(1, 5))
    assert found("petersen").kind == FREELY


def test_platonic_solids() -> None:
    """Computed here."""
    assert all(found(name).kind == FREELY for name in ("tetrahedron", "cube", "octahedron", "icosahedron"))


def test_windmills() -> None:
    """BH 2012: P pendants and B >= 2 blades: solvable iff P <= 2B, else P - 2B + 1 pegs can be left.

    Freely solvable iff P <= 2B - 1 and (P,B) is not (0,2).
    """
    for blades in range(2, 6):
        for pendants in range(0, 12 - 2 * blades):
            facts = found(f"windmill:{blades},{pendants}")
            assert bool(facts.solvable) == (pendants <= 2 * blades)
            free = pendants <= 2 * blades - 1 and (pendants, blades) != (0, 2)
            assert (facts.kind == FREELY) == free, (pendants, blades)
            assert facts.left == max(1, pendants - 2 * blades + 1)


def test_double_stars() -> None:
    """BH 2012: L >= R leaves: solvable iff L <= R + 1, else L - R pegs can be left; freely iff L = R > 1."""
    for right in range(1, 6):
        for left in range(right, 11 - right):
            facts = found(f"doublestar:{left},{right}")
            assert bool(facts.solvable) == (left <= right + 1)
            assert (facts.kind == FREELY) == (left == right > 1)
            assert facts.left == max(1, left - right)


def test_products_of_solvable_graphs() -> None:
    """BH 2011: the Cartesian product of solvable graphs is solvable."""
    solvable = [g for g in reference.connected(5) if len(g) > 1 and found(g).solvable]
    for a, b in combinations_with_replacement(solvable, 2):
        if len(a) * len(b) <= 12:
            assert found(nx.cartesian_product(a, b)).solvable


def test_freely_solvable_trees() -> None:
    """BG 2013 draw all that have ten vertices or less; so many were found here."""
    for n, wanted in FREE_TREES.items():
        trees = [reference.line(nx.convert_node_labels_to_integers(t)) for t in nx.nonisomorphic_trees(n)]
        assert sum(facts.kind == FREELY for facts in facts_of(trees, n)) == wanted


FREE_TREES = {2: 1, 3: 0, 4: 0, 5: 0, 6: 2, 7: 0, 8: 4, 9: 6, 10: 17}


def test_fools_numbers_of_families() -> None:
    """Families of BR 2012: paths, cycles, stars, complete and complete bipartite graphs, hypercubes."""
    for n in range(4, 12):
        assert [found(f"{name}:{n}").fool for name in ("path", "cycle", "complete")] == [
            n // 2,
            (n - 1) // 2,
            1,
        ]
    assert all(found(f"star:{leaves}").fool == leaves for leaves in range(2, 12))
    assert all(found(f"bipartite:{a},{b}").fool == b - 1 for a in range(2, 6) for b in range(a, 12 - a))
    assert [found(f"hypercube:{d}").fool for d in (2, 3, 4)] == [1, 3, 7]


def test_the_fools_number_is_the_independence_number_or_one_less_to_nine_vertices() -> None:
    """Computed here; with ten vertices there are two exceptions, both trees."""
    assert all(found(g).independent - found(g).fool <= 1 for g in reference.connected(6))
    spider = nx.Graph([(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (0, 7), (7, 8), (8, 9)])
    twice = nx.Graph(
        [(0, k) for k in (1, 2, 3)] + [(k, 3 * 1 + 2 * k - 1 + i) for k in (1, 2, 3) for i in (0, 1)]
    )
    for tree, fool, independent in ((spider, 4, 6), (twice, 5, 7)):
        facts = found(tree)
        assert (facts.n, facts.fool, facts.independent) == (10, fool, independent)


def reversible(graph: nx.Graph) -> bool:
    """Whether jumps and jumps taken back lead from some vacancy to one peg, by brute force."""
    paths = [(a, b, c) for b in graph for a in graph[b] for c in graph[b] if a != c]
    full = (1 << len(graph)) - 1
    for vacancy in graph:
        seen = {full ^ 1 << vacancy}
        fresh = list(seen)
        while fresh:
            here = fresh.pop()
            for a, b, c in paths:
                if (here >> a & 1, here >> b & 1, here >> c & 1) in ((1, 1, 0), (0, 0, 1)):
                    after = here ^ (1 << a | 1 << b | 1 << c)
                    if after not in seen:
                        seen.add(after)
                        fresh.append(after)
        if any(position.bit_count() == 1 for position in seen):
            return True
    return False


def test_reversible_play() -> None:
    """ES 2015: with a vertex of degree three all but stars are solvable, P(n), C(n) iff 2 or 3 divides n."""
    for graph in reference.connected(6):
        n, degrees = len(graph), sorted(degree for _, degree in graph.degree)
        if n < 2:
            continue
        star = degrees == [1] * (n - 1) + [n - 1]
        wanted = not star if degrees[-1] >= 3 else n % 2 == 0 or n % 3 == 0
        assert reversible(graph) == wanted, nx.to_edgelist(graph)


@pytest.mark.slow
def test_reversible_play_with_seven_vertices() -> None:
    for graph in reference.connected(7)[143:]:
        star = sorted(degree for _, degree in graph.degree) == [1] * 6 + [6]
        assert reversible(graph) == (not star and max(degree for _, degree in graph.degree) >= 3)
