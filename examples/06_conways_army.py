"""How far can an army of pegs send one of them beyond a line? Conway's answer, without decimals.

A hole at distance d from the goal weighs s^d, where s^2 = 1 - s. Every number is a + b s with whole a and b.
"""

import feasibility

SIZES = {1: (3, 2), 2: (5, 3), 3: (7, 4), 4: (11, 5), 5: None}
armies = [feasibility.army(level, size=size, limits=60) for level, size in SIZES.items()]

print("level  the half-plane weighs  pegs needed at least")
for army in armies:
    a, b = army.half_plane
    print(f"{army.level:5}  {a:4} {b:+4} s             {army.at_least or 'no finite army'}")

print()
for army in armies:
    if army.start is not None and feasibility.replay(army.start, army.play).end.count == 1:
        print(f"level {army.level} is reached by an army of {army.pegs}, of which one is left")
    elif army.out_of_reach:
        print(f"level {army.level}:", feasibility.verify(army.certificate.to_json()))
