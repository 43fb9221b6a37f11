"""Pairs as commands print them: side by side, or with a line above each grid, as one grid below the other."""

from __future__ import annotations

from feasibility.base.errors import InputError

_ARROW = "-->"


def one_below_the_other(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines with dashes between the two grids, in place of the `-->` or `target:` that separates them."""
    lines = [(n, "---" if line.strip() == "target:" else line) for n, line in lines]
    lines = [(n, "" if line.strip() == "start:" else line) for n, line in lines]
    arrows = [(n, line.index(_ARROW)) for n, line in lines if _ARROW in line and not line.startswith("#")]
    if not arrows:
        return lines
    if len(arrows) > 1:
        raise InputError("a second arrow", line=arrows[1][0], expected="one start, one target")
    number, column = arrows[0]
    end = column + len(_ARROW)
    left, right = [], []
    for n, line in lines:
        if line.startswith("#"):
            left.append((n, line))
            continue
        if line[column:end].strip() and n != number:
            raise InputError(
                "start and target are not separated",
                line=n, column=column + 1, expected="no hole below or above the arrow",
            )  # fmt: skip
        left.append((n, line[:column]))
        right.append((n, " " * end + line[end:]))
    return [*left, (number, "---"), *right]
