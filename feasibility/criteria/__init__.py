"""The necessary conditions: one file each, one shape; their order is the schedule's."""

from __future__ import annotations

from importlib import import_module
from os import listdir

from feasibility.criteria.base import Criterion

__all__ = ["FOUND", "Criterion"]

# pkgutil would load inspect, at every start
_OTHERS = ("__init__.py", "base.py")
_FILES = sorted(name[:-3] for name in listdir(__path__[0]) if name.endswith(".py") and name not in _OTHERS)
FOUND: tuple[Criterion, ...] = tuple(import_module(f"{__name__}.{name}").CRITERION for name in _FILES)
