"""Show one board: its holes by number and by coordinate, its playable classes, its matrix, its symmetries.

--matrix FILE.mat (4ti2) or .mtx (Matrix Market) is the incidence matrix, with a column for each jump; .ext
(lrs, cdd), .in (Normaliz) and .poly (polymake) have the jumps as rays of the solitaire cone, .ine the cone of
pagoda functions as inequalities.

examples:
  pegfeas board english33
  pegfeas board mine.txt
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode, InputError
from feasibility.base.files import write_file
from feasibility.cli.common import plural, print_answer
from feasibility.cli.files import ready
from feasibility.cli.options import add, add_reading, how_to_read, own
from feasibility.game.geometry import Board
from feasibility.game.position import bits
from feasibility.render.matrices import ENDINGS, VectorList, text_of
from feasibility.text.references import read_board
from feasibility.text.writing import lead


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a name that `pegfeas boards` lists, a file, or -")
    add(parser, "json")
    add_reading(parser)
    own(parser, "--matrix FILE", "write the jumps for other programs: .ine, .ext, .in, .poly, .mat or .mtx")


def run(args: Namespace) -> ExitCode:
    ready(table=args.matrix, tables=ENDINGS)
    board = read_board(args.board, **how_to_read(args))
    if args.matrix is not None and not board.jumps:
        raise InputError(f"{board.label} has no jumps", expected="a board with jumps")
    if args.matrix is not None:
        write_file(args.matrix, text_of(args.matrix, jump_vectors(board), columns=True))
    print_answer(args, facts(board) if args.json else None, text(board))
    return ExitCode.OK


def facts(board: Board) -> dict[str, object]:
    return {
        "name": board.name,
        "geometry": str(board.geometry),
        "holes": [list(hole) for hole in board.holes],
        "coordinates": [board.called(hole) for hole in range(board.n)],
        "jumps": [list(jump) for jump in board.jumps],
        "matrix": [board.n, len(board.jumps)],
        "incidence": [list(row) for row in zip(*(row[1:] for row in jump_vectors(board).rows), strict=True)],
        "playable_classes": [list(bits(mask)) for mask in board.playable_classes],
        "never_over": list(bits(board.never_over)),
        "symmetries": len(board.symmetries),
        "symmetries_complete": board.symmetries_complete,
    }


def jump_vectors(board: Board) -> VectorList:
    """What each jump changes: the columns of the incidence matrix."""
    changes = ({jump.start: -1, jump.over: -1, jump.landing: 1} for jump in board.jumps)
    return VectorList.rays([change.get(hole, 0) for hole in range(board.n)] for change in changes)


def text(board: Board) -> str:
    classes, numbers = board.playable_classes, list(map(str, range(board.n)))
    names = [board.called(hole) for hole in range(board.n)]
    sizes = ", ".join(str(mask.bit_count()) for mask in classes[:12]) + (", ..." if len(classes) > 12 else "")
    holes = "hole" if sizes == "1" else "holes"
    symmetries = plural(len(board.symmetries), "symmetry", "symmetries")
    parts = [
        f"{board.name or 'board without a name'}: {board.geometry}, {plural(board.n, 'hole')}, "
        f"{plural(len(board.jumps), 'jump')}, {'' if board.symmetries_complete else 'at least '}{symmetries}",
        f"{lead(board)}{board}",
        f"Holes by number (the order of weights and matrix rows)\n{board.draw(numbers, ' ')}",
        f"Holes by {'coordinate' if board.names is None else 'name'}\n{board.draw(names, ' ')}",
        f"{plural(len(classes), 'playable class', 'playable classes')} (holes that one peg can visit), "
        f"with {sizes} {holes}\n{board.draw(_class_marks(board), ' ')}",
        f"Incidence matrix: {board.n} x {len(board.jumps)}, a column per jump",
    ]
    return "\n\n".join(parts)


def _class_marks(board: Board) -> list[str]:
    """A letter per playable class, numbers where the alphabet ends."""
    classes = board.playable_classes
    marks = [""] * board.n
    for number, mask in enumerate(classes):
        for hole in bits(mask):
            marks[hole] = chr(ord("A") + number) if len(classes) <= 26 else str(number + 1)
    return marks
