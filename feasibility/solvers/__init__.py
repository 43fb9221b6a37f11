"""Floating point: solvers propose, and nothing of theirs is believed unchecked."""
