"""The French board: no problem that asks for the complement of its start can be solved, but for an old rule.

In the 18th century the first peg, taken off to open the game, could be put back into its hole once, at any
later time.
"""

import feasibility

board = feasibility.board("french37")
rule = feasibility.Plan(criteria=("rule-of-three",), search=False)
print("On the full board a position and its complement lie in different residue classes:")
central = feasibility.check("french37:-d4", "french37:+d4", plan=rule)
print(central.findings[0].summary)
starts = [feasibility.Position(board, board.full & ~(1 << hole)) for hole in range(board.n)]
refuted = sum(feasibility.check(start, start.complement).decided_by == "rule-of-three" for start in starts)
print(f"All 37 central games at once: {refuted} of {board.n} refuted by the rule of three")

print("\nfrom an empty hole to a single peg elsewhere: the holes from which some last peg passes the rule")
ends = [feasibility.Position.of(board, [hole]) for hole in range(board.n)]
possible = [
    any(feasibility.check(start, end, plan=rule).answer == "unknown" for end in ends) for start in starts
]
print(board.draw(["x" if yes else "." for yes in possible]))

play = feasibility.solve_with_return("french37:-d4", "french37:+d4", "d4", limits=60)
if isinstance(play, feasibility.Returned):
    before = feasibility.replay("french37:-d4", play.jumps[: play.returned_before])
    print(f"\nwith the old rule, centre to centre: a play of {len(play.jumps)} jumps. After")
    print(f"{play.returned_before} of them the first peg goes back into the empty centre of this position:")
    print(before.end)
