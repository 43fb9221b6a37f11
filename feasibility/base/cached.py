"""`functools.cached_property` without its lock.

In Python 3.11 one lock serves all instances of a class. A child that is forked while another thread has it
waits for it for ever; later versions have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["cached_property"]

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
