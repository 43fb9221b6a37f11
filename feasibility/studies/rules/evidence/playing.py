"""Pairs made by random legal play: each is feasible, so any prune is wrong. On boards of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Target

PER_GAME = 4  # pairs taken from one game


@dataclass(frozen=True)
class Played:
    """A feasible pair with a play that shows it."""

    start: int
    end: int
    play: tuple[Jump, ...]


def flip(jump: Jump) -> int:
    """The three holes that a jump changes."""
    return 1 << jump.start | 1 << jump.over | 1 << jump.landing


def games(board: Board, count: int, seed: int, start: int | None = None) -> Iterator[Played]:
    """Pieces of random games from the start or random ones, thin and crowded, at least one jump each."""
    random, made, idle = Random(f"games {seed}"), 0, 0
    while made < count and idle < 1000:
        begin = _start(board, random) if start is None else start
        masks, jumps = game(board, board.jump_masks, begin, board.n, random)
        idle = 0 if jumps else idle + 1
        for _ in range(min(PER_GAME, count - made) if jumps else 0):
            low = random.randrange(len(jumps))
            high = low + min(len(jumps) - low, 1 + int(random.expovariate(1 / 5)))
            made += 1
            yield Played(masks[low], masks[high], tuple(jumps[low:high]))


def _start(board: Board, random: Random) -> int:
    density = random.choice((0.15, 0.3, 0.5, 0.7, 0.85, 0.95))
    return sum(1 << i for i in range(board.n) if random.random() < density)


def game(
    board: Board, moves: Sequence[tuple[int, int]], mask: int, most: int, random: Random
) -> tuple[list[int], list[Jump]]:
    """The positions of a random game, and its jumps; `moves` are these as masks, or those that undo them."""
    masks, jumps = [mask], list[Jump]()
    for _ in range(most):
        legal = [i for i, (want, care) in enumerate(moves) if mask & care == want]
        if not legal:
            break
        chosen = random.choice(legal)
        mask ^= moves[chosen][1]
        masks.append(mask)
        jumps.append(board.jumps[chosen])
    return masks, jumps


def reached_one(target: Target, random: Random) -> int:
    """A random position that is what the target asks for."""
    if target.pegs is not None:
        return sum(1 << hole for hole in random.sample(range(target.board.n), target.pegs))
    return target.must | target.free & random.getrandbits(target.board.n)


def backwards(board: Board, target: Target, count: int, seed: int) -> Iterator[Played]:
    """Starts from which a random game, played backwards from the target, tells how to reach it."""
    random = Random(f"backwards {seed}")
    taken_back = [(care ^ want, care) for want, care in board.jump_masks]
    made, idle = 0, 0
    while made < count and idle < 1000:
        end = reached_one(target, random)
        most = random.randint(1, max(1, board.n - 1))
        masks, play = game(board, taken_back, end, most, random)
        idle = 0 if play else idle + 1
        if play:
            made += 1
            yield Played(masks[-1], end, tuple(reversed(play)))
