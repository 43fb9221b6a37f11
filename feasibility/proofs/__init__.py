"""Proofs as values: certificates, functionals, findings, verdicts."""
