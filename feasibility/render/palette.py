"""Colours of every picture: light.css and dark.css, for pages as they are, for other formats by `looks`.

Weights run from purple over grey to orange (PuOr of C. Brewer, ColorBrewer 2.0): told apart with any colour
vision, and by lightness in print. Marks of playable classes follow M. Okabe and K. Ito (2008), softened.
Whatever a colour says, a number, a letter or a shape says too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from os.path import dirname, join
from typing import NamedTuple

PREFIX = "pf-"

SHADES = 4  # shades on either side of zero
MARKS = 8  # colours of playable classes before they repeat
_FONT = "font-family:system-ui,'DejaVu Sans',Verdana,sans-serif;text-anchor:middle"


class Paint(NamedTuple):
    """Fill and outline of a shape; of a text only the fill counts."""

    fill: str
    stroke: str = "none"
    width: float = 0.0
    dashed: bool = False


def shade(weight: int, largest: int) -> str:
    """The style of a weight: w0, or p or n with the step that its share of the largest one reaches."""
    if weight == 0:
        return "w0"
    step = -(-SHADES * abs(weight) // max(largest, abs(weight), 2))  # tables of 0 and 1 get no harsh colours
    return f"{'p' if weight > 0 else 'n'}{step}"


@lru_cache(maxsize=32)
def asset(name: str, module: str = __file__) -> str:
    """A file that comes with this package, or with that of a module."""
    with open(join(dirname(module), "assets", name), encoding="utf-8") as file:
        return file.read()


def template(name: str) -> str:
    """Hypertext in which {names} stand for what is to be filled in; its lines end between tags."""
    return asset(name).replace("\n", "")


@lru_cache(maxsize=2)
def looks(theme: str) -> dict[str, Paint]:
    """The paint of every style, light or dark."""
    rules = re.findall(rf"\.{PREFIX}([\w-]+){{(.*)}}", asset(f"{theme}.css"))
    return {style: _paint(dict(re.findall(r"([\w-]+):([^;]+)", told))) for style, told in rules}


def _paint(told: dict[str, str]) -> Paint:
    width = float(told.get("stroke-width", 0))
    return Paint(told["fill"], told.get("stroke", "none"), width, "stroke-dasharray" in told)


@lru_cache(maxsize=8)
def css(theme: str) -> str:
    """The rules for all styles; `auto` follows the reader's setting, and print is always light."""
    base = f".{PREFIX}pic text{{{_FONT}}}.{PREFIX}left text{{text-anchor:start}}"
    light, dark = (template(f"{s}.css") for s in ("light", "dark"))
    if theme != "auto":
        return base + (dark if theme == "dark" else light)
    return f"{base}{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"
