"""Compiled kernels: in C, with the one module that binds them; each has a reference in Python."""
