"""How to cite this program, and with a criterion its sources, in BibTeX. `pegfeas --cite` says the same.

Please name the version, and give a certificate or its SHA-256 where you rely on a verdict.

examples:
  pegfeas cite
  pegfeas cite cone
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


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("criterion", metavar="CRITERION", nargs="?", help="a criterion, for its sources, too")


def run(args: Namespace) -> ExitCode:
    from feasibility.decide.schedule import CRITERIA
    from feasibility.engines import SEARCH

    known = {**{criterion.name: criterion.sources for criterion in CRITERIA}, SEARCH: ()}
    if args.criterion is not None and args.criterion not in known:
        raise unknown("criterion", args.criterion, known)
    keys = known.get(args.criterion, ())
    print(PROGRAM, *(SOURCES[key] for key in keys), sep="\n\n")
    return ExitCode.OK
