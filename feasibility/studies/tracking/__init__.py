"""Marked pegs: which peg of the start ends where."""

from feasibility.registry import Study

STUDY = Study(
    names={
        "track_api": "track",
        "tracking": "Tracked",
    },
    fills={
        "cli.solve:OPTIONS": "track_command",
    },
)
