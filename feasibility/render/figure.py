"""A scene as PNG or PDF, through matplotlib."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.render.palette import Paint, looks
from feasibility.render.scene import Scene, Shape

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 192  # a unit of the scene is 1/96 inch, as in SVG
COLOURS = 256  # what a table holds at most


def figure(scene: Scene, kind: str, theme: str = "light") -> bytes:
    """The picture as a file of that format; `auto` means light, since a file cannot follow its reader."""
    table = looks("dark" if theme == "dark" else "light")
    made = blank(scene.width / 96, scene.height / 96)
    axes = made.add_axes((0, 0, 1, 1), xlim=(0, scene.width), ylim=(scene.height, 0))
    axes.set_axis_off()
    for order, shape in enumerate(scene.shapes):
        _draw(axes, shape, table[shape.style], order)
    picture = saved(made, kind, table["ground"].fill)
    return _with_few_colours(picture) if kind == "png" else picture


def _with_few_colours(picture: bytes) -> bytes:
    """A PNG with a table of colours, a third of the bytes: boards have few, and their edges some shades."""
    from PIL import Image

    buffer = BytesIO()
    few = Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    few.save(buffer, "png", optimize=True)
    return buffer.getvalue()


def blank(width: float, height: float) -> Figure:
    """An empty figure of that size in inches; without matplotlib, the error that says how to get it."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "PNG and PDF need matplotlib, which is not installed",
            expected="`pip install matplotlib`, or SVG",
        ) from None
    return Figure(figsize=(width, height))


def saved(made: Figure, kind: str, ground: str = "#ffffff") -> bytes:
    """The figure as a file without dates, so that the same picture is the same file."""
    from matplotlib import rc_context

    buffer = BytesIO()
    metadata: dict[str, Any] = {"png": {}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}[kind]
    with rc_context({"svg.hashsalt": "pegfeas", "svg.fonttype": "none"}):
        made.savefig(buffer, format=kind, dpi=DPI, facecolor=ground, metadata=metadata)
    return buffer.getvalue()


def _draw(axes: Any, shape: Shape, paint: Paint, order: int) -> None:
    from matplotlib.patches import Circle, Polygon

    look = {
        "facecolor": paint.fill,
        "edgecolor": paint.stroke,
        "linewidth": paint.width * 0.75,  # points
        "linestyle": (0, (4, 3)) if paint.dashed else "solid",
        "zorder": order,
    }
    points = list(zip(shape.points[::2], shape.points[1::2], strict=True))
    if shape.kind == "circle":
        axes.add_patch(Circle(points[0], shape.size, **look))
    elif shape.kind in ("text", "words"):
        axes.text(
            *points[0],
            shape.text.replace("$", r"\$"),
            fontsize=shape.size * 0.75,
            color=paint.fill,
            ha="center" if shape.kind == "text" else "left",
            va="center_baseline" if len(shape.text) > 3 else "center",
            zorder=order,
        )
    else:
        axes.add_patch(Polygon(points, closed=shape.kind == "polygon", **look))
