"""Remarks beside a drawing that would say something of its signs, or of its jumps, if they were understood.

A text whose remark may change the question is refused, with the header line that says it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Set

from feasibility.base.errors import InputError
from feasibility.game.geometry import Geometry
from feasibility.text.cells import HEAD, Lines

_NOUNS = (  # in English, German and French
    r"(?:(?:peg|marble|stone|ball|hole|piece|pin|counter|bead|token|chip|gap)s?|vacanc(?:y|ies)"
    r"|empty|blank|vacant|free|(?:un)?occupied|filled|full|missing|removed"
    r"|(?:stein|kugel|stift|figur|feld|loch|löch|leer|frei|voll|besetzt)(?:e?[nrs]?)"
    r"|(?:pion|bille|fiche|cheville|trou|vide|libre|plein|occupé)e?s?)"
)
_ABOUT_SIGNS = rf"(?i)\b{_NOUNS}\b"
_COLOUR = (
    r"(?:white|black|red|blue|green|yellow|schwarze?|wei(?:ß|ss)e?|rote?|noire?s?|blanc(?:he)?s?|rouges?)\b"
)
_SHAPE = (
    r"(?:(?:dots|circles|crosses|stars|squares|zeroe?s|ones|punkte|kreise|kreuze|points|ronds|croix)\b"
    r"|(?:dot|circle|cross|star)(?=\s+is\b)|(?:dot|circle|cross|star|square|zero|one)(?=\s*(?:=|means|marks|denotes|represents|stands)))"
)
_SAYS = r"(?:=|:|\b(?:are|is|means?|marks?|denotes?|represents?|stands? for|ist|sind|est|sont)\b)"
_NAMED = (  # a sign by a word
    rf"(?i)\b(?:(?:{_COLOUR}|(?:filled|open|hollow|solid|dark|light)\b)(?:\s+\w+[se])?|{_SHAPE})"
    rf"\s*{_SAYS}\s*(?:(?:an?|the|no|les?|la|des|die|das|der)\s+)?{_NOUNS}\b"
    rf"|\b{_NOUNS}\s*{_SAYS}\s*(?:\w+ (?:as|by|in) )?(?:the |an? )?(?:{_COLOUR}|{_SHAPE})"
    rf"|\b{_COLOUR}\s+{_NOUNS}\b.*\b{_COLOUR}\s+{_NOUNS}\b"
)
_ABOUT_HOLES = (
    r"(?i)\b(?:holes?|gaps?|vacan\w+|empty|blank|\w+n't|free|unoccupied|missing|removed|not?|without"
    r"|loch|löcher|leer\w*|frei\w*|trous?|vides?|libres?|sans)\b"
)
_JUMPS = r"(?:jump|move|hop|captur|spr[iü]ng|saut)"
_TO_JUMP = rf"{_JUMPS}\w*(?:[,:]?\s\w+){{0,5}}[,:]?"
_LINE = r"(?:horizontal|vertical)\w*+"
_PEGS = r"(?:peg|marble|stone|ball|bead|pin|piece|stein|kugel|stift|pion|bille|fiche|cheville)\w*"
_FEWER, _OTHER = "fewer jumps", "other jumps"
_SIDE = (
    r"(?:(?:to|nach|à|vers)\s+)?(?:the\s+|la\s+|le\s+)?"
    r"(?:(?:right|left|(?:up|down)(?!\s+to\b))(?:wards?)?|forwards?|rechts|links|oben|unten|droite|gauche|haut|bas)\b"
    r"(?!\s+(?:after|before|now)\b)"
)
_ONLY, _OR = r"(?:only|nur|uniquement|seulement)", r"\s*(?:or|and|oder|und|ou|et|[/,&+])"
_REMARKS = {  # on jumps, where no header says which
    Geometry.DIAGONAL: (
        rf"(?i)\bdiagonal\w*\s+(?:{_JUMPS}|allowed|too|also)|\b{_TO_JUMP}\sdiagonal"
        r"|\b(?:8|eight)\s+(?:directions|neighbou?rs|richtungen)|\bwith diagonals\b"
        r"|directions[\"']?\s*[:=]\s*8|diagonal\w*[\"']?\s*[:=]\s*(?:yes|true|1)",
        "# geometry: diagonal",
    ),
    Geometry.TRIANGULAR: (
        rf"(?i)\b(?:triangular|hexagonal|hex)\s+(?:board|grid|lattice|peg|{_JUMPS})"
        r"|\b(?:6|six|sechs)\s+(?:directions|neighbou?rs|richtungen)|\b(?:type|grid|board|lattice|topology)[\"']?\s*[:=]\s*\W?(?:triang|hex)",
        "# geometry: triangular",
    ),
    "a torus": (
        r"(?i)\bwrap\w*\W+around\b|\bedges?\s+wrap|\bperiodic\b|\btor(?:us|oid\w*)\b|\bcylind\w+"
        r"|\bwrap\w*\s*[:=]\s*(?:yes|true|1)",
        "# board: torus:4x5",
    ),
    _FEWER: (
        rf"(?i)\bonly\s+(?:{_JUMPS}\w*\s+)?{_LINE}(?!\s*(?:or|and|[/,&+]))"
        rf"|\b(?:no|without)\s+(?:{_LINE}\s+{_JUMPS}|{_JUMPS}\w*\s+(?=(?:to|nach|vers)\s){_SIDE})"
        rf"|(?<!or )(?<!and )\b{_LINE}\s+{_JUMPS}\w*\s+(?:only\b|(?:are|is)\s+(?:not|never|forbidden)\b)"
        rf"|(?:\b{_JUMPS}\w*\s+{_ONLY}\s+|\b{_ONLY}\s+(?:{_JUMPS}\w*\s+|(?=(?:to|nach|vers)\s)))"
        rf"{_SIDE}(?:{_OR}\s*{_SIDE})?(?!{_OR})|\b{_JUMPS}\w*(?:\s+\w+)?\s+{_SIDE}\s+{_ONLY}\b"
        rf"|\bone[- ]?way\s+{_JUMPS}|\b{_JUMPS}\w*\s+(?:are|is|go)\s+one[- ]?way\b",
        "# jumps: a1-b1-c1 ...",
    ),
    _OTHER: (
        rf"(?i)\b{_JUMPS}\w*\s+(?:over|über|par-dessus)\s+(?:up to\s+)?(?:two|three|[2-9]|zwei|deux)\b"
        rf"(?=\s+(?:or|and|oder|und|ou|et|more|at|in|adjacent|\w*\s?holes?|(?:\w+\s)?{_PEGS})\b|\s*(?:[,;.:!?)]|$))"
        r"|^\W*jumps?\s*[:=]\s*[a-z]\d+-[a-z]\d+-[a-z]\d",  # a header without its sign
        "# jumps: a1-b1-c1 ...",
    ),
}
_KEY = r"#*\s*(?:target|goal|aim|finish|final|end|last peg|ziel|ende|arrivée|but)\s*[:=]\s*[^\s*_]"
_NUMBER = r"(?:[0-9]+|one|two|three|four|five|a\s+single|only|just|ein\w*|zwei|une?|deux)\b"
_SHALL = (
    r"(?:must|should|shall|can|could|needs?|want\w*|until|so that|such that"
    r"|soll\w*|muss|kann|bis|doit|peut|pour)\b"
)
_ENDS = (
    r"(?:(?:ends?|finish(?:es)?)\s+(?:up\s+)?(?:in|at|on|with)|remains?|stays?|(?:be|is) left"
    r"|übrig\w*|bleib\w*|enden|finir|rester?)\b"
)
_OUT = r"(?:\s+out\b|\s+one\s+holes?\b|(?:\s+\w+){1,4}\s+out\s*(?:[.,;:!?)]|$))"  # of a start, as it is made
_HOLE = r"[a-z]\d\d?"
_GOAL = (  # what a game is to end with, as people say it; what it did end with is another thing
    rf"(?i)^{_KEY}|\b(?:last|final|letzte\w*|derni(?:er|ère))\s+(?:remaining\s+)?{_PEGS}"
    rf"|\b(?:leave(?!{_OUT})|laisser|übrig\s?lassen)\b.{{0,30}}\b(?:{_PEGS}|{_NUMBER})|\b{_SHALL}[^.;!?]{{0,40}}\b{_ENDS}"
    rf"|(?:^|[,;.:(]\s*|\b(?:and|then|to)\s+){_ENDS}"
    rf"|\b(?:(?:down|get|solve|reduce)\s+to|bis\s+auf)\s+(?:only\s+|just\s+)?{_NUMBER}"
    rf"|\bauf\s+(?:nur\s+)?{_NUMBER}\s+{_PEGS}|\bsurvivors?\b|\bto\s+{_HOLE}\W*$"
    rf"|\b(?:target|goal|aim|finish|final|ends?|last|leave|ziel|ende|arrivée)\b[^.;!?]{{0,20}}\b{_HOLE}\b"
    r"|\b(?:goal|aim|objective|target|ziel|objectif)\s+(?:here\s+)?(?:is|ist|est)\b|\ball\s+(?:\w+\s+)?but\s+one\b"
)
_EMPTIED = (  # which hole, perhaps, of a board that is drawn full
    r"(?i)\b(?:empty|vaca\w+|remov\w+|unoccupied|without|missing|leer\w*|frei\w*|nimm\w*|entfern\w*|vides?"
    r"|libres?|enl[eè]v\w*|retir\w*)\b"
)
_TO = r"\s*(?:[-–=]?>|[-–x→])\s*"
_JUMP = rf"(?i)(?<!\w)({_HOLE})(?:{_TO}|\s+over\s+|)({_HOLE})(?!\d|[a-z]+\b)"
_PLAY = (
    rf"(?i)\b(?:moves?|play(?:ed)?|jumps?|solution|zug|züge|coups?)\b[^:=]*[:=].*(?:\b{_HOLE}\b|\d{_TO}\d)"
)
_NUMBER_OF_PEGS = (
    r"(?i)\b(?:pegs|marbles|remaining)(?:\s+left)?[\"']?\s*[:=]\s*([0-9]+)\b"
    rf"|^[^:=]*[:=]\s*([0-9]+)\s+{_PEGS}\W*$"
)
_DENIED = (
    r"(?i)\b(?:no|not|never|without|neither|nor|only orthogonal\w*|keine?|nicht|ohne|pas|sans|interdits?)\b"
)
_TELLS = (
    r"(?:marks?|denotes?|shows?|represents?|stands?|indicates?|means?|is|are|for|ist|sind|steht|est|sont"
    r"|isn't|aren't|bedeutet|bezeichnet|markiert|représente|désigne|signifie|marque)\b"
)
_TOLD_BY = (
    r"(?:marked|shown|written|drawn|denoted|represented|indicated|is|are)(?:\s+(?:as|by|with|an?|the))*\s"
)
_PUNCTUATION = " \t-_~#|/,;:()[]{}<>=+*'\"`"  # is no sign in a remark; a point may be where it stands alone


def refuse_unread(line: str, number: int, drawn: Set[str]) -> None:
    """A remark on signs in words that are not known here may say the reverse of what signs mostly mean."""
    about = re.search(_ABOUT_SIGNS, line) is not None
    if re.match(HEAD, line) or not (about or re.search("[=≙≡＝]", line)):
        return
    alone = []
    for letters in (False, True):  # a letter may also be a word, or a part of 3 x 3
        asked = [re.escape(sign) for sign in drawn if sign.isalnum() == letters and sign not in _PUNCTUATION]
        sign = rf"(?<![^\s\"'`(=:])(?:{'|'.join(asked) or '(?!)'})(?=s?(?:[\s\"'`),;.:=≙≡＝]|$))"
        forms = (
            rf"{sign}(?=(?:[\"'`]s?)?\s*(?:{_TELLS}|[=:≙≡＝]|(?:[-–—]+>?|→|\|)\s*(?i:{_NOUNS})\b))",
            rf"(?:^|[(,;])\s*(?=\D)({sign})(?=\s(?i:{_NOUNS})\b)",
            rf"(?:{_TOLD_BY}|[=:]|{_NOUNS}\s\(|\b(?:at|where|no)\s(?=\D))\s*[\"'`]?({sign})",
        )
        told = (rf"(?<!\S){sign}(?=\s*=\s*[^\W\d_]{{2}})",)  # whatever its words mean
        alone += [
            one
            for form in ((forms if letters else (sign,)) if about else told)
            for one in re.findall(form, line)
        ]
    usual = about and set(alone) <= {"x", "X"} and not re.search(_ABOUT_HOLES, line)  # as a drawing has them
    if 0 < len(alone) < 4 and not usual:
        expected = f"`# peg: {alone[0]}` or `# empty: {alone[0]}`"
        what = "a remark on a sign that is not understood"
        raise InputError(what, line=number, seen=repr(line[:60]), expected=expected)


def refuse_named(lines: Lines) -> None:
    """A remark that names signs by words, as `white circles are pegs`, where no header says what they are."""
    for number, line in lines:
        if re.search(_NAMED, line):
            what, expected = "a remark on signs by words", "the signs: `# peg: SIGN`"
            raise InputError(what, line=number, seen=repr(line[:60]), expected=expected)


def refuse_other_jumps(lines: Lines, geometry: Geometry) -> None:
    """A remark on jumps that a board without a header has not: the question may be about another board."""
    for number, line in lines:
        bare = line.translate(dict.fromkeys(map(ord, "\"'")))  # as JSON has them
        for kind, (remark, header) in _REMARKS.items():
            found = re.search(remark, bare) if kind != geometry else None
            clause = "" if found is None or kind == _FEWER else _clause(bare, *found.span())
            if found is not None and not re.search(_DENIED, clause):
                here = f"# geometry: {geometry}" if kind in tuple(Geometry) else "# board: drawn"
                expected = f"`{header}`, or `{here}` if that is meant"
                what = "a remark on jumps that the board has not"
                raise InputError(what, line=number, seen=repr(line[:60]), expected=expected)


def refuse_both_ways(lines: Lines) -> None:
    """A remark that jumps go both ways, where some are listed in one direction alone."""
    for number, line in lines:
        if re.search(r"(?i)\bboth\s+(?:ways|directions)\b|\bjumps?\b.*\b(?:symmetric|reversible)", line):
            what, expected = "jumps both ways, and some are listed one way", "each direction listed"
            raise InputError(what, line=number, seen=repr(line[:60]), expected=expected)


def refuse_moves(lines: Lines, names: Collection[str]) -> None:
    """Moves of a board whose holes have these names: a drawing beside them may be before them, or after."""
    for number, line in lines:
        head = line[:1000]  # `_PLAY` takes the square of it
        jumps = re.findall(_JUMP, head.lower())
        if re.search(_PLAY, head) or any(set(jump) <= set(names) for jump in jumps):
            expected = "`# play:` before a known solution, or the position after them"
            raise InputError("moves beside a drawing", line=number, seen=repr(line[:60]), expected=expected)


def _clause(line: str, first: int, last: int) -> str:
    """The part of a line between two marks that holds the letters from the first to the last."""
    before = max((line.rfind(mark, 0, first) for mark in ",;.:("), default=-1)
    after = min((at for mark in ",;.:)" if (at := line.find(mark, last)) >= 0), default=len(line))
    return line[before + 1 : after]


def goal_in_words(lines: Lines, known: Set[str] = frozenset()) -> tuple[int, str] | None:
    """The line that tells in words what a game is to end with, which nothing here understands.

    `known`: the number of pegs of the start, and its signs, which such a line may be about.
    """
    for number, line in lines:
        pegs = re.search(_NUMBER_OF_PEGS, line)
        if re.search(_GOAL, line) or (pegs is not None and known.isdisjoint(pegs.groups())):
            return number, line
    return None


def emptied_in_words(lines: Lines, pegs: Collection[str] | None) -> tuple[int, str] | None:
    """The line that may tell in words which hole is empty; with names of `pegs` only one that names some."""
    told = [one for one in lines if re.search(_EMPTIED, one[1])]
    named = [set(re.findall(rf"\b{_HOLE}\b", line.lower())) for _, line in told]
    return next((one for one, them in zip(told, named, strict=True) if pegs is None or them & {*pegs}), None)
