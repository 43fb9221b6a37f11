"""What a notebook shows of a value; the pictures themselves are made in render/."""

from __future__ import annotations

from collections.abc import Callable


class Shown:
    """A value that notebooks show as a part of a page."""

    def _repr_html_(self) -> str | None:
        return None if show is None else show(self)


show: Callable[[object], str | None] | None = None  # which the package passes in
