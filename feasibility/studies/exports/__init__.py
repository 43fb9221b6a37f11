"""Proofs and pairs for other programs: checkers, solvers, planners."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "model": "write a pair for other solvers (.lp, .mps, .mat, .ine, ...) and planners (PDDL)",
    },
    names={
        "model": "model ModelArrays",
    },
    fills={
        "cli.verify:EXPORTS": "verify_part",
    },
)
