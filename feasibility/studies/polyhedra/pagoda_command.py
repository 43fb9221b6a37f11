"""The pagoda functions that refute START to TARGET, or what is right and wrong with a hand-made one.

pegfeas pagoda START TARGET shows the smallest, a 0/1 and an extreme one; --zero-one lists all with
weights 0 and 1. pegfeas pagoda BOARD --check WEIGHTS tells whether a table is a pagoda function, which jumps
break it, whether it is extreme, and how to mend it; with START TARGET --check WEIGHTS also whether it refutes
this pair, and if not, by how much it misses. WEIGHTS are integers in hole order, `.` for 0, or a file, or -.

examples:
  pegfeas pagoda line:5:+a1+b1 line:5:+e1
  pegfeas pagoda line:5 --check "1 0 1 1 2"
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from os.path import exists
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.base.limits import Clock
from feasibility.cli.additions import refuse_beside
from feasibility.cli.arguments import add_limits, add_pair, limits_of
from feasibility.cli.common import message, plural, print_answer
from feasibility.cli.opening import told_question
from feasibility.cli.options import add, how_to_read, own
from feasibility.cli.proofs import all_accepted, write
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.text.document import Reading
from feasibility.text.files import placed, read_text
from feasibility.text.references import named_holes, read_board, read_document

if TYPE_CHECKING:
    from feasibility.proofs.written import Weights
    from feasibility.studies.polyhedra.pagoda import Diagnosis, Refuting

MOST = 1000  # functions that are listed
UNVERIFIED = "not all of this is verified yet: write a certificate by --certificate FILE, or allow more time"


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser)
    own(parser, "--check WEIGHTS", "judge this table, on a board or for a pair")
    own(parser, "--zero-one", "all functions with weights 0 and 1 that refute")
    own(parser, "--most N", "with --zero-one, stop after N (1000)", int)
    add(parser, "json", certificate="write a certificate with the first function")
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    if args.check is not None:
        if args.zero_one:
            raise UsageError("--check judges one table, --zero-one finds all", expected="one of the two")
        refuse_beside(args, {"check": ("most",)})
        return _check(told_question(args) if _about_a_pair(args) else None, args)
    if args.most is not None and not args.zero_one:
        raise UsageError("--most goes with --zero-one")
    if args.most is not None and args.most < 1:
        raise UsageError("not a number of functions", seen=str(args.most), expected="1 or more")
    return _refute(told_question(args), args)


def _refute(question: Reading, args: Namespace) -> ExitCode:
    from feasibility.studies.polyhedra.pagoda import refuting

    pair, clock = question.pair, limits_of(args).start()
    most = MOST if args.most is None else args.most
    functions = refuting(pair, clock, args.zero_one, most + 1)
    cut = args.zero_one and len(functions) > most
    if cut:
        functions = functions[:most]
        message(f"stopped after {most}; --most N shows more")
    late = clock.expired()
    if late:
        message(f"{clock.ended()}; there may be more")
    listed = [vars(function) | {"zero_one": function.zero_one} for function in functions]
    none = f"no pagoda function {'with weights 0 and 1 ' if args.zero_one else ''}"
    none += "was found so far" if late else "refutes the pair"
    text = "\n\n".join(_text(pair, f) for f in functions) or none
    complete = not (late or cut)
    facts = {"board": pair.board.label, "functions": listed, "complete": complete, **question.facts}
    proofs = [Certificate(pair, Pagoda(function.weights)) for function in functions]
    return _answer(proofs, facts, text, args, clock)


def _answer(
    proofs: Sequence[Certificate], facts: Mapping[str, object], text: str, args: Namespace, clock: Clock
) -> ExitCode:
    """Prints the answer about a pair, and writes the first of the proofs that refute it."""
    verified = all_accepted(proofs, clock)
    print_answer(args, {**facts, "verified": verified}, text)
    if verified is False:
        message(UNVERIFIED)
    if args.certificate is not None:
        write(next(iter(proofs), None), args.certificate, clock)
    return ExitCode.NEGATIVE if proofs else ExitCode.UNKNOWN


def _text(pair: Pair, function: Refuting) -> str:
    kinds = [function.role] + ["extreme"] * (function.extreme and function.role != "extreme")
    head = f"{', '.join(kinds)}: {_weighed(pair, function.weights, function.margin)}"
    return f"{head}\n{draw_weights(pair.board, function.weights)}"


def _weighed(pair: Pair, weights: Weights, margin: int) -> str:
    have = Functional(weights).value(pair.start.mask)
    return f"the start weighs {have}, the target {have + margin}{'' if pair.exact else ' or more'}"


def draw_weights(board: Board, weights: tuple[int, ...]) -> str:
    return board.draw([str(w) for w in weights], " ")


def _about_a_pair(args: Namespace) -> bool:
    """Whether holes or a target are given, in the words or in what they name; a pipe is read once only."""
    if args.target is not None or args.pegs is not None or args.complement:
        return True
    if args.start == "-":
        args.start = read_text("-")[0] + "\n"
        with placed("standard input"):
            return read_document(args.start, **how_to_read(args)).target is not None
    if "\n" not in args.start and not exists(args.start) and named_holes(args.start) is not None:
        return True
    try:
        return read_document(args.start, **how_to_read(args)).target is not None
    except InputError:  # a board alone, or a text with mistakes, which its reader tells
        return False


def _check(question: Reading | None, args: Namespace) -> ExitCode:
    """The table on a board, or for a pair: 1 if it refutes it, else 3, as where no table was found."""
    from feasibility.studies.polyhedra.pagoda import diagnose

    clock = limits_of(args).start()
    if question is None and args.certificate is not None:
        raise UsageError("a certificate is about a pair", expected="pagoda START TARGET --check WEIGHTS")
    board = read_board(args.start, **how_to_read(args)) if question is None else question.pair.board
    diagnosis = diagnose(board, args.check, limits=clock.rest())
    facts, lines = _diagnosis(board, diagnosis), _judgement(board, diagnosis)
    if question is not None:
        pair = question.pair
        margin = _margin(pair, diagnosis.weights)
        refutes = diagnosis.valid and margin > 0
        mended = None if diagnosis.mended is None else _margin(pair, diagnosis.mended)
        facts |= {"margin": margin, "refutes": refutes, "mended_margin": mended, **question.facts}
        proofs = [Certificate(pair, Pagoda(diagnosis.weights))] if refutes else []
        text = "\n".join([*lines, _for_pair(pair, diagnosis, margin, mended)])
        return _answer(proofs, facts, text, args, clock)
    print_answer(args, facts, "\n".join(lines))
    return ExitCode.OK if diagnosis.valid else ExitCode.NEGATIVE


def _diagnosis(board: Board, diagnosis: Diagnosis) -> dict[str, object]:
    breaks = [{"jump": jump, "by": by} for jump, by in diagnosis.breaks]
    told = {name: getattr(diagnosis, name) for name in ("weights", "valid", "extreme", "tight")}
    return {"board": board.label, **told, "breaks": breaks, "mended": diagnosis.mended}


def _margin(pair: Pair, weights: Weights) -> int:
    return Functional(weights).margin(pair.start, pair.target)


def _for_pair(pair: Pair, diagnosis: Diagnosis, margin: int, mended: int | None) -> str:
    """Whether the table refutes the pair, and what is missing."""
    weighed = _weighed(pair, diagnosis.weights, margin)
    if diagnosis.valid:
        return f"{weighed}: the table {_outcome(margin)}"
    nothing = f"{weighed}; as the table is no pagoda function, this proves nothing"
    return nothing if mended is None else f"{nothing}\nthe mended table {_outcome(mended)}"


def _outcome(margin: int) -> str:
    missed = f"does not refute this pair; it misses by {1 - margin}"
    return f"refutes this pair, by {margin}" if margin > 0 else missed


def _judgement(board: Board, diagnosis: Diagnosis) -> list[str]:
    if diagnosis.valid:
        kind = "an extreme pagoda function" if diagnosis.extreme else "a pagoda function, not an extreme one"
        return [draw_weights(board, diagnosis.weights), f"{kind}: {plural(diagnosis.tight, 'tight jump')}"]
    lines = [draw_weights(board, diagnosis.weights), "not a pagoda function:"]
    for jump, by in diagnosis.breaks:
        start, over, landing = (board.called(h) for h in jump)
        w = diagnosis.weights
        sums = f"landing {w[jump.landing]} > start {w[jump.start]} + over {w[jump.over]} ({over})"
        lines.append(f"  {start}{landing} raises the total by {by}: {sums}")
    if diagnosis.mended is None:
        return [*lines, "no repair was found"]
    change = sum(abs(a - b) for a, b in zip(diagnosis.weights, diagnosis.mended, strict=True))
    told = f"mended to one that some jump lowers, with the least change ({change} in all):"
    return [*lines, told, draw_weights(board, diagnosis.mended)]
