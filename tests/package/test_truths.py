"""None is asked by `is`: nothing that can be None and empty is taken for truth anywhere in the package."""

from __future__ import annotations

from pathlib import Path

from tests.package.truths import doubts

ROOT = Path(__file__).parents[2]
SEEDED = """
class Sized:
    def __len__(self) -> int:
        return 0


def play(lost: bool) -> tuple[int, ...] | None:
    return None if lost else ()


def count(of: str) -> int | None:
    return None if of else 0


def sized() -> Sized | None:
    return None


def places(given: tuple[int, ...] | None, known: bool | None, most: int | None, other: str | None) -> object:
    found = play(True)
    if found:  # doubt
        return 1
    if (again := play(False)) and known is True:  # doubt
        return 2
    if not found and most is not None and most:  # doubt
        return 3
    while given:  # doubt
        given = None
    assert other or known is None  # doubt
    default = play(False) or (1,)  # doubt
    chosen = 5 if most else 6  # doubt
    kept = [one for one in (given, found) if one]  # doubt
    said = most is None and not known  # doubt
    match most:
        case 1 if other:  # doubt
            return 4
    told = bool(count("a"))  # doubt
    some = any(count(name) for name in "abc")  # doubt
    if sized():  # doubt
        return 5
    return default, chosen, kept, said, told, some, again


def fine(given: tuple[int, ...] | None, pair: tuple[int, int] | None, text: str | None) -> object:
    if given is not None and given:
        return given[0]
    if pair:
        return pair
    if not list(range(3)):
        return 0
    return text or ""
"""


def test_a_check_finds_each_way_to_take_a_value_for_truth(tmp_path: Path) -> None:
    path = tmp_path / "seeded.py"
    path.write_text(SEEDED, encoding="utf-8")
    wanted = {number for number, line in enumerate(SEEDED.splitlines(), 1) if line.endswith("# doubt")}
    found = doubts([("seeded", path)], tmp_path / "cache")
    assert {doubt.line for doubt in found} == wanted, "\n".join(map(str, found))


def test_an_array_is_no_truth(tmp_path: Path) -> None:
    path = tmp_path / "arrays.py"
    path.write_text("import numpy as np\nif np.zeros(1):\n    pass\nif np.zeros(1).any():\n    pass\n")
    assert [doubt.line for doubt in doubts([("arrays", path)], ROOT / ".mypy_cache" / "truths")] == [2]


def test_nothing_in_the_package_is_taken_for_truth_that_is_none_or_empty() -> None:
    """Heirs of `Namespace` and other values without a type are not seen."""
    files = sorted((ROOT / "feasibility").rglob("*.py"))
    named = []
    for path in files:
        parts = path.relative_to(ROOT).with_suffix("").parts
        named.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    found = doubts(named, ROOT / ".mypy_cache" / "truths")
    assert not found, "\n" + "\n".join(map(str, found))
