"""What is computed once: by its key, under any clock; and `functools.cached_property` without its lock.

In Python 3.11 one lock serves all instances of a class. A child that is forked while another thread has it
waits for it for ever; later versions have none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

__all__ = ["Memo", "cached_property"]

Made = TypeVar("Made")

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:
        """Computed when it is first asked for; where several threads ask at once, by each."""

        def __init__(self, compute):
            self.compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = vars(instance)[self.name] = self.compute(instance)
            return value


class Memo(Generic[Made]):
    """The last `most` results by their keys: what was computed under one clock is true under any.

    Where two threads miss the same one, both compute it.
    """

    def __init__(self, most: int = 256) -> None:
        self.most = most
        self.known: dict[Hashable, Made] = {}

    def get(self, key: Hashable, compute: Callable[[], Made]) -> Made:
        """What is known under the key, or else what is computed now; an error is not kept."""
        if key in self.known:
            with suppress(KeyError):  # another thread has taken it out
                return self.known[key]
        made = compute()
        while len(self.known) >= self.most:
            with suppress(StopIteration, RuntimeError):
                self.known.pop(next(iter(self.known)), None)
        self.known[key] = made
        return made
