"""How to cite this program, and with a criterion its sources, in BibTeX. `pegfeas --cite` says the same.

Please name the version, and give a certificate or its SHA-256 where you rely on a verdict.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from os.path import dirname, join

from feasibility import __version__
from feasibility.base.errors import ExitCode, unknown
from feasibility.text.files import read_text

PROGRAM = f"""\
@software{{pegfeas,
  author = {{{{The pegfeas authors}}}},
  title = {{pegfeas: peg solitaire feasibility with certificates}},
  version = {{{__version__}}},
  license = {{MIT}},
}}"""

_ENTRIES = read_text(join(dirname(__file__), "assets", "sources.bib"))[0]
SOURCES = {entry.partition("{")[2].partition(",")[0]: entry for entry in _ENTRIES.strip().split("\n\n")}

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
    parser.add_argument("criterion", metavar="CRITERION", nargs="?", help="a criterion, for its sources, too")


def run(args: Namespace) -> ExitCode:
    if args.criterion is not None and args.criterion not in OF_CRITERION:
        raise unknown("criterion", args.criterion, OF_CRITERION)
    keys = OF_CRITERION.get(args.criterion or "", ())
    print(PROGRAM, *(SOURCES[key] for key in keys), sep="\n\n")
    return ExitCode.OK
