"""Exact numbers: integers and fractions decide, and know no pegs."""
