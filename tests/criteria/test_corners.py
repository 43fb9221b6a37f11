"""The corner criteria, and a mistake in print that they do not repeat."""

from __future__ import annotations

import random

import pytest

from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply
from feasibility.proofs.verdict import Outcome
from feasibility.text import catalogue
from tests.criteria.reference import ask, feasible, pair_of, refutes

ENGLISH = catalogue.board("english33")


def _published_corner_criterion(pair: Pair) -> bool:
    """The form in print: infeasible if s - (eh - eh') + t <= 0, or the same with ev."""
    assert pair.exact is not None
    names = {"s": [], "t": [], "h": [], "v": []}  # type: dict[str, list[int]]
    inner = {(a, b) for a in (2, 4) for b in (2, 4)}
    for i, (r, c) in enumerate(ENGLISH.holes):
        if (r % 2, c % 2) == (0, 0) and (r, c) not in inner:
            names["v" if r in (0, 6) else "h"].append(i)
    for corner, beside in (("h", "s"), ("v", "t")):
        for i in names[corner]:
            (r, c) = ENGLISH.holes[i]
            step = ((0, 1) if c == 0 else (0, -1)) if corner == "h" else ((1, 0) if r == 0 else (-1, 0))
            parity = ((r + step[0]) % 2, (c + step[1]) % 2)
            names[beside] = [k for k, (a, b) in enumerate(ENGLISH.holes) if (a % 2, b % 2) == parity]
    count = {
        k: [sum(m >> h & 1 for h in holes) for m in (pair.start.mask, pair.exact.mask)]
        for k, holes in names.items()
    }
    (s, _), (t, _), (h, h2), (v, v2) = count["s"], count["t"], count["h"], count["v"]
    return s - (h - h2) + t <= 0 or s - (v - v2) + t <= 0


def _centred(*holes: tuple[int, int]) -> int:
    return ENGLISH.mask((3 + r, 3 + c) for r, c in holes)


def test_the_published_corner_criterion_is_unsound_and_ours_is_not() -> None:
    one_jump = pair_of(ENGLISH, _centred((3, 1), (2, 1)), _centred((1, 1)))
    assert feasible(one_jump)
    assert _published_corner_criterion(one_jump)
    assert not refutes("corners", one_jump)
    still = pair_of(ENGLISH, _centred((0, 0), (1, 1)), _centred((0, 0), (1, 1)))
    assert _published_corner_criterion(still)
    assert not refutes("corners", still)


def test_order_of_exits_says_what_no_cone_says() -> None:
    pair = pair_of(ENGLISH, _centred((1, 3), (3, 1), (1, 2), (2, 1), (0, 0)), _centred((0, 0)))
    assert not any(refutes(n, pair) for n in ("rule-of-three", "lattice", "cone", "integer-cone"))
    finding = ask("corners", pair)
    assert finding.outcome is Outcome.REFUTED
    assert finding.proof is not None
    assert finding.proof.kind == "turn"
    assert not feasible(pair)


@pytest.mark.parametrize(
    "name", ["english33", "french37", "wiegleb45", "diamond41", "rectangle:5x5", "cross:1,1,1,3"]
)
def test_corners_on_many_legal_jumps(name: str) -> None:
    board, rng = catalogue.board(name), random.Random(name)
    for _ in range(60):
        here = Position.of(board, [h for h in range(board.n) if rng.random() < rng.choice((0.2, 0.4, 0.8))])
        seen = [here]
        while jumps := here.legal_jumps():
            here = here.play(rng.choice(jumps))
            seen.append(here)
        for start, end in (
            (seen[0], seen[-1]),
            (seen[len(seen) // 2], seen[-1]),
            (seen[0], seen[min(1, len(seen) - 1)]),
        ):
            assert not refutes("corners", Pair(start, end))


def test_corners_by_duality() -> None:
    """Played backwards with pegs and holes exchanged, the order of exits refutes the dual pair as well."""
    pair = pair_of(ENGLISH, _centred((1, 3), (3, 1), (1, 2), (2, 1), (0, 0)), _centred((0, 0)))
    assert refutes("corners", pair.dual)
    for g in ENGLISH.symmetries:
        image = pair_of(ENGLISH, apply(g, pair.start.mask), apply(g, pair.target.must))
        assert refutes("corners", image)
