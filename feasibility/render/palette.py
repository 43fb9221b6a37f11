"""Colours of every picture, for light and for dark surroundings, in one table.

Weights run from purple over grey to orange (PuOr of C. Brewer, ColorBrewer 2.0): told apart with any colour
vision, and by lightness in print. Marks of playable classes follow M. Okabe and K. Ito (2008), softened.
Whatever a colour says, a number, a letter or a shape says too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

PREFIX = "pf-"

SHADES = 4  # shades on either side of zero
MARKS = 8  # colours of playable classes before they repeat


class Paint(NamedTuple):
    """Fill and outline of a shape; of a text only the fill counts."""

    fill: str
    stroke: str = "none"
    width: float = 0.0
    dashed: bool = False


_ORANGE = ("#fee0b6", "#fdb863", "#e08214", "#b35806")
_PURPLE = ("#dcdaee", "#b9b3d9", "#998ec3", "#542788")
_DARK_ORANGE = ("#4d3413", "#7a4a10", "#d07f22", "#fdc278")
_DARK_PURPLE = ("#332d4d", "#4b427a", "#9389c4", "#cdc6ee")
_CLASSES = ("#9bd3f5", "#f3c969", "#7fd0b8", "#f5ee8f", "#e3b5cf", "#eb9f73", "#8fb1e0", "#c8c8c8")
_INK, _PAPER = "#1b1b1b", "#ffffff"


def _shades(
    zero: str, orange: tuple[str, ...], purple: tuple[str, ...], line: str, texts: tuple[str, ...]
) -> dict[str, Paint]:
    shades = {"w0": Paint(zero, line, 1), "w0-text": Paint(texts[0])}
    for step in range(1, SHADES + 1):
        for sign, shade in (("p", orange), ("n", purple)):
            shades[f"{sign}{step}"] = Paint(shade[step - 1], line, 1)
            shades[f"{sign}{step}-text"] = Paint(texts[step])
    return shades


def _classes(line: str) -> dict[str, Paint]:
    return {f"c{i}": Paint(colour, line, 1) for i, colour in enumerate(_CLASSES)}


LIGHT: dict[str, Paint] = {
    "hole": Paint("#f6f2ea", "#8a8172", 1.5),
    "peg": Paint("#23507f", "#12304f", 1.5),
    "free": Paint("none", "#8a6d1f", 2, True),
    "free-text": Paint("#6b5310"),
    "ring": Paint("none", _INK, 3),
    "halo": Paint("none", _PAPER, 6.5),
    "arrow": Paint("none", "#b3261e", 3),
    "wrap": Paint("none", "#b3261e", 2, True),
    "head": Paint("#b3261e"),
    "step": Paint(_PAPER, "#b3261e", 1.5),
    "step-text": Paint("#7d1a14"),
    "small": Paint("#3c3c3c"),
    "peg-text": Paint(_PAPER),
    "label": Paint("#3c3c3c"),
    "class-text": Paint(_INK),
    "ground": Paint(_PAPER),
    **_shades("#f2f2f2", _ORANGE, _PURPLE, "#6f6a60", (_INK, _INK, _INK, _INK, _PAPER)),
    **_classes("#6f6a60"),
}

DARK: dict[str, Paint] = {
    "hole": Paint("#24272c", "#7d838c", 1.5),
    "peg": Paint("#84bdf2", "#c4e0fb", 1.5),
    "free": Paint("none", "#e0bf6a", 2, True),
    "free-text": Paint("#f0d48a"),
    "ring": Paint("none", "#f2f2f2", 3),
    "halo": Paint("none", "#17191c", 6.5),
    "arrow": Paint("none", "#ff8a80", 3),
    "wrap": Paint("none", "#ff8a80", 2, True),
    "head": Paint("#ff8a80"),
    "step": Paint("#1d1f23", "#ff8a80", 1.5),
    "step-text": Paint("#ffb4ad"),
    "small": Paint("#d4d4d4"),
    "peg-text": Paint("#0d2136"),
    "label": Paint("#d4d4d4"),
    "class-text": Paint(_INK),
    "ground": Paint("#17191c"),
    **_shades("#2b2e33", _DARK_ORANGE, _DARK_PURPLE, "#7d838c", ("#e8e8e8", "#f4f4f4", "#fff", _INK, _INK)),
    **_classes("#d4d4d4"),
}

_FONT = "font-family:system-ui,'DejaVu Sans',Verdana,sans-serif;text-anchor:middle"


def shade(weight: int, largest: int) -> str:
    """The style of a weight: w0, or p or n with the step that its share of the largest one reaches."""
    if weight == 0:
        return "w0"
    step = -(-SHADES * abs(weight) // max(largest, abs(weight), 2))  # tables of 0 and 1 get no harsh colours
    return f"{'p' if weight > 0 else 'n'}{step}"


@lru_cache(maxsize=8)
def css(theme: str = "auto", scope: str = "") -> str:
    """The rules for all styles; `auto` follows the reader's setting, and print is always light."""
    base = f"{scope}.{PREFIX}pic text{{{_FONT}}}{scope}.{PREFIX}left text{{text-anchor:start}}"
    if theme == "dark":
        return base + _rules(DARK, scope)
    light = base + _rules(LIGHT, scope)
    if theme == "light":
        return light
    return f"{light}@media screen and (prefers-color-scheme:dark){{{_rules(DARK, scope)}}}"


def _rules(table: dict[str, Paint], scope: str) -> str:
    return "".join(f"{scope}.{PREFIX}{style}{{{_declarations(paint)}}}" for style, paint in table.items())


def _declarations(paint: Paint) -> str:
    text = f"fill:{paint.fill}"
    if paint.stroke != "none":
        text += f";stroke:{paint.stroke};stroke-width:{paint.width:g}"
        if paint.dashed:
            text += ";stroke-dasharray:4 3"
    return text
