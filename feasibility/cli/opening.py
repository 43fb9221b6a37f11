"""How an answer begins: the words are read, and what was understood is printed before the work."""

from __future__ import annotations

from argparse import Namespace

from feasibility.cli import terminal
from feasibility.cli.common import message
from feasibility.cli.options import how_to_read
from feasibility.game.aim import Aim
from feasibility.game.position import Pair, Position
from feasibility.text.document import Reading
from feasibility.text.references import read_question, reference


def question_of(args: Namespace, named: bool = True) -> Reading:
    """The pair that the arguments name, printed; from now on they hold what JSON has of it.

    `named`: with the names of its holes, which the answer uses.
    """
    args.question = found = read(args)
    show(found, args, named)
    return found


def told_question(args: Namespace) -> Reading:
    """The same where the answer is a file or a table and not for people: messages tell it."""
    found = read(args)
    if found.aim is not Aim.GIVEN:
        from feasibility.render.opening import said

        message(said(found.pair, found.aim, found.note, language=terminal.language()))
    return found


def read(args: Namespace) -> Reading:
    """The pair that the arguments name; whether start and target may be exchanged is told."""
    found = read_question(
        args.start, args.target, pegs=args.pegs, complement=args.complement, **how_to_read(args)
    )
    most = found.pair.start.count + (getattr(args, "return_peg", None) is not None)  # it adds a peg
    asked = found.aim is Aim.GIVEN and args.pegs is None and not args.complement
    if asked and found.pair.target.fewest > most:
        message(_exchanged(found.pair, args.prog, args.target))
    return found


def show(found: Reading, args: Namespace, named: bool = True) -> None:
    """The picture of what was read, and what was asked; nothing where JSON was."""
    if not args.json:
        from feasibility.render.opening import opening

        width, language = terminal.width(), terminal.language()
        print(opening(found.pair, found.aim, found.note, width, language, named), end="\n\n")


def show_position(position: Position, note: str | None, args: Namespace, named: bool = True) -> None:
    """The picture of a position that is asked about alone."""
    if not args.json:
        from feasibility.render.opening import opening_of

        print(opening_of(position, note, terminal.width(), terminal.language(), named), end="\n\n")


def _exchanged(pair: Pair, command: str, target: str | None) -> str:
    """A question back, with the command that asks the other way round."""
    from feasibility.render.phrases import phrase

    language = terminal.language()
    names = [None if one is None else reference(one) for one in (pair.exact, pair.start)]
    if target is None or None in names:
        words = phrase("exchanged.drawings", language)
    else:
        words = phrase("exchanged.pair", language, command=f"{command} {names[0]} {names[1]}")
    return phrase("exchanged", language, words=words)
