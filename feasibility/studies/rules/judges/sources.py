"""Where rules come from: Python functions, built-in criteria, weight tables."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.position import Pair, Position, Target

CRITERION = "criterion:"
CRITERION_SECONDS = 5.0  # for one pair; a criterion that is not done by then prunes nothing


def load_rule(reference: str) -> tuple[Callable[..., object], int]:
    """The function that a reference names, and whether it takes (position, target) or one pair: 2 or 1."""
    if reference.startswith(CRITERION):
        return partial(_refutes, reference.removeprefix(CRITERION)), 2
    where, _, name = reference.rpartition(":")
    module = _from_file(where) if where.endswith(".py") else _from_path(where)
    function: Any = module
    for part in name.split("."):
        function = getattr(function, part, None)
    if not callable(function):
        raise InputError("no such function", source=where, seen=repr(name))
    return function, parameters(function)


def _from_path(name: str) -> Any:
    """The module of that name; the current folder comes first for this name alone."""
    sys.path.append(os.getcwd())
    top = name.partition(".")[0]
    spec = None if top in sys.modules else PathFinder.find_spec(top, [os.getcwd()])
    if spec is not None and spec.loader is not None:
        _made(spec, spec.loader)
    return import_module(name)


def _from_file(path: str) -> Any:
    spec = spec_from_file_location("validated_rule", path)
    if spec is None or spec.loader is None:
        raise InputError("cannot be imported", source=path)
    # last: what lies beside it can be imported, but takes no name from Python and what is installed
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    return _made(spec, spec.loader)


def _made(spec: ModuleSpec, loader: Loader) -> Any:
    module = sys.modules[spec.name] = module_from_spec(spec)
    loader.exec_module(module)
    return module


def parameters(function: Callable[..., object]) -> int:
    """1 for rule(pair), 2 for rule(position, target)."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return 2
    for count in (2, 1):
        with suppress(TypeError):
            signature.bind(*range(count))
            return count
    required = [one for one in signature.parameters.values() if one.default is one.empty]
    seen = f"a function of {plural(len(required), 'argument')}"
    raise InputError("not a rule", seen=seen, expected="(position, target) or (pair)")


def _refutes(name: str, start: Position, target: Position | Target) -> bool:
    """Whether a built-in criterion refutes the pair, without the verifier, which would hide its mistakes."""
    from feasibility.base.limits import Limits
    from feasibility.decide.plan import choose
    from feasibility.proofs.verdict import Outcome

    (criterion,), _ = choose([name])
    clock = Limits(seconds=CRITERION_SECONDS).start()
    return criterion.check(Pair(start, target), clock).outcome is Outcome.REFUTED
