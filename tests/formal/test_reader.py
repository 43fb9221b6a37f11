"""The reader of the formal checker takes the plain form and nothing else, and says what it understood."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from feasibility import cli
from feasibility.base.errors import SoundnessError
from feasibility.studies.exports import formal
from feasibility.studies.exports.question import question
from tests.formal.test_formal_checker import ACCEPTED, FOLDER

PLAIN = (
    "pegfeas-plain 1 board orthogonal 3 0 0 0 1 0 2 start 2 0 1 target holes 1 1 0 "
    "claim infeasible pagoda 3 -1 1 0 end\n"
)
LISTED = "pegfeas-plain 1 board explicit 3 2 0 1 2 2 1 0 " + PLAIN[PLAIN.index("start") :]
COUNT = PLAIN.replace("holes 1 1 0", "count 3").replace("pagoda 3 -1 1 0", "pagoda 3 1 1 1")

MALFORMED = [
    (PLAIN, "start 2 0 1", "start 0x2 0 1", "line 1, column 54: expected a number, not \"0x2\""),
    (PLAIN, "start 2 0 1", "start 2 0 0x1", 'expected a number, not "0x1"'),
    (PLAIN, "start 2 0 1", "start 2 0 1_", 'expected a number, not "1_"'),
    (PLAIN, "start 2 0 1", "start 2 0 01", 'expected a number, not "01"'),
    (PLAIN, "start 2 0 1", "start 2 0 +1", 'expected a number, not "+1"'),
    (PLAIN, "start 2 0 1", "start 2 0 -1", 'expected a number, not "-1"'),
    (PLAIN, "start 2 0 1", "start 2 0 1u", 'expected a number, not "1u"'),
    (PLAIN, "start 2 0 1", "start 2 0 99999999999999999999", "expected a smaller number"),
    (PLAIN, "pagoda 3 -1", "pagoda 3 0b1", 'expected an integer, not "0b1"'),
    (PLAIN, "pagoda 3 -1", "pagoda 3 -0", 'expected an integer, not "-0"'),
    (PLAIN, "pagoda 3 -1", "pagoda 3 -", 'expected an integer, not "-"'),
    (PLAIN, "pagoda 3 -1", "pagoda 3 --1", 'expected an integer, not "--1"'),
    (PLAIN, "pagoda 3 -1", "pagoda 3 -1.0", 'expected an integer, not "-1.0"'),
    (PLAIN, "pagoda 3 -1", "pagoda 3 -1_0", 'expected an integer, not "-1_0"'),
    (PLAIN, "0 0 0 1 0 2", "0 0 0 1 0 1", 'expected no item twice, not "0 1"'),
    (PLAIN, "0 0 0 1 0 2", "0 0 0\n1 0\t1", 'line 2, column 3: expected no item twice, not "0 1"'),
    (PLAIN, "start 2 0 1", "start 2 0 0", 'expected no item twice, not "0"'),
    (PLAIN, "holes 1 1 0", "holes 2 1 1 0", 'expected no item twice, not "1"'),
    (PLAIN, "holes 1 1 0", "holes 1 1 2 0 0", 'expected no item twice, not "0"'),
    (LISTED, "0 1 2 2 1 0", "0 1 2 0 1 2", 'expected no item twice, not "0 1 2"'),
    (PLAIN, "end\n", "end 1\n", 'expected nothing after the end, not "1"'),
    (PLAIN, "end\n", f"end\n{PLAIN}", 'line 2, column 1: expected nothing after the end'),
    (PLAIN, "end\n", "", "the text ends too early"),
    (PLAIN, "end\n", "en", 'expected "end", not "en"'),
    (PLAIN, "pegfeas-plain 1", "pegfeas-plain 2", 'expected "1", not "2"'),
    (PLAIN, "start 2", "start\v2", r'expected "start", not "start\0112"'),
    (PLAIN, "start 2", "start\0 2", r'expected "start", not "start\000"'),
    (PLAIN, PLAIN, "", "line 1, column 1: the text ends too early"),
    (COUNT, "count 3", "count 0x3", 'expected an integer, not "0x3"'),
    (PLAIN, "pagoda 3", "pagodas 3", 'expected a kind of proof, not "pagodas"'),
    (PLAIN, "pagoda 3", "pagoda 4", 'expected an integer, not "end"'),
    (PLAIN, "pagoda 3", "pagoda 2", 'expected "end", not "0"'),
]  # fmt: skip


def ask(program: Path, text: str) -> tuple[int, str, str]:
    done = subprocess.run([program, "-"], input=text.encode(), capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("text", [PLAIN, LISTED, COUNT, PLAIN.replace(" ", "\n\t "), PLAIN.strip()])
def test_the_plain_form_is_taken(text: str, program: Path) -> None:
    code, out, err = ask(program, text)
    assert code == 0 and out.startswith("ACCEPTED\n") and not err


@pytest.mark.parametrize(("text", "old", "new", "said"), MALFORMED, ids=range(len(MALFORMED)))
def test_nothing_else_is_taken(text: str, old: str, new: str, said: str, program: Path) -> None:
    assert text.count(old) == 1
    code, out, err = ask(program, text.replace(old, new))
    assert (code, out) == (2, "")
    assert err.startswith("UNREADABLE: line ") and said in err


@pytest.mark.parametrize(
    ("name", "words"), [
        ("pagoda-line3", "pagoda 3 -1 1 0"),
        ("residue-line4", "residue 5 2 1 1 0 1"),
        ("golden-line5", "golden 10 0 1 1 0 0 1 1 -1 1 0"),
    ],
)  # fmt: skip
def test_kinds_of_one_list_are_written_as_one(name: str, words: str) -> None:
    """Where that list ends is said once, by the number of all integers before them."""
    text = formal.plain(json.loads((FOLDER / "accepted" / f"{name}.json").read_bytes()))
    assert text.endswith(f" infeasible {words} end\n")


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_what_was_understood_is_what_the_certificate_asks(path: Path, program: Path) -> None:
    value = json.loads(path.read_bytes())
    assert ask(program, formal.plain(value))[1].splitlines()[-1] == question(value)


ANOTHER = {
    "a hole": ("0 0 0 1 0 2", "0 0 0 1 0 3", "its places differ"),
    "the geometry": ("orthogonal", "diagonal", None),  # on this line it is the same board
    "the start": ("start 2 0 1", "start 1 0", "its start differ"),
    "the target": ("holes 1 1 0", "holes 1 2 0", "its"),
    "a free hole": ("holes 1 1 0", "holes 1 1 1 0", "its"),
    "a number of pegs": ("holes 1 1 0", "count 3", "its"),
    "the claim": ("infeasible pagoda 3 -1 1 0", "feasible play 0", "its claim differ"),
    "an impossible pair": (PLAIN, LISTED.replace("start 2 0 1", "start 0"), "its"),
}


@pytest.mark.parametrize("change", ANOTHER)
def test_a_writer_that_hands_over_another_pair_is_found_out(
    change: str, program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, said = ANOTHER[change]
    assert PLAIN.count(old) == 1
    monkeypatch.setattr(formal, "plain", lambda _: PLAIN.replace(old, new))
    code = cli.main(["verify", str(FOLDER / "accepted" / "pagoda-line3.json"), "--formal"])
    out, err = capsys.readouterr()
    if said is None:
        assert code == 0
    else:
        assert code == 4 and "the formal checker judged another question" in err and said in err
        assert "ACCEPTED" not in out


def test_another_bound_is_another_question(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = json.loads((FOLDER / "accepted" / "bound-jump-at-most.json").read_bytes())
    text = formal.plain(value)
    weaker = text.replace("at_most 0 1 2 2 ", "at_most 0 1 2 3 ")
    assert weaker != text
    monkeypatch.setattr(formal, "plain", lambda _: weaker)
    with pytest.raises(SoundnessError, match="where it has '3' and not '2'"):
        formal.judge(value, program)


WEAKER = [
    ("sweeps-line3", r"claim sweeps 1 ", "claim sweeps 0 "),
    ("sweeps-triangle5", r" play \d.* end", " none end"),
    ("longest-line3", r"longest-sweep 1 ", "longest-sweep 2 "),
    ("longest-triangle5", r" play \d.* end", " none end"),
    ("bound-given", r" 1 at_least ", " 1 at_most "),
    ("army-orthogonal-5", r"army 5 1 0 ", "army 6 -1 2 "),
    ("army-orthogonal-5", r"orthogonal", "diagonal"),
]


@pytest.mark.parametrize(("name", "part", "other"), WEAKER)
def test_a_weaker_claim_is_another_question(
    name: str, part: str, other: str, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = json.loads((FOLDER / "accepted" / f"{name}.json").read_bytes())
    text, changes = re.subn(part, other, formal.plain(value))
    assert changes == 1
    monkeypatch.setattr(formal, "plain", lambda _: text)
    with pytest.raises(SoundnessError, match="judged another question"):
        formal.judge(value, program)


def test_an_army_names_no_hole_and_has_rows_to_go(program: Path) -> None:
    right = "pegfeas-plain 1 board orthogonal 0 start 0 target holes 0 0 claim army 5 1 0 end"
    for old, new, code in (
        ("army 5 1 0", "army 5 1 0", 0),
        ("orthogonal 0", "orthogonal 1 0 0", 1),
        ("orthogonal 0", "explicit 0 0", 1),
        ("orthogonal", "triangular", 1),
        ("start 0", "start 1 0", 1),
        ("army 5 1 0", "army 0 1 0", 1),
        ("army 5 1 0", "army -5 1 0", 2),
        ("army 5 1 0", "army 5 1", 2),
        ("army 5 1 0", "army 10001 1 0", 3),
    ):
        assert ask(program, right.replace(old, new))[0] == code, new
