"""Words, symmetries, pruning lanes, and the compiled loop against its numpy reference."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.engines.frontier.expand import NativeExpander, numpy_expander
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.positions.pruning import (
    Pruner,
    choose_pool,
    closed,
    lane_width,
    orbit_of,
    sample_levels,
)
from feasibility.engines.positions.question import PositionQuestion, least_weight, of_masks, of_pair, weigh
from feasibility.engines.positions.words import (
    Symmetries,
    Words,
    contains,
    less,
    locate,
    pack,
    popcount,
    unique,
    unique_of_own,
    unpack,
)
from feasibility.engines.results import Exhausted
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply
from feasibility.native import binding
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.engines import reference_play as reference
from tests.engines.frontier.searching import search

BIG = st.integers(0, 2**130 - 1)
SIZES = st.sampled_from([5, 33, 64, 65, 128, 130])


@given(SIZES, st.lists(BIG, max_size=40))
def test_packing_and_sorting(holes: int, numbers: list[int]) -> None:
    masks = [m % 2**holes for m in numbers]
    words = pack(masks, holes)
    assert unpack(words) == masks
    assert popcount(words).tolist() == [m.bit_count() for m in masks]
    assert unpack(unique(words)) == sorted(set(masks))
    assert unpack(unique_of_own(words.copy())) == sorted(set(masks))


@given(SIZES, st.lists(BIG, max_size=40), st.lists(BIG, max_size=40))
def test_lookup(holes: int, numbers: list[int], others: list[int]) -> None:
    have = sorted({m % 2**holes for m in numbers})
    want = [m % 2**holes for m in others] + have[::2]
    found = contains(pack(have, holes), pack(want, holes))
    assert found.tolist() == [m in set(have) for m in want]
    at = locate(pack(have, holes), pack(want, holes))
    assert at.tolist() == [sum(h < m for h in have) for m in want]
    pairs = list(zip(want, reversed(want), strict=True))
    below = less(pack([a for a, _ in pairs], holes), pack([b for _, b in pairs], holes))
    assert below.tolist() == [a < b for a, b in pairs]


@settings(deadline=None)
@given(st.sampled_from(["english33", "triangle:5", "defi-plateau16"]), st.integers(0, 2**32))
def test_canonical_forms_and_orbit_sizes(name: str, seed: int) -> None:
    board = named(name)
    chance = random.Random(seed)
    group = Symmetries(board.symmetries, board.n)
    assert group.order == len(board.symmetries)
    masks = [chance.randrange(board.full + 1) for _ in range(20)] + [0, board.full]
    expected = [min(apply(p, mask) for p in board.symmetries) for mask in masks]
    assert unpack(group.canonical(pack(masks, board.n))) == expected
    assert [group.least(mask) for mask in masks] == expected
    representatives = sorted(set(expected))
    orbits = {apply(p, mask) for mask in representatives for p in board.symmetries}
    assert group.positions(pack(representatives, board.n)) == len(orbits)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_lanes_decide_as_integers_do(data: st.DataObject) -> None:
    board = named(data.draw(st.sampled_from(["line:7", "english33", "defi-plateau16"])))
    size = data.draw(st.sampled_from([1, 10, 500, 10**8, 10**20]))
    weights = st.lists(st.integers(-size, size), min_size=board.n, max_size=board.n).map(tuple)
    pagodas = data.draw(st.lists(weights, min_size=1, max_size=12))
    masks = data.draw(st.lists(st.integers(0, board.full), min_size=1, max_size=20))
    target, free = data.draw(st.integers(0, board.full)), data.draw(st.integers(0, board.full))
    question = of_masks(board.n, board.jumps, board.full, target & ~free, free, pagodas=pagodas)
    pruner = Pruner(question)
    fit = [w for w in pagodas if lane_width(w, least_weight(question, w))]
    assert fit or size > 10**7
    expected = [m for m in masks if all(weigh(w, m) >= least_weight(question, w) for w in fit)]
    assert unpack(pruner.keep(pack(masks, board.n))) == expected
    assert {weights for weights, _, _ in pruner.applied(question, pagodas)} <= set(fit)


def test_least_weight_of_a_peg_count() -> None:
    board = named("line:7")
    question = of_pair(Pair(Position(board, board.full ^ 1), Target.with_pegs(board, 2)))
    weights = (3, -1, 4, 1, 5, 9, 2)
    positions = [m for m in range(board.full + 1) if m.bit_count() == 2]
    assert least_weight(question, weights) == min(weigh(weights, m) for m in positions)


def test_orbits_of_functions() -> None:
    board = named("english33")
    weights = tuple(range(33))
    images = orbit_of(weights, board.symmetries)
    assert len(images) == 8
    for permutation, moved in ((p, w) for p in board.symmetries for w in images):
        assert any(all(other[permutation[i]] == moved[i] for i in range(board.n)) for other in images)
    assert set(closed(images, board.symmetries)) == set(images)


def test_a_function_too_large_for_a_lane_is_neither_used_nor_listed() -> None:
    board = named("line:7")
    question = of_masks(7, board.jumps, 0b0111011, 0b1000000, pagodas=[(10**12,) * 7, (1,) * 7])
    assert with_closed_pagodas(question).pagodas == ((1,) * 7,)
    result = search(question)
    assert isinstance(result, Exhausted)
    assert result.pagodas == ((1,) * 7,)


def playable_classes(name: str) -> list[tuple[int, ...]]:
    board = named(name)
    return [tuple(mask >> i & 1 for i in range(board.n)) for mask in set(board.playable_classes)]


def test_choosing_a_pool() -> None:
    """On the contest's board the classes alone cut little; the pool is closed, small and really cuts."""
    pair = read_pair("problem:defi/jury")
    question = of_pair(pair)
    inner = [(0,) * pair.board.n, (1,) * pair.board.n]
    pool = choose_pool(question, [*playable_classes("defi-jury"), *inner])
    assert pool is not None
    assert (0,) * pair.board.n not in pool
    assert set(pool) == set(closed(pool, question.symmetries))
    sample = sample_levels(question)
    pruner = Pruner(question, pool)
    assert (len(pruner.keep(sample)) < len(sample)) == bool(pool)
    assert choose_pool(question, inner) == ()


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_compiled_and_numpy_expansion_agree(data: st.DataObject) -> None:
    """Without kernels the two are the same code, so the reference from the rules is compared as well."""
    board = named(data.draw(st.sampled_from(["line:7", "english33", "triangle:5", "french37"])))
    target = data.draw(st.integers(0, board.full))
    symmetric = data.draw(st.booleans())
    group = [p for p in board.symmetries if apply(p, target) == target] if symmetric else []
    pagodas = [tuple(mask >> i & 1 for i in range(board.n)) for mask in set(board.playable_classes)]
    question = with_closed_pagodas(
        of_masks(board.n, board.jumps, board.full, target, symmetries=group, pagodas=pagodas)
    )
    masks = data.draw(st.lists(st.integers(0, board.full), min_size=1, max_size=30))
    symmetries, pruner = Symmetries(group, board.n), Pruner(question)
    block = pack(sorted(set(masks)), board.n)
    plain = numpy_expander(question, symmetries, pruner)(block)
    alive = {
        symmetries.least(q)
        for p in masks
        for q in reference.after(board.jumps, p)
        if all(weigh(w, q) >= weigh(w, target) for w in question.pagodas)
    }
    assert unpack(plain) == sorted(alive)
    assert unpack(compiled(question, symmetries, pruner, block)) == sorted(alive)


def compiled(question: PositionQuestion, symmetries: Symmetries, pruner: Pruner, block: Words) -> Words:
    library = binding.library()
    if library is None:
        return numpy_expander(question, symmetries, pruner)(block)
    return NativeExpander(library, question, symmetries, pruner)(block)
