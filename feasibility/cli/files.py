"""What a command writes beside its answer: everything is asked for before the work begins."""

from __future__ import annotations

from collections.abc import Callable
from os.path import splitext
from typing import TYPE_CHECKING

from feasibility.base.errors import UsageError
from feasibility.base.files import try_file, write_file
from feasibility.cli.common import message

if TYPE_CHECKING:
    from feasibility.render.scene import Scene
    from feasibility.render.tables import Table


def ready(
    *paths: str | None, plot: str | None = None, picture: str | None = None, table: str | None = None
) -> str:
    """Refuses what cannot be written or drawn, before long work is lost to it; the format of the plot."""
    kind = _plot_kind(plot) if plot is not None else ""
    if picture is not None:
        _picture_kind(picture)
    if table is not None and splitext(table)[1].lower() not in (".csv", ".tex"):
        raise UsageError("not a kind of table", seen=repr(table), expected=".csv or .tex")
    for path in (*paths, plot, picture, table):
        if path is not None:
            try_file(path)
    return kind


def _plot_kind(path: str) -> str:
    from feasibility.render.figure import blank
    from feasibility.render.plots import kind_of

    kind = kind_of(path)
    blank(1, 1)  # without matplotlib this is where it ends
    return kind


def _picture_kind(path: str) -> str:
    ending = splitext(path)[1].lower()
    if ending not in (".svg", ".tex", ".png", ".pdf"):
        raise UsageError("not a kind of picture", seen=repr(path), expected=".svg, .tex, .png, .pdf")
    if ending not in (".svg", ".tex"):
        from feasibility.render.figure import blank

        blank(1, 1)
    return ending[1:]


def write_table(path: str | None, make: Callable[[], Table]) -> None:
    """The table of an answer, where one was asked, in the format that the ending names."""
    if path is not None:
        write_file(path, make().csv() if path.lower().endswith(".csv") else make().latex())


def write_answer(path: str | None, make: Callable[[], Scene]) -> None:
    """The picture of an answer, where one was asked; an answer with nothing to draw says so."""
    if path is None:
        return
    from feasibility.api.picture import NothingToDraw

    try:
        write_picture(path, make())
    except NothingToDraw as error:
        message(f"no picture is written: {error}")


def write_picture(path: str, scene: Scene, theme: str = "auto") -> None:
    """Write a picture in the format that the ending names."""
    kind = _picture_kind(path)
    if kind == "svg":
        from feasibility.render.svg import svg

        write_file(path, svg(scene, theme) + "\n")
    elif kind == "tex":
        from feasibility.render.tikz import tikz

        write_file(path, tikz(scene) + "\n")
    else:
        from feasibility.render.figure import figure

        write_file(path, figure(scene, kind, theme))
