"""Both ends of a proof are written in one form, whatever other checks in the process do in the meantime."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from feasibility import verifier
from tests.verifier.reference import certificate, rectangle

Json = dict[str, object]


def false_search(holes: int) -> Json:
    """There is a play of one jump, and the levels have their right sizes."""
    proof: Json = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 1], "backward": [1]}
    return certificate(rectangle(1, holes), [0, 1], [2], proof)


def false_sweeps(holes: int) -> Json:
    """The play is one sweep, and at least two are claimed."""
    proof: Json = {"kind": "sweeps", "at_least": 2, "regions": [], "pagodas": [], "residues": []}
    proof |= {"symmetries": [], "forward": [1, 1], "backward": [1]}
    return certificate(rectangle(1, holes), [0, 1], [2], proof) | {"claim": "sweeps"}


def other_end(monkeypatch: pytest.MonkeyPatch, first: str, second: str) -> None:
    """The two ends of a search get two forms, as if they were chosen twice."""
    sets = verifier.Form.sets

    def split(_: verifier.Form, problem: verifier.Problem, back: bool) -> verifier.Sets:
        words = (first, second)[back] == "words"
        return sets(verifier.Form(numpy, ()) if words else verifier.Form.plain(problem), problem, back)

    monkeypatch.setattr(verifier.Form, "sets", split)


MIXED = [("words", "salted", 61), ("salted", "words", 64), ("words", "salted", 60), ("salted", "salted", 65)]


@pytest.mark.parametrize(("first", "second", "holes"), MIXED)
def test_two_forms_in_one_search_are_no_outcome(
    first: str, second: str, holes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = false_search(holes)
    assert verifier.check(value).reason == "the last forward and the last backward level share a position"
    other_end(monkeypatch, first, second)
    with pytest.raises(TypeError, match="two forms"):
        verifier.check(value)


def test_without_the_refusal_they_would_pass_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above is about something."""
    other_end(monkeypatch, "salted", "salted")
    monkeypatch.setattr(verifier.Form, "require", lambda *_: None)
    assert verifier.check(false_search(65)).valid


@pytest.mark.parametrize("holes", [61, 64, 70])
def test_two_forms_of_sweeps_are_no_outcome(holes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    value, wide = false_sweeps(holes), verifier.Wide
    assert verifier.check(value).reason == "a forward and a backward level share a position"

    def split(problem: verifier.Problem, form: verifier.Form, *rest: object, back: bool) -> verifier.Wide:
        other = verifier.Form.plain(problem)._replace(shelf=form.shelf)
        return wide(problem, other, *rest, back=back)  # type: ignore[arg-type]

    monkeypatch.setattr(verifier, "Wide", split)
    with pytest.raises(TypeError, match="two forms"):
        verifier.check(value)


@pytest.mark.parametrize("holes", [60, 61, 64, 65])
@pytest.mark.parametrize("make", [false_search, false_sweeps])
def test_a_check_chooses_once(
    make: Callable[[int], Json], holes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    noise = os.urandom
    monkeypatch.setattr(verifier.os, "urandom", lambda size: drawn.append(size) or noise(size))
    assert verifier.check(make(holes)).outcome == "rejected"
    assert drawn == [8 * holes]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_checks_from_many_threads(seed: str) -> None:
    """False and true searches on 60 to 72 holes, while numpy is imported on account of one of them."""
    command = [sys.executable, "-P", "-m", "tests.verifier.threads", seed]
    place = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=place)
    assert (done.stdout, done.stderr) == ("170 checks, 0 wrong, numpy is imported\n", "")


# --- by the syntax tree: a check looks at its certificate, its limits, the clock, and nothing else ---

TREE = ast.parse(Path(verifier.__file__).read_text(encoding="utf-8"))
FUNCTIONS = [node for node in ast.walk(TREE) if isinstance(node, ast.FunctionDef)]
COMMAND_LINE = {"standard_input", "_read_file", "main", "_told", "_print"}  # what reads files and prints

# all that is used of modules which know the process; the command line may use more
USED = {"os": {"makedirs", "PathLike", "urandom"}, "sys": set[str]()}
USED_TO_READ_AND_PRINT = {
    "os": {"PathLike", "fstat", "path", "dup2", "open", "devnull", "O_WRONLY"},
    "sys": {"stdin", "stdout", "stderr"},
}
PURE = {
    "__future__", "argparse", "array", "bisect", "collections.abc", "hashlib", "io", "itertools", "json",
    "math", "operator", "re", "tempfile", "textwrap", "time", "typing", "numpy", *USED,
}  # fmt: skip
SENDING = {"importlib", "pickle"}
READ = {"globals", "locals", "dir", "id", "hash", "__import__", "eval", "exec", "open", "input"}


def attributes_of(node: ast.AST, module: str) -> set[str]:
    return {
        inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == module
    }


def names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def test_no_module_is_imported_that_could_tell_of_the_process() -> None:
    imported = {alias.name for node in ast.walk(TREE) if isinstance(node, ast.Import) for alias in node.names}
    froms = [node for node in ast.walk(TREE) if isinstance(node, ast.ImportFrom)]
    given = {node.module: node for node in froms}
    assert (imported | set(given)) - PURE == set(SENDING)
    sending = next(c for c in TREE.body if isinstance(c, ast.ClassDef) and c.name == "SentStep")
    assert all(given[module] in ast.walk(sending) for module in SENDING), "what is sent to other processes"
    assert [alias.name for alias in given["time"].names] == ["monotonic"]
    assert {alias.name for node in froms if node.module == "io" for alias in node.names} == {"BytesIO"}
    assert not {"functools", "contextvars", "threading"} & (imported | set(given)), "where caches come from"


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda node: node.name)
def test_no_function_looks_at_the_process(function: ast.FunctionDef) -> None:
    reads = function.name in COMMAND_LINE
    for module, used in (USED_TO_READ_AND_PRINT if reads else USED).items():
        assert attributes_of(function, module) <= used, module
        bare = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == module]
        within = [n for n in ast.walk(function) if isinstance(n, ast.Attribute) and n.value in bare]
        assert len(bare) == len(within), "a module is handed on"
    calls = [ast.unparse(n) for n in ast.walk(function) if isinstance(n, ast.Call)]
    assert {call for call in calls if call.startswith("vars(")} <= {"vars(self)"}
    assert not names(function) & (READ - {"open"} if reads else READ)


def test_one_function_chooses_numpy() -> None:
    choosing = [
        f.name
        for f in FUNCTIONS
        if "numpy" in {a.name for n in ast.walk(f) if isinstance(n, ast.Import) for a in n.names}
    ]
    assert choosing == ["of"]


CHANGING = {"append", "add", "update", "extend", "insert", "remove", "discard", "pop", "popitem", "clear",
            "setdefault", "sort", "reverse"}  # fmt: skip


def changes_of(function: ast.FunctionDef, known: set[str]) -> set[str]:
    """The names among these that something in the function changes."""

    def root(node: ast.AST) -> str:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return node.id if isinstance(node, ast.Name) else ""

    found = set[str]()
    for node in ast.walk(function):
        match node:
            case ast.Global() | ast.Nonlocal():
                found.update(node.names)
            case ast.Assign() | ast.Delete():
                found.update(root(t) for t in node.targets if isinstance(t, ast.Attribute | ast.Subscript))
            case ast.AugAssign() | ast.AnnAssign():
                found.add(root(node.target) if isinstance(node.target, ast.Attribute | ast.Subscript) else "")
            case ast.Call(func=ast.Attribute(attr=attr, value=value)) if attr in CHANGING:
                found.add(root(value))
    return found & known


def test_nothing_that_two_checks_share_is_ever_changed() -> None:
    """No function changes what a module or a class holds, and no default is a value that can change."""
    shared = {target.id for node in TREE.body if isinstance(node, ast.Assign | ast.AnnAssign)
              for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
              if isinstance(target, ast.Name)}  # fmt: skip
    classes = [node for node in TREE.body if isinstance(node, ast.ClassDef)]
    shared |= {node.name for node in TREE.body if isinstance(node, ast.ClassDef | ast.FunctionDef)} | {"cls"}
    assert {"KINDS", "BOARDS", "PARTS", "COUNTING", "STEPS", "TYPES"} <= shared
    for function in FUNCTIONS:
        assert not changes_of(function, shared), function.name
        defaults = [*function.args.defaults, *filter(None, function.args.kw_defaults)]
        assert all(isinstance(d, ast.Constant | ast.Name | ast.Tuple | ast.UnaryOp) for d in defaults), (
            function.name
        )
        assert all(ast.unparse(d) in ("property", "classmethod") for d in function.decorator_list), (
            function.name
        )
    for node in classes:
        values = [inner.value for inner in node.body if isinstance(inner, ast.Assign | ast.AnnAssign)]
        assert all(isinstance(value, ast.Constant | ast.Tuple | None) for value in values), node.name
