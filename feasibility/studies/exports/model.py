"""The linear programs behind a pair: cone, integer cone and time-indexed play; and their forms.

Variables: x_START_OVER_LANDING counts a jump, y_HOLE is the peg of an open hole at the end; in the play model
x_T_... is jump number T and p_T_HOLE the peg before it. That model has a solution iff the pair is feasible.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from os.path import splitext
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.errors import InputError
from feasibility.base.files import FilePath, spare, write_file
from feasibility.game.geometry import Board, coordinate
from feasibility.game.position import Pair
from feasibility.render.matrices import INEQUALITIES, VectorList, dense, ending, market, text_of
from feasibility.systems.linear import cone_system
from feasibility.text.files import read_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROGRAMS = ".lp", ".mps"
ENDINGS = (*PROGRAMS, ".ine", ".in", ".poly", ".mat", ".mtx", ".pddl")
KINDS = ("cone", "integer-cone", "play")
MOST_VARIABLES = 2_000_000
MOST_ENTRIES = 1 << 24
NO_LIMIT = 1e308  # what the Sparse Matrix Collection writes for an upper bound that there is not


class ModelRow(NamedTuple):
    """A sum of variables that is equal to a value (sense E), or at most that (L)."""

    name: str
    terms: dict[str, int]
    value: int
    sense: str = "E"


class ModelProgram(NamedTuple):
    """The fewest jumps: unknowns from 0 to what `high` has for them, and rows. Their sum has the costs."""

    title: str
    whole: bool
    high: dict[str, int | None]
    rows: tuple[ModelRow, ...]

    @property
    def costs(self) -> list[int]:
        return [int(name[0] == "x") for name in self.high]


def program(pair: Pair, kind: str) -> ModelProgram:
    if kind not in KINDS:
        raise InputError("no such model", seen=repr(kind[:40]), expected=", ".join(KINDS))
    return _play(pair) if kind == "play" else _cone(pair, kind == "integer-cone")


def _names(board: Board) -> tuple[list[str], list[str]]:
    """Of holes and of jumps: by coordinates also where vertices are called by what joins names here."""
    clear = not any("_" in board.called(hole) for hole in range(board.n))
    holes = [board.called(i) if clear else coordinate(hole) for i, hole in enumerate(board.holes)]
    return holes, ["_".join(holes[hole] for hole in jump) for jump in board.jumps]


def _cone(pair: Pair, whole: bool) -> ModelProgram:
    """A x - y = target - start; a number of pegs gives one more row."""
    holes, jumps = _names(pair.board)
    system = cone_system(pair)
    names = [*(f"x_{jump}" for jump in jumps), *(f"y_{hole}" for hole in holes)]
    high, rows = dict[str, int | None](), [dict[str, int]() for _ in system.rhs]
    for name, most, column in zip(names, system.upper, system.matrix.columns, strict=False):
        if most != 0:  # a hole that is not free
            high[name] = most
            for row, value in column:
                rows[row][name] = value
    titles = [*(f"hole_{hole}" for hole in holes), "pegs"]
    named = tuple(map(ModelRow, titles, rows, system.rhs))
    return ModelProgram("integer_cone" if whole else "cone", whole, high, named)


def _play(pair: Pair) -> ModelProgram:
    """One jump at a time; where their number is not known, jumps come first and then nothing."""
    board, steps = pair.board, max(0, pair.start.count - pair.target.fewest)
    if (steps + 1) * (board.n + len(board.jumps)) > MOST_VARIABLES:
        expected = f"at most {MOST_VARIABLES:,} variables"
        raise InputError("the program of plays is too large to write", expected=expected)
    holes, jumps = _names(board)
    names = [f"p_{t}_{hole}" for t in range(steps + 1) for hole in holes]
    names += [f"x_{t}_{jump}" for t in range(steps) for jump in jumps]
    return ModelProgram("play", True, dict.fromkeys(names, 1), tuple(_rows_of_play(pair, steps)))


def _rows_of_play(pair: Pair, steps: int) -> Iterator[ModelRow]:
    (holes, jumps), target = _names(pair.board), pair.target
    for hole, peg in zip(holes, pair.start.vector, strict=True):
        yield ModelRow(f"start_{hole}", {f"p_0_{hole}": 1}, peg)
    pause = "L" if target.pegs is None and target.free else "E"
    for t in range(steps):
        yield from _rows_of_jump(pair.board, holes, jumps, t, pause)
    if target.pegs is not None:
        yield ModelRow("pegs", {f"p_{steps}_{hole}": 1 for hole in holes}, target.pegs)
        return
    for i, hole in enumerate(holes):
        if not target.free >> i & 1:
            yield ModelRow(f"target_{hole}", {f"p_{steps}_{hole}": 1}, target.must >> i & 1)


def _rows_of_jump(board: Board, holes: list[str], jumps: list[str], t: int, pause: str) -> Iterator[ModelRow]:
    """One jump, or at most one; it is legal, and what it changes."""
    yield ModelRow(f"one_{t}", {f"x_{t}_{jump}": 1 for jump in jumps}, 1, pause)
    changes = [{f"p_{t + 1}_{hole}": 1, f"p_{t}_{hole}": -1} for hole in holes]
    for jump, (start, over, landing) in zip(jumps, board.jumps, strict=True):
        x = f"x_{t}_{jump}"
        yield ModelRow(f"start_{t}_{jump}", {x: 1, f"p_{t}_{holes[start]}": -1}, 0, "L")
        yield ModelRow(f"over_{t}_{jump}", {x: 1, f"p_{t}_{holes[over]}": -1}, 0, "L")
        yield ModelRow(f"landing_{t}_{jump}", {x: 1, f"p_{t}_{holes[landing]}": 1}, 1, "L")
        changes[start][x] = changes[over][x] = 1
        changes[landing][x] = -1
    for hole, terms in zip(holes, changes, strict=True):
        yield ModelRow(f"change_{t}_{hole}", terms, 0)


class ModelArrays(NamedTuple):
    """The least costs.x with A x = b, or <= b where `senses` has L, and x within `bounds`, a pair on a line.

    A is sparse, by rows. `whole`: x has to be whole numbers. Columns and rows have names.
    """

    A: Any
    b: NDArray[np.float64]
    senses: NDArray[np.str_]
    bounds: NDArray[np.float64]
    costs: NDArray[np.float64]
    whole: bool
    columns: tuple[str, ...]
    rows: tuple[str, ...]


def arrays(program: ModelProgram) -> ModelArrays:
    import numpy as np
    from scipy.sparse import coo_array

    place = {name: j for j, name in enumerate(program.high)}
    entries = [(v, i, place[name]) for i, row in enumerate(program.rows) for name, v in row.terms.items()]
    values, rows, columns = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    shape = len(program.rows), len(place)
    return ModelArrays(
        A=coo_array((values, (rows, columns)), shape=shape).tocsr(),
        b=np.array([row.value for row in program.rows], dtype=np.float64),
        senses=np.array([row.sense for row in program.rows], dtype=np.str_),
        bounds=np.array([(0, np.inf if m is None else m) for m in program.high.values()]).reshape(-1, 2),
        costs=np.array(program.costs, dtype=np.float64),
        whole=program.whole,
        columns=tuple(program.high),
        rows=tuple(row.name for row in program.rows),
    )


def pulp_problem(program: ModelProgram) -> Any:
    import pulp

    problem = pulp.LpProblem(program.title, pulp.LpMinimize)
    new = getattr(problem, "add_variable", pulp.LpVariable)  # the way of pulp 4, or the older one
    category = "Integer" if program.whole else "Continuous"
    variables = {name: new(name, 0, most, cat=category) for name, most in program.high.items()}
    costs = zip(variables.values(), program.costs, strict=True)
    problem += pulp.LpAffineExpression([(one, cost) for one, cost in costs if cost])
    for row in program.rows:
        terms = [(variables[name], value) for name, value in row.terms.items()]
        if not terms and row.value:  # 0 = value, which needs a variable to be written
            terms = [(new(f"never_{row.name}", 0, 0, cat="Continuous"), 1)]
        if terms:
            total = pulp.LpAffineExpression(terms)
            problem.addConstraint(total <= row.value if row.sense == "L" else total == row.value, row.name)
    return problem


def highs_model(program: ModelProgram) -> Any:
    """A solver of highspy that holds the program and prints nothing."""
    import highspy
    import numpy as np

    from feasibility.solvers.highs import quiet_solver

    made, lp, solver = arrays(program), highspy.HighsLp(), quiet_solver("on", "choose")
    lp.num_row_, lp.num_col_ = made.A.shape
    lp.col_cost_, (lp.col_lower_, lp.col_upper_) = made.costs, made.bounds.T
    lp.row_lower_, lp.row_upper_ = np.where(made.senses == "L", -highspy.kHighsInf, made.b), made.b
    lp.col_names_, lp.row_names_ = list(made.columns), list(made.rows)
    matrix = lp.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_, matrix.index_, matrix.value_ = made.A.indptr, made.A.indices, made.A.data.astype(float)
    if program.whole:
        lp.integrality_ = [highspy.HighsVarType.kInteger] * lp.num_col_
    solver.setOptionValue("threads", 0)  # as many as HiGHS has in this process, or it refuses to run
    solver.passModel(lp)
    return solver


FORMS = {"pulp": pulp_problem, "highspy": highs_model, "arrays": arrays}


def files(program: ModelProgram, path: str) -> dict[str, str]:
    """The texts of the files that other programs read, by their names."""
    if len(program.high) * len(program.rows) > MOST_ENTRIES:
        expected = f".lp or .mps; with zeros at most {MOST_ENTRIES:,} entries"
        raise InputError("the program is too large for this kind of file", source=path, expected=expected)
    rows = arrays(program).A.toarray().tolist()
    write = {".mat": _of_zsolve, ".mtx": _of_the_collection}.get(ending(path))
    return {path: text_of(path, _polyhedron(program, rows))} if write is None else write(program, path, rows)


def _of_zsolve(program: ModelProgram, path: str, rows: list[list[int]]) -> dict[str, str]:
    """A project of 4ti2's zsolve, which knows whole numbers alone."""
    if not program.whole:
        raise InputError("zsolve works in whole numbers", seen=program.title, expected=".lp, .mps or .mtx")
    stem = splitext(path)[0]
    return {
        path: dense(rows),
        f"{stem}.rhs": dense([[row.value for row in program.rows]]),
        f"{stem}.rel": dense([["=" if row.sense == "E" else "<" for row in program.rows]]),
        f"{stem}.sign": dense([[1] * len(program.high)]),
        f"{stem}.ub": dense([["*" if most is None else most for most in program.high.values()]]),
    }


def _of_the_collection(program: ModelProgram, path: str, rows: list[list[int]]) -> dict[str, str]:
    """A linear program as in the SuiteSparse Matrix Collection (Davis, Hu 2011): A x = b, lo <= x <= hi."""
    if any(row.sense != "E" for row in program.rows):
        expected = ".lp, .mps, .mat, .ine, .in or .poly"
        raise InputError("Matrix Market has equations alone", seen=program.title, expected=expected)
    high = [NO_LIMIT if most is None else most for most in program.high.values()]
    columns: dict[str, Sequence[float]] = {"b": [row.value for row in program.rows], "c": program.costs}
    columns |= {"lo": [0] * len(high), "hi": high}
    head = "%%MatrixMarket matrix array real general"
    stem = splitext(path)[0]
    texts = {name: "\n".join([head, f"{len(v)} 1", *map(str, v), ""]) for name, v in columns.items()}
    return {path: market(rows)} | {f"{stem}_{name}.mtx": text for name, text in texts.items()}


def _polyhedron(program: ModelProgram, rows: list[list[int]]) -> VectorList:
    """b - a.x >= 0, equations a.x - b = 0, and the bounds."""
    held = list(zip(rows, program.rows, strict=True))
    equations = [(-row.value, *cells) for cells, row in held if row.sense == "E"]
    above = [(row.value, *(-v for v in cells)) for cells, row in held if row.sense == "L"]
    bounds, columns = list[tuple[int, ...]](), range(len(program.high))
    for j, limit in enumerate(program.high.values()):
        bounds.append((0, *(int(i == j) for i in columns)))
        if limit is not None:
            bounds.append((limit, *(-int(i == j) for i in columns)))
    return VectorList(INEQUALITIES, (*above, *bounds), tuple(equations))


@overload
def model(
    start: PairLike,
    target: TargetLike | None = ...,
    *,
    pegs: int | None = ...,
    kind: str = ...,
    form: Literal["arrays"],
) -> ModelArrays: ...


@overload
def model(
    start: PairLike,
    target: TargetLike | None = ...,
    path: FilePath | None = ...,
    *,
    pegs: int | None = ...,
    board: str | None = ...,
    kind: str = ...,
    form: str = ...,
    costs: bool = ...,
    domain: FilePath | None = ...,
    force: bool = ...,
) -> Any: ...


def model(
    start: PairLike,
    target: TargetLike | None = None,
    path: FilePath | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    kind: str = "integer-cone",
    form: str = "pulp",
    costs: bool = False,
    domain: FilePath | None = None,
    force: bool = False,
) -> Any:
    """The program behind a pair, as an object; or with `path` in a file, as `pegfeas model` writes it.

    `kind` is cone, integer-cone or play, `form` pulp, highspy (a solver that holds it) or arrays. NAME.lp and
    .mps are for solvers, .ine, .in, .poly, .mat and .mtx for programs of polyhedra, .pddl for planners: in a
    planning problem with `costs` each sweep costs one; its domain is written to a file of its own. A file
    that exists is replaced with `force` alone. The names of all files are returned.

    >>> model("line:4:-b1", "line:4:+b1", form="arrays").A.shape
    (4, 4)
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     files = model("line:4:-b1", "line:4:+b1", f"{folder}/pair.lp")
    ...     print(open(f"{folder}/pair.lp").readline().strip())
    \\* integer_cone *\\
    """
    if path is None:
        if costs or domain is not None or force:
            raise InputError("costs, a domain and force go with a file", expected="a path")
        if form not in FORMS:
            raise InputError("no such form of a model", seen=repr(form), expected=", ".join(FORMS))
        return FORMS[form](program(as_pair(start, target, pegs, board), kind))
    name = os.fspath(path)
    if ending(name) not in ENDINGS:
        raise InputError("not a kind of model", seen=repr(name), expected=", ".join(ENDINGS))
    if ending(name) != ".pddl" and (costs or domain is not None):
        raise InputError("costs and a domain go with a planning problem", seen=repr(name), expected=".pddl")
    if domain is not None and os.path.realpath(domain) == os.path.realpath(path):
        raise InputError("one file for two texts", source=name, expected="another name for the domain")
    texts = _texts(as_pair(start, target, pegs, board), name, kind, costs, domain)
    for one in texts:  # either all files are written or none
        spare(one, force)
    for one, text in texts.items():
        write_file(one, text)
    return tuple(texts)


def _texts(pair: Pair, name: str, kind: str, costs: bool, domain: FilePath | None) -> dict[str, str]:
    if ending(name) in PROGRAMS:
        return {name: _by_pulp(pulp_problem(program(pair, kind)), ending(name))}
    if ending(name) != ".pddl":
        return files(program(pair, kind), name)
    from feasibility.studies.exports.planning_problem import domain_text, write_problem

    texts = {name: write_problem(pair, pair.board.name, costs=costs)}
    return texts if domain is None else texts | {os.fspath(domain): domain_text(costs)}


def _by_pulp(problem: Any, kind: str) -> str:
    """The text that pulp writes, which it writes to files alone."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = os.path.join(folder, f"model{kind}")
        if kind == ".lp":
            problem.writeLP(path, max_length=250)
        else:
            problem.writeMPS(path)
        return read_text(path)[0]
