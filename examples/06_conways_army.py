"""How far can an army of pegs send one of them beyond a line? Conway's answer, without decimals.

A hole at distance d from the goal weighs s^d, where s^2 = 1 - s. Every number is a + b s with whole a and b.
"""

import feasibility
from feasibility import Geometry, Limits
from feasibility.polyhedra.army import half_plane, least_pegs, march, out_of_reach, positive

GEOMETRY = Geometry.ORTHOGONAL
print("level  the half-plane weighs  at least 1?  pegs needed at least")
for level in range(1, 6):
    a, b = half_plane(GEOMETRY, level)
    enough = "more" if positive((a - 1, b)) else "exactly 1" if (a, b) == (1, 0) else "less"
    least = least_pegs(GEOMETRY, level) or "no finite army"
    print(f"{level:5}  {a:4} {b:+4} s             {enough:11}  {least}")

print()
for level, width, depth in ((1, 3, 2), (2, 5, 3), (3, 7, 4), (4, 11, 5)):
    found = march(GEOMETRY, level, width, depth, Limits(seconds=60).start())
    if found is not None and found.pair.start.replay(found.jumps).matches(found.pair.target):
        print(f"level {level} is reached by an army of {found.pegs}, of which one is left")

claim = out_of_reach(GEOMETRY, 5)
if claim is not None:
    print("level 5:", feasibility.verify(claim.to_json()))
