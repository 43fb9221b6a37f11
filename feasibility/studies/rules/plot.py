"""The power of a rule as a plot; needs matplotlib."""

from __future__ import annotations

from os.path import splitext
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.render.figure import blank, saved
from feasibility.studies.rules.evidence.effect import Effect
from feasibility.studies.rules.validate import Validation

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def write(validation: Validation, path: str) -> None:
    """Shares of the dead positions by pegs, of the rule and the built-in criteria; and what searches gain."""
    if validation.power is None or not validation.power.rows:
        raise InputError("nothing to plot", seen="no ground truth for this board", expected="a smaller board")
    rows = [row for row in validation.power.rows if row.asked]
    effect = validation.effect
    figure = blank(8 if effect is None else 12, 4.5)
    figure.set_layout_engine("constrained")
    axes = figure.add_subplot(1, 1 if effect is None else 2, 1)
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
    if effect is not None:
        _searches(figure.add_subplot(1, 2, 2), effect)
    write_file(path, saved(figure, splitext(path)[1][1:].lower()))


def _searches(axes: Axes, effect: Effect) -> None:
    """Positions of each search, without the rule and with it."""
    places = range(len(effect.searches))
    for label, which, shift in (("without", "without", -0.2), ("with the rule", "with_rule", 0.2)):
        nodes = [getattr(one, which).nodes for one in effect.searches]
        axes.bar([place + shift for place in places], nodes, 0.4, label=label)
    axes.set(xlabel="search, by pegs of its start", ylabel="positions")
    axes.set_xticks(list(places), [str(one.start.bit_count()) for one in effect.searches])
    axes.legend()
