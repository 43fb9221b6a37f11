"""What a notebook shows of a value; the pictures themselves are made in render/."""

from __future__ import annotations


class Drawn:
    """A value that notebooks show as a picture (`_repr_svg_`) or as a part of a page (`_repr_html_`)."""

    def _repr_svg_(self) -> str | None:
        return _shown("a value as SVG", self)

    def _repr_html_(self) -> str | None:
        return _shown("a value as HTML", self)


def _shown(how: str, value: object) -> str | None:
    from feasibility.registry import offered

    shown: str | None = offered(how)(value)
    return shown
