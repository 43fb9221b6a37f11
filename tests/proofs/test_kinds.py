"""A kind of proof is a module in each room that speaks of it: it has every part, or says that it has none."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.game.symmetry import Image
from feasibility.proofs.kind import Proof
from feasibility.proofs.kinds import from_json, names, of_name
from feasibility.proofs.preference import PREFERENCE, rank
from feasibility.studies.exports.plain_form import NotPlain, plain
from tests.certificates.conformance import suite

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
    assert f"`{name}`" in page and any(right["proof"]["kind"] == name for right in RIGHT)


def test_no_room_speaks_of_a_kind_that_is_none() -> None:
    assert modules("render/kinds") <= {*names()} == modules("studies/exports/kinds")


def test_the_order_of_preference_knows_every_proof_of_a_verdict() -> None:
    for right in RIGHT:
        proof = from_json(right["proof"])
        if isinstance(proof, Proof):
            assert {*proof.like()} <= {*PREFERENCE} and rank(proof) < len(PREFERENCE)


def test_what_is_right_is_read_and_written_again() -> None:
    """Lists that may be left out are, and cases by holes stand in the order of the holes."""
    for right in RIGHT:
        proof = from_json(right["proof"])
        again = {"kind": proof.kind, **proof.to_json()}
        assert from_json(again) == proof and verifier.check(right | {"proof": again}).valid
        assert len(json.dumps(again)) <= len(json.dumps(right["proof"]))
        assert proof.forecast() >= 0 and (proof.forecast() > 0) == (proof.visited() > 0)


def test_the_image_of_a_proof_is_a_proof_of_the_same_kind() -> None:
    seen = set[str]()
    for right in RIGHT:
        proof, holes = from_json(right["proof"]), len(right["board"].get("holes", ()))
        if isinstance(proof, Proof) and right["proof"]["kind"] != "golden":
            turned = Image(tuple(range(holes))[::-1])
            assert proof.moved(turned).moved(turned) == proof
            assert (
                type(proof.moved(turned)) is type(proof)
                and proof.moved(turned).to_close() == proof.to_close()
            )
            seen.add(proof.kind)
    assert len(seen) == 10


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
