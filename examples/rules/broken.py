"""Rules that do not answer, to show that none of them brings a validation down."""

import os

from feasibility.game.position import Position


def raises(position: Position, target: Position) -> bool:
    """Divides by zero when four pegs are left."""
    return 1 // (position.count - 4) > 100


def crashes(position: Position, target: Position) -> bool:
    """Ends its process when the first hole and the last hold a peg."""
    if position.mask & 1 and position.mask >> position.board.n - 1:
        os.abort()
    return False


def hangs(position: Position, target: Position) -> bool:
    """Never comes back when the first three holes hold pegs."""
    while position.mask & 7 == 7:
        pass
    return False


def nonsense(position: Position, target: Position) -> object:
    """Forgets to return anything when an odd number of pegs is left, and says 'no' for two."""
    if position.count == 2:
        return "no"
    return None if position.count % 2 else False
