"""What the build adds to the pages: pictures, the reference of commands and of the Python names, results.

A line `{{ picture KIND ARGUMENTS | caption }}` becomes a figure; see pictures.py for the kinds.
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
from feasibility.render.palette import css  # noqa: E402

_PICTURE = re.compile(r"^\{\{ picture (?P<words>[^|}]+?)(?: \| (?P<caption>[^}]+?))? \}\}$", re.M)


def on_config(config: Any) -> Any:
    """Pages that come from measurements join the navigation by being there."""
    for section in config.nav:
        (title, pages), = section.items()
        if title == "Results":
            pages += _found("results", pages)
        elif title == "How to":
            pages += _found("how-to", pages)
        elif title == "Explanation":
            pages += [page for page in ("scaling.md",) if (ROOT / "docs" / page).exists()]
    return config


def _found(folder: str, known: list[str]) -> list[str]:
    docs = ROOT / "docs"
    names = sorted(path.relative_to(docs).as_posix() for path in (docs / folder).rglob("*.md"))
    return [name for name in names if name not in known]


def on_files(files: Files, config: Any) -> Files:
    """The generated pages of the reference."""
    files.append(File.generated(config, "reference/commands.md", content=commands.page()))
    files.append(File.generated(config, "reference/python.md", content=python_names.page()))
    files.append(File.generated(config, "pegs.css", content=_colours()))
    return files


def _colours() -> str:
    """The pictures follow the scheme that the reader chose on the page."""
    return css("light") + css("dark", '[data-md-color-scheme="slate"] ')


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Pictures into their places."""

    def drawn(match: re.Match[str]) -> str:
        try:
            return pictures.figure(match["words"], match["caption"] or "")
        except Exception as error:
            raise PluginError(f"{page.file.src_uri}: {match[0]}: {error}") from error

    return _PICTURE.sub(drawn, markdown)
