"""How to cite this program, and with a criterion its sources, in BibTeX. `pegfeas --cite` says the same.

Please name the version, and give a certificate or its SHA-256 where you rely on a verdict.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility import __version__
from feasibility.base.errors import ExitCode, InputError
from feasibility.cli import suggest

PROGRAM = f"""\
@software{{pegfeas,
  author = {{{{The pegfeas authors}}}},
  title = {{pegfeas: peg solitaire feasibility with certificates}},
  version = {{{__version__}}},
  license = {{MIT}},
}}"""

_ENTRIES = r"""
@article{reiss1857,
  author = {Reiss, M.},
  title = {Beitr{\"a}ge zur Theorie des Solit{\"a}r-Spiels},
  journal = {Journal f{\"u}r die reine und angewandte Mathematik},
  volume = {54},
  year = {1857},
}

@book{lucas1882,
  author = {Lucas, {\'E}douard},
  title = {R{\'e}cr{\'e}ations math{\'e}matiques},
  publisher = {Gauthier-Villars},
  year = {1882},
}

@book{beasley1985,
  author = {Beasley, John D.},
  title = {The Ins and Outs of Peg Solitaire},
  publisher = {Oxford University Press},
  year = {1985},
}

@book{berlekamp1982,
  author = {Berlekamp, Elwyn R. and Conway, John H. and Guy, Richard K.},
  title = {Winning Ways for Your Mathematical Plays},
  publisher = {Academic Press},
  year = {1982},
}

@article{avis2000,
  author = {Avis, David and Deza, Antoine and Onn, Shmuel},
  title = {A combinatorial approach to the solitaire game},
  journal = {IEICE Transactions on Fundamentals},
  volume = {E83-A},
  pages = {656--661},
  year = {2000},
}

@article{avis2001,
  author = {Avis, David and Deza, Antoine},
  title = {On the solitaire cone and its relationship to multi-commodity flows},
  journal = {Mathematical Programming},
  volume = {90},
  pages = {27--57},
  year = {2001},
}

@inproceedings{kiyomi2001,
  author = {Kiyomi, Masashi and Matsui, Tomomi},
  title = {Integer programming based algorithms for peg solitaire problems},
  booktitle = {Computers and Games},
  series = {Lecture Notes in Computer Science},
  volume = {2063},
  pages = {229--240},
  publisher = {Springer},
  year = {2001},
}
"""

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
        near = suggest(args.criterion, list(OF_CRITERION)) or ", ".join(OF_CRITERION)
        raise InputError("no such criterion", seen=repr(args.criterion[:40]), expected=near)
    keys = OF_CRITERION.get(args.criterion or "", ())
    print(PROGRAM, *(SOURCES[key] for key in keys), sep="\n\n")
    return ExitCode.OK
