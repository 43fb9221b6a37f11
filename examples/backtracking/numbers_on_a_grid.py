"""Write 1, 2, 3, ... into a square grid: three steps straight or two steps diagonally to the next number.

On the 5x5 grid there are 12,400 ways to place 1 to 25, 552 of them from each corner.
"""

from __future__ import annotations

from collections.abc import Iterator

from deciding import refute, system
from depth_first import depth_first

STEPS = ((0, 3), (3, 0), (0, -3), (-3, 0), (2, 2), (2, -2), (-2, 2), (-2, -2))

Path = tuple[int, ...]


def neighbours(size: int) -> list[list[int]]:
    """The cells one move away from each cell, as numbers in reading order."""
    inside = range(size)
    return [
        [(r + dr) * size + c + dc for dr, dc in STEPS if r + dr in inside and c + dc in inside]
        for r in inside
        for c in inside
    ]


def all_paths(size: int, first: int) -> tuple[int, Path | None]:
    """How many ways there are to fill the grid with 1 in a cell, and one of them."""
    near = neighbours(size)
    found: list[Path] = []

    def onward(path: Path) -> Iterator[tuple[int, Path]]:
        return ((cell, (*path, cell)) for cell in near[path[-1]] if cell not in path)

    def note(path: Path) -> bool:
        if len(path) == size * size:
            found.append(path)
        return False  # go on, to see them all

    depth_first((first,), onward, note, most_keys=0)
    return len(found), found[0] if found else None


def same_by_symmetry(cell: int, size: int) -> int:
    """The least cell that turns and mirrors of the grid exchange with this one."""
    row, column = divmod(cell, size)
    places = [(r, c) for r in (row, size - 1 - row) for c in (column, size - 1 - column)]
    return min(min(r * size + c, c * size + r) for r, c in places)


def ends_needed(size: int) -> tuple[int, ...] | None:
    """A refutation by counting: a path meets each cell once, so it uses two moves per cell, one at its ends.

    Unknowns: whether a move (both directions together) is used, what is missing to two at each cell. The
    missing add up to 2. Weights on these equations that cannot hold prove that there is no path.
    """
    near = neighbours(size)
    moves = [(a, b) for a in range(size * size) for b in near[a] if a < b]
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
    _, path = all_paths(5, 0)
    if path:
        print(f"one of the paths from the corner:\n{show(path, 5)}\n")
    by_orbit = {cell: all_paths(5, cell)[0] for cell in range(25) if same_by_symmetry(cell, 5) == cell}
    counts = [by_orbit[same_by_symmetry(cell, 5)] for cell in range(25)]
    print(f"paths by their first cell, in all {sum(counts)}:")
    for row in range(5):
        print(" ".join(f"{count:4}" for count in counts[5 * row : 5 * row + 5]))

    weights = ends_needed(4)
    print("\n4x4 grid. At each cell: moves used + missing = 2. In all: missing = 2.")
    if weights:  # which of many the solver finds depends on its version; that they refute is checked
        print("Weights on these equations make the left side too small for the right. No path.")
    print(f"backtracking agrees: {sum(all_paths(4, cell)[0] for cell in range(16))} paths.")


if __name__ == "__main__":
    main()
