"""What wins, by the rules alone."""

from __future__ import annotations

from typing import Any

from feasibility.game.position import Target


def reference(board: Any, target: Target) -> set[int]:
    """All positions from which the target can be reached, by the rules alone."""
    found = {1 << i for i in range(board.n)} if target.pegs == 1 else {target.must}
    level = set(found)
    while level:
        back = set()
        for mask in level:
            for s, o, t in board.jumps:
                if mask >> t & 1 and not mask >> s & 1 and not mask >> o & 1:
                    back.add(mask & ~(1 << t) | 1 << s | 1 << o)
        level = back - found
        found |= back
    return found
