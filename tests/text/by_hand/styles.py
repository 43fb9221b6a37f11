"""Ways in which people type and post a board: each makes the text of a position.

A way gets the rows of a drawing as lists of `o`, `.` and blanks, all of one length, and says what must come
of it: the position, a refusal, or on boards that are not known (squares, boards of one's own) either of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from feasibility.game.position import Position

Rows = list[list[str]]


class Due(Enum):
    """What a reader owes to a drawing."""

    READ = "is read"
    KNOWN = "is read if it is of a known board, and never misread"
    REFUSED = "is refused where blanks are drawn"


class Way(NamedTuple):
    name: str
    due: Due
    make: Callable[[Rows], str]


def rows_of(position: Position) -> Rows:
    """The places of a position; a triangle is drawn flush left."""
    board, mask = position.board, position.mask
    width = max(column for _, column in board.holes) + 1
    rows = [[" "] * width for _ in range(board.holes[-1][0] + 1)]
    for hole, (row, column) in enumerate(board.holes):
        rows[row][column] = "o" if mask >> hole & 1 else "."
    return rows


def joined(signs: str, between: str = "", blank: str | None = None) -> Callable[[Rows], str]:
    """Rows of the signs for pegs, empty holes and, as a third, no hole."""
    words = signs.split()
    table = {"o": words[0], ".": words[1], " ": words[2] if len(words) > 2 else blank or " "}
    return lambda rows: "\n".join(between.join(table[sign] for sign in row).rstrip() for row in rows)


def _centred(between: str) -> Callable[[Rows], str]:
    def make(rows: Rows) -> str:
        lines = [between.join(sign for sign in row if sign != " ") for row in rows]
        width = max(map(len, lines))
        return "\n".join(" " * ((width - len(line)) // 2) + line for line in lines)

    return make


def _stripped(rows: Rows) -> str:
    return "\n".join("".join(row).strip() for row in rows)


def _array(no_hole: object, peg: object = 1, hole: object = 0) -> Callable[[Rows], list[list[object]]]:
    return lambda rows: [[{"o": peg, ".": hole, " ": no_hole}[sign] for sign in row] for row in rows]


def _numpy(rows: Rows) -> str:
    lines = [" ".join({"o": " 1", ".": " 0", " ": "-1"}[sign] for sign in row) for row in rows]
    return "[[" + "]\n [".join(lines) + "]]"


def _fen(rows: Rows) -> str:
    lines = []
    for row in rows:
        text = "".join(row).rstrip()
        lead = len(text) - len(text.lstrip())
        tail = len(row) - len(text)
        lines.append(f"{lead or ''}{text.lstrip()}{tail or ''}")
    return "/".join(lines)


def _brackets(form: str, blank: str, between: str) -> Callable[[Rows], str]:
    cells = {"o": form, ".": form[0] + " " + form[-1], " ": blank}
    return lambda rows: "\n".join(between.join(cells[sign] for sign in row).rstrip() for row in rows)


def _table(rows: Rows) -> str:
    head = "|" + "   |" * len(rows[0]) + "\n|" + "---|" * len(rows[0])
    return "\n".join([head, *("|" + "|".join(f" {sign} " for sign in row) + "|" for row in rows)])


def _csv(empty: str, peg: str = "1", hole: str = "0") -> Callable[[Rows], str]:
    table = {"o": peg, ".": hole, " ": empty}
    return lambda rows: "\n".join(",".join(table[sign] for sign in row) for row in rows)


def _plain(rows: Rows) -> str:
    return "\n".join("".join(row).rstrip() for row in rows)


def _labelled(rows: Rows) -> str:
    head = "   " + " ".join("abcdefghijklmnopqrstuvwxyz"[: len(rows[0])])
    return "\n".join([head, *(f"{n:2} " + " ".join(row) for n, row in enumerate(rows, 1))])


def _frame(rows: Rows) -> str:
    edge = "+" + "-" * len(rows[0]) + "+"
    return "\n".join([edge, *("|" + "".join(row) + "|" for row in rows), edge])


def _boxes(rows: Rows) -> str:
    edge = "+" + "---+" * len(rows[0])
    lines = ["|" + "|".join(f" {sign} " for sign in row) + "|" for row in rows]
    return "\n".join([edge, *(line + "\n" + edge for line in lines)])


def _around(before: str, after: str, each: str = "") -> Callable[[Rows], str]:
    return lambda rows: before + "\n".join(each + line for line in _plain(rows).split("\n")) + after


def _latex(row: list[str]) -> str:
    return " & ".join(sign.strip() for sign in row) + r" \\"


def _array_of_latex(rows: Rows) -> str:
    lines = [_latex(row).replace("o", r"\bullet").replace(".", r"\circ") for row in rows]
    return "\n".join([rf"\begin{{array}}{{{'c' * len(rows[0])}}}", *lines, r"\end{array}"])


def _table_of_html(rows: Rows) -> str:
    lines = [
        "<tr>" + "".join(f"<td>{sign.strip() or '&nbsp;'}</td>" for sign in row) + "</tr>" for row in rows
    ]
    return "\n".join(["<table>", *lines, "</table>"])


def _strings(before: str, after: str, begin: str, end: str) -> Callable[[Rows], str]:
    """A string of some programming language for each row."""
    return lambda rows: before + "".join(begin + "".join(row) + end + "\n" for row in rows) + after


def _lists(before: str, begin: str, end: str, after: str) -> Callable[[Rows], str]:
    def make(rows: Rows) -> str:
        lines = [", ".join({"o": "1", ".": "0", " ": "-1"}[sign] for sign in row) for row in rows]
        return before + "\n".join(begin + line + end for line in lines).rstrip(",") + after

    return make


def _slipped(rows: Rows) -> str:
    lines = _plain(rows).split("\n")
    middle = len(lines) // 2
    lines[middle] = " " + lines[middle]
    return "\n".join(lines)


WAYS = (
    Way("o and points", Due.READ, _plain),
    Way("x and points", Due.READ, joined("x .")),
    Way("capital X and points", Due.READ, joined("X .")),
    Way("capital O and points", Due.READ, joined("O .")),
    Way("stars and points", Due.READ, joined("* .")),
    Way("ones and zeros", Due.READ, joined("1 0")),
    Way("at signs and underscores", Due.READ, joined("@ _")),
    Way("o and dashes", Due.READ, joined("o -")),
    Way("circles", Due.READ, joined("● ○")),
    Way("squares", Due.READ, joined("■ □")),
    Way("middle dots", Due.READ, joined("o ·")),
    Way("a letter of one's own", Due.READ, joined("P .")),
    Way("spaced", Due.READ, joined("o .", " ")),
    Way("spaced ones and zeros", Due.READ, joined("1 0", " ")),
    Way("wide", Due.READ, joined("o .", "  ")),
    Way("full width", Due.READ, joined("ｏ ．", blank="\u3000")),
    Way("no-break blanks", Due.READ, joined("o .", blank="\u00a0")),
    Way("tabs", Due.READ, joined("o .", "\t")),
    Way("indented", Due.READ, _around("", "", "        ")),
    Way("a fence of code", Due.READ, _around("```\n", "\n```")),
    Way("a fence and words", Due.READ, _around("Can this be won?\n\n```text\n", "\n```\n\nThanks!")),
    Way("quoted", Due.READ, _around("", "", "> ")),
    Way("quoted twice", Due.READ, _around("", "", ">> ")),
    Way("code of a forum", Due.READ, _around("[code]\n", "\n[/code]")),
    Way("a title", Due.READ, _around("My position\n", "\n(from a game of mine)")),
    Way("a frame", Due.READ, _frame),
    Way("boxes", Due.READ, _boxes),
    Way("labels", Due.READ, _labelled),
    Way("a table in Markdown", Due.READ, _table),
    Way("round brackets", Due.READ, _brackets("(x)", "   ", "")),
    Way("round brackets, spaced", Due.READ, _brackets("(o)", "   ", " ")),
    Way("square brackets", Due.READ, _brackets("[x]", "   ", " ")),
    Way("numpy", Due.READ, _numpy),
    Way("numpy, less than zero outside", Due.READ, lambda rows: str(_array(-1)(rows))),
    Way("None outside", Due.READ, lambda rows: str(_array(None)(rows))),
    Way("JSON", Due.READ, lambda rows: json.dumps(_array(None)(rows))),
    Way("JSON, a value a line", Due.READ, lambda rows: json.dumps(_array(None)(rows), indent=1)),
    Way("truth", Due.READ, lambda rows: str(_array(None, True, False)(rows))),
    Way("a list of strings", Due.READ, lambda rows: json.dumps(["".join(row) for row in rows])),
    Way("lists of strings", Due.READ, str),
    Way("an assignment", Due.READ, lambda rows: "board = np.array(" + str(_array(-1)(rows)) + ")"),
    Way("CSV", Due.READ, _csv("")),
    Way("CSV, less than zero outside", Due.READ, _csv("-1")),
    Way("CSV of letters", Due.READ, _csv("", "x", ".")),
    Way("as in chess", Due.READ, _fen),
    Way("balls and discs", Due.READ, joined("🔴 ⚪", blank="  ")),
    Way("balls, discs, tiles outside", Due.KNOWN, joined("🟢 ⚪ ⬛")),
    Way("things and tiles", Due.READ, joined("🥚 🕳", blank="  ")),
    Way("things, tiles, tiles outside", Due.KNOWN, joined("🍏 ⬜ ⬛")),
    Way("names of a chat", Due.KNOWN, joined(":red_circle: :white_circle: :black_large_square:")),
    Way("rings", Due.READ, joined("◉ ○")),
    Way("large circles", Due.READ, joined("⬤ ◯", " ")),
    Way("stars of two kinds", Due.READ, joined("★ ☆")),
    Way("P and H", Due.READ, joined("P H")),
    Way("p and h, spaced", Due.READ, joined("p h", " ")),
    Way("P, H and points outside", Due.KNOWN, joined("P H .")),
    Way("T, F and N outside", Due.KNOWN, joined("T F N")),
    Way("bars for pegs", Due.READ, joined("| .")),
    Way("plus for pegs", Due.READ, joined("+ .")),
    Way("plus and minus", Due.READ, joined("+ -", " ")),
    Way("a caret", Due.READ, joined("^ .", " ")),
    Way("brackets and walls", Due.READ, _brackets("[#]", "   ", "")),
    Way("signs that are explained", Due.READ, lambda rows: "(o is a peg, x is empty)\n" + joined("o x")(rows)),
    Way("rows of LaTeX", Due.READ, lambda rows: "\n".join(_latex(row) for row in rows)),
    Way("an array of LaTeX", Due.READ, _array_of_latex),
    Way("breaks of HTML", Due.READ, lambda rows: "<br>".join("".join(row) for row in rows)),
    Way("no-break blanks of HTML", Due.READ, lambda rows: _plain(rows).replace(" ", "&nbsp;").replace("\n", "<br/>\n")),
    Way("a table of HTML", Due.READ, _table_of_html),
    Way("a table, centred", Due.READ, lambda rows: _table(rows).replace("---", ":-:")),
    Way("as in chess, row by row", Due.READ, lambda rows: _fen(rows).replace("/", "\n")),
    Way("line ends of Windows", Due.READ, lambda rows: _plain(rows).replace("\n", "\r\n")),
    Way("strings of JavaScript", Due.READ, _strings("const board = [\n", "];", "  '", "',")),
    Way("strings of C", Due.READ, _strings("static const char *board[] = {\n", "};", '    "', '",')),
    Way("strings of Java", Due.READ, _strings('String board = ""\n', "    ;", '    + "', '\\n"')),
    Way("strings in brackets", Due.READ, _strings("b = (\n", ")", '    "', '\\n"')),
    Way("strings that are joined", Due.READ, _strings('board = "\\n".join([\n', "])", '    "', '",')),
    Way("a string of several lines", Due.READ, _around('board = """\\\n', '\n"""\n')),
    Way("a template", Due.READ, _around("const b = `\n", "\n`;")),
    Way("characters of Java", Due.READ, lambda rows: "char[][] b = {\n" + ",\n".join("{" + ", ".join(f"'{sign}'" for sign in row) + "}" for row in rows) + "};"),
    Way("vectors", Due.READ, _lists("let board = vec![\n", "    vec![", "],", "];")),
    Way("a fact", Due.READ, _lists("board([\n", "  [", "],", "]).")),
    Way("a list in a list", Due.READ, _lists("(defparameter *b* '(\n", "  (", ")", "))")),
    Way("numbers with points", Due.READ, lambda rows: re.sub(r"-?[01]", lambda one: one[0] + ".", _numpy(rows))),
    Way("numbers or nan", Due.READ, lambda rows: _numpy(rows).replace("-1", "nan").replace("1", "1.").replace("0", "0.")),
    Way("walls", Due.READ, joined("o . #")),
    Way("dashes outside", Due.READ, joined("x . -")),
    Way("balls and tiles", Due.READ, joined("🔴 ⬜", blank="  ")),
    Way("balls, tiles, tiles outside", Due.KNOWN, joined("🔵 ⬜ ⬛")),
    Way("twos outside", Due.KNOWN, joined("1 0 2")),
    Way("twos outside, spaced", Due.KNOWN, joined("1 0 2", " ")),
    Way("underscores outside", Due.KNOWN, joined("o . _")),
    Way("stripped", Due.KNOWN, _stripped),
    Way("centred", Due.KNOWN, _centred("")),
    Way("centred, spaced", Due.KNOWN, _centred(" ")),
    Way("a row that slipped", Due.KNOWN, _slipped),
    Way("empty lines between", Due.KNOWN, lambda rows: _plain(rows).replace("\n", "\n\n")),
    Way("points outside", Due.REFUSED, joined("o . .")),
    Way("zeros outside", Due.REFUSED, joined("1 0 0")),
    Way("zeros outside, a list", Due.REFUSED, lambda rows: str(_array(0)(rows))),
    Way("noughts and crosses", Due.REFUSED, joined("O X")),
    Way("x and o", Due.REFUSED, joined("x o")),
    Way("two discs", Due.REFUSED, joined("⚪ ⚫", blank="  ")),
    Way("two balls", Due.REFUSED, joined("🔴 🔵", blank="  ")),
    Way("two tiles", Due.REFUSED, joined("🟩 🟥", blank="  ")),
    Way("ones and twos", Due.REFUSED, joined("1 2 0")),
    Way("in one line", Due.REFUSED, lambda rows: "".join("".join(row) for row in rows).replace(" ", "")),
)  # fmt: skip
