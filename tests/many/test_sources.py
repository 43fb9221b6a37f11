"""What a batch reads: JSON lines, directories, and what is not one of them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.many import sources
from feasibility.many.entries import PairText, reading_of
from feasibility.many.sources import MOST_LINE, distinct, entries, read_ahead
from feasibility.text.board_text import parse
from feasibility.text.writing import write
from tests.many.strategies import json_line, pairs


def read(path: Path, text: str | bytes) -> list[PairText]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(entries(str(path)))


def test_json_lines_are_the_pairs_that_were_written(tmp_path: Path) -> None:
    asked = pairs(20)
    text = "".join(json_line(f"p{n}", pair) for n, pair in enumerate(asked))
    found = read(tmp_path / "in.jsonl", text)
    assert [entry.id for entry in found] == [f"p{n}" for n in range(20)]
    assert [entry.line for entry in found] == list(range(1, 21))
    assert [reading_of(entry).pair for entry in found] == asked


def test_a_directory_gives_its_text_files_by_name(tmp_path: Path) -> None:
    asked = pairs(3)
    (tmp_path / "sub").mkdir()
    for name, pair in zip(("b.TXT", "a.txt", "sub/c.txt"), asked, strict=True):
        (tmp_path / name).write_text(write(pair))
    (tmp_path / "no.md").write_text("not a pair")
    (tmp_path / "z.txt").write_bytes(b"\xff\xfe")
    found = list(entries(str(tmp_path)))
    assert [(e.line, e.id) for e in found] == [(1, "a.txt"), (2, "b.TXT"), (3, "sub/c.txt"), (4, "z.txt")]
    assert reading_of(found[0]).pair == asked[1]
    assert found[3].error is not None
    assert "UTF-8" in found[3].error


def test_a_target_may_be_left_out_or_named() -> None:
    assert reading_of(PairText(1, None, "xx.")).pair == reading_of(PairText(1, None, "xx.\n---\n..x")).pair
    named = reading_of(PairText(1, None, "english33:-d4", "english33:+d4")).pair
    assert named.exact == named.start.complement
    assert reading_of(PairText(1, None, "problem:lucas/EL01")).pair.board.name == "french37"


def test_the_geometry_is_that_of_the_entry() -> None:
    assert (
        reading_of(PairText(1, None, " .\nx x", None, "triangular")).pair.board
        == parse("# geometry: triangular\n .\nx x").board
    )
    assert reading_of(PairText(1, 1, "english33:-d4", None, "orthogonal")).pair.board.name == "english33"
    for named in ("english33:-d4", "problem:lucas/EL01"):
        with pytest.raises(
            InputError, match=r"start: another geometry than .* saw 'diagonal'; expected orthogonal"
        ):
            reading_of(PairText(1, 1, named, None, "diagonal"))
    with pytest.raises(InputError, match="no such geometry"):
        reading_of(PairText(1, None, "xx.", None, "round"))
    with pytest.raises(InputError, match="start, line 2, column 3"):
        reading_of(PairText(1, None, "x.x\nxx!", None, "diagonal"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("garbage", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("1" * 10_000, "not JSON: a number of 10,000 digits; saw "),
        ("[1, 2]", "not a JSON object"),
        ('{"id": "a"}', "no start"),
        ('{"id": "a", "start": 5}', "start is no grid"),
        ('{"id": "a", "start": ["x", 5]}', "start is no grid"),
        ('{"id": "a", "start": "xx.", "target": {}}', "target is no grid"),
        ('{"id": "a", "start": "xx.", "geometry": 1}', "not a geometry"),
        ('{"id": "a", "start": "xx.", "geometry": "x\\ny"}', "not a geometry"),
        ('{"id": "a", "start": "xx.", "pegs": "1"}', "not a number of pegs"),
        ('{"id": "a", "start": "xx.", "pegs": true}', "not a number of pegs; saw true"),
        ('{"id": "a", "start": "xx.", "target": "x..", "pegs": 1}', "expected one of them"),
        ('{"id": ["a"], "start": "xx."}', "not an id"),
        ('{"id": true, "start": "xx."}', "not an id"),
        ('{"id": "a", "strat": "xx."}', "no such key; saw 'strat'"),
        ('{"id": 1e400, "start": "xx."}', "not an id; saw Infinity"),
        ('{"id": NaN, "start": "xx."}', "not an id; saw NaN"),
        ('{"id": "a", "start": "xx.", "start": ".xx"}', "the key 'start' appears twice"),
    ],
)
def test_bad_json_lines_are_told_with_their_line(tmp_path: Path, line: str, reason: str) -> None:
    good = '{"id": 1, "start": "xx."}'
    first, bad, last = read(tmp_path / "in.jsonl", f"{good}\n\n{line}\n{good}\n")
    assert bad.error is not None
    assert bad.line == 3
    assert reason in bad.error
    assert len(bad.error) < 300
    assert (first, last) == (PairText(1, 1, "xx."), PairText(4, 1, "xx."))


def test_long_lines_are_passed_over(tmp_path: Path) -> None:
    good = '{"id": 1, "start": "xx."}\n'
    garbage = "x" * 1_000_000
    found = read(tmp_path / "in.jsonl", good + garbage + "\n" + good + "y" * (MOST_LINE + 5) + "\n" + good)
    assert [e.error is None for e in found] == [True, False, True, False, True]
    assert found[3].error == "the line is longer than 4 MiB"
    assert [e.line for e in found] == [1, 2, 3, 4, 5]


def test_bytes_that_are_no_text_cost_one_line(tmp_path: Path) -> None:
    good = b'{"id": 1, "start": "xx."}\n'
    found = read(tmp_path / "in.jsonl", b"\xef\xbb\xbf" + good + b'{"id": 2, "start": "\xff\x00"}\n' + good)
    assert found[0].error is None and found[2].error is None
    assert found[1].error is not None


def test_what_is_not_there_or_empty(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        entries(str(tmp_path / "none"))
    assert read(tmp_path / "in.jsonl", "") == []
    assert read(tmp_path / "in.jsonl", "\n \n") == []
    (tmp_path / "empty").mkdir()
    assert list(entries(str(tmp_path / "empty"))) == []


def test_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '\n{"id": "1", "start": "xx."}\n'
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert list(entries("-")) == [PairText(2, "1", "xx.")]
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        list(entries("-"))


def test_repeated_ids_are_refused_with_the_first_line() -> None:
    given = [
        PairText(1, "a", "x"),
        PairText(2, None, "x"),
        PairText(3, "a", "x"),
        PairText(4, None, "x"),
        PairText(5, 1, "x"),
    ]
    found = list(distinct(iter([*given, PairText(6, "1", "x")])))
    assert found[2] == PairText(3, "a", error="the id occurs already on line 1")
    assert [e.error is None for e in found] == [True, True, False, True, True, True]


def test_reading_ahead_loses_nothing_and_passes_errors_on() -> None:
    many = [PairText(n, n, "x") for n in range(2000)]
    assert [e for e in read_ahead(iter(many)) if e is not None] == many

    def broken() -> sources.EntryStream:
        yield many[0]
        raise InputError("the end")

    with pytest.raises(InputError, match="the end"):
        list(read_ahead(broken()))


@given(st.text())
def test_any_line_is_an_entry_or_told(text: str) -> None:
    for line in (text, json.dumps({"id": 1, "start": text, "target": text})):
        entry = sources._json_line(7, line)
        assert entry.line == 7
        if entry.error is None:
            try:
                reading_of(entry)
            except InputError as error:
                assert str(error)
