"""The reference of public Python names, from their signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum

import feasibility
from feasibility import registry


def groups() -> Iterator[tuple[str, list[str]]]:
    """The names of the core, what is called and what comes back, then those of each study."""
    core = [name for listed in registry.NAMES.values() for name in listed.split()]
    yield "Functions", [name for name in core if name[0].islower()]
    yield "Values, verdicts and errors", [name for name in core if not name[0].islower()]
    for study in registry.STUDIES:
        listed = registry.study(study)
        names = [name for line in listed.names.values() for name in line.split()]
        if names:
            yield study.capitalize(), names


def page() -> str:
    """All public names, grouped as the registry has them."""
    parts = [
        "# Python\n",
        "All of these are attributes of `feasibility`. The page is written by the build from signatures and",
        "docstrings.\n",
    ]
    for title, names in groups():
        parts += [f"## {title}\n", *(_entry(name) for name in names)]
    return "\n".join(parts)


def _entry(name: str) -> str:
    value = getattr(feasibility, name)
    text = inspect.getdoc(value) or ""
    if inspect.isclass(value):
        return f"### {name}\n\n{_clean(text)}\n\n{_members(value)}\n"
    words, example = _parts(text)
    return f"### {name}\n\n```text\n{name}{_signature(value)}\n```\n\n{_clean(words)}\n{example}"


def _parts(text: str) -> tuple[str, str]:
    """A docstring without its example, and the example as a block of its own."""
    words, mark, example = text.partition("\n>>> ")
    return words, f"\n```pycon\n{mark.strip()} {example}\n```\n" if mark else ""


def _signature(value: object) -> str:
    signature = inspect.signature(value)  # type: ignore[arg-type]
    text = _plain(str(signature))
    if len(text) < 90:
        return text
    lines, starred = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            lines.append("*")
            starred = True
        lines.append(_plain(str(parameter)))
    end = text.rpartition(") ->")[2]
    return "(\n" + "".join(f"    {line},\n" for line in lines) + f") ->{end}"


def _plain(text: str) -> str:
    """Annotations are kept as text by Python; without their quotes they read as written."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)


def _members(kind: type) -> str:
    if issubclass(kind, Enum):
        return "\n".join(f"- `{member.name}` = `{member.value!r}`" for member in kind)
    rows = []
    for name, value in sorted(vars(kind).items()):
        inner = getattr(value, "func", getattr(value, "fget", getattr(value, "__func__", value)))
        documented = inspect.isfunction(inner) and not name.startswith("_") and inner.__doc__
        if documented:
            called = _plain(str(inspect.signature(inner))) if inspect.isfunction(value) else ""
            called = called.replace("(self, ", "(").replace("(self)", "()").replace(" | ", " or ")
            rows.append(f"| `{name}{called}` | {_line(inner)} |")
    fields = [f"`{n}`" for n in getattr(kind, "__annotations__", {}) if not n.startswith("_")]
    listed = f"Fields: {', '.join(fields)}.\n\n" if fields else ""
    return listed + ("| member | |\n|---|---|\n" + "\n".join(rows) if rows else "")


def _line(function: object) -> str:
    return _clean((inspect.getdoc(function) or "").splitlines()[0])


def _clean(text: str) -> str:
    return text.replace("<", "&lt;")
