"""What is written from the code and kept: `python docs/generate/reference.py` writes all of it.

The pages of commands and of Python names, to which the build adds the whole text of each (hooks.py); the map
of the house; the list of public names for type checkers and for `help(feasibility)`.
"""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

HERE = Path(__file__).resolve().parent


def _of(module: str) -> dict[str, Any]:
    return run_path(str(HERE / f"{module}.py"))


NAMES, MAP = _of("stub"), _of("house_map")
PAGES = {
    HERE.parent / "reference" / "commands.md": _of("commands")["short"],
    HERE.parent / "reference" / "python.md": _of("python_names")["short"],
    MAP["PAGE"]: MAP["text"],
    NAMES["PACKAGE"]: NAMES["listing"],
    NAMES["STUB"]: NAMES["text"],
}

if __name__ == "__main__":
    for path, text in PAGES.items():
        path.write_text(text(), encoding="utf-8")
