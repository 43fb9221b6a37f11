"""A right solver for small orthogonal boards: depth first, with a set of dead positions."""

import sys


def board(text):
    rows = text.split("/")
    cells = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol != "E"}
    return cells, frozenset(hole for hole, symbol in cells.items() if symbol == "x")


def jumps(cells):
    for r, c in cells:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, landing = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if over in cells and landing in cells:
                yield (r, c), over, landing


def play(pegs, goal, moves, dead):
    if pegs == goal:
        return []
    if pegs in dead or len(pegs) <= len(goal):
        return None
    for start, over, landing in moves:
        if start in pegs and over in pegs and landing not in pegs:
            rest = play(pegs - {start, over} | {landing}, goal, moves, dead)
            if rest is not None:
                return [(start, landing), *rest]
    dead.add(pegs)
    return None


def name(hole):
    return f"{chr(97 + hole[1])}{hole[0] + 1}"


def answer(line):
    start, target = line.split()
    cells, pegs = board(start)
    found = play(pegs, board(target)[1], list(jumps(cells)), set())
    if found is None:
        return "no"
    return " ".join(["yes", *(name(a) + name(b) for a, b in found)])


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    for line in sys.stdin:
        print(answer(line), flush=True)
