"""The French board: no problem that asks for the complement of its start can be solved, but for an old rule.

In the 18th century the first peg, taken off to open the game, could be put back into its hole once, at any
later time.
"""

import feasibility
from feasibility.search.arbiter import Effort
from feasibility.search.plays import Returned, with_return
from feasibility.systems.colourings import phi

board = feasibility.read_board("french37")
first, second = phi(board, board.full)
print(f"phi of the full board is ({first}, {second}) and not (e, e): a position and its complement")
print("lie in different residue classes. All 37 central games at once:")
refuted = sum(
    feasibility.check(feasibility.Pair(start, start.complement)).decided_by == "rule-of-three"
    for start in (feasibility.Position(board, board.full & ~(1 << hole)) for hole in range(board.n))
)
print(refuted, "of", board.n, "refuted by the rule of three")

print("\nfrom an empty hole to a single peg elsewhere: the holes from which some last peg passes the rule")
possible = [
    any(phi(board, board.full & ~(1 << hole)) == phi(board, 1 << last) for last in range(board.n))
    for hole in range(board.n)
]
print(board.draw(["x" if yes else "." for yes in possible]))

pair = feasibility.read_pair("french37:-d4", "french37:+d4")
play = with_return(pair, board.index[3, 3], Effort(feasibility.Limits(seconds=60).start()))
if isinstance(play, Returned):
    before = pair.start.replay(play.jumps[: play.returned_before])
    print(f"\nwith the old rule, centre to centre: a play of {len(play.jumps)} jumps. After")
    print(f"{play.returned_before} of them the first peg goes back into the empty centre of this position:")
    print(before)
