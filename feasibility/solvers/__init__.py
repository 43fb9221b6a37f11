"""Floating point: solvers, which only propose; all tolerances."""
