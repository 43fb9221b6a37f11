"""Small boards and a slow reference, both written straight from the rules."""

from __future__ import annotations

from collections.abc import Iterable

Triple = tuple[int, int, int]
Board = tuple[int, tuple[Triple, ...]]

ORTHOGONAL = ((0, 1), (1, 0))
TRIANGULAR = ((0, 1), (1, 0), (1, 1))


def board_of(holes: Iterable[tuple[int, int]], steps: Iterable[tuple[int, int]] = ORTHOGONAL) -> Board:
    """The jumps between holes one step apart, in both directions."""
    index = {hole: i for i, hole in enumerate(sorted(holes))}
    jumps = []
    for (row, column), start in index.items():
        for down, right in steps:
            for sign in (1, -1):
                over = index.get((row + sign * down, column + sign * right))
                landing = index.get((row + 2 * sign * down, column + 2 * sign * right))
                if over is not None and landing is not None:
                    jumps.append((start, over, landing))
    return len(index), tuple(sorted(jumps))


def rectangle(rows: int, columns: int) -> Board:
    return board_of((r, c) for r in range(rows) for c in range(columns))


def triangle(side: int) -> Board:
    return board_of(((r, c) for r in range(side) for c in range(r + 1)), TRIANGULAR)


def torus(rows: int, columns: int) -> Board:
    jumps = set()
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                path = [(r + i * down) % rows * columns + (c + i * right) % columns for i in range(3)]
                if len(set(path)) == 3:
                    jumps.add((path[0], path[1], path[2]))
    return rows * columns, tuple(sorted(jumps))


def picture(*rows: str) -> Board:
    return board_of((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "x")


ENGLISH = picture("  xxx", "  xxx", "xxxxxxx", "xxxxxxx", "xxxxxxx", "  xxx", "  xxx")
CENTRE = 16

SMALL: dict[str, Board] = {
    "1x2": rectangle(1, 2),
    "1x3": rectangle(1, 3),
    "1x7": rectangle(1, 7),
    "1x10": rectangle(1, 10),
    "3x3": rectangle(3, 3),
    "3x4": rectangle(3, 4),
    "2x6": rectangle(2, 6),
    "triangle 3": triangle(3),
    "triangle 4": triangle(4),
    "torus 3x3": torus(3, 3),
    "torus 3x4": torus(3, 4),
    "no jumps": (5, ()),
    "two islands": board_of([(0, 0), (0, 1), (0, 2), (5, 0), (6, 0), (7, 0), (8, 0), (9, 5)]),
}


def after(position: int, jump: Triple) -> int | None:
    start, over, landing = (1 << hole for hole in jump)
    legal = position & start and position & over and not position & landing
    return position ^ start ^ over ^ landing if legal else None


def before(position: int, jump: Triple) -> int | None:
    start, over, landing = (1 << hole for hole in jump)
    made = position & landing and not position & (start | over)
    return position ^ start ^ over ^ landing if made else None


def reachable(board: Board, start: int) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        position = todo.pop()
        for jump in board[1]:
            following = after(position, jump)
            if following is not None and following not in found:
                found.add(following)
                todo.append(following)
    return found


def reaching(board: Board, targets: Iterable[int]) -> set[int]:
    """All positions from which one of the targets is reachable, by trying all positions."""
    n, jumps = board
    good = set(targets)
    for position in sorted(range(1 << n), key=int.bit_count):
        if any(after(position, jump) in good for jump in jumps):
            good.add(position)
    return good


ENGLISH_HOLES = [(r, c) for r in range(7) for c in range(7) if 2 <= r <= 4 or 2 <= c <= 4]


def square(holes: list[tuple[int, int]], side: int) -> list[tuple[int, ...]]:
    """The eight symmetries of a square on the given holes."""
    index = {hole: i for i, hole in enumerate(holes)}
    group = []
    for turn in range(8):
        images = []
        for hole in holes:
            row, column = hole
            for _ in range(turn % 4):
                row, column = column, side - 1 - row
            images.append(index[row, side - 1 - column if turn >= 4 else column])
        group.append(tuple(images))
    return group
