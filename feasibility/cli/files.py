"""What a command writes beside its answer: everything is asked for before the work begins."""

from __future__ import annotations

from collections.abc import Callable
from os.path import isfile, realpath, splitext
from typing import TYPE_CHECKING

from feasibility.base.errors import UsageError
from feasibility.base.files import try_file, write_file
from feasibility.cli.common import message

if TYPE_CHECKING:
    from argparse import Namespace

    from feasibility.render.matrices import VectorList
    from feasibility.render.scene import Scene
    from feasibility.render.tables import Table

TABLES = (".csv", ".tex")
PLACES = ("certificates", "workdir", "export", "domain")
WRITTEN = ("certificate", "html", "picture", "table", "matrix", "output", "write_plays", "counterexample")


def ready(
    *paths: str | None,
    picture: str | None = None,
    table: str | None = None,
    tables: tuple[str, ...] = TABLES,
) -> None:
    """Refuses what cannot be written or drawn, before long work is lost to it."""
    if picture is not None:
        _picture_kind(picture)
    if table is not None:
        _kind("table", table, tables)
    for path in (*paths, picture, table):
        if path is not None:
            try_file(path)


def apart(args: Namespace, usual: Callable[[str], object]) -> None:
    """Refuses a file that would be written over one that is read, or over another one that is written.

    What is read may be `-`, what is written may not, but where it is what an option has as its `usual` value.
    """
    for name, value in vars(args).items():
        if name in (*WRITTEN, *PLACES) and value in ("", "-") and value != usual(name):
            what = f"not a file or folder for --{name.replace('_', '-')}"
            raise UsageError(what, seen=repr(value), expected="a name (`-` is standard input)")
    given = {name: _paths(value) for name, value in vars(args).items()} | {"stdout": ["/dev/stdout"]}
    written = {name: given[name][0] for name in WRITTEN if given.get(name, []) != []}
    for one, other in ((one, other) for one in written for other in given if other != one):
        for path in given[other]:
            if (other in written or isfile(path)) and realpath(written[one]) == realpath(path):
                also = f"--{other.replace('_', '-')} names it too" if other in written else "it is read"
                also = "standard output goes there" if other == "stdout" else also
                what = f"not a file for --{one.replace('_', '-')}"
                raise UsageError(what, seen=f"{written[one]!r}: {also}", expected="another file")


def files_of(args: Namespace) -> list[str]:
    """The options that ask for files, or for a folder of them."""
    return [name for name in (*WRITTEN, "certificates") if vars(args).get(name) is not None]


def _paths(value: object) -> list[str]:
    """What may be names of files in the value of an option, or before the colon, as of FILE.py:FUNCTION."""
    words = [word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str)]
    return [path for word in words if word != "-" for path in (word, word.rpartition(":")[0]) if path]


def _kind(what: str, path: str, endings: tuple[str, ...], *, by_library: bool = False) -> str:
    """The format that the ending of a file names; without matplotlib this is where what needs it ends."""
    ending = splitext(path)[1].lower()
    if ending not in endings:
        raise UsageError(f"not a kind of {what}", seen=repr(path), expected=", ".join(endings))
    if by_library:
        from feasibility.render.figure import blank

        blank(1, 1)
    return ending[1:]


def _picture_kind(path: str) -> str:
    drawn = path.lower().endswith((".svg", ".tex"))
    return _kind("picture", path, (".svg", ".tex", ".png", ".pdf"), by_library=not drawn)


def write_table(
    path: str | None, make: Callable[[], Table], vectors: Callable[[], VectorList] | None = None
) -> None:
    """The table of an answer, where one was asked, in the format that the ending names; or its vectors."""
    if path is None:
        return
    if vectors is not None and not path.lower().endswith(TABLES):
        from feasibility.render.matrices import text_of

        write_file(path, text_of(path, vectors()))
    else:
        write_file(path, make().csv() if path.lower().endswith(".csv") else make().latex())


def write_answer(path: str | None, make: Callable[[], Scene]) -> None:
    """The picture of an answer, where one was asked; an answer with nothing to draw says so."""
    if path is None:
        return
    from feasibility.api.picture import NothingToDraw

    try:
        write_picture(path, make())
    except NothingToDraw as error:
        message(f"no picture is written: {error}")


def write_picture(path: str, scene: Scene, theme: str = "auto") -> None:
    kind = _picture_kind(path)
    if kind == "svg":
        from feasibility.render.svg import svg

        write_file(path, svg(scene, theme) + "\n")
    elif kind == "tex":
        from feasibility.render.tikz import tikz

        write_file(path, tikz(scene) + "\n")
    else:
        from feasibility.render.figure import figure

        write_file(path, figure(scene, kind, theme))
