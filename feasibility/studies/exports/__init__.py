"""Proofs and pairs for other programs: checkers, solvers, planners."""

COMMANDS = {
    "model": "write a pair for other solvers (.lp, .mps) and planners (PDDL)",
}
NAMES = {
    "model_api": "model",
}
OFFERS = {
    "the formal checker": "verify_part:both",
    "exports of a proof": "verify_part:write_export",
    "a look at an export": "verify_part:compared",
}
