"""What the pages show is run: consoles and Python, page by page, each page in a folder of its own.

    ```console      lines `$ command`, each followed by what it prints
    ```pycon        sessions with >>>
    ```python       code that must run
    ```text title="NAME"  (or any other language with a title)  a file that the page's commands read

Times and trailing spaces do not count, and a line `...` stands for any lines. Several blocks of a page belong
together: files stay, Python names stay. `python -m tests.docs.console [PAGE ...]` writes what commands print
into the pages.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from feasibility.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(?P<language>[a-z]*)(?P<options>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.S)
SHELL = set("|&;<>$`*")


@dataclass(frozen=True)
class Block:
    """A fenced block and where its body stands in the page."""

    language: str
    title: str | None
    body: str
    place: tuple[int, int]


def pages() -> list[Path]:
    """Every page with something to run or to show."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for match in FENCE.finditer(text):
        title = re.search(r'title="([^"]+)"', match["options"])
        yield Block(match["language"], title and title[1], match["body"], match.span("body"))


def steps(body: str) -> list[tuple[str, str]]:
    """Commands of a console with what should follow them."""
    parts = re.split(r"^\$ (.*)\n", body, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def normal(text: str) -> str:
    """Without times, which change, and with single spaces, which moved with them."""
    text = re.sub(r"\b[0-9]+(\.[0-9]+)? (ms|s)\b", "", text)
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def agrees(shown: str, printed: str) -> bool:
    """Whether the output is what the page shows."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n"
        for line in normal(shown).splitlines()
    )
    return re.fullmatch(pattern, normal(printed) + "\n" if normal(printed) else "") is not None


class Session:
    """One page: a folder with its files, the last exit code, the names of its Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        self.names: dict[str, object] = {"__name__": "__page__"}

    def file(self, block: Block) -> None:
        """Writes a file for the commands."""
        path = self.folder / str(block.title)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.body, encoding="utf-8")

    def command(self, line: str) -> str:
        """What a command prints, messages included."""
        if line == "echo $?":
            return f"{self.code}\n"
        words = shlex.split(line, comments=True)
        if words[0] == "pegfeas" and not SHELL & set(line):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.code = main(words[1:])
            return printed.getvalue()
        ours = 'pegfeas() { "$PYTHON" -m feasibility "$@"; }; python() { "$PYTHON" "$@"; }'
        done = subprocess.run(
            ["bash", "-c", f"{ours}; {line}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHON": sys.executable},
        )
        self.code = done.returncode
        return done.stdout

    def python(self, block: Block) -> str:
        """Runs Python; returns what went wrong."""
        if block.language == "python":
            exec(compile(block.body, "page", "exec"), self.names)
            return ""
        test = doctest.DocTestParser().get_doctest(block.body, self.names, "page", None, 0)
        report = io.StringIO()
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        doctest.DocTestRunner(optionflags=flags).run(test, out=report.write, clear_globs=False)
        self.names = test.globs
        return report.getvalue()


@contextlib.contextmanager
def session() -> Iterator[Session]:
    """A page's folder, with the examples of the project beside its files, and a cache of its own."""
    before, cache = Path.cwd(), os.environ.get("PEGFEAS_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(ROOT / "examples")
        os.chdir(folder)
        os.environ["PEGFEAS_CACHE"] = str(Path(folder) / "cache")
        try:
            yield Session(Path(folder))
        finally:
            os.chdir(before)
            os.environ.pop("PEGFEAS_CACHE")
            os.environ |= {} if cache is None else {"PEGFEAS_CACHE": cache}


def faults(page: Path, leave: Collection[str] = ()) -> list[str]:
    """What does not do on a page what the page says; the commands of `leave` are not run."""
    found = []
    with session() as here:
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.title:
                here.file(block)
            if block.language == "console":
                for command, shown in steps(block.body):
                    if command in leave:
                        continue
                    printed = here.command(command)
                    if not agrees(shown, printed):
                        found.append(f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}")
            elif block.language in ("python", "pycon") and not block.title:
                found += [wrong] if (wrong := here.python(block)) else []
    return found


def renewed(shown: str, printed: str) -> str:
    """What a page should show: the lines `...` stay where they are, and so do lines that agree."""
    if not shown.strip():
        return printed
    old, new = shown.splitlines(), printed.splitlines()
    same = [next((line for line in old if line != "..." and agrees(line, one)), one) for one in new]
    found = list[str]()
    for what, a, b, c, d in SequenceMatcher(None, old, same, autojunk=False).get_opcodes():
        if what == "equal" or "..." not in old[a:b]:
            found += same[c:d]
            continue
        before, after = old[a:b].index("..."), old[a:b][::-1].index("...")  # lines beside what is left out
        middle = max(c + before, d - after)
        found += [*new[c : min(d, c + before)], "...", *new[middle:d]]
    return "".join(f"{line}\n" for line in found)


def rewrite(page: Path) -> None:
    """Puts the output of commands into a page where it shows something else."""
    text = page.read_text(encoding="utf-8")
    changed, done = [], 0
    with session() as here:
        for block in blocks(text):
            if block.title:
                here.file(block)
            if block.language != "console":
                continue
            body = ""
            for command, shown in steps(block.body):
                printed = here.command(command)
                fresh = printed.strip("\n") + "\n" * bool(printed.strip())
                keep = shown.strip() and agrees(shown, printed)
                body += f"$ {command}\n{shown if keep else renewed(shown, fresh)}"
            changed += [text[done : block.place[0]], body]
            done = block.place[1]
    page.write_text("".join(changed) + text[done:], encoding="utf-8")


if __name__ == "__main__":
    from argparse import ArgumentParser

    parser = ArgumentParser(
        "python -m tests.docs.console", description="Renews what commands print on pages."
    )
    parser.add_argument("page", nargs="*", type=Path, default=pages(), metavar="PAGE")
    for path in parser.parse_args().page:
        rewrite(path.resolve())
