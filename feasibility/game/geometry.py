"""Boards: holes, the jumps that their geometry allows, and what follows from them alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.values import Value
from feasibility.game.drawn import Shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csc_array

Hole = tuple[int, int]

MOST_HOLES = 4096
HOLE_NAME = r"[A-Za-z0-9_.]{1,40}"  # of boards that name their holes themselves


def column_letters(column: int) -> str:
    """a .. z, then aa, ab, ... as in spreadsheets."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(97 + rest) + letters
    return letters


def coordinate(hole: Hole) -> str:
    """The name of the hole at (row, column): column letter, row number from the top."""
    return f"{column_letters(hole[1])}{hole[0] + 1}"


class Jump(NamedTuple):
    """A peg goes from `start` over a neighbour, which is lost, to `landing`: hole indices."""

    start: int
    over: int
    landing: int


class Geometry(StrEnum):
    """Which steps make a straight line; EXPLICIT boards list their jumps."""

    ORTHOGONAL = "orthogonal"
    TRIANGULAR = "triangular"
    DIAGONAL = "diagonal"
    EXPLICIT = "explicit"


SQUARE = (Geometry.ORTHOGONAL, Geometry.DIAGONAL)  # drawn with one column for each column of holes
STEPS: dict[Geometry, tuple[Hole, ...]] = {
    Geometry.ORTHOGONAL: ((0, 1), (1, 0)),
    Geometry.TRIANGULAR: ((0, 1), (1, 0), (1, 1)),
    Geometry.DIAGONAL: ((0, 1), (1, 0), (1, 1), (1, -1)),
}


class Board(Value, Shown):
    """A finite set of holes with its jumps. Frozen; boards are equal when holes, geometry and jumps are.

    Holes are (row, column) in reading order with least row and column 0. A hole is named by its index
    everywhere else. `jumps` is given for EXPLICIT boards only, as triples of hole indices in the order
    of the holes as they are given; the other geometries derive theirs. So are `names`, for boards whose
    holes are called something else than their coordinates, as the vertices of a graph are. `listed`: the name
    is enough for the catalogue to find the board again.
    """

    holes: tuple[Hole, ...]
    geometry: Geometry
    jumps: tuple[Jump, ...]
    name: str
    names: tuple[str, ...] | None
    listed: bool

    def __init__(
        self,
        holes: Iterable[Hole],
        geometry: Geometry | str = Geometry.ORTHOGONAL,
        jumps: Iterable[Sequence[int]] | None = None,
        name: str = "",
        names: Sequence[str] | None = None,
        listed: bool = False,
    ) -> None:
        kind = as_geometry(geometry)
        given = [_place(hole) for hole in holes]
        if len(set(given)) != len(given):
            raise InputError("a hole is listed twice", expected="distinct holes")
        if not given:
            raise InputError("the board has no hole", expected="at least one hole")
        if len(given) > MOST_HOLES:
            raise InputError(
                "the board is too large", seen=f"{len(given)} holes", expected=f"at most {MOST_HOLES}"
            )
        top, left = min(row for row, _ in given), min(column for _, column in given)
        shifted = [(row - top, column - left) for row, column in given]
        ordered = tuple(sorted(shifted))
        if kind is Geometry.EXPLICIT:
            if jumps is None:
                raise InputError("an explicit board needs its list of jumps")
            place = {hole: i for i, hole in enumerate(ordered)}
            derived = _explicit(jumps, [place[hole] for hole in shifted])
        else:
            if jumps is not None:
                raise InputError(
                    f"the jumps of {kind} boards follow from their holes", expected="no list of jumps"
                )
            derived = _derive(ordered, STEPS[kind])
        state = vars(self)  # the instance is frozen from here on
        state["holes"], state["geometry"], state["jumps"], state["name"] = ordered, kind, derived, name
        state["names"] = None if names is None else _named(names, kind, given)
        state["listed"] = listed
        state["_hash"] = hash((ordered, kind, derived))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return (self.holes, self.geometry, self.jumps) == (other.holes, other.geometry, other.jumps)

    def __hash__(self) -> int:
        return int(vars(self)["_hash"])

    def __reduce__(self) -> tuple[Any, ...]:
        listed = self.jumps if self.geometry is Geometry.EXPLICIT else None
        return (Board, (self.holes, self.geometry, listed, self.name, self.names, self.listed))

    def __repr__(self) -> str:
        if self.listed:
            return f"board({self.name!r})"
        listed = f", jumps={[tuple(j) for j in self.jumps]}" if self.geometry is Geometry.EXPLICIT else ""
        called = f", names={list(self.names)}" if self.names is not None else ""
        return f"Board({list(self.holes)}, geometry='{self.geometry}'{listed}, name={self.name!r}{called})"

    def __str__(self) -> str:
        return self.draw(["."] * self.n)

    @property
    def n(self) -> int:
        """Number of holes."""
        return len(self.holes)

    @property
    def full(self) -> int:
        """The mask with a peg in every hole."""
        return (1 << len(self.holes)) - 1

    @property
    def label(self) -> str:
        """The name, or a description where there is none."""
        return self.name or f"{self.geometry} board of {plural(self.n, 'hole')}"

    def called(self, hole: int) -> str:
        """What people call the hole with this index: its coordinate, or the name of its vertex."""
        return coordinate(self.holes[hole]) if self.names is None else self.names[hole]

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Index of each hole by what it is called."""
        return {self.called(i): i for i in range(self.n)}

    @cached_property
    def index(self) -> dict[Hole, int]:
        return {hole: i for i, hole in enumerate(self.holes)}

    @cached_property
    def jump_masks(self) -> tuple[tuple[int, int], ...]:
        """For each jump (what must hold a peg, all three holes): legal iff p & all == must, then p ^ all."""
        return tuple((1 << s | 1 << o, 1 << s | 1 << o | 1 << t) for s, o, t in self.jumps)

    @cached_property
    def jump_index(self) -> dict[Jump, int]:
        """Column of each jump in the incidence matrix."""
        return {jump: i for i, jump in enumerate(self.jumps)}

    @cached_property
    def playable_classes(self) -> tuple[int, ...]:
        """Masks of the holes that one peg can visit, as a partition of the board."""
        root = list(range(self.n))

        def find(i: int) -> int:
            while root[i] != i:
                root[i] = root[root[i]]
                i = root[i]
            return i

        for start, _, landing in self.jumps:
            root[find(start)] = find(landing)
        masks: dict[int, int] = {}
        for i in range(self.n):
            masks[find(i)] = masks.get(find(i), 0) | 1 << i
        return tuple(sorted(masks.values(), key=lambda mask: mask & -mask))

    @cached_property
    def never_over(self) -> int:
        """Mask of the holes that nothing can jump over."""
        return self.full & ~sum({1 << over for _, over, _ in self.jumps})

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All permutations of the holes that map jumps to jumps, the identity first; see automorphism.py.

        Where they are too many to list, those of the drawing, and `symmetries_complete` is False.
        """
        return self._symmetry_group[0]

    @property
    def symmetries_complete(self) -> bool:
        """Whether `symmetries` are all there are."""
        return self._symmetry_group[1]

    @cached_property
    def _symmetry_group(self) -> tuple[tuple[tuple[int, ...], ...], bool]:
        from feasibility.game.automorphism import automorphisms, isometries

        drawn = self.geometry is not Geometry.EXPLICIT
        known = isometries(self.holes, self.geometry is Geometry.TRIANGULAR) if drawn else []
        return automorphisms(self.n, self.jump_index, known)

    @cached_property
    def incidence(self) -> NDArray[np.int8]:
        """The move-incidence matrix: a column per jump, -1 at start and over, +1 at landing. Read-only."""
        import numpy as np

        matrix = np.zeros((self.n, len(self.jumps)), dtype=np.int8)
        if self.jumps:
            columns = np.arange(len(self.jumps))
            starts, overs, landings = np.array(self.jumps).T
            matrix[starts, columns] = matrix[overs, columns] = -1
            matrix[landings, columns] = 1
        matrix.flags.writeable = False
        return matrix

    @cached_property
    def sparse_incidence(self) -> csc_array:
        """The move-incidence matrix as a sparse array of scipy, compressed by columns, in 64-bit integers."""
        from scipy.sparse import csc_array

        return csc_array(self.incidence, dtype="int64")

    def mask(self, holes: Iterable[Hole]) -> int:
        mask = 0
        for hole in holes:
            if hole not in self.index:
                raise InputError(f"no hole at row {hole[0]}, column {hole[1]} of {self.label}")
            mask |= 1 << self.index[hole]
        return mask

    def draw(self, symbols: Sequence[str], gap: str = "") -> str:
        """The board as people draw it, one symbol per hole, all symbols padded to one width.

        Triangular boards shift each row by half a step. `gap` separates neighbours.
        """
        width = max(map(len, symbols))
        pitch = width + len(gap)
        slanted = self.geometry is Geometry.TRIANGULAR
        if slanted:
            pitch += pitch % 2
        places = [column * pitch - (row * pitch // 2 if slanted else 0) for row, column in self.holes]
        left = min(places)
        rows: list[str] = [""] * (self.holes[-1][0] + 1)
        for (row, _), place, symbol in zip(self.holes, places, symbols, strict=True):
            text = symbol.rjust(width)
            rows[row] = rows[row].ljust(place - left) + text
        return "\n".join(row.rstrip() for row in rows)


def _place(hole: Hole) -> Hole:
    """Row and column in whole numbers; the half steps of a drawn triangle would be cut off."""
    with suppress(TypeError, ValueError, OverflowError):
        row, column = hole
        if (int(row), int(column)) == (row, column):
            return int(row), int(column)
    expected = "row and column, whole numbers"
    raise InputError("not the place of a hole", seen=repr(hole)[:40], expected=expected)


def _named(names: Sequence[str], kind: Geometry, given: Sequence[Hole]) -> tuple[str, ...]:
    """The names in the order of the holes; distinct, and free of the signs that text puts between names."""
    if kind is not Geometry.EXPLICIT:
        raise InputError(f"the holes of {kind} boards are named by their coordinates", expected="no names")
    if len(names) != len(given) or len(set(names)) != len(given):
        seen = f"{len(set(names))} different names"
        raise InputError("not a name for each hole", seen=seen, expected=f"{len(given)} different ones")
    bad = next((name for name in names if not re.fullmatch(HOLE_NAME, name)), None)
    if bad is not None:
        raise InputError("not a name for a hole", seen=repr(bad[:40]), expected="letters, digits, _ and .")
    return tuple(name for _, name in sorted(zip(given, names, strict=True)))


def as_geometry(value: Geometry | str) -> Geometry:
    try:
        return Geometry(value)
    except ValueError:
        kinds = ", ".join(g.value for g in Geometry)
        raise InputError("no such geometry", seen=repr(str(value)[:40]), expected=kinds) from None


def _derive(holes: tuple[Hole, ...], steps: tuple[Hole, ...]) -> tuple[Jump, ...]:
    index = {hole: i for i, hole in enumerate(holes)}
    jumps = []
    for i, (row, column) in enumerate(holes):
        for down, right in steps:
            over = index.get((row + down, column + right))
            far = index.get((row + 2 * down, column + 2 * right))
            if over is not None and far is not None:
                jumps += [Jump(i, over, far), Jump(far, over, i)]
    return tuple(sorted(jumps))


def _explicit(jumps: Iterable[Sequence[int]], place: list[int]) -> tuple[Jump, ...]:
    derived = set()
    for triple in jumps:
        holes = all(hasattr(h, "__index__") and 0 <= h < len(place) for h in triple)
        if not holes or len(triple) != 3 or len(set(triple)) != 3:
            raise InputError(
                "not a jump of this board",
                seen=str(tuple(triple)),
                expected=f"three different hole indices below {len(place)}",
            )
        derived.add(Jump(*(place[h] for h in triple)))
    return tuple(sorted(derived))
