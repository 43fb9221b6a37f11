"""Check a certificate with ten lines that import nothing of pegfeas.

`certificates/conway.json` claims that on the English board a position and its complement are not connected,
although the rule of three sees no difference. Its proof is a pagoda function: weights that no jump raises.
"""

import json
from pathlib import Path

claim = json.loads((Path(__file__).parent / "certificates" / "conway.json").read_text(encoding="utf-8"))
holes = {tuple(hole): i for i, hole in enumerate(claim["board"]["holes"])}
weights = claim["proof"]["weights"]
jumps = [
    (i, holes[r + dr, c + dc], holes[r + 2 * dr, c + 2 * dc])
    for (r, c), i in holes.items()
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
    if (r + 2 * dr, c + 2 * dc) in holes and (r + dr, c + dc) in holes
]
rise = max(weights[landing] - weights[start] - weights[over] for start, over, landing in jumps)
have, need = (sum(weights[i] for i in pegs) for pegs in (claim["start"], claim["target"]["pegs"]))

print(f"{len(jumps)} jumps, the largest change of the total by a jump is {rise}")
print(f"the start weighs {have}, the target {need}")
print("so the target is out of reach" if rise <= 0 and need > have else "this proves nothing")
