"""What a notebook shows of a value; the pictures themselves are made in render/."""

from __future__ import annotations


class Drawn:
    """A value that notebooks show as a picture (`_repr_svg_`) or as a part of a page (`_repr_html_`)."""

    def _repr_svg_(self) -> str | None:
        # The one import from below to above: a notebook asks the value, and nobody else does.
        from feasibility.render import notebook

        return notebook.svg_of(self)

    def _repr_html_(self) -> str | None:
        from feasibility.render import notebook

        return notebook.html_of(self)
