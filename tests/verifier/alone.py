"""Runs the checker the way a stranger would: a copy in an empty folder, Python in isolated mode."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from feasibility import verifier


@cache
def _copy() -> Path:
    folder = Path(mkdtemp(prefix="checker-"))
    shutil.copy(verifier.__file__, folder / "verifier.py")
    return folder


def run(
    *arguments: str, stdin: bytes | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[bytes]:
    source = {"input": stdin} if stdin is not None else {"stdin": subprocess.DEVNULL}
    result = subprocess.run(
        [sys.executable, "-I", "verifier.py", *map(os.fspath, arguments)],
        cwd=_copy(), capture_output=True, timeout=timeout, check=False, **source,  # type: ignore[call-overload]
    )  # fmt: skip
    assert b"Traceback" not in result.stderr, result.stderr.decode()
    return result


MANY = """
import contextlib, importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location("verifier", "verifier.py")
verifier = sys.modules["verifier"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)
sys.modules |= dict.fromkeys(filter(None, sys.argv[1].split(",")))
for path in sys.argv[2:]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = verifier.main([path, "--json", "--time-limit", "3600"])
    print(json.dumps([code, json.loads(out.getvalue())]))
"""


def run_many(paths: Sequence[Path], blocked: Sequence[str] = ()) -> dict[str, dict[str, object]]:
    """The outcomes of many certificates by file name, from one process that cannot import some modules."""
    command = [sys.executable, "-I", "-c", MANY, ",".join(blocked), *map(str, paths)]
    result = subprocess.run(command, cwd=_copy(), capture_output=True, check=True)
    outcomes = {}
    for path, line in zip(paths, result.stdout.splitlines(), strict=True):
        code, outcomes[path.stem] = json.loads(line)
        assert outcomes[path.stem]["exit_code"] == code
    return outcomes
