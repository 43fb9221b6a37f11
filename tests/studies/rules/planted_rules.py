"""Rules with known mistakes."""

from feasibility.game.position import Position


def six_with_corner(position: Position, target: Position) -> bool:
    """Prunes every position of six pegs and more that has one in the first hole."""
    return bool(position.mask & 1) and position.count >= 6
