"""An export is about the pair of a certificate, and an index has all its cases; anything else is refused."""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.studies.exports.vipr import Differs, against, export
from tests.formal.mutants import places
from tests.studies.exports.test_vipr import FOLDER, NAMES, TAKEN, certificate, load, run

FOLDERS = [name for name in TAKEN if name.partition("-")[0] in FOLDER]
FILES = sorted(set(TAKEN) - set(FOLDERS))
Json = dict[str, Any]


def written(name: str, folder: Path) -> Path:
    """The export of a certificate, in a place of its own."""
    value = load(name)
    found = export(value, verifier.verify(value))
    if "" in found:
        (folder / "proof.vipr").write_text(found[""])
        return folder / "proof.vipr"
    place = folder / "proof"
    place.mkdir()
    for file, text in found.items():
        (place / file).write_text(text)
    return place


def compare(path: Path, name: str) -> str:
    return against(str(path), load(name), verifier.verify(load(name)))


@pytest.mark.parametrize("name", TAKEN)
def test_an_export_is_about_its_pair(name: str, tmp_path: Path) -> None:
    assert "this pair" in compare(written(name, tmp_path), name)


@pytest.mark.parametrize("name", [name for name in FILES if "given" in load(name)["proof"]])
def test_a_file_is_about_what_is_given(name: str, tmp_path: Path) -> None:
    path, value = written(name, tmp_path), load(name)
    claim = verifier.verify(value)
    del value["proof"]["given"]
    with pytest.raises(Differs, match="not the program of this pair"):
        against(str(path), value, claim)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_about_no_other_pair(name: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)
    for other in FILES:
        try:
            compare(path, other)
        except Differs as difference:
            assert str(difference).startswith(f"{path}, line ")
        else:
            asked = [
                (value["board"]["holes"], value["start"], value["target"])
                for value in (load(name), load(other))
            ]
            assert asked[0] == asked[1]


# --- mutants of the program ---


def program_mutants(text: str) -> Iterator[str]:
    """Every number of the program in turn with one more and with another sign; rows dropped and doubled."""
    lines = text.split("\n")
    first, last = (
        next(i for i, line in enumerate(lines) if line.startswith(word)) for word in ("VER", "DER")
    )
    for at in range(first, last):
        words = lines[at].split(" ")
        for i, word in enumerate(words):
            if word.lstrip("-").isdigit():
                for other in (int(word) + 1, -int(word) or 2):
                    changed = [*words[:i], str(other), *words[i + 1 :]]
                    yield "\n".join([*lines[:at], " ".join(changed), *lines[at + 1 :]])
            elif word in ("E", "L", "G", "min", "max", "infeas", "range", "-inf", "inf"):
                changed = [*words[:i], {"E": "L", "min": "max"}.get(word, "E"), *words[i + 1 :]]
                yield "\n".join([*lines[:at], " ".join(changed), *lines[at + 1 :]])
        yield "\n".join([*lines[:at], *lines[at + 1 :]])
        yield "\n".join([*lines[:at], lines[at], *lines[at:]])


MUTATED = ["residue-line4", "tree-free", "tree-line7", "bound-jump-at-most", "bound-pegs-at-least"]


@pytest.mark.parametrize("name", MUTATED)
def test_every_mutant_of_a_program_is_refused(name: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)
    text, tried = path.read_text(), 0
    for changed in program_mutants(text):
        path.write_text(changed)
        with pytest.raises(
            Differs, match=r"line \d+: this is not the program of this pair; saw .*; expected "
        ):
            compare(path, name)
        tried += 1
    assert tried > 48


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("VER 1.0", "VER 1.0 % of another"),
        ("VER 1.0\n", "VER 1.0\r\n"),
        ("VER 1.0", "%\nVER 1.0"),
        ("VER 1.0", "\nVER 1.0"),
        ("CON 5 2\n", "CON 5 2 "),
        ("SOL 0\n", "SOL 0\nSOL 0\n"),
        ("SOL 0\n", "SOL 0\n% DER 1\n"),
        ("RTP infeas", "RTP infeas "),
        ("1 -1", "1 -1/1"),
        ("\nDER", "\nDERIVED"),
    ],
)
def test_nothing_is_read_more_freely_than_a_checker_reads_it(old: str, new: str, tmp_path: Path) -> None:
    path = written("pagoda-line3", tmp_path)
    text = path.read_text()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())
    with pytest.raises(Differs):
        compare(path, "pagoda-line3")


def test_the_derivations_are_left_to_the_checker_of_the_format(tmp_path: Path) -> None:
    path = written("tree-line7", tmp_path)
    path.write_text(path.read_text().partition("\nDER ")[0] + "\nDER 0\n")
    assert "14 lines" not in compare(path, "tree-line7")


# --- mutants of an index ---


def index_mutants(index: Json) -> Iterator[Json]:
    """Every entry changed, dropped or doubled."""
    for number, _ in enumerate(places(index)):
        for change in ("change", "drop", "double"):
            copy = marshal.loads(marshal.dumps(index))
            holder, key = places(copy)[number]
            if change == "change":
                value = holder[key]
                if isinstance(value, int):
                    holder[key] = value + 1
                elif isinstance(value, str):
                    holder[key] = value + "1"
                else:
                    holder[key] = []
            elif change == "double" and isinstance(holder, list):
                holder.insert(key, holder[key])
            else:
                del holder[key]
            if copy != index:
                yield copy


@pytest.mark.parametrize(
    "name",
    [
        "turn-line5",
        "legs-line5",
        pytest.param("legs-like-turn", marks=pytest.mark.full),
    ],
)
def test_every_mutant_of_an_index_is_refused(name: str, tmp_path: Path) -> None:
    path = written(name, tmp_path) / "index.json"
    index, tried = json.loads(path.read_bytes()), 0
    for changed in index_mutants(index):
        path.write_text(json.dumps(changed))
        with pytest.raises(InputError):
            compare(path.parent, name)
        tried += 1
    assert tried > 20


def of_turn(tmp_path: Path) -> tuple[Path, Json]:
    path = written("turn-line5", tmp_path) / "index.json"
    return path, json.loads(path.read_bytes())


def test_a_jump_of_a_set_is_not_left_out_with_its_case(tmp_path: Path) -> None:
    """The set of an index is its own; whatever it is, each of its jumps needs a case, and so does none."""
    path, index = of_turn(tmp_path)
    root = index["root"]
    for at in range(len(root["cases"])):
        changed = {**root, "cases": root["cases"][:at] + root["cases"][at + 1 :]}
        path.write_text(json.dumps({**index, "root": changed}))
        with pytest.raises(Differs, match=r"root\.cases are not all"):
            compare(path.parent, "turn-line5")
    smaller = {**root, "set": root["set"][1:], "cases": [root["cases"][0], *root["cases"][2:]]}
    path.write_text(json.dumps({**index, "root": smaller}))
    with pytest.raises(Differs, match=r"0001\.vipr, line \d+: this is not the program"):
        compare(path.parent, "turn-line5")


def test_files_are_those_of_the_index(tmp_path: Path) -> None:
    path, index = of_turn(tmp_path)
    (path.parent / "0004.vipr").write_text("VER 1.0\n")
    with pytest.raises(Differs, match=r"a file that the index does not name; saw 0004\.vipr"):
        compare(path.parent, "turn-line5")
    (path.parent / "0004.vipr").unlink()
    (tmp_path / "0001.vipr").write_bytes((path.parent / "0001.vipr").read_bytes())
    (path.parent / "0001.vipr").unlink()
    with pytest.raises(InputError, match=r"0001\.vipr"):
        compare(path.parent, "turn-line5")
    index["root"]["cases"][0]["file"] = "../0001.vipr"
    path.write_text(json.dumps(index))
    with pytest.raises(Differs, match="a file is no name in the folder"):
        compare(path.parent, "turn-line5")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", "1", '{"format": 1}', "[" * 100_000, "\xff"])
def test_what_is_no_index(text: str, tmp_path: Path) -> None:
    path, _ = of_turn(tmp_path)
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=r"index\.json"):
        compare(path.parent, "turn-line5")
    path.unlink()
    with pytest.raises(InputError, match=r"index\.json"):
        compare(path.parent, "turn-line5")


def test_an_index_of_another_version_is_no_rejection(tmp_path: Path) -> None:
    path, index = of_turn(tmp_path)
    path.write_text(json.dumps({**index, "version": 2}))
    with pytest.raises(InputError, match="another version") as told:
        compare(path.parent, "turn-line5")
    assert not isinstance(told.value, Differs)


# --- the command ---


def test_the_command_compares(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(written("residue-french", tmp_path))
    code, out, err = run(capsys, certificate("residue-french"), "--against", path)
    assert code == 0 and out.startswith("VALID") and f"{path} states infeasible of its integer cone" in err
    code, out, _ = run(capsys, certificate("pagoda-english"), "--against", path)
    assert code == 1 and out.startswith(f"REJECTED: {path}, line 4: this is not the program of this pair")
    code, out, _ = run(capsys, certificate("pagoda-english"), "--against", path, "--json")
    assert code == 1 and json.loads(out)["outcome"] == "rejected"
    code, _, err = run(capsys, certificate("pagoda-english"), "--against", str(tmp_path / "no.vipr"))
    assert code == 2 and "no.vipr" in err


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in TAKEN and load(name)["claim"] != "infeasible"]
)
def test_other_kinds_have_no_program(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(written("pagoda-line3", tmp_path))
    code, _, err = run(capsys, certificate(name), "--against", path)
    assert code == 2 and "has no program in integers" in err
