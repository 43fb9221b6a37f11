"""Validation of pruning rules: is a rule sound, what does it prune, and what does that gain a search."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "validate": "is a pruning rule of a solver sound, and what does it gain?",
    },
    names={
        "validate_api": "validate assert_sound",
        "validate": "Validation",
    },
)
