"""Compiled kernels: sources in C, and the one module that loads them."""
