"""The groups of the one table: each piece of the program beside what a user would otherwise take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.criteria import by_cbc, by_highspy, by_scipy, by_sympy, in_residue_class, named, random_pairs
from benchmarks.measuring import Group, Subject
from feasibility import Limits, Position, check, check_many, verifier
from feasibility.base.stopped import Stopped
from feasibility.engines.dense import closure as dense
from feasibility.engines.dense import orbits as dense_orbits
from feasibility.engines.dense import queries as dense_queries
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.question import of_pair
from feasibility.exact.normal_form import dual_generators, smith
from feasibility.game.position import Pair
from feasibility.game.symmetry import stabiliser
from feasibility.proofs.certificate import Certificate
from feasibility.studies.counting import counting
from feasibility.systems.linear import cone_matrix
from feasibility.text import catalogue
from tests.engines.frontier.searching import search

ENGLISH = catalogue.board("english33")
LIMITS = Limits(seconds=60)


def all_groups(quick: bool) -> Iterator[Callable[[], Group]]:
    """One maker per group, in the order of the table."""
    n = 20 if quick else 300
    few = 3 if quick else 7
    yield lambda: cheap_criteria(n)
    yield lambda: real_cone(n)
    yield lambda: whole_cone(max(5, n // 5))
    yield lambda: lattice(few)
    yield lambda: turning(max(5, n // 10))
    yield lambda: end_to_end(max(5, n // 5))
    yield lambda: reachable(3, "rectangle:4x4" if quick else "rectangle:5x5")
    yield lambda: winners(1 if quick else 3, "rectangle:4x5" if quick else "english33")
    yield lambda: games(3, "triangle:5" if quick else "rectangle:4x5")
    yield lambda: certificates(max(5, n // 10))
    yield lambda: facets(few, quick)
    yield lambda: sampling(few)
    yield lambda: validation(few, 100 if quick else 1000)
    yield lambda: batch(3 if quick else 5, 20 if quick else 200)


def cheap_criteria(count: int) -> Group:
    """The five cheap criteria on random English pairs, each by itself."""
    names = ("trivial", "classes", "rule-of-three", "lattice", "corners", "pagoda")
    pairs = random_pairs(ENGLISH, count, 1)
    return Group("one criterion", pairs, tuple(Subject(name, named(name)) for name in names), compared=False)


def real_cone(count: int) -> Group:
    """The cone with a proof, beside linear programs without."""
    return Group(
        "cone",
        random_pairs(ENGLISH, count, 2),
        (
            Subject("highspy, built once, hot start, no proof", by_highspy),
            Subject("scipy.optimize.linprog, no proof", by_linprog),
            Subject("criterion, certificate in integers", named("cone")),
        ),
    )


def by_linprog(pair: Pair) -> object:
    """The cone as a user would ask scipy for it."""
    from scipy.optimize import linprog

    return linprog([0] * len(pair.board.jumps), A_eq=pair.board.incidence, b_eq=pair.difference).status


def whole_cone(count: int) -> Group:
    """The integer cone on pairs inside the lattice."""
    return Group(
        "integer cone",
        in_residue_class(random_pairs(ENGLISH, 16 * count, 3))[:count],
        (
            Subject("highspy, built once, no proof", lambda pair: by_highspy(pair, whole=True)),
            Subject("scipy.optimize.milp, no proof", by_scipy),
            Subject("pulp with CBC, no proof", by_cbc),
            Subject("criterion, tree in integers", named("integer-cone")),
        ),
    )


def lattice(count: int) -> Group:
    """The generators of the dual group of the English board, from nothing."""
    pairs, matrix = random_pairs(ENGLISH, count, 4), cone_matrix(ENGLISH, "position")
    return Group(
        "Smith normal form",
        pairs,
        (
            Subject("sympy, without transforms", by_sympy),
            Subject("generators, exact", lambda pair: dual_generators(smith(matrix))),
        ),
    )


def turning(count: int) -> Group:
    """The turning point on pairs of a 5x5 board inside the lattice."""
    pairs = in_residue_class(random_pairs(catalogue.board("rectangle:5x5"), 60 * count, 5))[:count]
    subjects = (Subject("criterion", named("turning-point")),)
    return Group("turning point, 5x5", pairs, subjects, compared=False)


def end_to_end(count: int) -> Group:
    """The whole check on random English pairs, and on the central game."""
    pairs = in_residue_class(random_pairs(ENGLISH, 16 * count, 6))[:count]
    return Group(
        "check, English board", pairs, (Subject("check", lambda p: check(p, limits=LIMITS)),), compared=False
    )


def reachable(count: int, name: str) -> Group:
    """Whether one vacancy can become its complement: by all reachable positions, or from both ends."""
    board = catalogue.board(name)
    starts = [Position(board, board.full & ~(1 << hole)) for hole in range(count)]

    def pair_of(start: Position) -> Pair:
        return Pair(start, start.complement)

    return Group(
        f"vacancy to complement, {name}",
        starts,
        (
            Subject("breadth first in plain Python, sets of integers", plain_breadth_first),
            Subject("dense closure", lambda s: dense.closure(board.n, board.jumps, s.mask)),
            Subject("frontier search from both ends", lambda s: search(of_pair(pair_of(s)))),
        ),
    )


def winners(count: int, name: str) -> Group:
    """All positions on plays from one vacancy to its complement, up to symmetry: how many there are."""
    board = catalogue.board(name)
    middle = min(range(board.n), key=lambda hole: (-len(stabiliser(Position.of(board, [hole]))), hole))
    starts = [Position(board, board.full & ~(1 << middle))] * count

    def levels(start: Position) -> int:
        winning = winning_levels(of_pair(Pair(start, start.complement)))
        assert not isinstance(winning, Stopped)
        return sum(map(len, winning))

    def closed(start: Position) -> int:
        winning = dense_queries.winning(board.n, board.jumps, start.mask, start.complement.mask)
        assert isinstance(winning, dense.DenseSet)
        return sum(dense_orbits.orbit_counts(winning, stabiliser(start)))

    subjects = (Subject("frontier search from both ends", levels), Subject("dense closure", closed))
    return Group(f"winning positions, {name}", starts, subjects, compared=False)


def plain_breadth_first(start: Position) -> int:
    """What one writes first."""
    level, seen = {start.mask}, 1
    while level:
        level = {p ^ holes for p in level for must, holes in start.board.jump_masks if p & holes == must}
        seen += len(level)
    return seen


def games(count: int, name: str) -> Group:
    """The number of plays to every end."""
    board = catalogue.board(name)
    starts = [Position(board, board.full & ~(1 << hole)) for hole in range(count)]
    return Group(
        f"counting games, {name}",
        starts,
        (
            Subject("memoised recursion in plain Python", plain_games),
            Subject("count", lambda s: counting.count(s, None, LIMITS.start())),
        ),
    )


def plain_games(start: Position) -> int:
    """Plays to a dead end, with a dictionary of positions."""
    known: dict[int, int] = {}

    def after(p: int) -> int:
        if p not in known:
            masks = start.board.jump_masks
            known[p] = sum(after(p ^ holes) for must, holes in masks if p & holes == must) or 1
        return known[p]

    return after(start.mask)


def certificates(count: int) -> Group:
    """The verifier on trees of the integer cone, beside finding them."""
    ask = named("integer-cone")
    made: dict[Any, Any] = {}
    for pair in in_residue_class(random_pairs(ENGLISH, 40 * count, 7)):
        proof = ask(pair).proof
        if proof is not None and len(made) < count:
            made[pair] = Certificate(pair, proof).to_json()
    return Group(
        "certificates of the integer cone",
        list(made),
        (
            Subject("finding one", ask),
            Subject("checking it by the verifier", lambda p: verifier.check(made[p])),
        ),
        compared=False,
    )


def facets(count: int, quick: bool) -> Group:
    """All facets of a small board by the engines that are installed."""
    from feasibility.studies.polyhedra import normaliz
    from feasibility.studies.polyhedra.facets import facets as listed

    board = catalogue.board("line:8" if quick else "rectangle:3x4")
    names = ["builtin", "symmetry"] + ["normaliz"] * (normaliz.locate() is not None)
    subjects = [Subject(f"engine {name}", partial(listed, engine=name)) for name in names]
    return Group(f"facets, {board.name}", [board] * count, tuple(subjects))


def sampling(count: int) -> Group:
    """Random facets of the English board."""
    from feasibility.studies.polyhedra.sample import sample

    def draw(seed: int) -> object:
        return sample(ENGLISH, 50, seed, LIMITS.start())

    return Group("sampling, English board", list(range(count)), (Subject("50 steps", draw),), compared=False)


def validation(count: int, cases: int) -> Group:
    """A sound pruning rule, tried."""
    from feasibility.studies.rules.evidence.planning import Options
    from feasibility.studies.rules.judges.choosing import choose as rule
    from feasibility.studies.rules.validate import validate

    file = Path(__file__).resolve().parent.parent / "examples" / "rules" / "corners.py"

    def run(seed: int) -> object:
        chosen = rule(ENGLISH, f"{file}:sound", jobs=1)
        try:
            return validate(ENGLISH, chosen, Options(cases=cases, power=False, threads=1, seed=seed))
        finally:
            chosen.judge.close()

    title = f"validation, {cases} cases of a kind"
    return Group(title, list(range(count)), (Subject("a rule in Python", run),), compared=False)


def batch(count: int, size: int) -> Group:
    """Many pairs in a loop and in processes."""
    cases = [random_pairs(ENGLISH, size, seed) for seed in range(count)]

    def loop(pairs: list[Pair]) -> Any:
        return [check(p, limits=LIMITS) for p in pairs]

    return Group(
        f"{size} pairs",
        cases,
        (
            Subject("a loop", loop),
            Subject("check_many, 2 processes", lambda ps: list(check_many(ps, jobs=2, limits=LIMITS))),
        ),
    )
