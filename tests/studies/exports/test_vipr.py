"""Certificates in the format VIPR: an independent reader accepts them; changed ones prove nothing false."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import feasibility
from feasibility import cli, verifier
from feasibility.game.geometry import Jump
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kind import part
from feasibility.proofs.kinds import names
from feasibility.studies.exports.vipr import INDEX, NotTaken, export
from feasibility.studies.exports.vipr_file import CaseFile
from tests.certificates.conformance import suite
from tests.studies.exports.vipr_reader import Reader, Wrong, check

EXPORTS = {name: part("feasibility.studies.exports.kinds", name) for name in names()}
WRITTEN = [name for name, exports in EXPORTS.items() if exports.vipr is not None]
WRITTEN = {name for name, exports in EXPORTS.items() if exports.vipr is not None}
FOLDER = {name for name in WRITTEN if hasattr(EXPORTS[name], "Folder")}  # a file for each of its cases
ACCEPTED = Path(__file__).parents[2] / "certificates" / "accepted"
Json = dict[str, Any]


SUITE = {case.name.removeprefix("accepted/"): case for case in suite() if case.outcome == "valid"}


def load(name: str) -> Json:
    return json.loads(SUITE[name].data)  # type: ignore[no-any-return]


def exported(name: str) -> tuple[dict[str, str], Json | None]:
    value = load(name)
    files = export(value, verifier.verify(value))
    index = files.pop(INDEX, None)
    return files, None if index is None else json.loads(index)


def kinds(value: object) -> set[str]:
    """Every kind of proof in a certificate."""
    if isinstance(value, list):
        return set().union(*map(kinds, value)) if value else set()
    if not isinstance(value, dict):
        return set()
    own = {value["kind"]} if "kind" in value else set()
    return own.union(*(kinds(part) for part in value.values()))


EVERY = [name for name in SUITE if kinds(load(name)["proof"]) <= WRITTEN]
NAMES = sorted(path.stem for path in ACCEPTED.glob("*.json"))
TAKEN = [name for name in NAMES if name in EVERY]


@pytest.mark.parametrize("name", EVERY)
def test_every_file_proves_its_case(name: str) -> None:
    value = load(name)
    files, _ = exported(name)
    proved = {check(text) for text in files.values()}
    if value["claim"] == "infeasible":
        assert proved <= {"infeasible"}
    else:
        (number,) = (bound for key, bound in value["proof"]["bound"].items() if key not in ("jump", "sum"))
        side = "most" if any("most" in key for key in value["proof"]["bound"]) else "least"
        of_jumps = not {"jump", "sum"}.isdisjoint(value["proof"]["bound"])
        pegs = 0 if of_jumps else len(value["target"]["pegs"])
        assert proved == {f"at {side} {number - pegs}"}


@pytest.mark.parametrize(
    ("start", "pegs", "required", "objective"),
    [
        ("rectangle:2x4:-b2", 3, ["a1c1+c1a1<=1"], None),
        ("rectangle:2x4:-b2", None, ["a2c2>=1", "a1c1+2*b1d1>=1"], "c1a1-b1d1"),
        ("triangle:4:-a2", 2, ["a4a2-a2a4=1"], "a4a2+c4a2"),
        ("triangle:4:-a2", 2, ["a4c4<=1"], None),
    ],
)
def test_bounds_on_some_of_the_plays(
    start: str, pegs: int | None, required: list[str], objective: str | None
) -> None:
    found = feasibility.bounds(start, pegs=pegs, require=required, objective=objective)
    proofs = [side.certificate for one in found.ranges for side in (one.most, one.least)]
    for proof in (*proofs, *found.contradiction):
        if proof is not None:
            value = proof.to_json()
            bound = value["proof"]["bound"]
            side = "most" if "at_most" in bound else "least"
            files = export(value, verifier.verify(value))
            assert check(files[""]) == f"at {side} {bound[f'at_{side}']}"
    assert any(proof is not None for proof in (*proofs, *found.contradiction))


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(TAKEN)))
def test_other_kinds_are_not_taken(name: str) -> None:
    with pytest.raises(NotTaken, match="is not exported: it is no tree of sums"):
        exported(name)


def test_every_kind_has_an_example() -> None:
    without = WRITTEN - {SUITE[name].kind for name in EVERY}
    assert not without, f"no right certificate in tests/certificates for {without}, whose `vipr` is not None"


# --- the index says what is split into which cases ---


def walk(entry: Json, files: list[str]) -> None:
    """Every entry is a file, or is split into as many cases as there are."""
    if "file" in entry:
        files.append(entry["file"])
        return
    assert len(entry["cases"]) == (2 if "unknown" in entry else 1 + len(entry["set"]))
    for case in entry["cases"]:
        walk(case, files)


@pytest.mark.parametrize("name", [name for name in TAKEN if name.partition("-")[0] in FOLDER])
def test_the_index_names_every_file_once(name: str) -> None:
    files, index = exported(name)
    assert index is not None
    assert {key: index[key] for key in ("board", "start", "target")} == {
        key: load(name)[key] for key in ("board", "start", "target")
    }
    found: list[str] = []
    walk(index["root"], found)
    assert sorted(found) == sorted(files)


# --- the programs are those of the game ---


def random_play(random: Random) -> tuple[Problem, list[Jump], list[int]]:
    """A problem that has a play: the problem, the jumps of the play, all its positions."""
    size = random.randrange(4, 10)
    jumps = tuple(sorted({Jump(*random.sample(range(size), 3)) for _ in range(random.randrange(3, 14))}))
    position = random.getrandbits(size) | random.getrandbits(size)
    play, positions = list[Jump](), [position]
    while True:
        legal = [jump for jump in jumps if all(position >> jump[i] & 1 == (i < 2) for i in range(3))]
        if not legal:
            break
        play.append(random.choice(legal))
        position ^= sum(1 << hole for hole in play[-1])
        positions.append(position)
    start = frozenset(hole for hole in range(size) if positions[0] >> hole & 1)
    free = frozenset(hole for hole in range(size) if random.random() < 0.3)
    pegs = frozenset(hole for hole in range(size) if position >> hole & 1) - free
    return Problem(jumps, size, start, pegs, free, None), play, positions


def values(case: CaseFile, parts: list[list[Jump]], middles: list[int], last: int) -> list[int]:
    """What each variable of a file is in a play."""
    found = []
    for letter, at, of in case.columns:
        if letter == "x":
            found.append(parts[at].count(of))
        else:
            found.append((middles[at] if letter == "r" else last) >> of & 1)
    return found


def holds(text: str, found: list[int]) -> bool:
    reader = Reader(text)
    with pytest.raises(Wrong):
        reader.check()
    for row in reader.rows:
        total = sum(value * found[i] for i, value in row.terms.items())
        if (row.sense >= 0 and total < row.value) or (row.sense <= 0 and total > row.value):
            return False
    return True


@pytest.mark.parametrize("seed", range(15))
def test_a_play_satisfies_the_program_of_its_case(seed: int) -> None:
    """Cut again and again at the first or last jump of random sets, the play stays in the program."""
    random = Random(seed)
    cut_somewhere = 0
    for _ in range(12):
        problem, play, positions = random_play(random)
        cut, places = Cut(problem), list[int]()
        for _ in range(3):
            ends = [0, *(place + 1 for place in places), len(play)]
            leg = random.randrange(len(places) + 1)
            begin, end = ends[leg], (places[leg] if leg < len(places) else len(play))
            chosen = random.sample(problem.jumps, random.randrange(1, len(problem.jumps) + 1))
            when = random.choice(("first", "last"))
            hits = [i for i in range(begin, end) if play[i] in chosen]
            if hits:
                at = hits[0 if when == "first" else -1]
                cut = cut.split(leg, chosen, when, play[at])
                places.insert(leg, at)
            else:
                cut = cut.without(leg, chosen)
        cut_somewhere += len(places)
        bounds = [0, *(place + 1 for place in places)], [*places, len(play)]
        parts = [play[begin:end] for begin, end in zip(*bounds)]
        case = CaseFile(cut)
        found = values(case, parts, [positions[place] for place in places], positions[-1])
        assert holds(case.file.text("a play"), found)
        found[random.randrange(len(found))] += 2
        assert not holds(case.file.text("no play"), found)
    assert cut_somewhere > 3


# --- the reader that these tests trust rejects what is wrong ---

RIGHT = """% 2 x = 1 has no solution in whole numbers
VER 1.0
VAR 1
x
INT 1
0
OBJ min
0
CON 3 2
C0 G 0 1 0 1
C1 L 3 1 0 1
C2 E 1 1 0 2
RTP infeas
SOL 0
DER 6
D3 L 0 1 0 1 { asm } -1
D4 G 1 0 { lin 2 2 1 3 -2 } -1
D5 G 1 1 0 1 { asm } -1
D6 G 1 1 0 1 { lin 1 5 1 } -1
D7 G 1 0 { lin 2 5 2 2 -1 } -1
D8 G 1 0 { uns 4 3 7 5 } -1
"""
ROUNDED = (
    RIGHT[: RIGHT.index("DER")]
    + """DER 5
D3 G 1/2 1 0 1 { lin 1 2 1/2 } -1
D4 G 1 1 0 1 { rnd 1 3 1 } -1
D5 L 1/2 1 0 1 { lin 1 2 1/2 } -1
D6 L 0 1 0 1 { rnd 1 5 1 } -1
D7 G 1 0 { lin 2 4 1 6 -1 } -1
"""
)
WRONG = [
    (RIGHT, "VER 1.0", "VER 2.0"),
    (RIGHT, "VAR 1", "VAR 2"),
    (RIGHT, "INT 1\n0", "INT 0"),
    (RIGHT, "C2 E 1", "C2 E 2"),
    (RIGHT, "C2 E 1 1 0 2", "C2 E 1 1 1 2"),
    (RIGHT, "RTP infeas", "RTP infeasible"),
    (RIGHT, "lin 2 2 1 3 -2", "lin 2 2 1 3 2"),
    (RIGHT, "lin 2 2 1 3 -2", "lin 2 2 1 4 -2"),
    (RIGHT, "lin 2 2 1 3 -2", "lin 2 2 1 2 -2"),
    (RIGHT, "uns 4 3 7 5", "uns 4 3 4 3"),
    (RIGHT, "uns 4 3 7 5", "uns 4 3 7 6"),
    (RIGHT, "uns 4 3 7 5", "uns 4 0 7 5"),
    (RIGHT, "D5 G 1 1 0 1 { asm }", "D5 G 2 1 0 1 { asm }"),
    (RIGHT, "D8 G 1 0 { uns 4 3 7 5 } -1\n", ""),
    (RIGHT, "{ asm }", "{ sol }"),
    (RIGHT, "-1\nD4", "-1 -1\nD4"),
    (RIGHT, "DER 6", "DER 5"),
    (ROUNDED, "INT 1\n0", "INT 0"),
    (ROUNDED, "D4 G 1 ", "D4 G 2 "),
    (ROUNDED, "D3 G 1/2", "D3 G 2/3"),
    (ROUNDED, "D3 G 1/2", "D3 E 1/2"),
    (ROUNDED, "1/2 } -1\nD4", "1/0 } -1\nD4"),
]


def test_the_reader_accepts_what_is_right() -> None:
    assert check(RIGHT) == check(ROUNDED) == "infeasible"


@pytest.mark.parametrize(("text", "old", "new"), WRONG, ids=[f"{old[:12]!r}" for _, old, _ in WRONG])
def test_the_reader_rejects_what_is_wrong(text: str, old: str, new: str) -> None:
    changed = text.replace(old, new, 1)
    assert changed != text
    with pytest.raises(Wrong):
        check(changed)


# --- mutants ---


def mutant(text: str, random: Random) -> str:
    """One number of the derivations changed."""
    head, mark, derivations = text.partition("\nDER ")
    words = derivations.split(" ")
    places = [i for i, word in enumerate(words) if word.lstrip("-").isdigit()]
    at = random.choice(places)
    words[at] = str(int(words[at]) + random.choice((-2, -1, 1, 2)))
    return head + mark + " ".join(words)


def of_a_play(text: str, name: str) -> str:
    """The derivations of a file under the program of a target that a play reaches."""
    value = load(name)
    value |= {"claim": "feasible", "target": {"pegs": value["start"], "free": []}}
    feasible = Problem.of(verifier.verify(value | {"proof": {"kind": "play", "jumps": []}}))
    program = CaseFile(Cut(feasible)).file.text("feasible")
    return program.partition("\nDER ")[0] + "\nDER " + text.partition("\nDER ")[2]


@pytest.mark.parametrize("name", ["pagoda-line3", "residue-line4", "tree-line7", "pagoda-english"])
def test_no_mutant_refutes_a_feasible_pair(name: str) -> None:
    random, (files, _) = Random(7), exported(name)
    text = of_a_play(files[""], name)
    for changed in [text, *(mutant(text, random) for _ in range(150))]:
        with pytest.raises(Wrong):
            check(changed)


@pytest.mark.parametrize("name", ["pagoda-line3", "residue-line4", "tree-line7", "tree-free"])
def test_most_mutants_of_a_tight_proof_are_rejected(name: str) -> None:
    random, (files, _) = Random(8), exported(name)
    rejected = 0
    for _ in range(100):
        try:
            check(mutant(files[""], random))
        except Wrong:
            rejected += 1
    assert rejected > 60


# --- the command ---


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["verify", *words])
    return code, *capsys.readouterr()


def certificate(name: str) -> str:
    return str(ACCEPTED / f"{name}.json")


def test_the_command_writes_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "proof.vipr"
    code, out, err = run(capsys, certificate("residue-french"), "--export", str(path))
    assert code == 0 and out.startswith("VALID: infeasible, proved by residue")
    assert f"written to {path}" in err
    assert check(path.read_text(encoding="utf-8")) == "infeasible"
    assert path.read_text(encoding="utf-8").startswith("% infeasible, proved by residue\n% ")
    code, _, err = run(capsys, certificate("residue-french"), "--export", str(path))
    assert (
        code == 2 and "the place of the export exists" in err and "expected another name, or --force" in err
    )
    path.write_text("something else", encoding="utf-8")
    assert run(capsys, certificate("residue-french"), "--export", str(path), "--force")[0] == 0
    assert check(path.read_text(encoding="utf-8")) == "infeasible"
    code, _, err = run(capsys, certificate("residue-french"), "--force")
    assert code == 2 and "--force goes with --export" in err


def test_the_command_writes_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    code, _, err = run(capsys, certificate("turn-english-corners"), "--export", str(folder))
    index = json.loads((folder / "index.json").read_bytes())
    assert code == 0 and "17 cases in the format VIPR 1.0" in err
    assert len(index["root"]["cases"]) == 17 == len(list(folder.glob("*.vipr")))
    code, _, err = run(capsys, certificate("turn-english-corners"), "--export", str(folder), "--force")
    assert code == 2 and "the place of the export exists already" in err, "no folder is replaced"


@pytest.mark.parametrize(
    ("name", "place", "said"),
    [
        ("turn-line5", "proof.vipr", "expected a folder: a name without .vipr"),
        ("pagoda-line3", "proof", "expected a name that ends in .vipr"),
        (
            "closure-line4",
            "proof.vipr",
            f"is no tree of sums over programs in integers; expected {', '.join(sorted(WRITTEN))}",
        ),
        ("search-line4", "proof.vipr", "`--formal` asks a second checker of all kinds"),
        ("pagoda-line3", "missing/proof.vipr", "cannot be written"),
    ],
)
def test_bad_places_and_kinds(
    name: str, place: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = run(capsys, certificate(name), "--export", str(tmp_path / place))
    assert code == 2 and said in err
    assert not list(tmp_path.iterdir())


def test_what_is_rejected_is_not_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = str(ACCEPTED.parent / "rejected" / "pagoda-raised.json")
    assert run(capsys, wrong, "--export", str(tmp_path / "proof.vipr"))[0] == 1
    assert not list(tmp_path.iterdir())


def test_one_certificate_is_exported_at_a_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    both.write_text("\n".join(json.dumps(load(name)) for name in ("pagoda-line3", "tree-line7")))
    code, _, err = run(capsys, str(both), "--export", str(tmp_path / "proof.vipr"))
    assert code == 2 and "--export takes one certificate" in err
