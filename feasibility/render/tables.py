"""Tables as values: as plain text, CSV and LaTeX here, and as the terminal likes them in the command line."""

from __future__ import annotations

from collections.abc import Iterable

from feasibility.render.columns import shortened, visible

GAP = "  "
FEWEST = 20  # columns of a cell that is cut


class Table:
    """Heads and rows of equal length; the columns numbered in `right` are set to the right."""

    def __init__(
        self,
        heads: tuple[str, ...],
        right: frozenset[int] = frozenset(),
        rows: Iterable[tuple[str, ...]] = (),
    ) -> None:
        self.heads, self.right, self.rows = heads, right, [*rows]

    def add(self, *cells: object) -> None:
        self.rows.append(tuple(map(str, cells)))

    def cut(self, width: int) -> Table:
        """The table with the last column cut to a width of all."""
        *columns, last = zip(self.heads, *self.rows, strict=True)
        room = max(FEWEST, width - sum(max(map(visible, column)) + len(GAP) for column in columns))
        short = [shortened(cell, room) for cell in last]
        heads, *rows = zip(*columns, short, strict=True)
        return Table(heads, self.right, rows)

    def csv(self) -> str:
        import csv
        from io import StringIO

        made = StringIO()
        csv.writer(made, lineterminator="\n").writerows((self.heads, *self.rows))
        return made.getvalue()

    def latex(self) -> str:
        """The environment `tabular`, which needs no package."""
        from feasibility.render.tikz import escaped

        columns = "".join("r" if number in self.right else "l" for number in range(len(self.heads)))
        head, *rows = (" & ".join(map(escaped, cells)) + r" \\" for cells in (self.heads, *self.rows))
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline", head, r"\hline", *rows, r"\hline"]
        return "\n".join([*lines, r"\end{tabular}", ""])

    def __str__(self) -> str:
        lines = (self.heads, *self.rows)
        widths = [max(map(visible, column)) for column in zip(*lines, strict=True)]
        return "\n".join(self._line(cells, widths) for cells in lines)

    def _line(self, cells: Iterable[str], widths: list[int]) -> str:
        parts = []
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            space = " " * (width - visible(cell))
            parts.append(space + cell if number in self.right else cell + space)
        return GAP.join(parts).rstrip()
