"""Which jumps of POSITION still win, and why the others lose; which jump of a game lost it.

Every legal jump is marked: *wins*, with the rest of a play; *loses*, with the proof that a person can redo
where one is found, else by exhaustion; or *unknown*. With --full the chance stands beside it that random
play after it reaches the target. TARGET is what the play is to end in: by default the second grid of
POSITION; or else, if one hole is empty, the last peg there (the complement), and if several are, one peg
anywhere.

The exit code is that of the position: 0 won, 1 lost, 3 unknown.

examples:
  pegfeas advise english33:+d2+d3+d4+c4 english33:+d4
  pegfeas advise english33:-d4 english33:+d4 --after "d2d4 b3d3 d4d2"
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from os.path import exists
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.cli.arguments import START_HELP, add_limits, limits_of
from feasibility.cli.common import print_json
from feasibility.cli.opening import read, show
from feasibility.cli.options import add, add_one, add_reading, own
from feasibility.cli.terminal import ProgressLine, colour, language, width
from feasibility.game.aim import Aim
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position
from feasibility.text.document import Reading
from feasibility.text.notations import NAMES

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.studies.advice.advice import Advice

PATIENCE = 1.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help=START_HELP)
    parser.add_argument("target", metavar="TARGET", nargs="?", help="as for POSITION, or +d4")
    add_one(parser, "target", dest="named_target")
    add(parser, "pegs", "complement")
    add_reading(parser)
    own(parser, "--after MOVES", "play these jumps first (text, a file or -), and name the one that lost")
    add_one(parser, "notation", "the notation of --after: %(choices)s", choices=NAMES)
    add(parser, full="plays whole, chances exactly, and which criterion found what")
    own(parser, "--proofs", "print the proof for every jump that loses")
    add(
        parser,
        json="print one JSON object, with all certificates",
        certificates="write a certificate for the position and each jump",
    )
    told = "seconds to look for a readable proof for each jump that loses (default 1)"
    add_one(parser, "patience", told, default=PATIENCE)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.base.files import try_folder
    from feasibility.studies.advice.adviser import advise
    from feasibility.studies.advice.text import AdviceStyle, advice_json, advice_text

    if args.notation is not None and args.after is None:
        raise UsageError("--notation is that of --after", expected="--after MOVES")
    if args.certificates is not None:
        try_folder(args.certificates)
    args.start = args.position
    question = read(args)
    pair = question.pair
    jumps = _moves(args, pair.start)
    now = Pair(pair.start.replay(jumps), pair.target)
    show(_now(question, now, args.complement), args)
    clock = limits_of(args).start()
    with ProgressLine() as line:
        advice = advise(
            pair.start,
            pair.target,
            after=jumps,
            limits=clock.limits,
            patience=args.patience,
            report=line.show,
        )
    if args.json:
        print_json({**advice_json(advice), **question.facts})
    else:
        style = AdviceStyle(width(), colour(), language(), args.full)
        print(advice_text(advice, style, proofs=args.proofs))
    if args.certificates is not None:
        _write(advice, args.certificates, clock)
    return advice.verdict.exit_code


def _now(question: Reading, now: Pair, asked: bool) -> Reading:
    """What is asked after the jumps; the complement, `asked` for or not, is of the position before them."""
    if now == question.pair or not (asked or question.aim is Aim.COMPLEMENT):
        return Reading(now, question.aim, question.how, question.note)
    from feasibility.render.phrases import phrase

    notes = phrase(f"aim.complement.{'asked' if asked else 'before'}", language()), question.note
    return Reading(now, Aim.GIVEN, question.how, " ".join(filter(None, notes)))


def _moves(args: Namespace, start: Position) -> tuple[Jump, ...]:
    """The jumps that were played: text, or what a file holds."""
    from feasibility.text import files
    from feasibility.text.moves import read_moves

    if [args.position, args.target, args.after].count("-") > 1:
        raise UsageError("two of POSITION, TARGET and MOVES are standard input", expected="- once")
    text, source = args.after or "", None
    if text == "-" or exists(text):
        text, source = files.read_text(text)
        if not text.strip():  # as of a command in a pipe that failed
            raise InputError("no move", source=source, expected="moves, as d2d4")
    with files.placed(source):
        return read_moves(start, text, notation=args.notation)


def _write(advice: Advice, folder: str, clock: Clock) -> None:
    """A certificate for all that is decided; the verifier has the time left for what it did not see."""
    from feasibility.cli.proofs import look, write_into
    from feasibility.text.moves import format_jump

    board = advice.pair.board
    verdicts = {f"{one.word}-{format_jump(board, one.jump)}.json": one.verdict for one in advice.tried}
    verdicts["position.json"] = advice.verdict
    if advice.lost is not None:
        verdicts["lost.json"] = advice.lost.verdict
    files = {name: verdict.certificate for name, verdict in verdicts.items()}
    known = {name: certificate for name, certificate in files.items() if certificate is not None}
    looked = [verdicts[name].verified is True or look([one], clock) == (True,) for name, one in known.items()]
    write_into(folder, known, looked)
