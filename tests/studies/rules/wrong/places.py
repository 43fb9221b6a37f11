"""Words for the rules of this folder, which are all about the English board."""

from functools import lru_cache

from feasibility.game.geometry import Board, coordinate
from feasibility.game.position import Position


@lru_cache(maxsize=4)
def _places(board: Board) -> dict[str, int]:
    return {coordinate(hole): i for i, hole in enumerate(board.holes)}


@lru_cache(maxsize=200)
def mask(board: Board, names: str) -> int:
    """The holes of a list of names."""
    return sum(1 << _places(board)[name] for name in names.split())


def on(position: Position, names: str) -> int:
    """How many pegs stand on these holes."""
    return (position.mask & mask(position.board, names)).bit_count()


def only(position: Position, names: str) -> bool:
    """Whether the pegs are exactly these."""
    return position.mask == mask(position.board, names)


def rows_of(position: Position) -> list[int]:
    """The rows of the pegs."""
    return [position.board.holes[i][0] for i in position.pegs]
