"""Positions, plays and games of a start: counted, listed, as a graph."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "count": "positions, orbits, plays, games and dead ends of a start",
        "reach": "the positions that a position can become, or that can become it",
        "graph": "the game graph of a small pair, for Graphviz and others",
    },
    names={
        "count_api": "count count_plays count_chance count_winning OnPlays",
        "counting": "Counts",
        "sequences": "count_sequences",
        "reach": "reach Reach",
        "graph": "graph",
    },
    fills={
        "studies.page.tasks:REACH": "page_part:reached",
    },
)
