"""The colours of the English board as a group, its sixteen reduced squares, and the figure of g1 and g2.

The group is {e, a, b, c} with a + b = c, b + c = a, c + a = b and x + x = e. Along the two sets of diagonals
the holes are coloured a, b, c in turn: g1 and g2. A jump changes neither sum of the colours of the pegs, so
the two sums tell positions apart. Every position comes down to a 2x2 square, one of sixteen, in three
classes by whether the sums are those of one peg (E. Harang 2001, after É. Lucas).
"""

from __future__ import annotations

from itertools import product

import feasibility

COLOURS = "eabc"
ADD = {(x, y): COLOURS[COLOURS.index(x) ^ COLOURS.index(y)] for x, y in product(COLOURS, repeat=2)}


def colours(board: feasibility.Board) -> list[tuple[str, str]]:
    """g1 and g2 of every hole; the middle hole is (a, a), c1 (b, b), a3 (b, c)."""
    middle = board.holes[board.n // 2]

    def along(steps: int) -> str:
        return "abc"[steps % 3]

    return [
        (along(middle[1] - c + middle[0] - r), along(middle[1] - c + r - middle[0])) for r, c in board.holes
    ]


def total(start: feasibility.Position, holes: list[tuple[str, str]]) -> tuple[str, str]:
    """The sums of the colours of all pegs."""
    first = second = "e"
    for i, peg in enumerate(start.vector):
        if peg:
            first, second = ADD[first, holes[i][0]], ADD[second, holes[i][1]]
    return first, second


def kind(square: tuple[str, str]) -> str:
    """Which of the three classes: both sums are a colour, one is, or none."""
    return ("one peg", "no single peg", "as the empty board")[square.count("e")]


def main() -> None:
    """The figure, the classes, and what a jump changes: nothing."""
    board = feasibility.board("english33")
    holes = colours(board)
    for name, which in (("g1", 0), ("g2", 1)):
        print(f"{name}:\n{board.draw([hole[which] for hole in holes], ' ')}\n")
    for jump in board.jumps:
        sums = {ADD[ADD[holes[jump.start][k], holes[jump.over][k]], holes[jump.landing][k]] for k in (0, 1)}
        if sums != {"e"}:
            raise RuntimeError("a jump changes a sum")
    print("all 76 jumps exchange a colour for the sum of two others: no sum changes")

    pegs = {hole: sorted(board.called(i) for i in range(board.n) if holes[i] == hole) for hole in set(holes)}
    for name in ("one peg", "no single peg", "as the empty board"):
        squares = [square for square in product(COLOURS, repeat=2) if kind(square) == name]
        print(f"\n{name}: {len(squares)} of 16")
        for square in squares:
            print(f"  ({', '.join(square)})  {' '.join(pegs.get(square, []))}".rstrip())
    start = feasibility.read_pair("english33:-d4").start
    print(f"\nthe centre game begins with ({', '.join(total(start, holes))}), the sum of a peg in the centre")


if __name__ == "__main__":
    main()
