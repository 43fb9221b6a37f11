"""The compiled kernels are there where they can be; without them their tests compare numpy with itself."""

from __future__ import annotations

import shutil

import pytest

from feasibility.native import binding

NAMES = ("dense_sweep", "dense_mirror", "dense_gather", "frontier_expand", "ranks")


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler")
@pytest.mark.parametrize("name", NAMES)
def test_where_there_is_a_compiler_there_are_kernels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(binding.SWITCH, raising=False)
    assert hasattr(binding.compiled(), f"pegfeas_{name}")


def test_the_switch_turns_them_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(binding.SWITCH, "0")
    assert binding.library() is None
    with pytest.raises(RuntimeError):
        binding.compiled()
