"""A search for the fewest sweeps that goes on in its work directory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import Words
from feasibility.studies.sweeps.fewest import Fewest, fewest_sweeps
from feasibility.studies.sweeps.kept import SweepFolder
from feasibility.text.references import read_pair


def question() -> PositionQuestion:
    return of_pair(read_pair("triangle:5:-a1", "triangle:5:+a1"))


def test_a_stopped_search_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is stopped, no finished level is made again, and the proof is the same."""
    made, add = [], SweepFolder.add

    def noted(kept: SweepFolder, side: str, number: int, level: Words) -> None:
        add(kept, side, number, level)
        made.append((kept.store.key, side, number))

    whole = fewest_sweeps(question())
    monkeypatch.setattr(SweepFolder, "add", noted)
    stops, bounds = 0, [0]
    while not isinstance(
        result := fewest_sweeps(question(), clock=Limits(work=1_000).start(), workdir=tmp_path), Fewest
    ):
        assert isinstance(result, Stopped) and result.known.proof.at_least >= bounds[-1]
        bounds.append(result.known.proof.at_least)
        stops += 1
    assert stops > 2 and len(set(bounds)) > 2
    assert len(made) == len(set(made)) > 15
    assert result == whole


def test_a_search_that_is_done_is_done_again_at_once(tmp_path: Path) -> None:
    first = fewest_sweeps(question(), workdir=tmp_path)
    assert fewest_sweeps(question(), workdir=tmp_path) == first


def test_files_of_another_search_are_refused(tmp_path: Path) -> None:
    fewest_sweeps(question(), clock=Limits(work=3_000).start(), workdir=tmp_path)
    with pytest.raises(InputError, match="another pair"):
        fewest_sweeps(of_pair(read_pair("triangle:5:-a2", "triangle:5:+a2")), workdir=tmp_path)
    (tmp_path / "sweeps.json").unlink()
    with pytest.raises(InputError, match="levels of another search"):
        fewest_sweeps(question(), workdir=tmp_path)


@pytest.mark.parametrize("change", ('{"most": 9}', "", "[]", "most", "a level"))
def test_what_was_changed_is_refused(tmp_path: Path, change: str) -> None:
    fewest_sweeps(question(), clock=Limits(work=3_000).start(), workdir=tmp_path)
    path = tmp_path / "sweeps.json"
    if change == "most":
        data = json.loads(path.read_text())
        path.write_text(json.dumps({**data, "most": data["most"] + 1}))
    elif change == "a level":
        level = max(tmp_path.glob("ahead-*.level"))
        level.write_bytes(level.read_bytes()[:-1] + b"\1")
    else:
        path.write_text(change)
    with pytest.raises(InputError, match=r"not the file of a search|corrupted file"):
        fewest_sweeps(question(), workdir=tmp_path)


def test_what_goes_on_proves_as_much_where_targets_are_many(tmp_path: Path) -> None:
    """There residues are a part of the proof, but not of the one that a search begins with."""
    pair = read_pair("triangle:4:-a2", pegs=1)
    first, again = (feasibility.solve(pair, sweeps=True, workdir=tmp_path) for _ in range(2))
    assert first.bound is not None and again.bound == first.bound
    assert again.certificate is not None and feasibility.verify(again.certificate).valid
