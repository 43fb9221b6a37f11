"""Test sets: pairs whose truth is proved, as text that any program can read, and solvers put to them."""
