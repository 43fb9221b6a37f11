"""Positions, plays and games of a start: counted, listed, drawn."""

COMMANDS = {
    "count": "positions, orbits, plays, games and dead ends of a start",
    "reach": "the positions that a position can become, or that can become it",
    "graph": "the game graph of a small pair, for Graphviz and others",
}
NAMES = {
    "count_api": (
        "count count_plays count_chance count_multisets count_sequences count_winning count_with_return"
    ),
    "counting": "Counts",
    "multisets": "Multisets",
    "on_plays": "OnPlays",
    "returning_counts": "ReturnCounts",
    "reach_api": "reach Reach",
    "graph_api": "graph",
}
OFFERS = {
    "what a position reaches, on the page": "page_part:reached",
    "a picture of Counts": "growth:of_counts",
    "a picture of DiGraph": "game_graph:of_graph",
}
