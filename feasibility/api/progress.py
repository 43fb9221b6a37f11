"""How far long work is, where a person looks on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from feasibility.base.report import Report


@contextmanager
def progress() -> Iterator[Report]:
    """What to pass as `report`: a bar of the notebook, or a line of the terminal; silent elsewhere.

    >>> from feasibility import solve
    >>> with progress() as report:
    ...     solve("line:4:-b1", pegs=2, report=report).text
    'd1b1'
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(text: str) -> None:
            bar.update(task, description=text)

        yield report
