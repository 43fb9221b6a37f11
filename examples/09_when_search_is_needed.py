"""A position that every criterion lets pass, and that only exhaustion decides.

`problem:defi/jury` has 36 holes. It was set in a programming contest of 2009; the winner's program ran for
two hours on it without an answer. Rule of three, linear and integer programs find nothing against it.
"""

import feasibility

pair = feasibility.read_pair("problem:defi/jury")
print(pair)

hour = feasibility.Limits(seconds=3600)
# all but `ends`, which has no end here
names = [
    *("trivial", "classes", "rule-of-three", "lattice", "corners", "pagoda", "cone"),
    *("integer-cone", "turning-point"),
]
asked = feasibility.check(pair, limits=hour, plan=feasibility.Plan(names, search=False))
for finding in asked.findings:
    print(f"{finding.criterion:14} {finding.outcome}")

plan = feasibility.Plan((), engine="dense")  # the whole set in a bit for each member of its residue class
verdict = feasibility.check(pair, limits=hour, plan=plan)
print(f"{verdict.decisive.criterion:14} {verdict.decisive.outcome}")
print(f"\n{verdict.answer}: {verdict.decisive.summary}")
proof = verdict.certificate.proof
positions = f"{proof.visited():,} positions"
print(f"certificate: {proof.kind}, {positions}, found again by `pegfeas verify`, by other code")
