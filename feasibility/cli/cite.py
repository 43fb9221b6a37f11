"""How to cite this program, and with a criterion its sources, in BibTeX. `pegfeas --cite` says the same.

Please name the version, and give a certificate or its SHA-256 where you rely on a verdict.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility import __version__
from feasibility.base.errors import ExitCode, InputError
from feasibility.cli import suggest

Entry = tuple[str, dict[str, str]]

PROGRAM: Entry = (
    "software",
    {
        "author": "{The pegfeas authors}",
        "title": "pegfeas: peg solitaire feasibility with certificates",
        "version": __version__,
        "license": "MIT",
    },
)

SOURCES: dict[str, Entry] = {
    "reiss1857": (
        "article",
        {
            "author": "Reiss, M.",
            "title": 'Beitr{\\"a}ge zur Theorie des Solit{\\"a}r-Spiels',
            "journal": 'Journal f{\\"u}r die reine und angewandte Mathematik',
            "volume": "54",
            "year": "1857",
        },
    ),
    "lucas1882": (
        "book",
        {
            "author": "Lucas, {\\'E}douard",
            "title": "R{\\'e}cr{\\'e}ations math{\\'e}matiques",
            "publisher": "Gauthier-Villars",
            "year": "1882",
        },
    ),
    "beasley1985": (
        "book",
        {
            "author": "Beasley, John D.",
            "title": "The Ins and Outs of Peg Solitaire",
            "publisher": "Oxford University Press",
            "year": "1985",
        },
    ),
    "berlekamp1982": (
        "book",
        {
            "author": "Berlekamp, Elwyn R. and Conway, John H. and Guy, Richard K.",
            "title": "Winning Ways for Your Mathematical Plays",
            "publisher": "Academic Press",
            "year": "1982",
        },
    ),
    "avis2000": (
        "article",
        {
            "author": "Avis, David and Deza, Antoine and Onn, Shmuel",
            "title": "A combinatorial approach to the solitaire game",
            "journal": "IEICE Transactions on Fundamentals",
            "volume": "E83-A",
            "pages": "656--661",
            "year": "2000",
        },
    ),
    "avis2001": (
        "article",
        {
            "author": "Avis, David and Deza, Antoine",
            "title": "On the solitaire cone and its relationship to multi-commodity flows",
            "journal": "Mathematical Programming",
            "volume": "90",
            "pages": "27--57",
            "year": "2001",
        },
    ),
    "kiyomi2001": (
        "inproceedings",
        {
            "author": "Kiyomi, Masashi and Matsui, Tomomi",
            "title": "Integer programming based algorithms for peg solitaire problems",
            "booktitle": "Computers and Games",
            "series": "Lecture Notes in Computer Science",
            "volume": "2063",
            "pages": "229--240",
            "publisher": "Springer",
            "year": "2001",
        },
    ),
}

# what each criterion rests on, beside the page that states and proves it
OF_CRITERION: dict[str, tuple[str, ...]] = {
    "trivial": (),
    "classes": ("beasley1985",),
    "rule-of-three": ("reiss1857", "lucas1882", "berlekamp1982"),
    "lattice": ("avis2000",),
    "corners": ("beasley1985",),
    "pagoda": ("berlekamp1982", "beasley1985"),
    "cone": ("avis2001",),
    "integer-cone": ("kiyomi2001",),
    "turning-point": (),
    "ends": ("beasley1985",),
    "search": (),
}


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas cite`."""
    parser.add_argument("criterion", metavar="CRITERION", nargs="?", help="a criterion, for its sources, too")


def run(args: Namespace) -> ExitCode:
    """Print the entries."""
    if args.criterion is not None and args.criterion not in OF_CRITERION:
        near = suggest(args.criterion, list(OF_CRITERION)) or ", ".join(OF_CRITERION)
        raise InputError("no such criterion", seen=repr(args.criterion[:40]), expected=near)
    keys = OF_CRITERION.get(args.criterion or "", ())
    entries = [entry("pegfeas", PROGRAM), *(entry(key, SOURCES[key]) for key in keys)]
    print("\n\n".join(entries))
    return ExitCode.OK


def entry(key: str, one: Entry) -> str:
    """One entry of BibTeX."""
    kind, fields = one
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])
