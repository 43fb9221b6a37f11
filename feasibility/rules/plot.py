"""The power of a rule as a plot; needs matplotlib."""

from __future__ import annotations

from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.render.figure import blank, saved
from feasibility.render.plots import kind_of
from feasibility.rules.validate import Validation


def write(validation: Validation, path: str) -> None:
    """Shares of the dead positions by pegs: the rule, the built-in criteria, and the rule beyond them."""
    if validation.power is None or not validation.power.rows:
        raise InputError("nothing to plot", seen="no ground truth for this board", expected="a smaller board")
    rows = [row for row in validation.power.rows if row.asked]
    figure = blank(8, 4.5)
    figure.set_layout_engine("constrained")
    axes = figure.add_subplot()
    for label, what, style in (
        ("built-in, quick", "builtin", "o--"),
        ("rule", "rule", "s-"),
        ("rule beyond built-in", "beyond", "^:"),
    ):
        shares = [100 * getattr(row, what) / row.asked for row in rows]
        axes.plot([row.pegs for row in rows], shares, style, label=label, markersize=4)
    axes.set(xlabel="pegs", ylabel="dead positions pruned, %", ylim=(-3, 103))
    axes.set_title(f"{validation.rule.name} on {validation.board.label}", fontsize=10)
    axes.legend()
    write_file(path, saved(figure, kind_of(path)))
