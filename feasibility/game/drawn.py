"""What a notebook shows of a value; the pictures themselves are made in render/."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from feasibility.base.errors import InputError


class Shown:
    """A value that notebooks show as a part of a page."""

    def _repr_html_(self) -> str | None:
        return None if show is None else show(self)

    def scenes(self) -> Iterable[Any]:
        """The pictures; by default the one of an answer that draws itself, or none."""
        try:
            return [self.scene()] if hasattr(self, "scene") else []
        except InputError:  # there is nothing to draw
            return []


class Tabled(Shown):
    """An answer that is a table: for pandas, and below its pictures in a notebook."""

    def records(self) -> Iterable[Mapping[str, object]]:
        """A row of the table each, by the heads of the columns."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The table as a DataFrame of pandas, which has to be installed for that."""
        try:
            import pandas
        except ImportError:
            raise InputError("pandas is not installed", expected="pip install pandas") from None
        return pandas.DataFrame.from_records([dict(record) for record in self.records()])


show: Callable[[object], str | None] | None = None  # which the package passes in
