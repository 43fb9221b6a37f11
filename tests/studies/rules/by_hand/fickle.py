"""Rules whose answer depends on how often or when they are asked."""

from __future__ import annotations

import random

from feasibility.game.position import Position
from tests.studies.rules.by_hand.base import stuck

calls = [0]


def _every(count: int) -> bool:
    calls[0] += 1
    return calls[0] % count == 0


def after_thirty(position: Position, target: Position) -> bool:
    calls[0] += 1
    return calls[0] > 30


def every_thousandth(position: Position, target: Position) -> bool:
    return _every(1000)


def every_thirty_thousandth(position: Position, target: Position) -> bool:
    return _every(30_011)


def one_in_a_hundred(position: Position, target: Position) -> bool:
    return random.random() < 0.01


def one_in_ten_thousand(position: Position, target: Position) -> bool:
    return random.random() < 0.0001


def now_and_then(position: Position, target: Position) -> bool:
    """Prunes dead positions alone, but not always."""
    return stuck(position, target) and random.random() < 0.5


def as_often_as_asked(position: Position, target: Position) -> bool:
    """Odd calls are answered as even ones are not."""
    calls[0] += 1
    return calls[0] % 2 == 1 and stuck(position, target)
