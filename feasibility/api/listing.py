"""What comes with the program."""

from __future__ import annotations

from feasibility.text import catalogue


def boards() -> tuple[str, ...]:
    """The names of the boards that come with the program, as `pegfeas boards` lists them.

    >>> "english33" in boards()
    True
    """
    return catalogue.names()


def problems() -> tuple[str, ...]:
    """The problems that come with the program, as `check` takes them.

    >>> "problem:lucas/EL01" in problems()
    True
    """
    return tuple(f"problem:{name}" for name in catalogue.problems())
