"""Sweeps: consecutive jumps of one peg count as one move."""
