"""The strongest pagoda functions of a small board, and the simplest ones that refute a pair."""

import feasibility

line = feasibility.board("line:6")
facets = feasibility.facets(line, engine="builtin")
print(f"{line.name} has {sum(facet.orbit for facet in facets)} facets; one of each orbit:")
for facet in facets:
    weights = " ".join(f"{w:2}" for w in facet.weights)
    print(f"  {weights}   ({facet.orbit} by symmetry, {facet.tight} tight jumps)")

rectangle = feasibility.board("rectangle:3x4")
facets = feasibility.facets(rectangle, engine="builtin")
print(f"{rectangle.name} has {sum(facet.orbit for facet in facets)} facets in {len(facets)} orbits")

# Which functions of weights 0 and 1 refute a given pair? Few enough to list them all.
pair = feasibility.read_pair("rectangle:3x4:+a1+b1+c3", "rectangle:3x4:+d2")
found = sorted(feasibility.pagoda(pair, only_zero_one=True), key=lambda one: (sum(one.weights), one.weights))
print(f"\n{pair.start}\nto\n{pair.target}\nis refuted by {len(found)} of them, the lightest:")
print(rectangle.draw([str(w) for w in found[0].weights]))
print("a facet" if found[0].extreme else "no facet")
