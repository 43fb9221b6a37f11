"""What lies in the current folder is run by no process of ours, unless it is a rule that was asked about."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import feasibility
from feasibility.processes import worker

PACKAGE = Path(feasibility.__file__).parent
STARTS = {  # by module: what starts a process
    "os": {"system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp", "startfile"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "sys": {"executable"},
}
STARTERS = {"subprocess", "multiprocessing", "concurrent.futures.process", "pty", "runpy"}
HOSTILE = (
    "json",
    "pickle",
    "numpy",
    "PyNormaliz",
    "signal",
    "queue",
    "mmap",
    "feasibility",
    "tempfile",
    "scipy",
)


def starts_in(path: Path) -> set[str]:
    """The names in a file by which a process could be started."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in STARTS.get(module, ()) or (module == "os" and name.startswith(("exec", "spawn"))):
                    found.add(f"{module}.{name}")
                if name in ("ProcessPoolExecutor", "subprocess_exec", "subprocess_shell"):
                    found.add(name)
            case ast.Import(names=names):
                found |= {alias.name for alias in names if alias.name.partition(".")[0] in STARTERS}
            case ast.ImportFrom(module=str(module), names=names):
                named = {f"{module}.{alias.name}" for alias in names}
                known = {f"{place}.{name}" for place, some in STARTS.items() for name in some}
                found |= named & known
                if module.partition(".")[0] in STARTERS or any(
                    n.endswith("ProcessPoolExecutor") for n in named
                ):
                    found.add(module)
    return found


def test_processes_are_started_in_one_place_and_pythons_by_one_function() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): starts_in(path) for path in PACKAGE.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {
        "processes/child.py": {"subprocess"},
        "processes/worker.py": {"sys.executable"},
    }
    places = [
        node.name
        for node in ast.walk(ast.parse(Path(worker.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and "sys.executable" in ast.unparse(node)
    ]
    assert places == ["python"]
    assert worker.python("pass") == [sys.executable, "-P", "-c", "pass"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A current folder whose modules leave a trace when they are run."""
    place = tmp_path / "here"
    place.mkdir()
    for name in HOSTILE:
        text = f"open({str(place / 'RUN')!r}, 'a').write({name + ' '!r})\nraise SystemExit('hostile')\n"
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    return place


def run(folder: Path, *words: str, stdin: str = "", path: str = "") -> str:
    """Standard output of a command that is started as the installed program: not from the current folder."""
    places = [path, str(PACKAGE.parent), os.environ.get("PYTHONPATH")]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "feasibility", *words],
        cwd=folder, input=stdin, capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))},
    )  # fmt: skip
    trace = folder / "RUN"
    assert not trace.exists(), trace.read_text(encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


NORMALIZ = """
class Cone:
    def __init__(self, **matrices):
        self.rows = matrices["inequalities"]

    def ExtremeRays(self):
        return [[0] * len(self.rows[0])]
"""


def test_normaliz_is_what_is_installed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "PyNormaliz.py").write_text(NORMALIZ, encoding="utf-8")
    run(folder, "facets", "line:5", "--engine", "normaliz", path=str(tmp_path / "installed"))


def test_workers_of_a_batch(folder: Path) -> None:
    lines = [{"id": i, "start": "xx.", "target": "..x"} for i in range(4)]
    said = run(folder, "batch", "-", "--jobs", "2", stdin="\n".join(map(json.dumps, lines)))
    assert [json.loads(line)["verdict"] for line in said.splitlines()] == ["feasible"] * 4


RULE = "import json, helper\n\ndef rule(position, target):\n    return json.loads(helper.SAYS)\n"


@pytest.mark.parametrize(
    "rule", ["rules/mine.py:rule", "mine.py:rule", "mine:rule", "queue_of_mine.mine:rule"]
)
def test_judges_of_a_rule_in_python(rule: str, folder: Path) -> None:
    """Neighbours of the rule can be imported, but take no name from others."""
    for place in (folder, folder / "rules", folder / "queue_of_mine"):
        place.mkdir(exist_ok=True)
        (place / "mine.py").write_text(RULE, encoding="utf-8")
        (place / "helper.py").write_text("SAYS = 'false'\n", encoding="utf-8")
        if place != folder:
            (place / "json.py").write_text((folder / "json.py").read_text("utf-8"), encoding="utf-8")
    said = run(folder, "validate", rule, "--board", "line:5", "--no-power", "--cases", "20", "--json")
    assert json.loads(said.splitlines()[-1])


def test_a_rule_in_a_module_of_a_name_that_others_have(folder: Path) -> None:
    """The module that was asked for is the one in the current folder."""
    (folder / "this.py").write_text("def rule(position, target):\n    return False\n", encoding="utf-8")
    run(folder, "validate", "this:rule", "--board", "line:5", "--no-power", "--cases", "20")
