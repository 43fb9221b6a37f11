"""Test sets as text: what is written is read again, and nothing is believed without its proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.decide import Plan, check
from feasibility.game.position import Pair, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kind import proof_json
from feasibility.proofs.kinds.play import Play
from feasibility.studies.rules.judges.external import line
from feasibility.studies.rules.sets import entries as test_sets
from feasibility.studies.rules.sets.entries import FIRST_LINE, read
from feasibility.text import catalogue
from feasibility.text.moves import format_jumps
from feasibility.text.references import read_pair
from tests.criteria.reference import matches, reachable_masks
from tests.criteria.strategies import pairs, small_boards

NAMED = st.sampled_from(("rectangle:3x3", "triangle:4", "torus:3x3", "graph:petersen", "line:6")).map(
    catalogue.board
)


def line_of(certificate: Certificate) -> str | None:
    """A pair with its proof, as the page says that it is written."""
    pair, proof = certificate.about, certificate.proof
    if not isinstance(pair, Pair) or pair.target.pegs is not None:
        return None
    evidence = json.dumps(proof_json(proof), separators=(",", ":"))
    if isinstance(proof, Play):
        evidence = format_jumps(pair.board, proof.jumps).replace(" ", ",") or "-"
    truth, board = "yes" if isinstance(proof, Play) else "no", pair.board
    ends = line("grid", pair.start, pair.target)
    return " ".join((ends, truth, board.name or "-", str(board.geometry), "drawn", evidence))


def test_the_holes_of_a_graph_are_sent_by_their_names(tmp_path: Path) -> None:
    """The places of its holes, a1 to e1, are told nobody."""
    (tmp_path / "house.edges").write_text("a b\nb c\nc d\nd a\na roof\nb roof\n")
    pair = read_pair(f"{tmp_path}/house.edges:+b+roof", "+c")
    free = Target(pair.board, 0b10, 0b10000)
    assert line("coordinates", pair.start, pair.target) == "b,roof c"
    assert line("coordinates", pair.start, free) == "b,roof b,roof?"


@given(st.one_of(pairs(NAMED), pairs(small_boards(most=9).filter(lambda b: b.geometry != "explicit"))))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, pair: Pair) -> None:
    certificate = check(pair, Limits(work=3_000_000), Plan(first=True)).certificate
    written = None if certificate is None else line_of(certificate)
    if written is None:
        return
    file = tmp_path_factory.mktemp("sets") / "set.txt"
    file.write_text(f"{FIRST_LINE}\n# a comment\n{written}\n")
    (entry,) = read(str(file))
    assert (entry.pair, entry.line, entry.evidence) == (pair, written, written.split(maxsplit=6)[6])
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
        (LINE.replace("line:3", "line:4"), "row 1 does not fit line:4"),
        (LINE.replace("orthogonal", "diagonal"), "not the geometry of line:3"),
        (LINE.replace("line:3", "-").replace("orthogonal", "explicit"), "needs its list of jumps"),
        (LINE.replace("xx.", "xx.."), "row 1 does not fit line:3"),
        (LINE.replace("xx.", "xx?"), "a start has no free holes"),
        (LINE.replace("xx.", "xxk"), "not allowed here; saw 'k'"),
        (LINE.replace("xx.", "EEE"), "no hole in this grid"),
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
