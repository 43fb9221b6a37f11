"""Necessary conditions: one criterion a file, found by its being here. Their order is the schedule's."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from feasibility.criteria.base import Criterion

__all__ = ["FOUND", "Criterion"]

_FILES = sorted(file.name for file in iter_modules(__path__) if file.name != "base")
FOUND: tuple[Criterion, ...] = tuple(import_module(f"{__name__}.{name}").CRITERION for name in _FILES)
