"""Write 1, 2, 3, ... into a square grid: three steps straight or two steps diagonally to the next number.

On the 5x5 grid there are 12,400 ways to place 1 to 25, 552 of them from each corner. The page that set the
puzzle bounds the search by 25·8^24 and by 25·3^23·4 sequences; its program takes 19,411,318 turns of a loop:
at each cell one for each of the eight directions, and one more on coming back from the last of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from deciding import refute, system
from depth_first import depth_first

STEPS = ((0, 3), (-2, 2), (-3, 0), (-2, -2), (0, -3), (2, -2), (3, 0), (2, 2))  # from east, against the clock
LAST = STEPS[-1]

Path = tuple[int, ...]
Step = tuple[int, int]


def neighbours(size: int) -> list[list[tuple[int, int]]]:
    """The moves from each cell, by number, with the cells where they lead, in reading order."""
    inside = range(size)
    return [
        [
            (number, (r + dr) * size + c + dc)
            for number, (dr, dc) in enumerate(STEPS)
            if r + dr in inside and c + dc in inside
        ]
        for r in inside
        for c in inside
    ]


@dataclass
class Paths:
    """All ways to fill the grid with 1 in one cell, and what the search for them cost."""

    found: list[Path]
    nodes: int
    moves: list[int]  # in each direction

    def turns(self, last: Step) -> int:
        """Of the page's loop, if this is the direction that it tries last."""
        return len(STEPS) * (self.nodes - len(self.found)) + self.moves[STEPS.index(last)]


def all_paths(size: int, first: int) -> Paths:
    """Depth first through everything."""
    near, found, moves = neighbours(size), list[Path](), [0] * len(STEPS)

    def onward(path: Path) -> Iterator[tuple[int, Path]]:
        for step, cell in near[path[-1]]:
            if cell not in path:
                moves[step] += 1
                yield cell, (*path, cell)

    def note(path: Path) -> bool:
        if len(path) == size * size:
            found.append(path)
        return False  # go on, to see them all

    return Paths(found, depth_first((first,), onward, note, most_keys=0).nodes, moves)


def same_by_symmetry(cell: int, size: int) -> tuple[int, Step]:
    """The least cell that a turn or mirror makes of this one, and what it makes of the last direction."""
    images = []
    for mirror_rows, mirror_columns, swap in product((False, True), repeat=3):
        (r, c), (dr, dc) = divmod(cell, size), LAST
        r, dr = (size - 1 - r, -dr) if mirror_rows else (r, dr)
        c, dc = (size - 1 - c, -dc) if mirror_columns else (c, dc)
        images.append((c * size + r, (dc, dr)) if swap else (r * size + c, (dr, dc)))
    return min(images)


def ends_needed(size: int) -> tuple[int, ...] | None:
    """A refutation by counting: a path meets each cell once, so it uses two moves per cell, one at its ends.

    Unknowns: whether a move (both directions together) is used, what is missing to two at each cell. The
    missing add up to 2. Weights on these equations that cannot hold prove that there is no path.
    """
    near = neighbours(size)
    moves = [(a, b) for a in range(size * size) for _, b in near[a] if a < b]
    cells = size * size
    at_cell = [
        ({**{k: 1 for k, move in enumerate(moves) if cell in move}, len(moves) + cell: 1}, 2)
        for cell in range(cells)
    ]
    missing = ({len(moves) + cell: 1 for cell in range(cells)}, 2)
    return refute(system(len(moves) + cells, [*at_cell, missing], 1))


def show(path: Path, size: int) -> str:
    """The grid with its numbers."""
    number = {cell: i for i, cell in enumerate(path, 1)}
    return "\n".join(" ".join(f"{number[r * size + c]:2}" for c in range(size)) for r in range(size))


def main() -> None:
    """All ways on the 5x5 grid, and why there is none on the 4x4 grid."""
    images = [same_by_symmetry(cell, 5) for cell in range(25)]
    by_orbit = {cell: all_paths(5, cell) for cell, _ in sorted(set(images))}
    print(f"one of the paths from the corner:\n{show(by_orbit[0].found[0], 5)}\n")
    counts = [len(by_orbit[cell].found) for cell, _ in images]
    turns = [by_orbit[cell].turns(last) for cell, last in images]
    print(f"bounds: 25·8^24 = {25 * 8**24:,} and 25·3^23·4 = {25 * 3**23 * 4:,} sequences")
    for what, numbers in (("paths", counts), ("turns of the loop", turns)):
        print(f"{what} by their first cell, in all {sum(numbers):,}:")
        for row in range(5):
            print(" ".join(f"{number:7,}" for number in numbers[5 * row : 5 * row + 5]))

    weights = ends_needed(4)
    print("\n4x4 grid. At each cell: moves used + missing = 2. In all: missing = 2.")
    if weights:  # which of many the solver finds depends on its version; that they refute is checked
        print("Weights on these equations make the left side too small for the right. No path.")
    print(f"backtracking agrees: {sum(len(all_paths(4, cell).found) for cell in range(16))} paths.")


if __name__ == "__main__":
    main()
