"""The report: one file, nothing from outside, everything escaped, usable without eyes and without a mouse."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given

from feasibility import check, verify
from feasibility.decide import Plan, choose
from feasibility.exact.tree import Branch
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.nodes import CaseNode, Closing, Unknown
from feasibility.render.html import file_name, report_html
from feasibility.text.board_text import parse
from feasibility.text.document import pair_of
from feasibility.text.references import read_board, read_pair
from tests.render.strategies import pairs
from tests.render.verdicts import KINDS, any_peg, hostile, of, verdict

VOID = {"meta", "input", "link", "br", "circle", "line", "polygon", "rect"}


class Page(HTMLParser):
    """The elements of a page; says when they are not nested properly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {k: v or "" for k, v in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {k: v or "" for k, v in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["script"], ["style"]):
            self.words += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.mark.smoke
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_report_of_every_proof(kind: str) -> None:
    text = report_html(verdict(kind))
    page = Page(text)
    assert len(text) < 300_000
    assert str(verdict(kind).answer).upper() in page.words
    assert "for <this> & that" in page.words
    for finding in verdict(kind).findings:
        assert finding.summary in page.words
    (link,) = [a for a in page.all("a") if "download" in a]
    certificate = json.loads(base64.b64decode(link["href"].partition(",")[2]))
    assert verify(certificate).valid
    assert f"pegfeas verify {link['download']}" in page.words
    assert ("player" in {d.get("class") for d in page.all("div")}) == (kind == "play")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_comes_from_elsewhere(kind: str) -> None:
    text = report_html(verdict(kind))
    page = Page(text)
    policy = next(m["content"] for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 1
    assert base64.b64encode(sha256(scripts[0].encode()).digest()).decode() in policy
    assert policy.startswith("default-src 'none'")
    for _, attributes in page.found:
        assert "src" not in attributes
        assert attributes.get("href", "data:").startswith("data:")
        assert not any(name.startswith("on") for name in attributes)
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text) == []
    assert "@import" not in text
    assert "url(" not in text


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_usable_without_eyes(kind: str) -> None:
    page = Page(report_html(verdict(kind)))
    assert page.all("html") == [{"lang": "en"}]
    assert all(s.get("role") == "img" and s.get("aria-label") for s in page.all("svg"))
    assert all(t.get("scope") in ("row", "col") for t in page.all("th"))
    levels = [int(name[1]) for name, _ in page.found if re.fullmatch("h[1-6]", name)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), "no level of headings is left out"
    for attributes in page.all("input"):
        assert attributes.get("aria-label")
    assert len(page.all("main")) == 1


def test_player_has_names_keys_and_a_live_region() -> None:
    page = Page(report_html(verdict("play")))
    doing = {b["data-do"]: b["aria-label"] for b in page.all("button") if "data-do" in b}
    assert set(doing) == {"first", "back", "play", "next", "last"}
    assert all(doing.values())
    assert any(p.get("role") == "status" for p in page.all("p"))
    stage = next(d for d in page.all("div") if d.get("class") == "stage")
    assert stage["tabindex"] == "0"
    data = json.loads(next(d["data-play"] for d in page.all("div") if "data-play" in d))
    assert data["jumps"] == [[3, 2, 1], [0, 1, 2]]
    assert data["names"] == ["d1b1", "a1c1"]


def test_pair_of_the_report_reads_back() -> None:
    pair = read_pair("triangle:5:-a1", "triangle:5:+a1")
    text = report_html(of(pair, "search", None))
    shown = re.findall(r"<pre>([^<]*)</pre>", text)[-1]
    assert pair_of(parse(shown.replace("&gt;", ">").replace("&amp;", "&"))) == pair
    counted = report_html(of(any_peg(), "search", None))
    assert "pair.txt --pegs 1 --time-limit 60 --memory-limit 2" in counted


@given(pairs())
def test_any_pair_has_a_report(pair: Pair) -> None:
    page = Page(report_html(of(pair, "pagoda", Pagoda(tuple(range(pair.board.n))))))
    assert len(page.all("script")) == 1


def test_hostile_name() -> None:
    text = report_html(hostile())
    page = Page(text)
    assert len(page.all("script")) == 1
    assert "alert(1)" in page.words
    assert "\x1b" not in text
    (link,) = [a for a in page.all("a") if "download" in a]
    assert re.fullmatch(r"[a-z0-9-]+\.json", link["download"])


@pytest.mark.parametrize("name", ["", "../../etc", 'a"b', "日本", "x" * 500])
def test_file_names_are_tame(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]{1,60}", file_name(name))


def _deep_tree(jumps: int) -> CaseNode:
    node: CaseNode = Closing((tuple(range(33)),))
    for jump in read_board("english33").jumps[:jumps]:
        node = Branch(Unknown("x", 0, jump), 0, Closing((tuple(range(33)),)), node)
    return node


def test_many_cases_unfold_and_do_not_flood() -> None:
    pair = read_pair("english33:-d4", "english33:+d4")
    text = report_html(of(pair, "integer-cone", Tree(_deep_tree(70))))
    page = Page(text)
    assert len(page.all("details")) > 60
    assert "more case" not in page.words
    assert len(text) < 300_000


def test_what_has_no_room_is_left_to_the_certificate() -> None:
    pair = read_pair("english33:-d4", "english33:+d4")
    node: CaseNode = Closing((tuple(range(10**6, 10**6 + 33)),))
    for i in range(600):
        unknown = Unknown("x", 0, pair.board.jumps[i % 76])
        node = Branch(unknown, i // 76, Closing((tuple(range(10**6, 10**6 + 33)),)), node)
    text = report_html(of(pair, "integer-cone", Tree(node)))
    assert "more cases in the certificate" in text
    (link,) = [a for a in Page(text).all("a") if "download" in a]
    data = json.loads(base64.b64decode(link["href"].partition(",")[2]))
    assert data["proof"]["kind"] == "tree"


@pytest.mark.parametrize("name", ["line:1", "rectangle:15x20"])
def test_one_hole_and_three_hundred(name: str) -> None:
    board = read_board(name)
    for target in (Position(board, 0), Target.with_pegs(board, 0)):
        text = report_html(check(Pair(Position(board, board.full), target), limits=5.0))
        Page(text)
        assert len(text) < 300_000


def test_the_report_says_what_may_differ_between_runs() -> None:
    pair = read_pair("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1")
    told = report_html(check(pair, limits=20))
    assert "another run may show another proof or play of the same answer" in told
    assert "With --work-limit in place of --time-limit only times differ" in told


def turning() -> str:
    pair = read_pair("english33:+d1+d2+e2+d3+e3+c4", "english33:+d4")
    criteria, search = choose(["turning-point"])
    return report_html(check(pair, limits=20, plan=Plan(criteria, search)))


def test_a_switch_shows_the_names_of_holes_in_every_picture() -> None:
    text = turning()
    page = Page(text)
    switches = [a for a in page.all("input") if a.get("type") == "checkbox"]
    assert [switch["id"] for switch in switches] == ["names"] and "checked" not in switches[0]
    assert "body:has(#names:checked) .pf-name{display:inline}" in text
    pictures = re.findall(r"<svg.*?</svg>", text)
    assert len(pictures) > 3
    for picture in pictures:
        named = re.search(r'<g class="pf-name".*?</g>', picture)
        assert named is not None and {"c1", "d4", "g5"} <= set(re.findall(r">([a-g][1-7])<", named[0]))


def test_the_player_has_names_too() -> None:
    text = report_html(check(read_pair("english33:+d1+d2", "english33:+d3"), limits=20))
    stage = re.search(r'<div class="stage".*?</svg>', text)
    assert stage is not None and ">d3</text>" in stage[0] and "data-hole" in stage[0]


def test_jumps_of_a_proof_are_arrows_and_tables_stand_between_start_and_target() -> None:
    text = turning()
    assert re.search(r'aria-label="jumps c1e1 c1c3 on english33".*?<polygon', text)
    rows = re.findall(r'<div class="row"><figure>.*?<figcaption>start</figcaption></figure>(.*?)</div>', text)
    assert len(rows) >= 2
    for row in rows:
        assert "weights" in row and row.endswith("<figcaption>target</figcaption></figure>")
