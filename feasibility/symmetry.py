"""Symmetries of boards, positions and pairs; canonical forms.

A symmetry is a permutation g of the holes, hole i goes to g[i], that maps jumps to jumps. It is found
by colour refinement with individualisation (McKay 1981, in its simplest form) on the jumps alone, so
explicit boards need no drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from feasibility.board import Board, Geometry, Jump
from feasibility.position import Pair, PegCount, Position, Target

Permutation = tuple[int, ...]

# Holes that no jump touches can be permuted at will; beyond this order only the drawing's symmetries count.
LARGEST_GROUP = 2000


def automorphisms(board: Board) -> tuple[Permutation, ...]:
    """All symmetries of a board, identity first, then in lexicographic order."""
    drawn = _drawn(board)
    try:
        group = _search(board, drawn)
    except OverflowError:
        group = _close(drawn, board.n)
    identity = tuple(range(board.n))
    return (identity, *sorted(group - {identity}))


def apply(permutation: Permutation, mask: int) -> int:
    """The image of a mask."""
    image = 0
    while mask:
        low = mask & -mask
        image |= 1 << permutation[low.bit_length() - 1]
        mask ^= low
    return image


def apply_to_jump(permutation: Permutation, jump: Jump) -> Jump:
    """The image of a jump."""
    return Jump(permutation[jump.start], permutation[jump.over], permutation[jump.landing])


def inverse(permutation: Permutation) -> Permutation:
    """The permutation that undoes this one."""
    result = [0] * len(permutation)
    for i, image in enumerate(permutation):
        result[image] = i
    return tuple(result)


def stabiliser(position: Position) -> tuple[Permutation, ...]:
    """The symmetries that fix a position."""
    return tuple(g for g in position.board.symmetries if apply(g, position.mask) == position.mask)


def fixes(permutation: Permutation, target: Target) -> bool:
    """Whether a symmetry leaves a target as it is."""
    if isinstance(target, PegCount):
        return True
    return apply(permutation, target.must) == target.must and apply(permutation, target.free) == target.free


@lru_cache(maxsize=256)
def pair_stabiliser(pair: Pair) -> tuple[Permutation, ...]:
    """The symmetries that fix both ends of a pair."""
    return tuple(g for g in stabiliser(pair.start) if fixes(g, pair.target))


def canonical(position: Position, group: Sequence[Permutation] | None = None) -> Position:
    """The least image of a position under the group (the whole board's by default)."""
    chosen = position.board.symmetries if group is None else group
    return Position(position.board, min(apply(g, position.mask) for g in chosen))


def orbits(items: Iterable[int], group: Sequence[Permutation]) -> tuple[tuple[int, ...], ...]:
    """Orbits of holes, each sorted, by least member."""
    left, found = set(items), []
    while left:
        orbit = tuple(sorted({g[min(left)] for g in group}))
        found.append(orbit)
        left.difference_update(orbit)
    return tuple(found)


def jump_orbits(board: Board, group: Sequence[Permutation]) -> tuple[tuple[Jump, ...], ...]:
    """Orbits of the jumps of a board, each sorted, by least member."""
    left, found = set(board.jumps), []
    while left:
        first = min(left)
        orbit = tuple(sorted({apply_to_jump(g, first) for g in group}))
        found.append(orbit)
        left.difference_update(orbit)
    return tuple(found)


def _is_symmetry(board: Board, permutation: Permutation) -> bool:
    jumps = board.jump_index
    return all((permutation[s], permutation[o], permutation[t]) in jumps for s, o, t in board.jumps)


def _drawn(board: Board) -> list[Permutation]:
    """Generators among the isometries of the drawing that keep the board."""
    if board.geometry is Geometry.EXPLICIT:
        return []
    # As linear maps on (row, column); two generate the square's eight, two the hexagon's twelve.
    square = (((0, 1), (-1, 0)), ((0, 1), (1, 0)), ((1, 0), (0, -1)), ((-1, 0), (0, 1)), ((-1, 0), (0, -1)))
    hexagon = (
        ((1, -1), (1, 0)), ((0, 1), (1, 0)), ((0, -1), (1, -1)), ((-1, 0), (0, -1)), ((0, -1), (-1, 0)),
        ((1, 0), (1, -1)), ((1, -1), (0, -1)), ((-1, 1), (0, 1)), ((-1, 0), (-1, 1)),
    )  # fmt: skip
    maps = hexagon if board.geometry is Geometry.TRIANGULAR else (*square, ((0, -1), (-1, 0)))
    found = []
    for (a, b), (c, d) in maps:
        images = [(a * row + b * column, c * row + d * column) for row, column in board.holes]
        top, left = min(row for row, _ in images), min(column for _, column in images)
        places = [board.index.get((row - top, column - left)) for row, column in images]
        permutation = tuple(place for place in places if place is not None)
        if len(permutation) == board.n and _is_symmetry(board, permutation):
            found.append(permutation)
    return found


def _close(generators: Sequence[Permutation], n: int) -> set[Permutation]:
    """The group that the generators make; OverflowError beyond LARGEST_GROUP."""
    group = {tuple(range(n))}
    fresh = list(group)
    while fresh:
        products = {tuple([g[i] for i in h]) for h in fresh for g in generators} - group
        group |= products
        if len(group) > LARGEST_GROUP:
            raise OverflowError
        fresh = list(products)
    return group


def _refine(board: Board, colours: list[int]) -> list[int]:
    """The coarsest stable colouring finer than `colours`; equal signatures get equal colours on every call."""
    count = len(set(colours))
    while True:
        signatures: list[list[tuple[int, int, int]]] = [[] for _ in range(board.n)]
        for start, over, landing in board.jumps:
            a, b, c = colours[start], colours[over], colours[landing]
            signatures[start].append((0, b, c))
            signatures[over].append((1, a, c))
            signatures[landing].append((2, a, b))
        keys = [(colour, *sorted(signature)) for colour, signature in zip(colours, signatures, strict=True)]
        ranks = {key: rank for rank, key in enumerate(sorted(set(keys)))}
        colours = [ranks[key] for key in keys]
        if len(ranks) == count:
            return colours
        count = len(ranks)


def _individualise(board: Board, colours: list[int], hole: int) -> list[int]:
    return _refine(board, [2 * c + (i == hole) for i, c in enumerate(colours)])


def _search(board: Board, known: Sequence[Permutation]) -> set[Permutation]:
    """The whole group: along a base of holes, a symmetry for each image that the known ones do not reach."""
    generators, group = list(known), _close(known, board.n)
    base: list[int] = []
    chain = [_refine(board, [0] * board.n)]
    while len(set(chain[-1])) < board.n:
        base.append(_next_hole(chain[-1]))
        chain.append(_individualise(board, chain[-1], base[-1]))
    for depth in reversed(range(len(base))):
        hole, level = base[depth], chain[depth]
        orbit = _orbit(hole, group, base[:depth])
        for image in range(board.n):
            if level[image] != level[hole] or image in orbit:
                continue
            found = _extend(board, chain, base, depth, _individualise(board, level, image))
            if found is not None:
                generators.append(found)
                group = _close(generators, board.n)
                orbit = _orbit(hole, group, base[:depth])
    return group


def _orbit(hole: int, group: set[Permutation], fixed: Sequence[int]) -> set[int]:
    return {g[hole] for g in group if all(g[b] == b for b in fixed)}


def _next_hole(colours: list[int]) -> int:
    """A hole of the largest cell: in the boards people draw, fixing it fixes everything."""
    sizes: dict[int, int] = {}
    for colour in colours:
        sizes[colour] = sizes.get(colour, 0) + 1
    colour = max(sizes, key=lambda c: (sizes[c], -c))
    return colours.index(colour)


def _extend(
    board: Board, chain: list[list[int]], base: list[int], depth: int, image: list[int]
) -> Permutation | None:
    """A symmetry that carries the colouring chain[depth + 1] to `image`, by backtracking; None if there is none."""
    here = chain[depth + 1]
    if sorted(here) != sorted(image):
        return None
    if depth + 1 == len(base):
        place = {colour: i for i, colour in enumerate(image)}
        permutation = tuple(place[colour] for colour in here)
        return permutation if _is_symmetry(board, permutation) else None
    colour = here[base[depth + 1]]
    for hole, other in enumerate(image):
        if other == colour:
            found = _extend(board, chain, base, depth + 1, _individualise(board, image, hole))
            if found is not None:
                return found
    return None
