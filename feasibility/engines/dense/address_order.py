"""Which hole of a board gets which address bit.

Two things make a closure fast. A jump inside a block costs least, so the high bits go to holes that
few triples touch. And where a group of symmetries keeps the pivots, the holes of a unit and those of a
block among themselves, one block of each orbit is closed instead of all (images.py): the
largest such group counts more than anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice

from feasibility.exact.gf2 import echelon
from feasibility.game.automorphism import Permutation, Triple, automorphisms

Orbit = tuple[int, ...]
PIVOTS = 8  # pivots with a parity at most; further ones get address bits, the residue class is then coarser
WORD, UNIT = 6, 9  # log2 of the bits in a word and in a unit
# Without symmetries. Measured: 4 KiB are best while the whole array nearly fits the caches, more beyond;
# the holes that share their triples then begin two bits further up.
BLOCK, BLOCK_LARGE, HIGH_LARGE, LARGE = 15, 18, 20, 32
# With symmetries, the best first; shorter arrays are closed at once anyway, longer ones nowhere.
SYMMETRIC_BLOCKS, SYMMETRIC_SIZES = (17, 16, 18, 15), range(22, 45)
MOST_SYMMETRIES = 64  # larger groups are those of tori and of boards in pieces
PIVOT_CHOICES = 24  # more gain nothing
LOOKS = 5000  # at orbits for pivots, by all subgroups together: a fraction of a second


@dataclass(frozen=True)
class AddressOrder:
    """The holes of the address bits, the holes that these determine, and how long a block is."""

    order: tuple[int, ...]
    pivots: tuple[int, ...]
    block_bits: int


def usage_of(n: int, triples: Sequence[Collection[int]]) -> list[int]:
    """By hole the triples that touch it, as bits."""
    return [sum(1 << i for i, triple in enumerate(triples) if hole in triple) for hole in range(n)]


def touching(usage: Sequence[int], holes: Collection[int]) -> int:
    """The triples that touch any of these holes."""
    mask = 0
    for hole in holes:
        mask |= usage[hole]
    return mask


def beyond(usage: Sequence[int], holes: Collection[int]) -> list[int]:
    """The triples that touch none of these holes."""
    left = ~touching(usage, holes)
    return [triples & left for triples in usage]


@lru_cache(maxsize=64)
def symmetries(n: int, jumps: tuple[Triple, ...]) -> tuple[Permutation, ...]:
    """The symmetries that closures make use of; the identity alone if there are too many."""
    group, _ = automorphisms(n, frozenset(jumps), largest=n * MOST_SYMMETRIES)
    return group


def address_order(n: int, jumps: tuple[Triple, ...], reduced: dict[int, int]) -> AddressOrder:
    """The best order known; `reduced`: the jumps over GF(2) in echelon form, busiest holes leading."""
    triples = sorted({tuple(sorted(jump)) for jump in jumps})
    if len(reduced) in SYMMETRIC_SIZES and n - len(reduced) <= PIVOTS:
        leads, looks = sum(1 << hole for hole in reduced), iter(range(LOOKS))
        # by hole its column in a basis of what every jump leaves as it is
        kernel = [reduced[hole] & ~leads if hole in reduced else 1 << hole for hole in range(n)]
        for subgroup in _subgroups(symmetries(n, jumps)):
            order = _symmetric(triples, subgroup, kernel, n - len(reduced), looks)
            if order:
                return order
    return _plain(n, triples, reduced)


def _subgroups(group: Sequence[Permutation]) -> list[list[Permutation]]:
    """The subgroups with one or two generators, the largest first, without the trivial one."""
    place = {g: i for i, g in enumerate(group)}
    table = [[place[tuple([a[i] for i in b])] for a in group] for b in group]
    cyclic = {_generated([one], table): one for one in range(len(group))}
    generators = cyclic.values()
    groups = {_generated([a, b], table) for a in generators for b in generators if a <= b}
    subgroups = [sorted([group[i] for i in subgroup]) for subgroup in groups if len(subgroup) > 1]
    return sorted(subgroups, key=lambda g: (-len(g), g))


def _generated(generators: Sequence[int], table: Sequence[Sequence[int]]) -> frozenset[int]:
    """The subgroup that some members make; `table` holds the products of all members."""
    members, fresh = set(generators), set(generators)
    while fresh:
        fresh = {table[b][a] for a in fresh for b in generators} - members
        members |= fresh
    return frozenset(members)


def _symmetric(
    triples: Sequence[tuple[int, ...]],
    group: Sequence[Permutation],
    kernel: Sequence[int],
    count: int,
    looks: Iterator[int],
) -> AddressOrder | None:
    """The order that keeps most triples inside blocks; None if orbits do not add up to the parts' sizes."""
    n = len(kernel)
    usage = usage_of(n, triples)
    orbits = sorted({tuple(sorted({g[hole] for g in group})) for hole in range(n)})
    best: tuple[tuple[int, int], AddressOrder] | None = None
    for pivots in islice(_pivots(orbits, kernel, count, looks), PIVOT_CHOICES):
        rest = [orbit for orbit in orbits if orbit[0] not in pivots]
        for block in SYMMETRIC_BLOCKS:
            high = _chosen(rest, n - count - block, lambda holes: touching(usage, holes).bit_count())
            if high is None:
                continue
            inside = [triples.bit_count() for triples in beyond(usage, high)]
            unit = _chosen([orbit for orbit in rest if orbit[0] not in high], UNIT, partial(_summed, inside))
            if unit is None:
                continue
            low = [hole for orbit in rest for hole in orbit if hole not in high and hole not in unit]
            low.sort(key=inside.__getitem__)
            order = AddressOrder((*unit, *low, *high), pivots, block)
            cost = touching(usage, high).bit_count(), _summed(inside, unit)
            if best is None or cost < best[0]:
                best = cost, order
            break
    return best[1] if best else None


def _summed(numbers: Sequence[int], holes: Collection[int]) -> int:
    return sum(numbers[hole] for hole in holes)


def _pivots(
    orbits: Sequence[Orbit],
    kernel: Sequence[int],
    count: int,
    looks: Iterator[int],
    basis: Sequence[int] = (),
) -> Iterator[tuple[int, ...]]:
    """Unions of orbits that the other holes determine: their columns of the kernel are a basis."""
    if len(basis) == count:
        yield ()
        return
    for index, orbit in enumerate(orbits):
        rest = orbits[index:]
        columns = [*basis, *(kernel[hole] for other in rest for hole in other)]
        fits = _adds_up(rest, count - len(basis)) and len(echelon(columns).rows) == count
        if not fits or next(looks, None) is None:
            return
        grown = echelon([*basis, *(kernel[hole] for hole in orbit)]).rows
        if len(grown) == len(basis) + len(orbit):
            for union in _pivots(orbits[index + 1 :], kernel, count, looks, grown):
                yield orbit + union


def _chosen(
    orbits: Sequence[Orbit], size: int, cost: Callable[[Collection[int]], int]
) -> tuple[int, ...] | None:
    """A union of exactly `size` holes, each step the cheapest per hole after which the rest can add up."""
    left = list(orbits)
    chosen: tuple[int, ...] = ()
    while len(chosen) < size:
        fitting = [
            orbit
            for orbit in left
            if _adds_up([o for o in left if o is not orbit], size - len(chosen) - len(orbit))
        ]
        if not fitting:
            return None
        best = min(fitting, key=lambda orbit: ((cost(chosen + orbit) - cost(chosen)) / len(orbit), orbit))
        left.remove(best)
        chosen += best
    return chosen if len(chosen) == size else None


def _adds_up(orbits: Sequence[Orbit], size: int) -> bool:
    sums = 1
    for orbit in orbits:
        sums |= sums << len(orbit)
    return size >= 0 and bool(sums >> size & 1)


def _plain(n: int, triples: Sequence[tuple[int, ...]], reduced: dict[int, int]) -> AddressOrder:
    """Quiet holes are pivots and lowest (a jump over them is a mask), holes that share triples highest."""
    left = usage_of(n, triples)
    fixed = [hole for hole in reversed(busiest_first(n, triples)) if hole not in reduced]
    moving = [hole for hole in fixed if any(row >> hole & 1 for row in reduced.values())]
    pivots = tuple([hole for hole in fixed if hole not in moving[PIVOTS:]])
    holes = [hole for hole in range(n) if hole not in pivots]
    quiet = sorted(holes, key=lambda hole: (left[hole].bit_count(), hole))
    low, rest = quiet[:UNIT], quiet[UNIT:]
    block, kept = (BLOCK, BLOCK) if len(holes) < LARGE else (BLOCK_LARGE, HIGH_LARGE)
    high: list[int] = []
    while len(low) + len(rest) > kept and rest:
        best = min(rest, key=lambda hole: (left[hole].bit_count(), hole))
        rest.remove(best)
        high.append(best)
        left = beyond(left, [best])
    return AddressOrder(tuple(low + rest + high), pivots, block)


def busiest_first(n: int, triples: Sequence[tuple[int, ...]]) -> list[int]:
    """The holes, those in most triples first."""
    usage = usage_of(n, triples)
    return sorted(range(n), key=lambda hole: (-usage[hole].bit_count(), hole))
