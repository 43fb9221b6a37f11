"""A position that every criterion lets pass, and that only exhaustion decides.

`problem:defi/jury` has 36 holes. It was set in a programming contest of 2009; the winner's program ran for
two hours on it without an answer. Rule of three, linear and integer programs find nothing against it.
"""

import feasibility

pair = feasibility.read_pair("problem:defi/jury")
print(pair)

plan = feasibility.Plan(engine="dense")  # the whole set in a bit for each member of its residue class
verdict = feasibility.check(
    pair,
    limits=feasibility.Limits(seconds=3600),
    plan=plan,
    watch=lambda finding: print(f"{finding.criterion:14} {finding.outcome}"),
)
print(f"\n{verdict.answer}: {verdict.decisive.summary}")
proof = verdict.certificate.proof
positions = f"{proof.visited():,} positions"
print(f"certificate: {proof.kind}, {positions}, found again by `pegfeas verify`, by other code")
