"""Seven holes in a line, where the real cone and the lattice say yes and the integer cone says no.

Start: pegs in holes 1 2 4 6 7. Target: pegs in holes 1 7. In the middle stands a question of whole numbers.
"""

import feasibility

pair = feasibility.read_pair("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1")
board = pair.board
names = [feasibility.format_jumps(board, [jump]) for jump in board.jumps]

print("the incidence matrix: one column per jump, -1 where a peg goes, 1 where it lands")
print("      ", "  ".join(names))
for hole, row in enumerate(board.incidence.tolist()):
    print(f"hole {hole + 1}", "".join(f"{entry:6}" for entry in row))
print("target - start:", pair.difference)

print("\nlattice: Smith normal form has the diagonal", [d for d in feasibility.lattice(board).diagonal if d])
plan = feasibility.Plan(criteria=("lattice", "cone"), search=False)
for finding in feasibility.check(pair, plan=plan).findings:
    print(f"{finding.criterion}: {finding.outcome}, {finding.summary}")

verdict = feasibility.check(pair)
print("\ninteger cone:", verdict.answer, "by", verdict.decided_by)
proof = verdict.certificate.proof.root
often = feasibility.format_jumps(board, [proof.of.of])
print(f"by cases: {often} occurs at most {proof.at_most} times, or it occurs more often. For each the")
outcome = feasibility.verify(verdict.certificate).outcome
print("certificate has weights on the holes, and the verifier says", outcome)
