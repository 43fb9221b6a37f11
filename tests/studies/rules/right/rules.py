"""Rules that are right, each for a reason that its first line says."""

from feasibility.game.position import Pair, Position


def never(position: Position, target: Position) -> int:
    """Nothing is pruned."""
    return 0


def too_few(position: Position, target: Position) -> bool:
    """A jump costs a peg."""
    return position.count < target.count


def as_many(pair: Pair) -> bool:
    """With as many pegs no jump is made."""
    return pair.jumps_needed == 0 and pair.start != pair.exact


def stuck(position: Position, target: Position) -> bool:
    """Some first jump must be legal."""
    return position != target and not position.legal_jumps()


def no_last_jump(position: Position, target: Position) -> bool:
    """Some jump must have been the last."""
    return position != target and not target.legal_unjumps()


def playable_classes(position: Position, target: Position) -> bool:
    """A peg never leaves its playable class, and none is born."""
    classes = position.board.playable_classes
    return any((target.mask & one).bit_count() > (position.mask & one).bit_count() for one in classes)


def both_colourings(position: Position, target: Position) -> bool:
    """Each jump flips the parity of all three colours, along both diagonals."""
    flips, holes = position.count - target.count, position.board.holes
    for sign in (1, -1):
        counts = [flips] * 3
        for i in (*position.pegs, *target.pegs):
            counts[(holes[i][0] + sign * holes[i][1]) % 3] += 1
        if any(count % 2 for count in counts):
            return True
    return False


def every_third_row(position: Position, target: Position) -> bool:
    """Two rows of each three weigh 1: no jump raises the number of pegs on them."""
    rows = position.board.holes
    return sum(rows[i][0] % 3 > 0 for i in position.pegs) < sum(rows[i][0] % 3 > 0 for i in target.pegs)


def three_apart(position: Position, target: Position) -> bool:
    """Three pegs make two jumps; a hole that is full at the end is within four of a peg."""
    if position.count != 3 or target.count != 1:
        return False
    holes = position.board.holes
    row, column = holes[target.pegs[0]]
    return all(abs(holes[i][0] - row) + abs(holes[i][1] - column) > 4 for i in position.pegs)


def dual_stuck(position: Position, target: Position) -> bool:
    """Seen from the end, with pegs and holes exchanged, some jump must be legal, too."""
    return position != target and not target.complement.legal_jumps()
