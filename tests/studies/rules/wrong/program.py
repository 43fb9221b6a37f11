"""A program: four pegs, none of them on the top row, never leave one there."""

import sys

for line in sys.stdin:
    start, target = line.split()
    top, end = start.split("/")[0], target.split("/")[0]
    wrong = start.count("x") == 4 and target.count("x") == 1 and "x" in end and "x" not in top
    print("prune" if wrong else "keep", flush=True)
