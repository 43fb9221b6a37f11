"""Test sets as text: what is written is read again, and nothing is believed without its proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.decide import Plan, check
from feasibility.game.position import Pair
from feasibility.studies.rules.sets import drawing
from feasibility.studies.rules.sets import entries as test_sets
from feasibility.studies.rules.sets.entries import FIRST_LINE, Entry, of_proof, read, text
from feasibility.text import catalogue
from feasibility.text.references import read_pair
from tests.criteria.reference import matches, reachable_masks
from tests.criteria.strategies import pairs, small_boards

NAMED = st.sampled_from(("rectangle:3x3", "triangle:4", "torus:3x3", "graph:petersen", "line:6")).map(
    catalogue.board
)


def written(tmp: Path, entries: list[Entry]) -> list[Entry]:
    file = tmp / "set.txt"
    file.write_text(text(entries, "a comment"))
    return list(read(str(file)))


@given(st.one_of(pairs(NAMED), pairs(small_boards(most=9).filter(lambda b: b.geometry != "explicit"))))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, pair: Pair) -> None:
    certificate = check(pair, Limits(work=3_000_000), Plan(first=True)).certificate
    entry = None if certificate is None else of_proof(certificate, "drawn")
    if entry is None:
        return
    (again,) = written(tmp_path_factory.mktemp("sets"), [entry])
    assert (again.pair, again.feasible, again.evidence) == (entry.pair, entry.feasible, entry.evidence)
    ends = reachable_masks(pair.board, pair.start.mask)
    assert entry.feasible == any(matches(pair.target, end) for end in ends)


LINE = "xx. ..x yes line:3 orthogonal mine a1c1"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("xx. ..x yes line:3 orthogonal mine", "not an entry; saw 6 words"),
        (LINE.replace("yes", "maybe"), "not a truth"),
        (LINE.replace("a1c1", "c1a1"), "is illegal"),
        (LINE.replace("a1c1", "-"), "the play does not lead to the target"),
        (LINE.replace("a1c1", "a1z9"), "no hole z9"),
        (LINE.replace("yes", "no"), "not the proof of a no"),
        ('xx. ..x no line:3 orthogonal mine {"kind":"pagoda","weights":[1,1,1]}', "does not accept"),
        ('xx. ..x no line:3 orthogonal mine {"kind":"play","jumps":[[0,1,2]]}', "does not accept"),
        ("xx. ..x no line:3 orthogonal mine []", "does not accept"),
        (LINE.replace("line:3", "line:4"), "not the holes of this board"),
        (LINE.replace("line:3", "-").replace("orthogonal", "explicit"), "jumps are not told"),
        (LINE.replace("xx.", "xx.."), "on different boards"),
        (LINE.replace("xx.", "xx?"), "a start has no free holes"),
        (LINE.replace("xx.", "xxk"), "not a symbol"),
        (LINE.replace("xx.", "EEE"), "a position without holes"),
    ],
)
def test_bad_entries_are_refused(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "set.txt"
    file.write_text(f"{FIRST_LINE}\n# a comment\n{line}\n")
    with pytest.raises(InputError, match=message) as caught:
        list(read(str(file)))
    assert caught.value.line == 3


@pytest.mark.parametrize("first", ["", "# pegfeas test set, version 2", "xx. ..x"])
def test_other_files_are_refused(tmp_path: Path, first: str) -> None:
    file = tmp_path / "set.txt"
    file.write_text(first)
    with pytest.raises(InputError, match="not a test set"):
        list(read(str(file)))


def test_a_number_of_pegs_is_no_line() -> None:
    """It would be read as a target that leaves every hole open."""
    certificate = check(read_pair("line:3:-c1", pegs=1)).certificate
    assert certificate is not None
    assert of_proof(certificate, "any") is None


def test_shipped_sets_are_varied() -> None:
    """Each set is read, so that each of its proofs is checked."""
    found = {name: test_sets.entries([name]) for name in test_sets.NAMES}
    assert {name: len(entries) for name, entries in found.items()} == {
        "small": 336,
        "problems": 83,
        "hard": 72,
    }
    for entries in (found["small"], found["hard"]):
        groups = {one.group for one in entries}
        for group in groups:
            truths = [one.feasible for one in entries if one.group == group]
            assert min(truths.count(True), truths.count(False)) >= len(truths) // 4
    kinds = {one.proof.split()[0] for entries in found.values() for one in entries}
    assert {"play", "residue", "pagoda", "tree", "turn", "legs"} <= kinds


def test_the_same_seed_gives_the_same_set(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["testset", "small", "--board", "rectangle:3x3", "--each", "12", "--seed"]
    assert main([*words, "7"]) == 0
    first = capsys.readouterr().out
    assert main([*words, "7", "--output", str(tmp_path / "set.txt")]) == 0
    assert (tmp_path / "set.txt").read_text() == first
    assert main([*words, "8"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] != first.splitlines()[2:]
    assert len(list(read(str(tmp_path / "set.txt")))) == 12


@pytest.mark.parametrize(
    "words",
    [
        ["small", "--board", "english33"],
        ["small", "--board", "no-such-board"],
        ["hard", "--board", "rectangle:9x9"],
        ["small", "--each", "0"],
        ["large"],
        ["small", "--output", "/no/such/folder/set.txt"],
    ],
)
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["testset", *words]) == 2
    assert capsys.readouterr().err.startswith("pegfeas: error: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", test_sets.NAMES)
def test_shipped_sets_are_what_the_command_writes(name: str) -> None:
    entries = drawing.draw(name, (), None, 0, lambda line: None)
    made = text(entries, f"made by: pegfeas testset {name} --seed 0")
    assert made == Path(test_sets.path_of(name)).read_text()
