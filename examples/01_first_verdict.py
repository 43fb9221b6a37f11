"""Ask whether one position can become another, and read the answer."""

import feasibility

# The English board with one empty hole, and a single peg left in that hole.
central = feasibility.read_pair("english33:-d4", "english33:+d4")
verdict = feasibility.check(central)
print(verdict.answer, "decided by", verdict.decided_by, "in", central.jumps_needed, "jumps")

# The same on the French board, which has four more holes.
french = feasibility.read_pair("french37:-d4", "french37:+d4")
verdict = feasibility.check(french)
print(verdict.answer, "decided by", verdict.decided_by)
for finding in verdict.findings:
    print(f"  {finding.criterion:14} {finding.outcome}")

# No answer stands alone: the certificate is checked by a program that shares no code with the rest.
outcome = feasibility.verify(verdict.certificate)
print("the verifier says:", outcome.outcome)
