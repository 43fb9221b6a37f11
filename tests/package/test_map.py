"""The map in CONTRIBUTING.md names every room and nothing that is not there; tests mirror the rooms."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from feasibility.decide.schedule import CRITERIA
from feasibility.registry import commands
from tests.amounts import COSTLY
from tests.clocks import looking_at_a_clock

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "feasibility"
MAP = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Rules")[0]
NAMED = set(re.findall(r"`([a-z_./]+)`", MAP))


TESTED = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/criteria").glob("test_*.py"))


def rooms() -> set[str]:
    """Every package, and every module beside the rooms."""
    packages = {f"{p.parent.relative_to(PACKAGE).as_posix()}/" for p in PACKAGE.rglob("*/__init__.py")}
    return packages | {p.name for p in PACKAGE.glob("*.py")} - {"__init__.py", "__main__.py"}


def test_the_map_names_every_room() -> None:
    assert rooms() <= NAMED, f"no place in the layers of pyproject.toml: {rooms() - NAMED}"


def test_what_the_map_names_is_there() -> None:
    places = {name for name in NAMED if "/" in name or name.endswith((".py", ".md"))}
    known = {name for name in places if (PACKAGE / name).exists() or (ROOT / name).exists()}
    assert places - known == {"feasibility/_boards"}


PASSED = """
import sys
from feasibility.cli import main
seen = set()
sys.setprofile(lambda frame, event, _: seen.add(frame.f_code.co_filename) if event == "call" else None)
main(sys.argv[1:])
sys.setprofile(None)
print(*seen, sep="\\n", file=sys.stderr)
"""


def test_a_check_passes_through_the_path_of_a_pair() -> None:
    path = MAP.partition("## The path of a pair")[2].partition("\n\nA pair that is played")[0]
    (command,) = re.findall(r"`pegfeas ([^`]+)`", path)
    told = set(re.findall(r"`([a-z_/]+\.py)`", path))
    run = [sys.executable, "-c", PASSED, *command.split()]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "INFEASIBLE, decided by rule-of-three" in done.stdout
    passed = {
        Path(line).relative_to(PACKAGE).as_posix() for line in done.stderr.split() if str(PACKAGE) in line
    }
    assert len(told) > 12 and told <= passed, told - passed


def test_criteria_and_commands_are_where_the_map_says() -> None:
    for criterion in CRITERIA:
        assert (PACKAGE / "criteria" / f"{criterion.name.replace('-', '_')}.py").exists()
        page = f"docs/explanation/{criterion.name}.md"
        assert (ROOT / page).exists(), f"there is no page {page} of the criterion {criterion.name}"
        assert f'"{criterion.name}"' in TESTED, f"no file in tests/criteria/ tests {criterion.name}"
    for name, module, _ in commands():
        *folder, leaf = module.removeprefix("feasibility.").split(".")
        assert leaf == (name if folder == ["cli"] else f"{name}_command")
        assert (PACKAGE.joinpath(*folder) / f"{leaf}.py").exists()


def test_tests_mirror_the_rooms() -> None:
    with_code = {room.strip("/") for room in rooms() if room.endswith("/")}
    apart = {
        "base",
        "engines/positions",
        "studies/rules/judges",
        "studies/rules/evidence",
        "studies",
        "proofs/kinds",
        "render/kinds",
        "studies/exports/kinds",
    }  # tested with the rooms that use them
    for room in sorted(with_code - apart):
        assert list((ROOT / "tests" / room).glob("test_*.py")), f"no test_*.py in tests/{room}"


def test_what_is_listed_as_costly_is_there() -> None:
    for line in COSTLY:
        path, _, name = line.partition("[")[0].partition("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), line


def test_who_looks_at_a_clock_by_a_helper_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(
        "SOON = Limits(0.5)\n\ndef waits():\n    time.sleep(1)\n\ndef test_helped():\n    waits()\n\n"
        "@pytest.mark.parametrize('limits', [SOON])\ndef test_given(limits):\n    pass\n\n"
        "def test_other():\n    pass\n"
    )
    assert looking_at_a_clock(path) == {"SOON", "waits", "test_helped", "test_given"}
