"""Samples of ground truth that are kept: the same as when they are made, and never believed if damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import feasibility
from feasibility.base.limits import Limits
from feasibility.base.report import silent
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import ground, keeping, truth
from feasibility.studies.rules.evidence.ground import Ground
from feasibility.text.catalogue import board

BOARD = board("rectangle:4x4")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and no truth in memory."""
    monkeypatch.setenv("PEGFEAS_CACHE", str(tmp_path))
    monkeypatch.setattr(ground, "_made", {})
    return tmp_path


def fresh() -> Ground:
    """As a new process has it."""
    ground._made.clear()
    return Ground(Target(BOARD, 1 << 5), Limits().start(), 1, 0, silent)


def masks(one: Ground) -> list[int]:
    return [int(mask) for level in one.sample(100) for mask in level.masks]


def refuse(*given: object, **named: object) -> object:
    raise AssertionError("the truth is not needed")


def test_a_new_process_finds_the_samples_without_the_truth(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = masks(fresh())
    assert len(list(cache.glob("*.cases"))) == 1
    monkeypatch.setattr(truth, "build", refuse)
    assert masks(fresh()) == made


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[:40],
        lambda data: b"",
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: bytes(32) + data[32:],
        lambda data: data + b"x",
    ],
)
def test_a_damaged_file_is_made_anew(cache: Path, damage: Callable[[bytes], bytes]) -> None:
    made = masks(fresh())
    (file,) = cache.glob("*.cases")
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert masks(fresh()) == made
    assert file.read_bytes() == whole


def test_a_file_about_something_else_is_not_believed(cache: Path) -> None:
    """Even if it stands under the right name."""
    made = masks(fresh())
    (file,) = cache.glob("*.cases")
    other = Ground(Target(BOARD, 1 << 6), Limits().start(), 1, 0, silent)
    other.sample(100)
    (second,) = set(cache.glob("*.cases")) - {file}
    file.write_bytes(second.read_bytes())
    assert masks(fresh()) == made


def test_a_folder_that_cannot_be_written_is_no_obstacle(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cache / "file").write_text("")
    monkeypatch.setenv("PEGFEAS_CACHE", str(cache / "file"))
    assert len(masks(fresh())) == 100


def test_the_oldest_files_go(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_FILES", 3)
    for number in range(6):
        keeping.kept(f"about {number}", lambda: {"a": np.arange(3)})
    assert len(list(cache.glob("*.cases"))) == 3


def test_several_rules_of_a_run_share_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    first = feasibility.assert_sound(lambda position, target: False, BOARD, cases=100)
    monkeypatch.setattr(truth, "build", refuse)
    second = feasibility.assert_sound(lambda position, target: position.count == 0, BOARD, cases=100)
    assert [str(kind) for kind in first.kinds][:3] == [str(kind) for kind in second.kinds][:3]


class Contended(dict[object, object]):
    """What another thread empties once it was asked what it has."""

    def __iter__(self) -> Iterator[object]:
        found = list(super().__iter__())
        self.clear()
        return iter(found)


def test_a_truth_may_be_forgotten_by_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    for made in (Contended(), Contended({1: "a", 2: "b", 3: "c"})):
        monkeypatch.setattr(ground, "_made", made)
        one = Ground(Target(BOARD, 1 << 5), Limits().start(), 1, 0, silent)
        assert one.truth.levels.any() and not made
