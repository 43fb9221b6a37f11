"""Where a package takes for truth what can be both None and empty: no play is not the empty play.

Neither mypy's `truthy-*` codes nor ruff see `if play:` where a play is `tuple[Jump, ...] | None`. So here the
places that ask for truth are found in the syntax, and the types of what stands there are those of mypy.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mypy.build import BuildSource, build
from mypy.nodes import Expression, Node
from mypy.options import Options
from mypy.types import (
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    UnpackType,
    get_proper_type,
)

# What the standard library gives as a text or a number, and where empty means that there is none.
OUTSIDE = (
    "os.cpu_count()",
    "os.environ.get(",
    "error.strerror",
    "error.errno",
    "action.",
    "place.",
    "plain_version(",
)
NOTHING = ("0", "0.0", "''", "{}", "set()")  # no play: it would be the empty play
REFERENCES = frozenset(
    {"node", "info", "names", "type", "analyzed", "func_type"}
)  # that lead out of the tree
Place = tuple[int, int, int | None, int | None]


class Doubt(NamedTuple):
    """A value that is taken for truth although its type has two ways to be none."""

    path: str
    line: int
    text: str
    type: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.text}` is {self.type}, and taken for truth"


def doubts(sources: Iterable[tuple[str, Path]], cache: Path) -> list[Doubt]:
    """Those of the modules: pairs of a name and a file. What mypy keeps of other packages is in `cache`."""
    listed = list(sources)
    for top in {name.partition(".")[0] for name, _ in listed}:  # a module from the cache has no tree
        for kept in cache.glob(f"*/{top}*"):
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink()
    options = Options()
    options.strict_optional = options.export_types = options.preserve_asts = options.incremental = True
    options.cache_dir, options.sqlite_cache, options.ignore_missing_imports = str(cache), False, True
    built = build([BuildSource(str(path), name, None) for name, path in listed], options)
    found = []
    for name, path in listed:
        types: dict[Place, list[Type]] = {}
        for expression in _expressions(built.files[name]):
            if expression in built.types:
                types.setdefault(_place_of(expression), []).append(built.types[expression])
        text = path.read_text(encoding="utf-8")
        for node in _asked(ast.parse(text)):
            place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
            source = ast.get_source_segment(text, node) or ""
            for kind in types.get(place, ()):
                if not source.startswith(OUTSIDE) and _has_two_ways(kind):
                    found.append(Doubt(str(path), node.lineno, source, str(kind)))
    return sorted(set(found))


def _place_of(expression: Expression) -> Place:
    return expression.line, expression.column, expression.end_line, expression.end_column


def _expressions(tree: Node) -> Iterator[Expression]:
    """All of a tree of mypy, whose own visitors are compiled and have no heirs."""
    left: list[Any] = [tree]
    seen = set[int]()
    while left:
        node = left.pop()
        if isinstance(node, list | tuple):
            left += node
        elif isinstance(node, Node) and id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, Expression):
                yield node
            fields = {name for kind in type(node).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())}
            left += [getattr(node, name, None) for name in fields - REFERENCES]


def _asked(tree: ast.AST) -> Iterator[ast.expr]:
    """Everything that is asked whether it is true."""
    for node in ast.walk(tree):
        match node:
            case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
                yield from _parts(node.test)
            case ast.UnaryOp(op=ast.Not()):
                yield from _parts(node.operand)
            case ast.BoolOp(op=ast.Or(), values=[_, last]) if ast.unparse(last) in NOTHING:
                pass  # it says itself that none and empty are the same there
            case ast.BoolOp():
                yield from (part for value in node.values[:-1] for part in _parts(value))
            case ast.comprehension():
                yield from (part for test in node.ifs for part in _parts(test))
            case ast.match_case(guard=ast.expr() as guard):
                yield from _parts(guard)
            case ast.Call(func=ast.Name(id="bool"), args=[value]):
                yield from _parts(value)
            case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.GeneratorExp(elt=value)]):
                yield from _parts(value)


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    match test:
        case ast.BoolOp():
            yield from (part for value in test.values for part in _parts(value))
        case ast.UnaryOp(op=ast.Not()):
            yield from _parts(test.operand)
        case ast.NamedExpr():
            yield test
            yield test.value
        case _:
            yield test


def _has_two_ways(kind: Type) -> bool:
    """Whether it can be None and empty; or is an array, which is true for its one entry."""
    members = list(_members(kind))
    arrays = any(isinstance(one, Instance) and one.type.fullname == "numpy.ndarray" for one in members)
    return arrays or (any(isinstance(one, NoneType) for one in members) and any(map(_can_be_empty, members)))


def _members(kind: Type) -> Iterator[ProperType]:
    proper = get_proper_type(kind)
    if isinstance(proper, UnionType):
        yield from (one for item in proper.items for one in _members(item))
    else:
        yield proper


def _can_be_empty(kind: ProperType) -> bool:
    match kind:
        case LiteralType():
            return not kind.value
        case TupleType():
            return not kind.items or any(isinstance(item, UnpackType) for item in kind.items)
        case TypedDictType():
            return True
        case Instance():
            return any(name in base.names for base in kind.type.mro for name in ("__len__", "__bool__"))
    return False
