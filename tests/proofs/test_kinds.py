"""A kind of proof is a module in each room that speaks of it: it has every part, or says that it has none."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.game.symmetry import Image
from feasibility.proofs.kind import Proof, part
from feasibility.proofs.kinds import from_json, names, of_name
from feasibility.proofs.preference import PREFERENCE
from feasibility.studies.exports import kinds as exports
from feasibility.studies.exports.plain_form import NotPlain, by_integers, plain
from feasibility.text import catalogue
from tests.certificates.conformance import changed, suite
from tests.docs.console import blocks

PACKAGE = Path(verifier.__file__).parent
RIGHT = [json.loads(case.data) for case in suite() if case.outcome == "valid"]


def modules(room: str) -> set[str]:
    return {path.stem for path in (PACKAGE / room).glob("[!_]*.py")}


def test_the_kinds_are_those_of_the_verifier() -> None:
    assert {*names()} == modules("proofs/kinds") == {*verifier.KINDS, "army", "rule"}


@pytest.mark.parametrize("name", names())
def test_a_kind_has_each_of_its_parts_or_says_that_it_has_none(name: str) -> None:
    kind = of_name(name)
    assert kind.kind == name and kind.claim == verifier.KINDS.get(name, (kind.claim,))[0]
    assert kind.told == (name in modules("render/kinds")), f"render/kinds/{name}.py"
    if kind.told:
        told = import_module(f"feasibility.render.kinds.{name}")
        assert callable(told.explain) and callable(told.reason)
    exported = import_module(f"feasibility.studies.exports.kinds.{name}")  # which says None of what is not
    assert all(write is None or callable(write) for write in (exported.plain, exported.vipr))
    page = (PACKAGE.parent / "docs" / "certificate-format.md").read_text(encoding="utf-8")
    assert f"### `{name}`" in page, f"{name} in docs/certificate-format.md"
    right = [from_json(right["proof"]) for right in RIGHT if right["proof"]["kind"] == name]
    assert right, f"a right certificate of {name} in tests/certificates"
    likes = {like for proof in right if isinstance(proof, Proof) for like in proof.like()}
    assert likes <= {*PREFERENCE}, f"a place for {name} in PREFERENCE"


def test_no_room_speaks_of_a_kind_that_is_none() -> None:
    assert modules("render/kinds") <= {*names()} == modules("studies/exports/kinds")


def test_what_is_written_as_integers_has_a_theorem_about_them() -> None:
    written = {name for name in names() if part(exports.__name__, name).plain is by_integers}
    proved = {path.stem for path in (PACKAGE.parent / "formal" / "kinds").glob("*.v")}
    assert written == proved, "formal/kinds/NAME.v of each kind whose plain form is by_integers"


def test_what_is_right_is_read_and_written_again() -> None:
    """Lists that may be left out are, and cases by holes stand in the order of the holes."""
    for right in RIGHT:
        proof = from_json(right["proof"])
        again = {"kind": proof.kind, **proof.to_json()}
        assert from_json(again) == proof and verifier.check(right | {"proof": again}).valid
        assert len(json.dumps(again)) <= len(json.dumps(right["proof"]))
        assert proof.forecast() >= 0 and (proof.forecast() > 0) == (proof.visited() > 0)


def renumbered(right: dict[str, Any], order: tuple[int, ...]) -> dict[str, Any]:
    """The same certificate where hole i is called order[i], its proof as its kind moves it."""
    image, board = Image(order), dict(right["board"])
    board["holes"] = [board["holes"][hole] for hole in image.undo]
    if "jumps" in board:
        board["jumps"] = [[order[hole] for hole in jump] for jump in board["jumps"]]
    moved = {
        key: value if isinstance(value, int) else sorted(order[hole] for hole in value)
        for key, value in (*right["target"].items(), ("start", right["start"]))
    }
    proof = from_json(right["proof"])
    assert isinstance(proof, Proof)
    after = proof.moved(image)
    assert type(after) is type(proof) and after.to_close() == proof.to_close()
    written = {"kind": after.kind, **after.to_json()}
    return right | {"board": board, "start": moved.pop("start"), "target": moved, "proof": written}


@pytest.mark.parametrize("name", [name for name in names() if issubclass(of_name(name), Proof)])
def test_the_image_of_a_proof_proves_the_image_of_its_pair(name: str) -> None:
    """So `moved` leaves out nothing that has to do with holes."""
    for right in RIGHT:
        if right["proof"]["kind"] == name:
            holes = tuple(range(len(right["board"]["holes"])))
            for order in (holes[::-1], holes[1:] + holes[:1]):
                outcome = verifier.check(renumbered(right, order))
                assert outcome.valid, f"moved of {name}: {outcome}"


# Refusals that no certificate of the suite meets: of files, of large sets, of what is refused before.
FILES = {"verify", "load", "_integer", "_read_file", "standard_input", "_nameless"}
UNMET = FILES | {"_grown", "_require_distance_pagoda", "_shown"}


def conditions() -> dict[int, str]:
    """The lines of the verifier that refuse a certificate as malformed or rejected, with their functions."""
    source = Path(verifier.__file__).read_text(encoding="utf-8")
    return {
        line.lineno: f"{function.name}, line {line.lineno}: {ast.unparse(line)}"
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef) and function.name not in UNMET
        for line in ast.walk(function)
        if isinstance(line, ast.Raise) and isinstance(line.exc, ast.Call)
        if ast.unparse(line.exc.func) in ("Malformed", "Rejected")
    }


def test_each_condition_of_a_kind_has_a_certificate_that_breaks_it() -> None:
    left = conditions()
    assert len(left) > 60
    functions = {text.partition(",")[0] for text in left.values()}

    def entered(frame: FrameType, event: str, _: object) -> Callable[..., object] | None:
        code = frame.f_code
        return passed if code.co_filename == verifier.__file__ and code.co_name in functions else None

    def passed(frame: FrameType, event: str, _: object) -> Callable[..., object]:
        left.pop(frame.f_lineno, None)
        return passed

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        for case in suite():
            if case.outcome != "valid":
                verifier.check(case.data)
    finally:
        sys.settrace(before)
    assert not left, "no line of tests/certificates/changed.jsonl breaks: " + "; ".join(left.values())


@pytest.mark.parametrize("name", names())
def test_a_kind_has_certificates_that_are_wrong_and_such_as_are_malformed(name: str) -> None:
    assert {case.outcome for case in suite() if case.kind == name} == {"valid", "rejected", "malformed"}


def test_what_is_not_right_does_not_become_so_by_being_read() -> None:
    """It is refused, in the plain form too, or is as wrong when it is written again."""
    refused = 0
    for case in suite():
        try:
            data = json.loads(case.data)
            proof = from_json(data["proof"])
        except (ValueError, KeyError, TypeError):
            continue  # no JSON object with a proof
        except InputError:
            refused += 1
            with pytest.raises(NotPlain, match="plain form"):
                plain(data)
            assert case.outcome != "valid"
            continue
        again = verifier.check(data | {"proof": {"kind": proof.kind, **proof.to_json()}})
        assert again.valid == verifier.check(data).valid, case
    assert refused > 100


# --- the page that says how to add a kind, played on a copy of the package ---

HOW_TO = (PACKAGE.parent / "docs" / "how-to" / "add-a-kind-of-proof.md").read_text(encoding="utf-8")
BLOCKS = {str(block.title): block.body for block in blocks(HOW_TO)}
PROGRAM = """
import json, sys
from feasibility import verifier
from feasibility.proofs.accept import vouched
from feasibility.proofs.kinds import from_json, of_name
from feasibility.proofs.preference import worth
from feasibility.proofs.verdict import Verdict, refuted
from feasibility.base.limits import Limits
from feasibility.render.html import report_html
from feasibility.render.text import report
from feasibility.studies.exports.plain_form import plain
from feasibility.studies.exports.vipr import NotTaken, export
from feasibility.text.references import read_pair
reasons = set()
cases = json.load(sys.stdin)
for certificate, outcome in cases:
    said = verifier.check(certificate)
    assert said.outcome == outcome, (certificate, said)
    reasons |= {said.reason} if outcome == "rejected" else set()
assert len(reasons) == int(sys.argv[1]), "a condition that no certificate breaks"
pair = read_pair("line:4:+a1+d1", "line:4:+b1")
proof = of_name("stuck")(len(pair.board.jumps))
assert from_json({"kind": "stuck", **proof.to_json()}) == proof
finding = vouched(pair, refuted("mine", "no jump", proof))
verdict = Verdict(pair, (finding,), Limits())
assert finding.acceptance.verified and worth(proof) > worth(of_name("play")(()))
data = verdict.certificate.to_json()
try:
    export(data, verifier.verify(data))
    raise AssertionError("it is no program in integers")
except NotTaken as error:
    assert "stuck" in str(error), error
with open("plain.txt", "w") as file:
    file.writelines(plain(certificate) for certificate, outcome in cases if outcome != "malformed")
assert "no legal jump" in report_html(verdict)
print(report(verdict))
"""


def played(folder: Path, *left_out: str) -> subprocess.CompletedProcess[str]:
    """What the program says in a copy of the package in which the page was followed, but for some files."""
    skip = shutil.ignore_patterns("*.c", "*.h", "_boards", "__pycache__")
    shutil.copytree(PACKAGE, folder / "feasibility", ignore=skip, copy_function=os.symlink)
    (folder / "boards").symlink_to(catalogue.root())
    for name in BLOCKS.keys() - {*left_out}:
        if name.startswith("feasibility/"):
            (folder / name).write_text(BLOCKS[name], encoding="utf-8")
    value = folder / "feasibility" / "proofs" / "kinds" / "stuck.py"
    if "like" in left_out:
        value.write_text(value.read_text(encoding="utf-8").partition("    def like")[0], encoding="utf-8")
    own, heading = BLOCKS["verifier-stuck.py"], f"# {'=' * 105}\n# PART FOUR"
    path = folder / "feasibility" / "verifier.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(heading) == 1
    if "verifier.py" not in left_out:
        path.unlink()
        path.write_text(text.replace(heading, f"{own}\n\n{heading}"), encoding="utf-8")
    lines = map(json.loads, BLOCKS["changed.jsonl"].splitlines())
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(own.count("raise Rejected"))],
        input=json.dumps([(changed(line), line["outcome"]) for line in lines]),
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_who_follows_the_page_has_a_new_kind_at_the_first_run(tmp_path: Path) -> None:
    done = played(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "INFEASIBLE, decided by mine." in done.stdout and "has no legal jump" in done.stdout
    assert sum(line.startswith("**") for line in HOW_TO.splitlines()) == 8


@pytest.mark.parametrize(
    ("left_out", "says"),
    [
        ("verifier.py", "kind: 'stuck' is unknown"),
        ("feasibility/proofs/kinds/stuck.py", "no such kind of proof; saw stuck"),
        ("like", "KeyError: 'stuck'"),
        ("feasibility/render/kinds/stuck.py", "No module named 'feasibility.render.kinds.stuck'"),
        ("feasibility/studies/exports/kinds/stuck.py", "named 'feasibility.studies.exports.kinds.stuck'"),
    ],
)
def test_what_is_forgotten_is_named(left_out: str, says: str, tmp_path: Path) -> None:
    done = played(tmp_path, left_out)
    assert done.returncode == 1 and says in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("words", "code", "kinds"),
    [
        (("english33:-d4", "english33:+d4"), 0, {"proofs.kinds.play", "render.kinds.play"}),
        (
            ("english33:+c1+d2+b3+b4", "english33:+c3", "--criteria", "corners", "--no-search"),
            1,
            {"proofs.kinds.play", "proofs.kinds.pagoda", "render.kinds.pagoda"},
        ),
    ],
)
def test_a_check_loads_the_kinds_that_it_meets_and_no_other(
    words: tuple[str, ...], code: int, kinds: set[str]
) -> None:
    """A play is what every verdict knows."""
    program = "import sys; from feasibility.cli import main; code = main(sys.argv[1:]); " + (
        "print(code, *(name for name in sys.modules if '.kinds.' in name), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "check", *words],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    found, *modules = done.stderr.split("\n")[-2].split()
    assert int(found) == code, done.stderr
    assert {*modules} == {f"feasibility.{module}" for module in kinds}
