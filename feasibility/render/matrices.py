"""VectorList and linear systems in the files of other programs; the ending of the name says which.

.ine and .ext are of lrs and cdd (Fukuda, cddlib Reference Manual; Avis, lrs User's Guide), .in of Normaliz
(Bruns et al., its manual), .poly of polymake (its JSON form), .mat of 4ti2 (its User's Guide), .mtx of Matrix
Market (Boisvert, Pozo, Remington 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from os.path import splitext

from feasibility.base.errors import InputError
from feasibility.base.values import Value

Row = tuple[int, ...]
RAYS, INEQUALITIES, LATTICE = "rays", "inequalities", "lattice"


class VectorList(Value):
    """Rows (b, a): a direction (b = 0) or point (1) among rays; b + a.x >= 0 among inequalities.

    `lines` go both ways: lines among rays, equations among inequalities; a lattice has rows alone.
    """

    kind: str
    rows: tuple[Row, ...]
    lines: tuple[Row, ...] = ()

    @classmethod
    def rays(cls, rows: Iterable[Sequence[int]], lines: Iterable[Sequence[int]] = ()) -> VectorList:
        """A cone by what generates it."""
        return cls(RAYS, tuple((0, *row) for row in rows), tuple((0, *row) for row in lines))

    def polar(self) -> VectorList:
        """{x: r.x <= 0} of the cone that has the rays r, and back; only directions have one."""
        kind = {RAYS: INEQUALITIES, INEQUALITIES: RAYS}[self.kind]
        return VectorList(kind, tuple(tuple(-v for v in row) for row in self.rows), self.lines)

    @property
    def width(self) -> int:
        return len(next(iter((*self.rows, *self.lines)), (0,)))

    @property
    def homogeneous(self) -> bool:
        return not any(row[0] for row in (*self.rows, *self.lines))


def _lines(rows: Iterable[Iterable[object]]) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def _cdd(vectors: VectorList) -> str:
    """With the origin where rays have no point: a cone is a polyhedron with one."""
    rows, count = [*vectors.lines, *vectors.rows], len(vectors.lines)
    if vectors.kind == RAYS and vectors.homogeneous:
        rows.append((1, *[0] * (vectors.width - 1)))
    head = f"{'V' if vectors.kind == RAYS else 'H'}-representation\n"
    both = _lines([("linearity", count, *range(1, count + 1))]) if count else ""
    return f"{head}{both}begin\n{len(rows)} {vectors.width} integer\n{_lines(rows)}end\n"


# what rows and lines are called: by kind, and whether all constants are 0
_NORMALIZ = {
    (RAYS, True): ("cone", "subspace"),
    (INEQUALITIES, True): ("inequalities", "equations"),
    (INEQUALITIES, False): ("inhom_inequalities", "inhom_equations"),
    (LATTICE, True): ("lattice", ""),
}
_POLYMAKE = {RAYS: ("INPUT_RAYS", "INPUT_LINEALITY"), INEQUALITIES: ("INEQUALITIES", "EQUATIONS")}


def _normaliz(vectors: VectorList) -> str:
    text = f"amb_space {vectors.width - 1}\n"
    names = _NORMALIZ[vectors.kind, vectors.homogeneous]
    for name, rows in zip(names, (vectors.rows, vectors.lines), strict=True):
        if rows:
            ordered = [row[1:] if vectors.homogeneous else (*row[1:], row[0]) for row in rows]
            text += f"{name} {len(rows)}\n{_lines(ordered)}"
    return text


def _polymake(vectors: VectorList) -> str:
    cone = vectors.homogeneous
    data: dict[str, object] = {"_ns": {"polymake": ["https://polymake.org", "4.0"]}}
    data["_type"] = f"polytope::{'Cone' if cone else 'Polytope'}<Rational>"
    for name, rows in zip(_POLYMAKE[vectors.kind], (vectors.rows, vectors.lines), strict=True):
        if rows:
            data[name] = [[str(v) for v in (row[1:] if cone else row)] for row in rows]
    from json import dumps

    return dumps(data) + "\n"


def dense(rows: Sequence[Sequence[object]]) -> str:
    return f"{len(rows)} {len(rows[0]) if rows else 0}\n{_lines(rows)}"


def market(rows: Sequence[Sequence[int]]) -> str:
    """A matrix as Matrix Market has it, by its entries other than 0, column by column."""
    columns = range(len(rows[0]) if rows else 0)
    entries = [(i + 1, j + 1, row[j]) for j in columns for i, row in enumerate(rows) if row[j]]
    head = "%%MatrixMarket matrix coordinate integer general\n"
    return f"{head}{len(rows)} {len(columns)} {len(entries)}\n{_lines(entries)}"


PLAIN: dict[str, Callable[[Sequence[Sequence[int]]], str]] = {".mat": dense, ".mtx": market}
_WRITERS = {".ine": _cdd, ".ext": _cdd, ".in": _normaliz, ".poly": _polymake}
CONES = tuple(_WRITERS)
ENDINGS = (*CONES, *PLAIN)


def ending(path: str | PathLike[str]) -> str:
    return splitext(fspath(path))[1].lower()


def text_of(path: str | PathLike[str], vectors: VectorList, *, columns: bool = False) -> str:
    """The vectors as the ending of the name has them; a plain matrix has them as rows, or as columns.

    .ine takes inequalities and .ext rays, each in place of the other by the polar cone.
    """
    kind = ending(path)
    if kind in PLAIN:
        rows = [row[1:] for row in vectors.rows]
        return PLAIN[kind]([*zip(*rows, strict=True)] if columns else rows)
    allowed = {".ine": (INEQUALITIES,), ".ext": (RAYS,), ".poly": tuple(_POLYMAKE)}.get(kind)
    if allowed is not None and vectors.kind not in allowed:
        if vectors.kind == LATTICE or not vectors.homogeneous:
            what = "a lattice" if vectors.kind == LATTICE else "a linear system"
            fitting = (".in", *PLAIN) if vectors.kind == LATTICE else (".ine", ".in", ".poly")
            raise InputError(f"no file of {what}", seen=repr(fspath(path)), expected=", ".join(fitting))
        vectors = vectors.polar()
    return _WRITERS[kind](vectors)
