"""The kinds of proof, a module each, loaded where one is met: the class NAME of the module `name`."""

from __future__ import annotations

from functools import lru_cache

from feasibility.base.errors import InputError
from feasibility.proofs.kind import Kind, Refutation, part


@lru_cache
def names() -> tuple[str, ...]:
    """All kinds, in no order of merit."""
    from pkgutil import iter_modules

    return tuple(module.name for module in iter_modules(__path__))


def of_name(name: object) -> type[Kind]:
    """The class of a kind; InputError where there is no such kind."""
    if not isinstance(name, str) or name not in names():
        raise InputError("no such kind of proof", seen=str(name)[:40], expected=", ".join(names()))
    found: type[Kind] = getattr(part(__name__, name), name.capitalize())
    return found


def from_json(data: object) -> Kind:
    """What a proof object of a certificate stands for, unchecked; InputError where it has another shape."""
    return of_name(data.get("kind") if isinstance(data, dict) else None).from_json(data)


def refutation_from(data: object) -> Refutation:
    """A proof inside another one."""
    proof = from_json(data)
    if not isinstance(proof, Refutation):
        raise InputError("a proof inside another one refutes", seen=proof.kind)
    return proof
