"""What a notebook shows of a value; the pictures themselves are made in render/."""

from __future__ import annotations


class Drawn:
    """A value that notebooks show as a part of a page."""

    def _repr_html_(self) -> str | None:
        from feasibility.registry import offered

        shown: str | None = offered("a value as HTML")(self)
        return shown
