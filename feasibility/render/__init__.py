"""Verdicts and proofs as text, JSON and pictures: pure functions."""
