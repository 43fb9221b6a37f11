"""Files are whole or not there, and what cannot be written is told."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from feasibility.base.errors import InputError
from feasibility.base.files import try_file, try_folder, write_file

FILLS = """
import resource, signal, sys
from feasibility.base.files import write_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
write_file(sys.argv[1], b"new" * (1 << 16))
"""


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_file(path, "old")
    path.chmod(0o640)
    write_file(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_file(path, "old")
    done = subprocess.run(
        [sys.executable, "-c", FILLS, str(path)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.stderr.strip().endswith(f"InputError: {path}: cannot be written: File too large")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    write_file(link, "x")
    assert link.is_symlink()
    assert target.read_text() == "x"


def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    try_file(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, "through")
    reader.join()
    assert got == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_file("/dev/null", "x")
    with pytest.raises(InputError, match="/dev/full: cannot be written: No space left on device"):
        write_file("/dev/full", "x")


@pytest.mark.parametrize("name", ["missing/file", ".", "file/x", "nul\0name", "x" * 300])
def test_what_cannot_be_written_is_told_before_and_after(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    for attempt in (lambda: try_file(f"{tmp_path}/{name}"), lambda: write_file(f"{tmp_path}/{name}", "x")):
        with pytest.raises(InputError, match="cannot be written: "):
            attempt()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_trying_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("kept")
    try_file(tmp_path / "there")
    try_file(tmp_path / "new")
    try_folder(tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("there", "kept")]
    with pytest.raises(InputError, match="cannot be written: "):
        try_folder(tmp_path / "there" / "x")


def test_a_name_that_leaves_no_room_for_another_can_be_written(tmp_path: Path) -> None:
    longest = tmp_path / ("x" * 255)
    write_file(longest, "whole")
    assert longest.read_text() == "whole"


def test_an_interrupt_while_a_file_is_tried_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, mode: str) -> None:
        Path(path).write_text("")
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        try_file(tmp_path / "plot.svg")
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []
