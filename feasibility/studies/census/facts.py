"""How a census calls a graph, which graphs it lists, and what it counts by number."""

from __future__ import annotations

UNSOLVABLE, SOLVABLE, FREELY = "unsolvable", "solvable", "freely solvable"  # as the literature says it
KINDS = (UNSOLVABLE, SOLVABLE, FREELY)
LISTINGS = {"none": (), "unsolvable": (UNSOLVABLE,), "not-free": (UNSOLVABLE, SOLVABLE), "all": KINDS}
TABLES = {
    "left": "fewest pegs left",
    "fool": "fool's numbers",
    "deficit": "independence number less fool's number",
}
