"""What `board --longest-sweep` adds: the longest sweep of one peg, and the position it is played from."""

from __future__ import annotations

from feasibility.base.limits import Limits
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position
from feasibility.studies.sweeps.longest import LongestSweep
from feasibility.studies.sweeps.sweeps_api import longest_sweep
from feasibility.text.moves import format_sweep
from feasibility.text.writing import drawing


def longest(board: Board, limits: Limits) -> tuple[bool, dict[str, object], str]:
    """Whether it is exact, the sweep for JSON, and for people."""
    sweep = longest_sweep(board, limits=limits)
    return sweep.exact, sweep_facts(board, sweep), sweep_text(board, sweep)


def sweep_facts(board: Board, sweep: LongestSweep) -> dict[str, object]:
    """The longest sweep, for JSON."""
    return {
        "jumps": len(sweep.jumps),
        "at_most": sweep.at_most,
        "exact": sweep.exact,
        "sweep": _written(board, sweep),
        "start": list(_start(board, sweep).pegs),
    }


def sweep_text(board: Board, sweep: LongestSweep) -> str:
    """The longest sweep and the position it is played from, for people."""
    if not sweep.at_most:
        return "Longest sweep of one peg: the board has no jumps"
    length = plural(len(sweep.jumps), "jump")
    head = f"Longest sweep of one peg, the others placed for it: {length}"
    if not sweep.exact:
        head = (
            f"Longest sweep of one peg, the others placed for it: at least {length}, at most {sweep.at_most}"
        )
    return "\n".join((head, *filter(None, [_written(board, sweep)]), drawing(_start(board, sweep))))


def _written(board: Board, sweep: LongestSweep) -> str:
    """The sweep as one move."""
    jumps = [Jump(*jump) for jump in sweep.jumps]
    return format_sweep(board, jumps) if jumps else ""


def _start(board: Board, sweep: LongestSweep) -> Position:
    """The fewest pegs that the sweep needs: the one that jumps and those it takes."""
    return Position.of(board, [jump[0] for jump in sweep.jumps[:1]] + [over for _, over, _ in sweep.jumps])
