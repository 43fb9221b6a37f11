"""What is true of a pair on a small board, by trying everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from feasibility.game.geometry import Board
from tests.criteria.reference import jumps_of, reachable_masks

Ends = Callable[[int], bool]


@lru_cache
def _moves(board: Board) -> tuple[tuple[int, int, int, int], ...]:
    """The two holes that lose a peg, the one that gains one, where the peg comes from and where it lands."""
    return tuple((1 << a | 1 << b, 1 << c, a, c) for a, b, c in jumps_of(board))


def after(board: Board, mask: int) -> Iterator[tuple[int, int, int, int]]:
    """Each legal jump: its number, the position after it, where its peg came from and where it landed."""
    for number, (taken, landing, a, c) in enumerate(_moves(board)):
        if mask & taken == taken and not mask & landing:
            yield number, mask ^ taken ^ landing, a, c


def by_pegs(board: Board, start: int) -> list[int]:
    """Positions that can be reached, all pegs first."""
    counts = [mask.bit_count() for mask in reachable_masks(board, start)]
    return [counts.count(pegs) for pegs in range(start.bit_count(), min(counts) - 1, -1)]


def plays(board: Board, start: int, ends: Ends) -> int:
    """Sequences of jumps to a position that matches."""
    ways = {start: 1}
    for mask in sorted(reachable_masks(board, start), key=int.bit_count, reverse=True):
        for _, then, _, _ in after(board, mask):
            ways[then] = ways.get(then, 0) + ways[mask]
    return sum(count for mask, count in ways.items() if ends(mask))


def fewest_sweeps(board: Board, start: int, ends: Ends) -> int | None:
    """Sweeps of the play with the fewest; a sweep is a row of jumps by one peg."""
    least = {(start, -1): 0}
    for mask in sorted(reachable_masks(board, start), key=int.bit_count, reverse=True):
        for (_, last), count in [one for one in least.items() if one[0][0] == mask]:
            for _, then, a, c in after(board, mask):
                sweeps = count + (a != last)
                least[then, c] = min(sweeps, least.get((then, c), sweeps))
    return min((count for (mask, _), count in least.items() if ends(mask)), default=None)


def longest_last_sweep(board: Board, start: int, ends: Ends) -> int:
    """The most jumps by one peg with which a play can end; 0 where no jump ends one."""
    longest = {(start, -1): 0}
    for mask in sorted(reachable_masks(board, start), key=int.bit_count, reverse=True):
        for (_, last), jumps in [one for one in longest.items() if one[0][0] == mask]:
            for _, then, a, c in after(board, mask):
                sweep = jumps + 1 if a == last else 1
                longest[then, c] = max(sweep, longest.get((then, c), sweep))
    return max((jumps for (mask, _), jumps in longest.items() if ends(mask)), default=0)


def jump_counts(board: Board, start: int, ends: Ends, jump: int) -> tuple[int, int] | None:
    """How often the jump of that number is played at least and at most; None without a play."""
    low, high = {start: 0}, {start: 0}
    for mask in sorted(reachable_masks(board, start), key=int.bit_count, reverse=True):
        for number, then, _, _ in after(board, mask):
            played = number == jump
            low[then] = min(low[mask] + played, low.get(then, 99))
            high[then] = max(high[mask] + played, high.get(then, 0))
    reached = [mask for mask in low if ends(mask)]
    return (min(low[m] for m in reached), max(high[m] for m in reached)) if reached else None
