"""Measurements. Without compiled kernels they measure numpy, and each of them says so when it begins."""

import sys

from benchmarks.measuring import engine
from feasibility.native import binding

if binding.library() is None:
    print(engine(), file=sys.stderr)
