"""What pyproject.toml cannot say: boards/ inside the package, and the optional compiled kernels."""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, find_packages, setup

HERE = Path(__file__).parent
SOURCES = sorted(str(path.relative_to(HERE)) for path in HERE.glob("feasibility/native/*.c"))
HEADERS = sorted(str(path.relative_to(HERE)) for path in HERE.glob("feasibility/native/*.h"))
FLAGS = [] if sys.platform == "win32" else ["-O3", "-std=gnu11", "-fno-math-errno"]
# The kernels are called through ctypes and ask nothing of Python: one wheel serves every version from 3.11.
# A free-threaded interpreter has no limited API.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")

# boards/ stands at the top, where people look for it, and is installed as feasibility/_boards.
FOLDERS = [path.relative_to(HERE) for path in sorted(HERE.glob("boards/**/")) if any(path.glob("*.txt"))]
BOARDS = {".".join(("feasibility", "_boards", *folder.parts[1:])): folder.as_posix() for folder in FOLDERS}

setup(
    packages=[*find_packages(include=["feasibility", "feasibility.*"]), *BOARDS],
    package_dir=BOARDS,
    ext_modules=[
        # optional: without a compiler the installation goes on and numpy does the work
        Extension(
            "feasibility.native._kernels",
            SOURCES,
            depends=HEADERS,
            extra_compile_args=FLAGS,
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
            py_limited_api=LIMITED,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
