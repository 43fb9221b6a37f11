"""How often can each jump occur in the central game? Bounds with proofs, from the linear system alone."""

from collections import Counter

import feasibility

pair = feasibility.read_pair("english33:-d4", "english33:+d4")
found = feasibility.bounds(pair, limits=60).ranges
print(f"{len(pair.board.jumps)} jumps fall into {len(found)} orbits under the symmetries of the game")
print("jump   orbit  real maximum  whole maximum")
for one in sorted(found, key=lambda one: (one.most.whole, one.orbit)):
    name = feasibility.format_jumps(pair.board, one.orbit[:1])
    print(f"{name}  {len(one.orbit):5}  {one.most.real!s:>12}  {one.most.whole:13}")

counts = Counter({one.most.whole: 0 for one in found})
for one in found:
    counts[one.most.whole] += len(one.orbit)
often = {1: "once", 2: "twice"}
maxima = (f"{counts[most]} jumps at most {often.get(most, f'{most} times')}" for most in sorted(counts))
print("whole maxima:", ", ".join(maxima))
for one in found:
    for side in (one.most, one.least):
        if side.certificate is not None and not feasibility.verify(side.certificate.to_json()).valid:
            raise RuntimeError("a bound without proof")
print("every bound was accepted by the verifier")
