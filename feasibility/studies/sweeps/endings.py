"""Ways of one peg that end at a target, followed backward jump by jump, and what stands before them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from feasibility.game.geometry import Jump
from feasibility.game.position import Position, Target

ANY_HOLE = -1  # the last peg may stand anywhere


@dataclass(frozen=True)
class FinalSweep:
    """Jumps by one peg to the target, what stands before them, and the hole where the peg begins.

    If it is `led`, the peg does not come there by a jump: a jump that lands elsewhere is before them, too, or
    nothing.
    """

    jumps: tuple[Jump, ...]
    before: Target
    hole: int
    led: bool = False

    def longer(self) -> Iterator[FinalSweep]:
        """With one jump more before them; of one peg anywhere, first where it stands."""
        if self.before.pegs is not None:
            board = self.before.board
            yield from (FinalSweep((), Target(board, 1 << hole), hole) for hole in range(board.n))
            return
        yield from (self._after(jump) for jump in self._last() if self.hole in (ANY_HOLE, jump.landing))

    def begun(self, start: Position) -> Iterator[FinalSweep]:
        """Led by all that can be before them: the start, or another jump."""
        if self.before.contains(start.mask):
            yield FinalSweep(self.jumps, Target.exactly(start), self.hole, led=True)
        led = (self._after(jump) for jump in self._last() if jump.landing != self.hole)
        yield from (replace(way, led=True) for way in led)

    def _last(self) -> Iterator[Jump]:
        """By which what stands before them can be reached."""
        must, free, board = self.before.must, self.before.free, self.before.board
        for jump in board.jumps:
            lands = (must | free) >> jump.landing & 1
            if lands and not (must >> jump.start | must >> jump.over) & 1:
                yield jump

    def _after(self, jump: Jump) -> FinalSweep:
        must, free, board = self.before.must, self.before.free, self.before.board
        start, over, landing = (1 << hole for hole in jump)
        before = Target(board, must & ~landing | start | over, free & ~(start | over | landing))
        return FinalSweep((jump, *self.jumps), before, jump.start)
