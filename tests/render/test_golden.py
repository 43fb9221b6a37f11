"""The files that a person has looked at are what is made now."""

from __future__ import annotations

import pytest

from feasibility import verify
from tests.render.golden_files import FOLDER, golden
from tests.render.verdicts import KINDS, verdict

REMEDY = "look at it, then run `python -m tests.render.golden_files`"


def test_no_file_too_many_or_too_few() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(golden()), REMEDY


@pytest.mark.parametrize("name", sorted(golden()))
def test_golden_file(name: str) -> None:
    assert golden()[name] == (FOLDER / name).read_text(encoding="utf-8"), f"{name} has changed: {REMEDY}"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_is_drawn_is_true(kind: str) -> None:
    """Pictures are of proofs that the verifier accepts."""
    certificate = verdict(kind).certificate
    assert certificate is not None
    assert verify(certificate).valid
    assert certificate.proof.kind == kind
