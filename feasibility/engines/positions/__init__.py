"""Positions as a search holds them: words, moves, what may prune."""
