"""Exact search by dense closure: one bit for every position of a residue class."""
