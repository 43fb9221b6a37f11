"""Verdicts and proofs as text, JSON, HTML and pictures: pure functions."""
