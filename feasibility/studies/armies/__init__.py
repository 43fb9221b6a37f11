"""Conway's army: how far beyond a line, with how few pegs."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "army": "Conway's army: how far beyond a line, with how few pegs",
    },
    names={
        "army_api": "army ArmyLevel",
    },
)
