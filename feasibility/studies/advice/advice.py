"""What a player is told: which jumps still win, why the others lose, and which jump lost the game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.text.moves import format_jump

WORDS = {Answer.FEASIBLE: "wins", Answer.INFEASIBLE: "loses", Answer.UNKNOWN: "unknown"}


@dataclass(frozen=True)
class Tried:
    """A legal jump, the verdict on the position after it, and the chance of random play from there.

    The chance is None where it was not computed.
    """

    jump: Jump
    verdict: Verdict
    chance: Fraction | None = None

    @property
    def word(self) -> str:
        """`wins`, `loses` or `unknown`."""
        return WORDS[self.verdict.answer]

    @property
    def rest(self) -> tuple[Jump, ...] | None:
        """The rest of a play, where the jump wins."""
        return self.verdict.play


@dataclass(frozen=True)
class Lost:
    """Where the target came out of reach in a play that was made.

    `won`: the most jumps after which it is known to be within reach, None if after none. `lost`: the fewest
    after which it is known to be out of reach, with the `verdict` on that position.
    """

    jumps: tuple[Jump, ...]
    won: int | None
    lost: int
    verdict: Verdict

    @property
    def jump(self) -> Jump | None:
        """The jump that lost, where it is known; None also where the game was lost before it."""
        return self.jumps[self.lost - 1] if self.won == self.lost - 1 else None

    @property
    def said(self) -> tuple[str, dict[str, int | str]]:
        """The key of the phrase that names the jump that lost, with its values."""
        if self.won is None:
            return ("lost.after" if self.lost else "lost.before"), {"number": self.lost}
        if self.jump is None:
            return "lost.between", {"first": self.won + 1, "last": self.lost}
        return "lost.jump", {"number": self.lost, "jump": format_jump(self.verdict.pair.board, self.jump)}

    @property
    def take_back(self) -> int | None:
        """How many jumps to take back to a winning position."""
        return None if self.won is None else len(self.jumps) - self.won


@dataclass(frozen=True)
class Advice:
    """The verdict on a position, and on every jump that is legal there.

    `start` and `jumps` are the game that led there; `lost` tells where it was lost, if it was.
    """

    start: Position
    jumps: tuple[Jump, ...]
    verdict: Verdict
    tried: tuple[Tried, ...]
    chance: Fraction | None = None
    lost: Lost | None = None

    def __repr__(self) -> str:
        return f"<Advice {self.word}: {len(self.wins)} of {plural(len(self.tried), 'jump')}>"

    @property
    def pair(self) -> Pair:
        """The position that was asked about, and the target."""
        return self.verdict.pair

    @property
    def word(self) -> str:
        """`wins`, `loses` or `unknown`."""
        return WORDS[self.verdict.answer]

    @property
    def wins(self) -> tuple[Jump, ...]:
        return tuple(t.jump for t in self.tried if t.verdict.answer is Answer.FEASIBLE)
