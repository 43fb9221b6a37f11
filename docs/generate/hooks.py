"""What the build adds to the pages: pictures, the whole reference of commands and of Python names, results.

The pages are also read as they are, so whatever is added stands for something that a reader sees there: a
picture for its file (pictures.py), the content of a file of the project for the link to it that stands alone
on a line, all of a command or a name for its line (reference.py).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.generate import commands, pictures, python_names  # noqa: E402  (the path comes first)
from feasibility.render.palette import PREFIX, css  # noqa: E402

_WRITTEN = {"reference/commands.md": commands.page, "reference/python.md": python_names.page}
_FILE = re.compile(r"^\[[^\]]+\]\((?P<path>(?:\.\./)+[^)]+\.(?:md|py|txt))\)$", re.M)


def on_config(config: Any) -> Any:
    """Pages that come from measurements join the navigation by being there."""
    for section in config.nav:
        ((title, pages),) = section.items()
        if title == "Results":
            pages += _found("results", pages)
        elif title == "How to":
            pages += _found("how-to", pages)
        elif title == "Explanation":
            pages += _found("explanation", pages)
    return config


def _found(folder: str, known: list[str]) -> list[str]:
    docs = ROOT / "docs"
    names = sorted(path.relative_to(docs).as_posix() for path in (docs / folder).rglob("*.md"))
    return [name for name in names if name not in known]


def on_files(files: Files, config: Any) -> Files:
    """The colours of the pictures."""
    files.append(File.generated(config, "pegs.css", content=_colours()))
    return files


def _colours() -> str:
    """The pictures follow the scheme that the reader chose on the page."""
    return css("light") + css("dark").replace(f".{PREFIX}", f'[data-md-color-scheme="slate"] .{PREFIX}')


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Pictures and files into their places."""
    uri = page.file.src_uri
    if uri in _WRITTEN:
        return _WRITTEN[uri]()

    def drawn(match: re.Match[str]) -> str:
        try:
            return pictures.figure(match["words"], match["caption"] or "")
        except Exception as error:
            raise PluginError(f"{uri}: {match[0]}: {error}") from error

    def content(match: re.Match[str]) -> str:
        path = (pictures.DOCS / uri).parent / match["path"]
        return match[0] if path.resolve().is_relative_to(pictures.DOCS) else _content(path)

    return _FILE.sub(content, pictures.PICTURE.sub(drawn, markdown))


def _content(path: Path) -> str:
    """A file of the project as part of a page; a page of its own loses its title."""
    text = path.read_text(encoding="utf-8").rstrip("\n")
    if path.suffix == ".md":
        return text.partition("\n")[2]
    return f"```{'python' if path.suffix == '.py' else 'text'}\n{text}\n```"
