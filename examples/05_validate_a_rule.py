"""A pruning rule from the literature, put to the test, and its corrected form.

Solvers cut off positions by rules like these. A wrong rule loses solutions and nobody notices.
"""

from pathlib import Path

import feasibility

RULES = Path(__file__).parent / "rules" / "corners.py"
board = feasibility.board("english33")

for name in ("published", "sound"):
    found = feasibility.validate(f"{RULES}:{name}", board, cases=2000, power=False)
    print(f"{name}: {found.verdict}")
    if found.counterexample is not None:
        pair, play = found.counterexample.pair, found.counterexample.play
        print(f"it calls this pair infeasible, which is played by {feasibility.format_jumps(board, play)}:")
        print(pair)
