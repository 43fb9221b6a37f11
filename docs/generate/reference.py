"""The pages of commands and Python names as they are kept: `python docs/generate/reference.py` writes them.

The build adds the whole text of each command and name below what is kept (hooks.py).
"""

from __future__ import annotations

import runpy
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGES = {
    HERE.parent / "reference" / page: runpy.run_path(str(HERE / module))["short"]
    for page, module in (("commands.md", "commands.py"), ("python.md", "python_names.py"))
}

if __name__ == "__main__":
    for path, text in PAGES.items():
        path.write_text(text(), encoding="utf-8")
