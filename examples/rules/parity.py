"""Parity rules, which see only in which residue class a position lies."""

from feasibility.game.position import Pair, Position


def one_colouring(pair: Pair) -> bool:
    """Colour the diagonals 0, 1, 2 in turn. Each jump flips the parity of all three numbers of pegs."""
    start, target = _colours(pair.start.mask, pair.board.holes), _colours(pair.target.must, pair.board.holes)
    flips = pair.start.count - pair.target.fewest
    return any((a + b + flips) % 2 for a, b in zip(start, target, strict=True))


def empty_holes(position: Position, target: Position) -> bool:
    """The mistake: the empty holes are counted instead of the pegs, on both diagonals, against the target.

    On the English board this changes nothing, since each colour has eleven holes. On the French board the
    colours have 13, 12 and 12 holes, so positions and their complements lie in different residue classes.
    """
    holes = position.board.holes
    flips = position.count - target.count
    for sign in (1, -1):
        empty, wanted = _colours(~position.mask, holes, sign), _colours(target.mask, holes, sign)
        differences = {(a + b + flips) % 2 for a, b in zip(empty, wanted, strict=True)}
        if len(differences) > 1:
            return True
    return False


def _colours(mask: int, holes: tuple[tuple[int, int], ...], sign: int = 1) -> list[int]:
    counts = [0, 0, 0]
    for i, (row, column) in enumerate(holes):
        counts[(row + sign * column) % 3] += mask >> i & 1
    return counts
