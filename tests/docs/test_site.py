"""The built pages in a browser, on a phone and on a desk: nothing is too wide, cut off or oddly coloured."""

from __future__ import annotations

import functools
import re
import runpy
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import feasibility
from tests.docs.console import ROOT

pytest.importorskip(
    "mkdocs", reason="THE SITE IS NOT TESTED: mkdocs is missing (pip install 'pegfeas[docs]')"
)
pytest.importorskip("selenium", reason="THE SITE IS NOT TESTED: selenium is missing")

CUT = """return [...document.querySelectorAll('.md-typeset__scrollwrap')]
    .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim().slice(0, 40))"""
ODD = """return [...document.querySelectorAll('.language-console code')].flatMap(code =>
    [...code.querySelectorAll('span')]
        .filter(s => getComputedStyle(s).color !== getComputedStyle(code).color).map(s => s.textContent))"""
LONG = """return [...document.querySelectorAll('.language-console code')].filter(code =>
    code.scrollWidth > code.clientWidth + 1 && code.textContent.split('\\n').every(line => line.length <= 100)
    ).map(code => code.textContent.slice(0, 40))"""


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """Where the pages are served, and which there are."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages = sorted(Path(page).relative_to(folder).as_posix() for page in folder.rglob("index.html"))
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", pages
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_fit(browser: Any, site: tuple[str, list[str]], width: int) -> None:
    base, pages = site
    assert len(pages) > 40
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    faults, consoles = [], 0
    try:
        for page in pages:
            browser.get(base + page)
            wide = browser.execute_script("return document.documentElement.scrollWidth")
            faults += [f"{page}: {wide} pixels wide"] if wide > width else []
            consoles += browser.execute_script("return document.querySelectorAll('.language-console').length")
            faults += [f"{page}: a line is coloured: {line}" for line in browser.execute_script(ODD)]
            if width > 1000:
                faults += [f"{page}: a table is cut: {table}" for table in browser.execute_script(CUT)]
                faults += [f"{page}: 100 columns do not fit: {code}" for code in browser.execute_script(LONG)]
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert faults == []
    assert consoles > 80


def test_the_home_page_says_how_to_install() -> None:
    assert "`pip install .`" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_the_page_of_python_has_every_public_name() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "generate" / "python_names.py"))["page"]()
    titles = re.findall(r"^### (\w+)$", page, re.MULTILINE)
    assert sorted(titles) == sorted(name for name in feasibility.__all__ if name != "__version__")
