"""A resource count: pegs that must be supplied along the middle lines of the board."""

from feasibility.game.position import Position


def middle_lines(position: Position, target: Position) -> bool:
    """Every other hole of every other row weighs one: no jump raises the number of pegs on such holes."""
    return _count(position) < _count(target)


def _count(position: Position) -> int:
    holes = position.board.holes
    return sum(holes[i][0] % 2 == 1 and holes[i][1] % 2 == 1 for i in position.pegs)
