"""The reference of public Python names, from signatures and docstrings: a line for each, or all of it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum

import feasibility
from feasibility import registry
from feasibility.proofs.kind import Kind

HEAD = """# Python

For programs that ask: every public function in a line, by theme, and the values that belong to them.
All are attributes of `feasibility`; `help(feasibility.check)` shows the whole. Positions may be text, as on
the command line: `check("english33:-d4", "english33:+d4")`. A function returns what the command of its name
prints. Not shown: `board=`, that of a drawing; `pegs=N` for any position with N pegs; `jobs=`,
`scheduler=`, `resume=`, `force=`, `lenient=`, `theme=`, `report=`; the limits `time_limit=`, `work_limit=`,
`memory_limit=` or `limits=`, which end in a result and in no error.
(`python docs/generate/reference.py` writes this page.)
"""
KINDS = "the kinds of proof that a verdict may have, as [the format](../certificate-format.md) defines them"
AS_COMMAND = re.compile(r", as `[^`]*` .*$")  # the command of the same name says the same
UNTOLD = {"limits", "words", "report", "time_limit", "work_limit", "memory_limit", "pegs", "lenient", "theme"}
OFTEN = {"board", "force", "resume", "jobs", "scheduler"}  # untold where they are keywords
THEMES = {  # by the first words of a module; those of studies come after them
    "Boards, positions, plays": ("api.asking", "text.", "game."),
    "Questions and answers": ("api.", "many", "decide", "base.limits", "base.stopped", "proofs.verdict"),
    "Proofs": ("proofs.",),
    "Errors": ("base.errors",),
}


def groups() -> Iterator[tuple[str, list[str]]]:
    """The names of the core by theme, then those of each study."""
    left = dict(registry.NAMES)
    for theme, modules in THEMES.items():
        here = [module for module in left if module.startswith(modules)]
        yield theme, [name for module in here for name in left.pop(module).split()]
    yield "More", [name for listed in left.values() for name in listed.split()]
    for study in registry.STUDIES:
        listed = registry.study(study)
        yield study.capitalize(), [name for line in listed.names.values() for name in line.split()]


def short() -> str:
    """A line for each name."""
    parts = [HEAD]
    for title, names in groups():
        if names:
            listed = KINDS if title == "Proofs" else "the values of these"
            apart = [name for name in names if (_is_kind if title == "Proofs" else _is_result)(name)]
            parts += [f"## {title}\n", *(_row(name) for name in names if name not in apart)]
            parts += [f"- {', '.join(f'`{name}`' for name in apart)}: {listed}"] * bool(apart) + [""]
    return "\n".join(parts)


def _is_kind(name: str) -> bool:
    value = getattr(feasibility, name)
    return inspect.isclass(value) and issubclass(value, Kind)


def _is_result(name: str) -> bool:
    """Values of studies: their functions tell of them."""
    value = getattr(feasibility, name)
    return inspect.isclass(value) and value.__module__.startswith("feasibility.studies.")


def _row(name: str) -> str:
    value = getattr(feasibility, name)
    told = AS_COMMAND.sub("", _line(value).partition(". ")[0]).rstrip(".")
    return f"- `{name}{'' if inspect.isclass(value) else _call(value)}`: {told}"


def _call(function: object) -> str:
    """Names of parameters, those first that a caller may have to give; limits are told once."""
    asked = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    words = [p.name + "=" * (p.kind is p.KEYWORD_ONLY) for p in asked if not _untold(p)]
    return f"({', '.join(words)})"


def _untold(parameter: inspect.Parameter) -> bool:
    often = parameter.kind is parameter.KEYWORD_ONLY and parameter.name in OFTEN
    return often or parameter.name in UNTOLD


def page() -> str:
    """What is kept, and below it every name with its whole text."""
    parts = [short()]
    for title, names in groups():
        if names:
            parts += [f"## {title}, in full\n", *(_entry(name) for name in names)]
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
