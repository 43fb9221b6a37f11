"""What is temporary goes with its run, however the run ends, and a run that lives keeps what it has."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from feasibility.base import scratch

HOLDS = "import sys; from feasibility.base import scratch; print(scratch.folder(), flush=True); input()"


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go in these tests."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    return place


def holder() -> tuple[subprocess.Popen[str], Path]:
    """A run with a folder, which ends when its input does."""
    run = subprocess.Popen(
        [sys.executable, "-c", HOLDS],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert run.stdout is not None
    return run, Path(run.stdout.readline().strip())


def kill(run: subprocess.Popen[str]) -> None:
    run.kill()
    run.communicate()


def age(folder: Path) -> None:
    """As if it had been made an hour ago."""
    os.utime(folder, (time.time() - 3600,) * 2)


def test_a_run_takes_its_folder_with_it(place: Path) -> None:
    run, folder = holder()
    assert folder.parent == place
    assert folder.stat().st_mode & 0o777 == 0o700
    (folder / "some").mkdir()
    (folder / "some" / "file").write_text("x")
    run.communicate("\n")
    assert list(place.iterdir()) == []


def test_two_threads_have_one_folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread asks for it, and has it, while the first is about to make it."""
    others: list[str] = []
    make = os.mkdir
    monkeypatch.setattr(scratch, "_folders", {})

    def late(path: str, mode: int) -> None:
        monkeypatch.setattr(scratch.os, "mkdir", make)
        thread = threading.Thread(target=lambda: others.append(scratch.folder()))
        thread.start()
        thread.join()
        make(path, mode)

    monkeypatch.setattr(scratch.os, "mkdir", late)
    mine = scratch.folder()
    assert others == [mine] and [*place.iterdir()] == [Path(mine)]
    scratch.remove()
    assert not [*place.iterdir()]


def test_an_interrupt_while_the_folder_is_made_leaves_none(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = os.mkdir

    def interrupted(path: str, mode: int) -> None:
        made(path, mode)
        raise KeyboardInterrupt

    monkeypatch.setattr(scratch, "_folders", {})
    monkeypatch.setattr(os, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt):
        scratch.folder()
    assert len(list(place.iterdir())) == 1
    scratch.remove()
    assert list(place.iterdir()) == []


def test_the_folder_of_a_killed_run_goes_with_a_later_one(place: Path) -> None:
    run, folder = holder()
    (folder / "file").write_text("x")
    age(folder)
    scratch.sweep()
    assert folder.exists(), "its run lives"
    kill(run)
    age(folder)
    scratch.sweep()
    assert not folder.exists()


def test_a_folder_whose_lock_is_held_belongs_to_a_living_run(place: Path) -> None:
    """Such as one in another container, whose processes are not seen here."""
    run, folder = holder()
    kill(run)
    with (folder / scratch.LOCK).open("rb+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        age(folder)
        scratch.sweep()
        assert folder.exists()
    scratch.sweep()
    assert not folder.exists()


def test_what_is_not_ours_stays(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    (place / f"{scratch.PREFIX}{0:012x}").symlink_to(elsewhere)
    (place / f"{scratch.PREFIX}{1:012x}").touch()
    for name in ("other-things", "1-x", f"{0:013x}", f"{0:011x}", f"{0:011x}X"):
        (place / f"{scratch.PREFIX}{name}").mkdir()
    (place / "something").mkdir()
    for entry in place.iterdir():
        os.utime(entry, (1, 1), follow_symlinks=False)
    before = sorted(place.iterdir())
    scratch.sweep()
    young, foreign = place / f"{scratch.PREFIX}{2:012x}", place / f"{scratch.PREFIX}{3:012x}"
    young.mkdir()
    scratch.sweep()
    young.rmdir()
    foreign.mkdir()
    age(foreign)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    scratch.sweep()
    foreign.rmdir()
    assert sorted(place.iterdir()) == before
    assert (elsewhere / "kept").exists()


SLOW_RULE = "import time\ndef rule(position, target):\n    time.sleep(0.2)\n    return False\n"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_validate_leaves_nothing_behind(place: Path, tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "slow.py").write_text(SLOW_RULE)
    words = ["validate", f"{tmp_path}/slow.py:rule", "--board", "english33", "--time-limit", "60"]
    with subprocess.Popen(
        [sys.executable, "-m", "feasibility", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        end = time.monotonic() + 30
        while not list(place.glob(f"{scratch.PREFIX}*/*.*")) and not list(
            place.glob(f"{scratch.PREFIX}*/tmp*")
        ):
            assert time.monotonic() < end
            time.sleep(0.02)
        run.send_signal(how)
        run.communicate(timeout=20)
    assert run.returncode == (-9 if how is signal.SIGKILL else 128 + how)
    for folder in place.iterdir():
        assert how is signal.SIGKILL
        age(folder)
    subprocess.run([sys.executable, "-m", "feasibility", "--version"], stdout=subprocess.DEVNULL, check=True)
    assert list(place.iterdir()) == []


def test_a_program_keeps_its_temporary_files_in_the_folder_of_the_run(place: Path) -> None:
    from feasibility.processes.child import Child

    with Child(["sh", "-c", "echo $TMPDIR; touch $TMPDIR/left"]) as child:
        assert child.answer(b"").decode().strip() == scratch.folder()
    assert Path(scratch.folder(), "left").exists()
    scratch.remove()
    assert list(place.iterdir()) == []
