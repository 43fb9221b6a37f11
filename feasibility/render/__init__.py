"""Verdicts and proofs in words: text, JSON, HTML and pictures, by pure functions."""
