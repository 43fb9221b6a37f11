"""Positions as a search stores them: words, moves, functions that may prune."""
