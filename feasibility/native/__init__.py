"""Compiled kernels in C, and the one module that binds them; each has a reference in Python."""
