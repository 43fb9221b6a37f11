"""Integers and fractions, which decide; they know nothing of pegs."""
