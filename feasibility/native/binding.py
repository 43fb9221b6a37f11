"""The optional compiled kernels: every signature and every structure that is shared with C, and their loader.

Every kernel has a reference in Python behind the same function, with numpy for all but graphs (for levels of
pegs that is a closure): without a compiler at install time, or with `PEGFEAS_KERNELS=0` in the environment,
everything still works, slower. The kernels are compiled once for each level of vector instructions; the
widest that the machine has is taken, or the one that the switch names.

This is ctypes rather than a generated module: a build without a compiler stays possible, no package is needed
for it, and with all signatures here and their sizes compared at load nothing is left that cffi would check.
"""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

SWITCH = "PEGFEAS_KERNELS"  # 0: none; 1: the widest level; or a level by its name
CHOSEN = os.environ.get(SWITCH, "1")  # once for the process: who asks twice has the same kernels twice
LEVELS = ("baseline", "avx2", "avx512")  # as pegfeas_level in native/module.c numbers them
ABI = 20  # as in native/layout.h
MOST_UNITS = 512  # of a block, what MOST_MARKS in native/layout.h has room for
MOST_JUMPS = 1024  # of a sparse set
MOST_NARROW = 128  # images of a position in a level of bits, filled up to whole vectors
MOST_EDGES = 1024  # at one ray
MOST_COLUMNS = 32  # of the cone of the edges at a ray
MOST_ENTRY = 1 << 25  # of a ray whose edges are followed
MOST_ROW_SUM = 64  # of the absolute values of a row of it
MOST_SET_WORDS = 2  # of a position whose images are taken, or its sweeps
MOST_WIDTH = 64  # of a row whose rank is taken
CHANCES_AT_ONCE = 16
MOST_IMAGES = 128  # of a position, besides itself
MOST_LANES = 128  # words with values of pagoda functions
BOUNDS = 16  # by weights, in a block, as in native/sweep_bounds.h
MOST_INSIDE = 256  # jumps inside a window, 64 * MOST_LEGAL in native/mending.h

Address = ctypes.c_void_p
Number, Word = ctypes.c_int64, ctypes.c_uint64


class Array:
    """The type of an argument: the data of a contiguous numpy array of one type of numbers."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def address(self, array: NDArray[Any]) -> int:
        """Where its data is; an error for another array, whose bytes would be misread."""
        if array.dtype.str[1:] != self.kind or not array.flags.c_contiguous:
            raise TypeError(f"a contiguous array of {self.kind} is needed, not of {array.dtype}")
        return address(array)


class Buffer(Array):
    """The type of an argument: the bytes of a bytearray, where numpy is not needed."""

    def address(self, array: Any) -> int:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))


def address(array: NDArray[Any]) -> int:
    """Where the data of an array is; the array must outlive its use."""
    return int(array.ctypes.data)


WORDS, COUNTS, RANKS = Array("u8"), Array("i8"), Array("u4")
BYTES, FLAG, REALS = Array("u1"), Array("i4"), Array("f8")
WEIGHTS, HELD = Array("i4"), Buffer("u1")


def fields(names: str) -> list[tuple[str, type[Any]]]:
    """The members of a structure in their order: `*` before an address, `+` before a word, else a number."""
    types = {"*": Address, "+": Word}
    return [(name.lstrip("*+"), types.get(name[0], Number)) for name in names.split()]


class ClosureCall(ctypes.Structure):
    """A closure under way, as in native/layout.h."""

    _fields_ = fields(
        "*words units *moves inner count *masks *targets *parities *parity_of *stamps *seen "
        "*clock *marks blocks sweep *stop cursor grown *order visited images *image *place *steps "
        "*first_step"
    )


class Sparse(ctypes.Structure):
    """A set, or a level of one, of which one block of each orbit is kept, with numbers of plays."""

    _fields_ = fields(
        "*words *ranks *numbers *position constant bytes *legal *steps sets holes block_bits "
        "*turn *via *place *within *order"
    )


class Reaching(ctypes.Structure):
    """A level of the frontier search that is marked in an array of bits."""

    _fields_ = fields(
        "*words *level count *legal sets pieces groups *lane_tables *bases *signs *deltas *tables "
        "*none bytes images order *moved *orbits +base *high *low part parts *sizes *out *stop "
        "cursor positions"
    )


class Beaming(ctypes.Structure):
    """A question of beam search."""

    _fields_ = fields(
        "holes bytes words moves order *cares *wants *images *moved *spreads "
        "room met_bits *met *scratch *scores"
    )


class PassageCall(ctypes.Structure):
    """A play as a window of a board sees it, and the room for the ways through it."""

    _fields_ = fields(
        "size jumps *pegs *masks crossings steps *across_pegs *across_masks *path width chance *weights "
        "shaken +target +salt room most *levels *reached *table *scores *ends *way made seen"
    )


class Dealing(ctypes.Structure):
    """How a level is dealt to partitions, and a share of the level before it."""

    _fields_ = fields(
        "*level count *legal sets pieces groups *lane_tables *bases *signs *deltas wide *tables "
        "*none bytes images *moved *orbits low bits *high *bit *last *dealt *places *filled room "
        "most cursor positions"
    )


MOVE, STEP = 16, 32  # words of the records that arrays hold
SIZES = (
    ABI,
    8 * MOVE,
    8 * STEP,
    ctypes.sizeof(ClosureCall),
    ctypes.sizeof(Sparse),
    ctypes.sizeof(Reaching),
    ctypes.sizeof(Beaming),
    ctypes.sizeof(Dealing),
    ctypes.sizeof(PassageCall),
)
ASKED = ctypes.POINTER(Beaming)

# name: what it returns, what it takes; what each does is told in native/*.h
SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "affine": (None, [WORDS, Number, Number, WORDS, Word, WORDS]),
    "beam_prepare": (None, [ASKED, Address, Address]),
    "beam_expand": (Number, [ASKED, Address, Number, Address]),
    "beam_distinct": (Number, [ASKED, Address, Number]),
    "beam_keep": (None, [ASKED, Address, Number, Address, Number, Address]),
    "beam_meet": (Number, [ASKED, Address, Number, Address, Address, Number]),
    "beam_match": (Number, [ASKED, Address, Number, Address, Address, Number]),
    "beam_back": (Number, [ASKED, Address, Address, Number]),
    "chance_degrees": (None, [WORDS, Number, WORDS, WORDS, Number, COUNTS]),
    "chance_slots": (None, [WORDS, Number, RANKS, Word]),
    "chance_sums": (
        None,
        [
            *(WORDS, Number, WORDS, WORDS, Number, Number, WORDS, WORDS, Number),
            *(WORDS, RANKS, Word, RANKS, Number, RANKS, WORDS, WORDS, RANKS, Number),
        ],
    ),
    "dense_sweep": (None, [ctypes.POINTER(ClosureCall), ctypes.c_int32]),
    "dense_histogram": (None, [WORDS, Number, Number, BYTES, WORDS, Number, Number, COUNTS]),
    "dense_level": (Number, [WORDS, Number, Number, BYTES, WORDS, Number, Number, Number, WORDS]),
    "dense_sort": (None, [WORDS, Number, Number, BYTES, BYTES, Number, COUNTS, WORDS]),
    "dense_rank": (Number, [WORDS, Number, RANKS]),
    "dense_extract": (Number, [WORDS, Number, Number, WORDS]),
    "dense_ends": (None, [Number, Number, COUNTS, Number, WORDS, WORDS]),
    "dense_mirror": (None, [WORDS, Number, COUNTS]),
    "dense_count": (
        None,
        [ctypes.POINTER(Sparse), ctypes.POINTER(Sparse), Number, Number, COUNTS, FLAG],
    ),
    "dense_gather": (None, [ctypes.POINTER(Sparse), WORDS, Number, Number, COUNTS, FLAG]),
    "dense_pick": (None, [ctypes.POINTER(Sparse), WORDS, Number, WORDS, Number]),
    "frontier_expand": (
        Number,
        [
            *(WORDS, Number, WORDS, WORDS, Number, Number),
            *(Number, WORDS, WORDS, WORDS, WORDS),
            *(Number, WORDS, WORDS, WORDS, WORDS, Number),
        ],
    ),
    "frontier_reach": (None, [ctypes.POINTER(Reaching)]),
    "frontier_sizes": (None, [ctypes.POINTER(Reaching)]),
    "frontier_list": (None, [ctypes.POINTER(Reaching)]),
    "mend": (Number, [ctypes.POINTER(PassageCall)]),
    "partition_deal": (None, [ctypes.POINTER(Dealing)]),
    "partition_mark": (None, [WORDS, RANKS, Number]),
    "partition_list": (None, [ctypes.POINTER(Dealing), WORDS, Number, Number, Number, WORDS]),
    "sweep_bounds": (
        Number,
        [*(WORDS, WORDS, Number, Number, WORDS), *(Word, Word, Number, WEIGHTS, WEIGHTS, Number)],
    ),
    "sweeps_expand": (
        Number,
        [
            *(WORDS, Number, WORDS, WORDS, Number, Number),
            *(Number, WORDS, WORDS, WORDS, WORDS),
            *(Number, WORDS, WORDS, COUNTS, WORDS, WORDS),
            *(WORDS, WORDS, Word, Word, Number, Number, WORDS, WORDS, Number, Number, COUNTS),
        ],
    ),
    "edges": (ctypes.c_int32, [COUNTS, Number, Number, COUNTS, Number, COUNTS, WORDS, COUNTS]),
    "graphs_apart": (Number, [ctypes.c_char_p, Number, Number, Number]),
    "graphs_count": (
        None,
        [ctypes.c_char_p, Number, Number, Number, Number, *[HELD] * 4],
    ),
    "graphs_sliced": (
        None,
        [ctypes.c_char_p, Number, Number, Number, Number, *[HELD] * 3],
    ),
    "least_images": (None, [WORDS, Number, Number, Number, WORDS, Number, WORDS, COUNTS]),
    "ranks": (ctypes.c_int32, [REALS, Number, Number, BYTES, Number, Number, Number, COUNTS]),
}


def _with_addresses(function: Callable[..., Any], kinds: list[Any]) -> Callable[..., Any]:
    """A compiled function that takes arrays.

    Their addresses are found before ctypes is entered. Where ctypes calls Python code for an argument, it
    makes an error of its own of an interrupt in there, and the program would take Ctrl-C for a defect.
    """

    def call(*given: Any) -> Any:
        return function(
            *(
                kind.address(value) if isinstance(kind, Array) else value
                for kind, value in zip(kinds, given, strict=True)
            )
        )

    return call


class Kernels:
    """The compiled kernels of one level, by their names in SIGNATURES."""

    def __init__(self, library: ctypes.CDLL, level: str) -> None:
        self.level = level
        self.compiler: str = library.pegfeas_compiler().decode()
        for name, (result, arguments) in SIGNATURES.items():
            function = getattr(library, f"pegfeas_{level}_{name}")
            function.restype = result
            function.argtypes = [Address if isinstance(kind, Array) else kind for kind in arguments]
            setattr(self, name, _with_addresses(function, arguments))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]: ...


@lru_cache(maxsize=1)
def _load() -> ctypes.CDLL | None:
    folder = os.path.dirname(__file__)
    for name in sorted(os.listdir(folder)):
        if not name.startswith("_kernels") or not name.endswith((".so", ".pyd", ".dylib")):
            continue
        try:
            library = ctypes.CDLL(os.path.join(folder, name))
        except OSError:  # built for another interpreter or machine
            continue
        if _sizes(library) == SIZES:
            library.pegfeas_compiler.restype = ctypes.c_char_p
            return library
        warnings.warn(
            f"{name} was compiled from other sources and is not used: install pegfeas again",
            RuntimeWarning,
            stacklevel=4,
        )
    return None


def _sizes(library: ctypes.CDLL) -> tuple[int, ...]:
    try:
        return tuple((Number * len(SIZES)).in_dll(library, "pegfeas_sizes"))
    except ValueError:  # no such symbol
        return ()


@lru_cache(maxsize=len(LEVELS) + 1)
def _kernels(switch: str) -> Kernels | None:
    loaded = _load()
    if loaded is None:
        return None
    widest = loaded.pegfeas_level()
    wanted = LEVELS.index(switch) if switch in LEVELS else widest
    if switch not in ("", "1", *LEVELS) or wanted > widest:
        raise InputError(
            "no such kernels on this machine",
            source=SWITCH,
            seen=switch,
            expected=f"0, 1 or one of {', '.join(LEVELS[: widest + 1])}",
        )
    return Kernels(loaded, LEVELS[wanted])


def levels() -> tuple[str, ...]:
    """The levels of vector instructions that work here, the widest last; none without compiled kernels."""
    loaded = _load()
    return () if loaded is None else LEVELS[: loaded.pegfeas_level() + 1]


def library() -> Kernels | None:
    """The compiled kernels, or None where they are absent or switched off."""
    return None if CHOSEN == "0" else _kernels(CHOSEN)


def compiled() -> Kernels:
    """The compiled kernels, where the caller has made sure that there are some."""
    kernels = library()
    if kernels is None:
        raise RuntimeError("a compiled kernel was called for, but there is none")
    return kernels
