"""A right solver that is told the jumps, START-OVER-LANDING by the numbers of the holes, and no board."""

import sys

JUMPS = [tuple(map(int, jump.split("-"))) for jump in sys.argv[1].split(",")]


def play(pegs, goal, dead):
    if pegs == goal:
        return []
    if pegs in dead:
        return None
    for start, over, landing in JUMPS:
        if start in pegs and over in pegs and landing not in pegs:
            rest = play(pegs - {start, over} | {landing}, goal, dead)
            if rest is not None:
                return [(start, landing), *rest]
    dead.add(pegs)
    return None


for line in sys.stdin:
    start, target = (frozenset(i for i, bit in enumerate(word) if bit == "1") for word in line.split())
    print("no" if play(start, target, set()) is None else "yes", flush=True)
