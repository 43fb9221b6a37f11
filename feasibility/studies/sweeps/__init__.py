"""The fewest and the longest sweeps, and long ones at the end."""

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
