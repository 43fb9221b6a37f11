"""The compiled kernels are there where they can be; without them their tests compare numpy with itself."""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from feasibility.base.errors import InputError
from feasibility.engines.plans.ways import UNIT
from feasibility.native import binding

SOURCES = Path(binding.__file__).parent
COMPILER = any(map(shutil.which, ("cc", "gcc", "clang")))
needs_compiler = pytest.mark.skipif(not COMPILER, reason="no C compiler")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The switch is not set, and nothing that a test loads is kept."""
    monkeypatch.setattr(binding, "CHOSEN", "1")
    yield
    binding._load.cache_clear()
    binding._kernels.cache_clear()


@needs_compiler
@pytest.mark.parametrize("name", binding.SIGNATURES)
def test_where_there_is_a_compiler_there_are_kernels(name: str) -> None:
    assert binding.levels()
    for level in binding.levels():
        assert callable(getattr(binding._kernels(level), name))


@needs_compiler
def test_the_switch_names_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    assert binding.compiled().level == binding.levels()[-1]
    for level in binding.levels():
        monkeypatch.setattr(binding, "CHOSEN", level)
        assert binding.compiled().level == level
    assert binding.compiled().compiler.split()[0] in ("gcc", "clang")


@needs_compiler
def test_the_switch_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two looks of one search have the same kernels, whatever another thread does to the environment."""
    before = binding.library()
    monkeypatch.setenv(binding.SWITCH, "0")
    assert binding.library() is before is not None


def test_the_switch_turns_them_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "CHOSEN", "0")
    assert binding.library() is None
    with pytest.raises(RuntimeError):
        binding.compiled()


@needs_compiler
@pytest.mark.parametrize("switch", ["sse9", "yes", *binding.LEVELS])
def test_a_level_that_is_not_there_is_an_error(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "CHOSEN", switch)
    if switch in binding.levels():
        assert binding.compiled().level == switch
        return
    with pytest.raises(InputError, match=rf"{binding.SWITCH}.*{switch}"):
        binding.library()


@needs_compiler
@pytest.mark.parametrize("place", range(len(binding.SIZES)))
def test_other_sizes_are_told_and_not_used(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = list(binding.SIZES)
    sizes[place] += 8
    monkeypatch.setattr(binding, "SIZES", tuple(sizes))
    binding._load.cache_clear()
    binding._kernels.cache_clear()
    with pytest.warns(RuntimeWarning, match="compiled from other sources"):
        assert binding.library() is None


def test_every_kernel_has_a_signature() -> None:
    """Ctypes would take a function without one for a function of any arguments that returns an int."""
    text = "".join(path.read_text() for path in SOURCES.glob("*.h"))
    assert set(re.findall(r"^\w+ KERNEL\((\w+)\)", text, re.MULTILINE)) == set(binding.SIGNATURES)
    for name, (_, arguments) in binding.SIGNATURES.items():
        listed = re.search(rf"KERNEL\({name}\)\(([^)]*)\)", text)
        assert listed is not None and len(listed[1].split(",")) == len(arguments), name


def test_structures_name_the_same_fields_in_the_same_order() -> None:
    text = re.sub(r"/\*.*?\*/", "", (SOURCES / "layout.h").read_text(), flags=re.DOTALL)
    structures = (binding.ClosureCall, binding.Sparse, binding.Reaching, binding.Beaming)
    for structure in (*structures, binding.Dealing, binding.PassageCall):
        name = structure.__name__.removesuffix("Call").lower()
        body = re.search(rf"typedef struct {{([^}}]*)}} {name};", text)
        assert body is not None
        names = [
            re.findall(r"(\w+)\s*$", part)[0] for line in body[1].split(";")[:-1] for part in line.split(",")
        ]
        assert names == [field[0] for field in structure._fields_]


def test_constants_are_those_of_the_sources() -> None:
    text = (SOURCES / "layout.h").read_text() + (SOURCES / "ranks.h").read_text()
    text += (SOURCES / "frontier.h").read_text()
    text += (SOURCES / "edges.h").read_text() + (SOURCES / "images.h").read_text()
    text += (SOURCES / "mending.h").read_text() + (SOURCES / "chances.h").read_text()
    constants = dict(re.findall(r"#define (\w+) +(\d+)", text))
    assert int(constants["ABI"]) == binding.ABI
    assert 64 * int(constants["MOST_LEGAL"]) == binding.MOST_INSIDE
    assert int(constants["UNIT"]) == UNIT
    assert 64 * int(constants["MOST_MARKS"]) == binding.MOST_UNITS
    assert int(constants["MOST_JUMPS"]) == binding.MOST_JUMPS
    assert int(constants["MOST_NARROW"]) == binding.MOST_NARROW
    assert int(constants["MOST_ENTRY"]) == binding.MOST_ENTRY
    assert int(constants["CHANCES_AT_ONCE"]) == binding.CHANCES_AT_ONCE
    for name in ("MOST_WIDTH", "MOST_IMAGES", "MOST_LANES", "MOST_EDGES", "MOST_COLUMNS", "MOST_SET_WORDS"):
        assert int(constants[name]) == getattr(binding, name)


@pytest.mark.parametrize(
    "array",
    [np.zeros(4, np.int64), np.zeros(4, np.uint32), np.zeros((4, 4), np.uint64)[:, 1], np.zeros(4, ">u8")],
)
def test_an_array_of_another_kind_never_reaches_c(array: np.ndarray) -> None:
    if array.dtype.newbyteorder("<") == np.uint64 and array.flags.c_contiguous:
        array = array[::2]
    with pytest.raises(TypeError, match="contiguous array of u8"):
        binding.WORDS.address(array)


class Interrupting(np.ndarray):
    """Ctrl-C comes while it is being made ready for C."""

    @property
    def ctypes(self) -> NoReturn:
        raise KeyboardInterrupt


@needs_compiler
def test_an_interrupt_between_python_and_c_stays_one() -> None:
    """It was an ArgumentError of ctypes once, and the program called it a defect of its own."""
    words = np.zeros(8, np.uint64)
    with pytest.raises(KeyboardInterrupt):
        binding.compiled().dense_extract(words.view(Interrupting), 0, 8, words)


@needs_compiler
@pytest.mark.parametrize("count", [3, 5])
def test_a_kernel_takes_as_many_arguments_as_it_names(count: int) -> None:
    words = np.zeros(8, np.uint64)
    with pytest.raises(ValueError, match="argument"):
        binding.compiled().dense_extract(*[words, 0, 8, words, words][:count])


def test_nothing_is_said_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binding, "__file__", str(tmp_path / "binding.py"))
    binding._load.cache_clear()
    binding._kernels.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert binding.library() is None and binding.levels() == ()
