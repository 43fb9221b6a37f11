"""Proofs as values: certificates, functionals, findings, verdicts, and the one gate to the verifier."""
