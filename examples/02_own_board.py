"""Draw a board of your own and play on it."""

import feasibility

HOUSE = """
# name: house
  x
 xxx
xxxxx
xxxx
xx.x
"""

house = feasibility.parse(HOUSE)
print(house.board.label, "has", house.board.n, "holes and", len(house.board.jumps), "jumps")
print("playable classes:", [mask.bit_count() for mask in house.board.playable_classes])

# Which single pegs can be left when the game begins with one empty hole in the last row?
start = feasibility.Position(house.board, house.start.must)
print("a last peg in")
print(
    house.board.draw(
        [
            "o" if feasibility.check(feasibility.Pair(start, last)).answer == "feasible" else "."
            for last in (feasibility.Position.of(house.board, [hole]) for hole in range(house.board.n))
        ]
    )
)

# Boards need not be flat: here the jumps are listed, a ring of six holes.
ring = feasibility.Board(
    [(0, i) for i in range(6)],
    geometry="explicit",
    jumps=[(i, (i + d) % 6, (i + 2 * d) % 6) for i in range(6) for d in (1, -1)],
    name="ring of 6",
)
pair = feasibility.Pair(feasibility.Position.of(ring, [0, 1, 3, 4]), feasibility.Target.with_pegs(ring, 1))
verdict = feasibility.check(pair)
print(ring.name, "with pegs 0 1 3 4 to one peg:", verdict.answer, "by", verdict.decided_by)
