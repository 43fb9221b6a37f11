"""The kernels are plain C with the extensions of gcc and clang, and ask nothing of one version of Python."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "feasibility" / "native"
COMPILERS = [name for name in ("cc", "gcc", "clang") if shutil.which(name)]


@pytest.mark.slow
@pytest.mark.parametrize("standard", ["c11", "gnu11"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_kernels_compile_without_a_warning(compiler: str, standard: str) -> None:
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").is_file():
        pytest.skip("the headers of Python are not installed")
    flags = [f"-std={standard}", "-O1", "-Wall", "-Wextra", "-Werror", "-DPy_LIMITED_API=0x030B0000"]
    for source in sorted(NATIVE.glob("*.c")):
        command = [compiler, *flags, f"-I{include}", "-c", "-o", "/dev/null", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
