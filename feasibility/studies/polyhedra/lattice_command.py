"""The lattice of a board's jumps: its Smith form, the group of residue classes, and what they allow.

Weight tables that generate the dual group, the number of residue classes beside those of the rule of three,
whether a position and its complement can share one, and which one-vacancy games each class admits. The index
of the lattice in the kernel of phi is 1 where the rule of three knows all that the lattice knows.

--full prints a basis, and U and V with U.A.V the Smith form of the incidence matrix A. --table FILE.mat, .mtx
or .in writes the basis for 4ti2, Matrix Market or Normaliz.

examples:
  pegfeas lattice english33
  pegfeas lattice triangle:5 --json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.cli.common import plural, print_answer
from feasibility.cli.files import TABLES, ready, write_table
from feasibility.cli.options import add, add_reading, how_to_read
from feasibility.render.matrices import LATTICE, PLAIN, VectorList
from feasibility.text.references import read_board

if TYPE_CHECKING:
    from feasibility.exact.hermite import Matrix
    from feasibility.render.tables import Table
    from feasibility.studies.polyhedra.lattice import LatticeReport

_TITLES = {
    "basis": "basis of the lattice, a vector on a line",
    "left": "U, where U.A.V is the Smith form",
    "right": "V",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a name that `pegfeas boards` lists, a file, or -")
    add(parser, "json", full="the basis, and the transformations of the Smith form", table="what is found")
    add_reading(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.studies.polyhedra.lattice import lattice  # which needs no numpy

    ready(table=args.table, tables=(*TABLES, ".in", *PLAIN))
    report = lattice(read_board(args.board, **how_to_read(args)))
    matrices: dict[str, Matrix] = {}
    lines = [_text(report)]
    if args.full:
        left, right = report.transformations()
        matrices = {"basis": report.basis(), "left": left, "right": right}
    for name, rows in matrices.items():
        lines += ["", _TITLES[name], *(" ".join(map(str, row)) for row in rows)]
    print_answer(args, _facts(report) | matrices, "\n".join(lines))
    write_table(
        args.table,
        lambda: _table(report),
        lambda: VectorList(LATTICE, tuple((0, *row) for row in report.basis())),
    )
    return ExitCode.OK


def _smith(report: LatticeReport) -> str:
    ones = report.diagonal.count(1)
    rest = " ".join(str(d) for d in report.diagonal if d != 1)
    return f"{ones} x 1{', ' + rest if rest else ''}"


def _table(report: LatticeReport) -> Table:
    """One fact on a line; weights in the order of the holes."""
    from feasibility.render.tables import Table

    made = Table(("of", report.board.label))
    made.add("holes", report.board.n)
    made.add("jumps", len(report.board.jumps))
    made.add("Smith form", _smith(report))
    made.add("free rank", report.free_rank)
    made.add("group", report.group)
    made.add("residue classes", "infinitely many" if report.classes is None else report.classes)
    made.add("by the rule of three", report.rule_of_three_classes)
    made.add("index in the kernel of phi", "infinite" if report.index is None else report.index)
    for weights, modulus in report.generators:
        made.add(f"modulo {modulus}" if modulus else "constant", " ".join(map(str, weights)))
    made.add("full and empty board in one class", "yes" if report.null_class else "no")
    made.add("games to one peg that it admits", report.pairs)
    return made


def _facts(report: LatticeReport) -> dict[str, object]:
    return {
        "board": report.board.label,
        "smith": list(report.diagonal),
        "free_rank": report.free_rank,
        "group": report.group,
        "generators": [{"weights": list(w), "modulus": d} for w, d in report.generators],
        "classes": report.classes,
        "index": report.index,
        "null_class": report.null_class,
        "complements": list(report.complements),
        "games": [{"vacancies": list(g.vacancies), "pegs": list(g.pegs)} for g in report.games],
        "pairs": report.pairs,
        "rule_of_three": {"classes": report.rule_of_three_classes, "pairs": report.rule_of_three_pairs},
    }


def _text(report: LatticeReport) -> str:
    board = report.board

    def names(holes: tuple[int, ...]) -> str:
        return " ".join(board.called(h) for h in holes) or "none"

    count = "infinitely many" if report.classes is None else str(report.classes)
    lines = [
        f"{board.label}: {plural(board.n, 'hole')}, {plural(len(board.jumps), 'jump')}",
        f"Smith form: {_smith(report)}; free rank {report.free_rank}",
        f"group Z^{board.n} / lattice: {report.group}",
        f"residue classes: {count}; by the rule of three: {report.rule_of_three_classes}",
        f"index in the kernel of phi: {'infinite' if report.index is None else report.index}",
    ]
    for weights, modulus in report.generators:
        says = f"no jump changes this total modulo {modulus}" if modulus else "no jump changes this total"
        lines += ["", says, board.draw([str(w) for w in weights], " ")]
    null = "yes" if report.null_class else "no"
    lines += [
        "",
        f"null-class board (full and empty in one residue class): {null}",
        f"vacancies in one class with a peg in that hole alone: {names(report.complements)}",
        "",
        f"one-vacancy games to one peg that the lattice admits: {report.pairs} of {board.n * board.n}; "
        f"the rule of three: {report.rule_of_three_pairs}",
    ]
    lines += [f"  vacancy {names(game.vacancies)}: last peg {names(game.pegs)}" for game in report.games]
    return "\n".join(lines)
