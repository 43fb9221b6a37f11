"""Exact numbers: integers and fractions, which decide; they know nothing of pegs."""
