"""Plays as `solve` and `replay` print them: jumps, and the one peg that the French rule puts back."""

from __future__ import annotations

from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position
from feasibility.text.moves import format_jump, format_jumps
from feasibility.text.readings import PutBack, positions
from feasibility.text.writing import lead


def words(
    board: Board,
    jumps: tuple[Jump, ...],
    back: PutBack | None = None,
    style: str = "coordinates",
    *,
    sweeps: bool = False,
) -> list[str]:
    """The jumps (or sweeps) of a play, and `(put back d4)` at its place, as `read_play` understands them."""
    if back is None:
        return format_jumps(board, jumps, style, sweeps=sweeps).split()
    parts = jumps[: back.after], jumps[back.after :]
    before, after = (format_jumps(board, part, style, sweeps=sweeps).split() for part in parts)
    return [*before, _put_back(board, back.hole), *after]


def _put_back(board: Board, hole: int) -> str:
    return f"(put back {board.called(hole)})"


def trace(start: Position, jumps: tuple[Jump, ...], back: PutBack | None = None) -> None:
    """Print the board before the first jump and after every one."""
    names = [f"{number}. {format_jump(start.board, jump)}" for number, jump in enumerate(jumps, 1)]
    if back is not None:
        names.insert(back.after, _put_back(start.board, back.hole))
    print(f"start:\n{lead(start.board)}{start}\n")
    for name, position in zip(names, positions(start, jumps, back), strict=True):
        print(f"{name}\n{position}\n")
