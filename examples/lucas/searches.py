"""How many positions four searches explore on Lucas's problems, as an article on them in Python counts.

A move is all that one peg does in a row. Explored is every position that was made, once in a search and anew
in each beam. Breadth first; breadth first with the best few successors of each position, from two on; depth
first, the best successor first; beam search, two positions of a level and then twice as many. The score of a
position is pegs / (1 + pegs that cannot move), the more the better. The article does not say how ties are
broken, so its numbers, in brackets, are of the same kind and not the same.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import feasibility
from feasibility.game.position import Pair, Position
from feasibility.text import catalogue
from feasibility.text.document import pair_of

ARTICLE = {
    1: ("23", "2/14", "12", "2/11"), 2: ("150", "2/66", "23", "16/169"), 3: ("540", "3/198", "35", "16/201"),
    4: ("1,029", "2/166", "4,953", "4/55"), 5: ("10,195", "2/980", "6,277", "32/658"),
    6: ("83,558", "2/2,939", "22", "4/87"), 7: ("606,160", "2/25,303", "1,913", "8/255"),
    8: ("77,381", "2/11,883", "492", "16/524"), 9: ("-", "2/259,223", "20,401", "16/647"),
    10: ("-", "2/235,548", "83,677", "64/2,613"), 11: ("-", "2/2,890,929", "-", "4/158"),
    30: ("-", "-", "-", "15,380"),
}  # fmt: skip
CENTRE = ("-", "-", "-", "1,704")
BROAD, BEST, DEEP = 6, 11, 10  # the last problems that each search is given; 12 is long for all of them


def create_position(numbers: list[int]) -> Position:
    """From Lucas's numbers of holes, 10x + y; every command reads them, as in `french37:+35+43`."""
    with warnings.catch_warnings(action="ignore"):  # it tells that numbers are read so
        return feasibility.read_pair("french37:" + "".join(f"+{n}" for n in numbers), pegs=1).start


@dataclass(frozen=True)
class Way:
    """A jump as masks, and where the peg lands."""

    pegs: int
    holes: int
    landing: int


class Game:
    """A pair, with the moves of its board by the hole of the peg that moves."""

    def __init__(self, pair: Pair) -> None:
        self.start, self.target, self.fewest = pair.start.mask, pair.target.must, pair.target.must.bit_count()
        self.ways: dict[int, list[Way]] = {}
        for jump, (pegs, holes) in zip(pair.board.jumps, pair.board.jump_masks, strict=True):
            self.ways.setdefault(jump.start, []).append(Way(pegs, holes, jump.landing))

    def moves_from(self, mask: int, hole: int) -> Iterator[tuple[int, list[int]]]:
        """All that one peg can do: the position after each of its jumps, and the holes where it landed."""
        for way in self.ways.get(hole, ()):
            if mask & way.holes == way.pegs:
                after = mask ^ way.holes
                yield after, [way.landing]
                yield from (
                    (end, [way.landing, *holes]) for end, holes in self.moves_from(after, way.landing)
                )

    def successors(self, mask: int) -> list[int]:
        """The positions one move on, each once, the best first."""
        found = {a for hole in self.ways if mask >> hole & 1 for a, _ in self.moves_from(mask, hole)}
        alive = [after for after in found if after.bit_count() >= self.fewest]
        return sorted(alive, key=lambda after: (-self.score(after), after))

    def score(self, mask: int) -> float:
        able = sum(
            any(mask & way.holes == way.pegs for way in ways)
            for hole, ways in self.ways.items()
            if mask >> hole & 1
        )
        return mask.bit_count() / (1 + mask.bit_count() - able)


def breadth_first(game: Game, best: int | None = None) -> int | None:
    """Positions explored until the target is made; None where the best ones do not lead there."""
    level, seen = [game.start], {game.start}
    while level:
        following = []
        for mask in level:
            for after in game.successors(mask)[:best]:
                if after not in seen:
                    seen.add(after)
                    following.append(after)
                if after == game.target:
                    return len(seen)
        level = following
    return None


def best_of_each(game: Game) -> str:
    """Two of each position, or as many as lead to the target."""
    for best in range(2, 10):
        explored = breadth_first(game, best)
        if explored is not None:
            return f"{best}/{explored:,}"
    return "-"


def depth_first(game: Game) -> int:
    """Positions explored, the best successor first; no position is entered twice."""
    seen, stack = {game.start}, [iter(game.successors(game.start))]
    while stack:
        after = next((a for a in stack[-1] if a not in seen), None)
        if after is None:
            stack.pop()
            continue
        seen.add(after)
        if after == game.target:
            return len(seen)
        stack.append(iter(game.successors(after)))
    raise RuntimeError("there is no play")


def beam(game: Game) -> str:
    """The width that plays the problem, and the positions of all beams up to it."""
    width, explored = 2, 0
    while True:
        level = [game.start]
        while level:
            made = {after for mask in level for after in game.successors(mask)}
            explored += len(made)
            if game.target in made:
                return f"{width}/{explored:,}"
            level = sorted(made, key=lambda mask: (-game.score(mask), mask))[:width]
        width *= 2


def line(name: str, pair: Pair, number: int, article: tuple[str, ...]) -> str:
    """A row of the table."""
    game = Game(pair)
    broad = f"{breadth_first(game):,}" if number <= BROAD else "-"
    best = best_of_each(game) if number <= BEST else "-"
    deep = f"{depth_first(game):,}" if number <= DEEP else "-"
    cells = [
        f"{ours:>10} {'(' + his + ')':13}"
        for ours, his in zip((broad, best, deep, beam(game)), article, strict=True)
    ]
    return f"{name:>7}  {' '.join(cells)}".rstrip()


def main() -> None:
    """The colouring, a position from numbers with the moves of one hole, and the table."""
    board = feasibility.board("french37")
    colours = ["ABC"[(c - r) % 3] for r, c in board.holes]
    full = feasibility.read_pair("french37:-d4", pegs=1).start
    pegs = [sum(full.vector[i] for i in range(board.n) if colours[i] == letter) for letter in "ABC"]
    print(board.draw(colours, " "))
    print(
        f"A, B, C have {pegs[0]}, {pegs[1]} and {pegs[2]} pegs when 44 is empty; a jump changes each by one"
    )

    some = create_position([24, 34, 35, 43, 45, 46, 54, 55, 64])
    print(f"\n{some}\nall moves of the peg in 24, which is b4:")
    game, peg = (
        Game(Pair(some, Position(board, 1))),
        next(i for i in range(board.n) if board.called(i) == "b4"),
    )
    for _, holes in game.moves_from(some.mask, peg):
        print("-".join(map(board.called, [peg, *holes])))

    print("\nproblem  breadth first            best of each             depth first              beam")
    for number, article in ARTICLE.items():
        name = f"lucas/EL{number:02}"
        print(line(str(number), pair_of(catalogue.problem(name), name), number, article))
    print(line("English", feasibility.read_pair("english33:-d4"), 99, CENTRE))


if __name__ == "__main__":
    main()
