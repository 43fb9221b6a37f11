"""A pruning rule from the literature, put to the test, and its corrected form.

Solvers cut off positions by rules like these. A wrong rule loses solutions and nobody notices.
"""

from pathlib import Path

import feasibility
from feasibility.rules.judges.choosing import choose
from feasibility.rules.validate import Options, validate

RULES = Path(__file__).parent / "rules" / "corners.py"
board = feasibility.read_board("english33")

for name in ("published", "sound"):
    rule = choose(board, f"{RULES}:{name}", jobs=1)
    try:
        found = validate(board, rule, Options(cases=2000, power=False, threads=1))
    finally:
        rule.judge.close()
    print(f"{name}: {found.verdict}")
    if found.counterexample is not None:
        pair, play = found.counterexample.pair, found.counterexample.play
        print(f"it calls this pair infeasible, which is played by {feasibility.format_jumps(board, play)}:")
        print(pair)
