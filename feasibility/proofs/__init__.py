"""Proofs as values: certificates, functionals, verdicts."""
