"""Plots of numbers that searches and counts give, through matplotlib (the extra `plots`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from feasibility.proofs.certificate import Search
from feasibility.proofs.verdict import Verdict
from feasibility.render.columns import shortened
from feasibility.render.figure import blank, saved

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZE = (7.0, 4.2)  # inches
_COLOURS = ("#1c5a99", "#c8751a")


def of_verdict(verdict: Verdict, kind: str) -> bytes:
    """The levels of an exhaustive search; for any other verdict how long each criterion took."""
    proof = None if verdict.decisive is None else verdict.decisive.proof
    if isinstance(proof, Search):
        return levels(proof.forward, proof.backward or (), kind, verdict.pair.board.label)
    return times({f.criterion: f.seconds for f in verdict.findings if f.ran}, kind, verdict.pair.board.label)


def levels(forward: Sequence[int], backward: Sequence[int], kind: str, name: str = "") -> bytes:
    """Positions on each level of a search or a count, from the start and from the target."""
    series = {"from the start": dict(enumerate(forward))}
    if backward:
        series["from the target"] = dict(enumerate(backward))
    made, axes = _frame(f"Positions on each level: {name}" if name else "Positions on each level")
    _lines(axes, series)
    axes.set(xlabel="level (jumps)", ylabel="positions", yscale="symlog", ylim=(0, None))
    return _done(made, kind)


def times(seconds: Mapping[str, float], kind: str, name: str = "") -> bytes:
    made, axes = _frame(f"Time of each criterion: {name}" if name else "Time of each criterion")
    names = list(seconds)[::-1]
    axes.barh([_plain(n) for n in names], [1000 * seconds[n] for n in names], color=_COLOURS[0])
    axes.set(xlabel="milliseconds", xscale="symlog")
    return _done(made, kind)


def _frame(title: str) -> tuple[Figure, Any]:
    made = blank(*SIZE)
    axes = made.add_subplot()
    axes.set_title(_plain(shortened(title)), loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    return made, axes


def _lines(axes: Any, series: Mapping[str, Mapping[int, float]]) -> None:
    """Each line has its own colour, marker and name, so that none of them must be told by colour alone."""
    for (name, values), colour, marker in zip(series.items(), _COLOURS, "os", strict=False):
        levels, sizes = list(values), list(values.values())
        axes.plot(levels, sizes, color=colour, marker=marker, markersize=4, label=name)
    if len(series) > 1:
        axes.legend(frameon=False)


def _plain(text: str) -> str:
    """Text that matplotlib does not read as mathematics."""
    return text.replace("$", r"\$")


def _done(made: Figure, kind: str) -> bytes:
    made.tight_layout()
    return saved(made, kind)
