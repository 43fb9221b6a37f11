"""Builds the optional compiled kernels; everything else is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).parent
HEADERS = sorted(str(path.relative_to(HERE)) for path in HERE.glob("feasibility/search/native/*.h"))
SOURCES = sorted(str(path.relative_to(HERE)) for path in HERE.glob("feasibility/search/native/*.c"))
FLAGS = [] if sys.platform == "win32" else ["-O3", "-std=gnu11", "-fno-math-errno"]

setup(
    ext_modules=[
        # optional: without a compiler the installation goes on and numpy does the work
        Extension(
            "feasibility.search._kernels", SOURCES, depends=HEADERS, extra_compile_args=FLAGS, optional=True
        )
    ]
)
