"""How far long work is, where a person looks on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.report import Report

if TYPE_CHECKING:
    from rich.console import Console

BETWEEN = 0.1  # seconds between two pictures of a bar


@contextmanager
def progress() -> Iterator[Report]:
    """What to pass as `report`: a bar of the notebook, or a line of the terminal; silent elsewhere.

    >>> from feasibility import solve
    >>> with progress() as report:
    ...     solve("line:4:-b1", pegs=2, report=report).text
    'd1b1'
    """
    from rich.console import Console

    console = Console(stderr=True)
    yield from _in_notebook() if console.is_jupyter else _in_terminal(console)


def _in_notebook() -> Iterator[Report]:
    """By what every notebook has; rich would need the package ipywidgets for its own."""
    from IPython.display import HTML, display

    began = last = monotonic()
    shown = display(HTML("<progress></progress>"), display_id=True)

    def report(text: str) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= BETWEEN:
            last = now
            shown.update(HTML(f"<progress></progress> {now - began:.0f} s {escape(text)}"))

    try:
        yield report
    finally:
        shown.update(HTML(""))


def _in_terminal(console: Console) -> Iterator[Report]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(text: str) -> None:
            bar.update(task, description=text)

        yield report
