"""Sweeps: consecutive jumps of one peg count as one move."""

from feasibility.registry import Study

STUDY = Study(
    names={
        "tally": "count_sweeps Tally",
        "last": "last_sweep LastSweep",
        "solving": "Shortest",
    },
    fills={
        "api.solve:SWEEPS": "solving",
        "cli.solve:OPTIONS": "last_command",
        "studies.counting.count_command:OPTIONS": "tally_command",
    },
)
