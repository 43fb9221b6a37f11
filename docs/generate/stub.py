"""The public names for type checkers: `python docs/generate/stub.py` writes feasibility/__init__.pyi."""

from __future__ import annotations

from pathlib import Path

from feasibility import registry

STUB = Path(__file__).resolve().parents[2] / "feasibility" / "__init__.pyi"


def text() -> str:
    """An import of every public name from its home."""
    homes: dict[str, list[str]] = {}
    for name, module in registry.names().items():
        homes.setdefault(module, []).append(name)
    lines = [
        f"from feasibility.{module} import {name} as {name}"
        for module, listed in sorted(homes.items())
        for name in sorted(listed)
    ]
    head = "# Written by docs/generate/stub.py from feasibility/registry.py."
    return "\n".join([head, *lines, "", "__version__: str", ""])


if __name__ == "__main__":
    STUB.write_text(text(), encoding="utf-8")
