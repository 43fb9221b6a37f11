"""An 11x11 maze: depth first with visible backtracking, the right-hand rule, and a flow; then random mazes.

In a maze without cycles the right hand on the wall finds every goal. With cycles it comes back to where it
began and has missed a goal that stands elsewhere; one at the outer wall it finds. Depth first misses none.

Where the goal cannot be reached the flow's certificate of infeasibility is a cut: a set of cells that holds
the start, not the goal, and that no passage leaves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from deciding import Row, refute, system
from depth_first import depth_first

MAZE = """
###########
#S  #     #
### # ### #
#   #   # #
# ##### # #
#     # # #
# ### # # #
#   # # # #
### # ### #
#   #    G#
###########
""".strip().splitlines()

Cell = tuple[int, int]
TURNS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # clockwise: right, down, left, up


def find(maze: list[str], mark: str) -> Cell:
    """The cell with a mark."""
    return next((r, row.index(mark)) for r, row in enumerate(maze) if mark in row)


def passages(maze: list[str], cell: Cell) -> Iterator[Cell]:
    """The open cells beside a cell: down, left, up, right."""
    for down, right in (*TURNS[1:], TURNS[0]):
        beside = cell[0] + down, cell[1] + right
        if maze[beside[0]][beside[1]] != "#":
            yield beside


def walk(maze: list[str]) -> tuple[str, tuple[Cell, ...], list[Cell]]:
    """Depth first: the outcome, the way, and all cells in the order in which they were entered."""
    goal, entered = find(maze, "G"), []

    def is_goal(cell: Cell) -> bool:
        entered.append(cell)
        return cell == goal

    found = depth_first(find(maze, "S"), lambda cell: ((c, c) for c in passages(maze, cell)), is_goal)
    return found.outcome, found.steps, entered


def right_hand(maze: list[str]) -> list[Cell] | None:
    """Keep the right hand on the wall; None when the walker is back where it began, facing the same way."""
    cell, facing, goal = find(maze, "S"), 0, find(maze, "G")
    way, been = [cell], set()
    while cell != goal:
        if (cell, facing) in been:
            return None
        been.add((cell, facing))
        for turn in (1, 0, 3, 2):  # right, straight on, left, back
            down, right = TURNS[(facing + turn) % 4]
            if maze[cell[0] + down][cell[1] + right] != "#":
                facing = (facing + turn) % 4
                cell = cell[0] + down, cell[1] + right
                way.append(cell)
                break
    return way


def cut(maze: list[str]) -> set[Cell] | None:
    """A set of cells that separates start from goal, from the flow's certificate; None if a flow exists."""
    cells = [(r, c) for r, row in enumerate(maze) for c, mark in enumerate(row) if mark != "#"]
    number = {cell: i for i, cell in enumerate(cells)}
    steps = [(a, b) for a in cells for b in passages(maze, a)]
    start, goal = find(maze, "S"), find(maze, "G")
    rows: list[Row] = [({}, (cell == goal) - (cell == start)) for cell in cells]
    for column, (a, b) in enumerate(steps):
        rows[number[a]][0][column] = -1
        rows[number[b]][0][column] = 1
    weights = refute(system(len(steps), rows, None))
    if weights is None:
        return None
    side = {cell for cell in cells if weights[number[cell]] <= weights[number[start]]}
    if start not in side or goal in side or any(a in side and b not in side for a, b in steps):
        raise RuntimeError("the weights are no cut")
    return side


def random_maze(size: int, more: int, seed: int, goal: Cell = (-2, -2)) -> list[str]:
    """Corridors that depth first digs, from top left to a goal; `more` walls fall, and each makes a cycle."""
    chance = random.Random(seed)
    rows = [["#"] * size for _ in range(size)]
    cells = [(r, c) for r in range(1, size, 2) for c in range(1, size, 2)]

    def onward(cell: Cell) -> Iterator[tuple[Cell, Cell]]:
        for down, right in chance.sample(TURNS, len(TURNS)):
            there = cell[0] + 2 * down, cell[1] + 2 * right
            if there in cells and rows[there[0]][there[1]] == "#":
                rows[cell[0] + down][cell[1] + right] = " "
                yield there, there

    def dig(cell: Cell) -> bool:
        rows[cell[0]][cell[1]] = " "
        return False

    depth_first(cells[0], onward, dig)
    walls = [
        (r, c) for r in range(1, size - 1) for c in range(1, size - 1) if (r + c) % 2 and rows[r][c] == "#"
    ]
    for r, c in chance.sample(walls, more):
        rows[r][c] = " "
    rows[1][1], rows[goal[0]][goal[1]] = "S", "G"
    return ["".join(row) for row in rows]


def compared(mazes: Iterable[list[str]]) -> str:
    """Steps of the two ways, on average, and how often the right hand misses the goal."""
    first, hand, missed, number = 0, 0, 0, 0
    for maze in mazes:
        number += 1
        _, _, entered = walk(maze)
        way = right_hand(maze)
        first += len(entered)
        hand += len(way or ())
        missed += way is None
    found = max(1, number - missed)
    return (
        f"depth first {first / number:.1f} cells, right hand {hand / found:.1f} steps, missed {missed} times"
    )


def draw(maze: list[str], marks: dict[Cell, str]) -> str:
    """The maze with marks on open cells that are neither start nor goal."""
    return "\n".join(
        "".join(marks.get((r, c), mark) if mark == " " else mark for c, mark in enumerate(row))
        for r, row in enumerate(maze)
    )


def main() -> None:
    """All three ways on a maze that has a way, and on the same maze with one more wall."""
    _, steps, entered = walk(MAZE)
    marks = dict.fromkeys(entered, ".") | dict.fromkeys(steps, "o")
    print(f"depth first: {len(entered)} cells entered, way of {len(steps)} steps (o; dead ends .)")
    print(draw(MAZE, marks))
    hand = right_hand(MAZE)
    print(f"\nright-hand rule: {len(hand or ()) - 1} steps")
    print(f"flow: {'a way exists' if cut(MAZE) is None else 'no way'}")

    walled = [*MAZE[:9], MAZE[9][:5] + "#" + MAZE[9][6:], MAZE[10]]
    outcome, _, entered = walk(walled)
    print(f"\nwith one more wall, depth first: {outcome}, after {len(entered)} cells")
    print(f"right-hand rule: {'back at the start' if right_hand(walled) is None else 'at the goal'}")
    side = cut(walled)
    if side:
        print("flow: no way, and the certificate is this cut (+), which no passage leaves")
        print(draw(walled, dict.fromkeys(side, "+")))

    print(f"\na random maze, 11x11:\n{chr(10).join(random_maze(11, 0, seed=1))}")
    for where, goal in (("bottom right", (-2, -2)), ("in the middle", (5, 5))):
        for more in (0, 4, 8):
            mazes = (random_maze(11, more, seed, goal) for seed in range(100))
            print(f"100 mazes, goal {where}, {more} walls fewer: {compared(mazes)}")


if __name__ == "__main__":
    main()
