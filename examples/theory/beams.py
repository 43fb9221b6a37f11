"""What a beam keeps: weights by distance, the barycentre, weights bred by a genetic search, and our score.

The narrowest beam that plays the English centre game, for each way to sort the positions of a level. Weights
by distance: a peg costs more the farther it is from the middle. Barycentre: the distance of the middle of all
pegs from that of the board. Bred: a weight for each of the seven kinds of holes, as P. Glauser did. The last
score is that of the engine `beam`: how far the pegs are spread.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import feasibility
from feasibility.game.symmetry import orbits

PAIR = feasibility.read_pair("english33:-d4", "english33:+d4")
BOARD = PAIR.board
KINDS = orbits(range(BOARD.n), BOARD.symmetries)
PLACES = [(r - 3, c - 3) for r, c in BOARD.holes]
PAGE = (8, 7, 6, 5, 3, 2, 1)  # an example of weights on the page of E. Harang, by kinds of holes
WIDTHS = (2, 4, 8, 16, 32, 64, 128, 256)

Score = Callable[[int], float]  # the less the better


def weighing(weights: Sequence[float]) -> Score:
    """The sum of the weights of the pegs; by bytes of the position, as it is asked very often."""
    padded = [*weights, *[0.0] * (-len(weights) % 8)]
    tables = [
        [sum(w for bit, w in enumerate(padded[low : low + 8]) if value >> bit & 1) for value in range(256)]
        for low in range(0, len(padded), 8)
    ]
    return lambda mask: sum(table[mask >> 8 * byte & 255] for byte, table in enumerate(tables))


def by_kind(values: Sequence[float]) -> list[float]:
    """A weight for each hole from one for each kind."""
    weights = [0.0] * BOARD.n
    for kind, value in zip(KINDS, values, strict=True):
        for hole in kind:
            weights[hole] = value
    return weights


SUMS = [weighing([values[k] for values in PLACES]) for k in (0, 1)]
SQUARES = weighing([r * r + c * c for r, c in PLACES])


def barycentre(mask: int) -> float:
    pegs = mask.bit_count()
    return (SUMS[0](mask) ** 2 + SUMS[1](mask) ** 2) / (pegs * pegs)


def spread(mask: int) -> float:
    return SQUARES(mask) * mask.bit_count() - SUMS[0](mask) ** 2 - SUMS[1](mask) ** 2


def beam(score: Score, width: int) -> tuple[int, int]:
    """How many jumps deep a beam of this width comes, and how many positions it makes."""
    level, made, target = {PAIR.start.mask}, 0, PAIR.target.must
    for depth in range(PAIR.start.count - 1):
        after = {mask ^ holes for mask in level for pegs, holes in BOARD.jump_masks if mask & holes == pegs}
        made += len(after)
        if target in after:
            return depth + 1, made
        if not after:
            return depth, made
        level = set(sorted(after, key=lambda mask: (score(mask), mask))[:width])
    return PAIR.start.count - 2, made


def narrowest(score: Score) -> tuple[int | None, int]:
    """The least of some widths that plays the game, and the positions of all beams up to it."""
    made = 0
    for width in WIDTHS:
        depth, more = beam(score, width)
        made += more
        if depth == PAIR.start.count - 1:
            return width, made
    return None, made


def bred(chance: random.Random, width: int = 8, size: int = 10, rounds: int = 6) -> tuple[float, ...]:
    """Weights for which a narrow beam comes deep: the better half stays, and pairs of it have children."""

    def depth(weights: tuple[float, ...]) -> tuple[int, int]:
        came, made = beam(weighing(by_kind(weights)), width)
        return -came, made

    people = [tuple(float(chance.randint(0, 9)) for _ in KINDS) for _ in range(size)]
    for _ in range(rounds):
        people = sorted(set(people), key=depth)[: size // 2]
        for _ in range(size - len(people)):
            one, other = chance.sample(people, 2) if len(people) > 1 else (people[0], people[0])
            child = [chance.choice(pair) for pair in zip(one, other, strict=True)]
            child[chance.randrange(len(child))] = float(chance.randint(0, 9))
            people.append(tuple(child))
    return min(people, key=depth)


def main() -> None:
    """A line for each way to sort."""
    print("kinds of holes:", " ".join(BOARD.called(kind[0]) for kind in KINDS))
    best = bred(random.Random(1))
    ways: list[tuple[str, Score]] = [
        ("distance from the middle", SQUARES),
        ("barycentre", barycentre),
        ("weights of the page", weighing(by_kind(PAGE))),
        (f"bred: {' '.join(f'{w:.0f}' for w in best)}", weighing(by_kind(best))),
        ("spread of the pegs", spread),
    ]
    for name, score in ways:
        width, made = narrowest(score)
        print(f"{name:26} {'no play to 256' if width is None else f'width {width:3}'}, {made:6,} positions")


if __name__ == "__main__":
    main()
