"""Queens that do not attack each other: 92 ways for 8 queens, 12 up to symmetry.

The same question as an integer program: yes with a placement, no with a tree of cases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from deciding import Row, system, whole
from depth_first import depth_first

from feasibility.exact.box import BoxSystem

Placement = tuple[int, ...]  # column of the queen in each row


def placements(size: int) -> tuple[list[Placement], int]:
    """All ways to place the queens, and how many partial placements the search looked at."""
    found: list[Placement] = []

    def onward(rows: Placement) -> Iterator[tuple[int, Placement]]:
        for column in range(size):
            if all(column != c and abs(column - c) != len(rows) - r for r, c in enumerate(rows)):
                yield column, (*rows, column)

    def note(rows: Placement) -> bool:
        if len(rows) == size:
            found.append(rows)
        return False

    start: Placement = ()
    return found, depth_first(start, onward, note, most_keys=0).nodes


def images(rows: Placement) -> set[Placement]:
    """What turns and mirrors make of a placement."""
    found, size = set(), len(rows)
    for _ in range(4):
        turned = [0] * size
        for r, c in enumerate(rows):
            turned[c] = size - 1 - r
        rows = tuple(turned)
        found |= {rows, rows[::-1]}
    return found


def distinct(size: int) -> tuple[list[Placement], int]:
    """One placement for each set of images, and how many partial ones were looked at.

    No other is completed: a branch ends as soon as an image of what stands comes before it.
    """
    found: list[Placement] = []

    def onward(rows: Placement) -> Iterator[tuple[int, Placement]]:
        for column in range(size):
            safe = all(column != c and abs(column - c) != len(rows) - r for r, c in enumerate(rows))
            if safe and not less_by_symmetry((*rows, column), size):
                yield column, (*rows, column)

    def note(rows: Placement) -> bool:
        if len(rows) == size:
            found.append(rows)
        return False

    start: Placement = ()
    return found, depth_first(start, onward, note, most_keys=0).nodes


def less_by_symmetry(rows: Placement, size: int) -> bool:
    """Whether some image of the placement comes before it, whatever is placed in the rows below."""
    cells = list(enumerate(rows))
    for _ in range(4):
        cells = [(c, size - 1 - r) for r, c in cells]
        for image in (dict(cells), {r: size - 1 - c for r, c in cells}):
            for r, c in enumerate(rows):
                if r not in image or image[r] > c:
                    break
                if image[r] < c:
                    return True
    return False


def program(size: int, given: dict[int, int] | None = None) -> BoxSystem:
    """One queen per row and per column, at most one per diagonal; `given` are queens already placed."""
    lines: dict[tuple[str, int], list[int]] = defaultdict(list)
    for r in range(size):
        for c in range(size):
            for line in (("row", r), ("column", c), ("falling", r - c), ("rising", r + c)):
                lines[line].append(r * size + c)
    rows: list[Row] = []
    width = size * size
    for (kind, _), cells in lines.items():
        entries = dict.fromkeys(cells, 1)
        if kind in ("falling", "rising"):  # one more unknown: nobody on this diagonal
            entries[width] = 1
            width += 1
        rows.append((entries, 1))
    rows += [({r * size + c: 1}, 1) for r, c in (given or {}).items()]
    return system(width, rows, 1)


def main() -> None:
    """Count, then ask the integers."""
    print("queens  placements  up to symmetry  partial placements tried  without repeats")
    for size in range(1, 9):
        found, nodes = placements(size)
        leasts, fewer = distinct(size)
        if sorted(leasts) != sorted({min(images(rows)) for rows in found}):
            raise RuntimeError("the two ways to count up to symmetry differ")
        print(f"{size:6}  {len(found):10}  {len(leasts):14}  {nodes:24}  {fewer:15}")
    six, _ = distinct(6)
    print(f"6 queens, the only placement up to symmetry: {six[0]}")

    answer = whole(program(8))
    print("\n8 queens by the integer program:")
    if isinstance(answer, tuple):
        for r in range(8):
            print(" ".join("Q" if answer[8 * r + c] else "." for c in range(8)))
    for size, given in ((2, {}), (3, {}), (6, {0: 0}), (8, {0: 0, 1: 2, 2: 4, 3: 1})):
        answer = whole(program(size, given))
        where = f" with queens at {given} (row: column)" if given else ""
        says = f"none (cases: {answer})" if isinstance(answer, int) else "there is a placement"
        print(f"{size} queens{where}: {says}")


if __name__ == "__main__":
    main()
