"""All permutations of the holes that map jumps to jumps, from the jumps alone.

Colour refinement with individualisation (McKay 1981, in its simplest form), so explicit boards need no
drawing; the isometries of a drawing, where there is one, only save work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from math import factorial

Permutation = tuple[int, ...]
Triple = tuple[int, int, int]
PlacePair = tuple[int, int]
JumpTriples = Collection[Triple]

# Holes that no jump touches can be permuted at will. A group whose table (order times holes) is larger than
# this is not listed; then only the drawing's symmetries count.
LARGEST_TABLE = 1 << 20
# On larger boards refinement, which goes on for as many rounds as a board is long, takes too many seconds.
SEARCHED_HOLES = 512
# Where so many fixed holes do not settle the rest, most of them can be permuted at will.
LONGEST_BASE = 40


def automorphisms(
    n: int, jumps: JumpTriples, known: Sequence[Permutation] = (), largest: int = LARGEST_TABLE
) -> tuple[tuple[Permutation, ...], bool]:
    """The symmetries of n holes with these jumps, identity first, then in lexicographic order.

    `known` are permutations worth a try; those that are symmetries save work. A group whose table is
    larger than `largest`, or beyond the other limits above, is cut down to what `known` generates, and
    the second value is False.
    """
    generators = [g for g in known if _is_symmetry(jumps, g)]
    try:
        group, complete = _search(n, jumps, generators, largest), True
    except OverflowError:
        group, complete = _close(generators, n, LARGEST_TABLE), False
    identity = tuple(range(n))
    return (identity, *sorted(group - {identity})), complete


def isometries(points: Sequence[PlacePair], hexagonal: bool) -> list[Permutation]:
    """The permutations of the points that isometries of the square (or triangular) lattice induce."""
    index = {point: i for i, point in enumerate(points)}
    symmetries = []
    for (a, c), (b, d) in _linear_isometries(hexagonal):
        images = [(a * row + b * column, c * row + d * column) for row, column in points]
        top, left = min(row for row, _ in images), min(column for _, column in images)
        places = [index.get((row - top, column - left)) for row, column in images]
        permutation = tuple([place for place in places if place is not None])
        if len(permutation) == len(points):
            symmetries.append(permutation)
    return symmetries


def _linear_isometries(hexagonal: bool) -> list[tuple[PlacePair, PlacePair]]:
    """Images of a step down and of a step right, as long as these and as far apart; in skew coordinates."""

    def length(down: int, right: int) -> int:
        return down * down - hexagonal * down * right + right * right

    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if length(down, right) == 1]
    return [(u, v) for u in steps for v in steps if length(u[0] + v[0], u[1] + v[1]) == length(1, 1)]


def _is_symmetry(jumps: JumpTriples, permutation: Permutation) -> bool:
    return all((permutation[s], permutation[o], permutation[t]) in jumps for s, o, t in jumps)


def _close(generators: Sequence[Permutation], n: int, largest: int) -> set[Permutation]:
    """The group that the generators make; OverflowError if its table is larger than `largest`."""
    group = {tuple(range(n))}
    for count in range(1, len(generators) + 1):
        group = _joined(group, generators[:count], n, largest)
    return group


def _joined(
    group: set[Permutation], generators: Sequence[Permutation], n: int, largest: int
) -> set[Permutation]:
    """The group that the generators make, coset by coset from that of all but the last of them (Dimino)."""
    members, sides = set(group), [tuple(range(n))]
    for side in sides:  # grows
        for generator in generators:
            other = tuple([side[i] for i in generator])
            if other not in members:
                if (len(members) + len(group)) * n > largest:
                    raise OverflowError
                sides.append(other)
                members.update([tuple([g[i] for i in other]) for g in group])
    return members


def generators(group: Collection[Permutation]) -> tuple[Permutation, ...] | None:
    """A few members that make all of a group; None where products are missing, so that it is none."""
    few: list[Permutation] = []
    n = max(map(len, group), default=0)
    made = {tuple(range(n))}
    try:
        for one in sorted(group):
            if one not in made:
                few.append(one)
                made = _joined(made, few, n, len(group) * n)
    except OverflowError:
        return None
    return tuple(few) if made == set(group) else None


def _refine(jumps: JumpTriples, colours: list[int]) -> list[int]:
    """The coarsest stable colouring finer than `colours`; equal signatures, equal colours on every call."""
    count = len(set(colours))
    while True:
        signatures: list[list[tuple[int, int, int]]] = [[] for _ in range(len(colours))]
        for start, over, landing in jumps:
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


def _individualise(jumps: JumpTriples, colours: list[int], hole: int) -> list[int]:
    return _refine(jumps, [2 * c + (i == hole) for i, c in enumerate(colours)])


def _search(n: int, jumps: JumpTriples, known: Sequence[Permutation], largest: int) -> set[Permutation]:
    """The whole group: along a base of holes, a symmetry for each image that the known ones do not reach."""
    generators, group = list(known), _close(known, n, largest)
    idle = n - len({hole for jump in jumps for hole in jump})
    if n > SEARCHED_HOLES or factorial(idle) * n > largest:
        raise OverflowError
    base: list[int] = []
    chain = [_refine(jumps, [0] * n)]
    while len(set(chain[-1])) < n:
        if len(base) == LONGEST_BASE:
            raise OverflowError
        base.append(_next_hole(chain[-1]))
        chain.append(_individualise(jumps, chain[-1], base[-1]))
    for depth in reversed(range(len(base))):
        hole, level = base[depth], chain[depth]
        orbit = _orbit(hole, group, base[:depth])
        for image in range(n):
            if level[image] != level[hole] or image in orbit:
                continue
            generator = _extend(jumps, chain, base, depth, _individualise(jumps, level, image))
            if generator is not None:
                generators.append(generator)
                group = _joined(group, generators, n, largest)
                orbit = _orbit(hole, group, base[:depth])
    return group


def _orbit(hole: int, group: set[Permutation], fixed: Sequence[int]) -> set[int]:
    return {g[hole] for g in group if all(g[b] == b for b in fixed)}


def _next_hole(colours: list[int]) -> int:
    """A hole of the largest cell: in the boards people draw, fixing it fixes everything."""
    sizes = Counter(colours)
    colour = max(sizes, key=lambda c: (sizes[c], -c))
    return colours.index(colour)


def _extend(
    jumps: JumpTriples, chain: list[list[int]], base: list[int], depth: int, image: list[int]
) -> Permutation | None:
    """A symmetry that carries the colouring chain[depth + 1] to `image`, by backtracking, or None."""
    here = chain[depth + 1]
    if sorted(here) != sorted(image):
        return None
    if depth + 1 == len(base):
        place = {colour: i for i, colour in enumerate(image)}
        permutation = tuple(place[colour] for colour in here)
        return permutation if _is_symmetry(jumps, permutation) else None
    colour = here[base[depth + 1]]
    for hole, other in enumerate(image):
        if other == colour:
            whole = _extend(jumps, chain, base, depth + 1, _individualise(jumps, image, hole))
            if whole is not None:
                return whole
    return None
