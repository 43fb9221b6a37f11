"""`python -m tests.soak --seconds 3600 --seed 1`: random commands until the time is over."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from shlex import join
from tempfile import mkdtemp
from typing import TypeAlias

from tests.soak.cases import Case, make
from tests.soak.judging import OVERRUN, leftovers, wrong
from tests.soak.running import Ended, Place, run

CALIBRATE = 25  # cases between two looks at how long a start takes
Failure: TypeAlias = tuple[Case, Ended, list[str]]


@dataclass
class Soak:
    """What was run, and what was wrong with it."""

    place: Place
    seed: int
    commands: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    codes: Counter[int] = field(default_factory=Counter)
    signals: int = 0
    failures: list[Failure] = field(default_factory=list)
    start_up: float = 1.0

    def calibrate(self) -> None:
        """How long a command takes here and now that has next to nothing to do."""
        began = time.monotonic()
        run(Case(0, ("check", "line:4:+a1+b1", "line:4:+c1", "--json"), {}), self.place)
        self.start_up = time.monotonic() - began
        shutil.rmtree(self.place.folder(Case(0, ("check",), {})), ignore_errors=True)

    def one(self, number: int, keep: bool = False) -> list[str]:
        """Run the case of that number, and say what is wrong."""
        case = make(self.seed, number)
        failures = self._tried(case)
        if failures and all(OVERRUN in text for _, _, amiss in failures for text in amiss):
            self.calibrate()  # other work may have come just then; what is slow by itself is so again
            self._clear(case)
            failures = self._tried(case)
        self.failures += failures
        if not keep and not failures:
            self._clear(case)
        return [text for _, _, amiss in failures for text in amiss]

    def _tried(self, case: Case) -> list[Failure]:
        failures: list[Failure] = []
        for ended in run(case, self.place):
            self.commands[case.name] += 1
            self.troubles[case.trouble or "none"] += 1
            self.codes[ended.code] += 1
            self.signals += len(case.signals) if ended.after_signal is not None else 0
            amiss = [*wrong(case, ended, self.place, self.start_up), *leftovers(case, self.place)]
            if amiss:
                failures.append((case, ended, amiss))
        return failures

    def _clear(self, case: Case) -> None:
        folder = self.place.folder(case)
        shutil.rmtree(folder, ignore_errors=True)
        for ending in ("out", "err"):
            folder.with_name(f"{folder.name}.{ending}").unlink(missing_ok=True)

    def summary(self) -> str:
        """Figures for people."""
        lines = [
            f"{self.commands.total()} commands, {self.signals} signals sent, {len(self.failures)} failures",
            "commands: " + ", ".join(f"{count} {name}" for name, count in sorted(self.commands.items())),
            "trouble: " + ", ".join(f"{count} {name}" for name, count in self.troubles.most_common()),
            *(
                [f"WARNING: no --small-disk, so its {without} commands had room enough"]
                if self.place.small_disk is None and (without := self.troubles["small disk"])
                else []
            ),
            "exit codes: " + ", ".join(f"{count} x {code}" for code, count in self.codes.most_common()),
        ]
        return "\n".join(lines)


def told(seed: int, case: Case, ended: Ended, amiss: list[str]) -> str:
    """A failure as it is printed."""
    trouble = " ".join((case.trouble, f"{case.detail:.3f}", *case.signals)) if case.trouble else "no trouble"
    last = "\n".join("    " + line for line in ended.err.strip().splitlines()[-8:])
    again = f"python -m tests.soak --seed {seed} --only {case.number}"
    return f"CASE {case.number}: {'; '.join(amiss)}\n  {join(case.words)}\n  {trouble}; {again}\n{last}"


def hear_signals() -> None:
    """Commands ignore what this process ignores: hangups under nohup, Ctrl-C in the background of a shell."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def main() -> int:
    """Run, print, and end with 1 where something was wrong."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="of all random choices (default 1)")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin with the case N")
    parser.add_argument("--only", type=int, metavar="N", help="the case N alone; its files are kept")
    parser.add_argument("--small-disk", type=Path, metavar="DIR", help="a small file system for some cases")
    args = parser.parse_args()
    hear_signals()
    root = Path(mkdtemp(prefix="soak-"))
    soak = Soak(Place(root, args.small_disk), args.seed)
    soak.place.make()
    numbers = [args.only] if args.only is not None else range(args.first, 10**9)
    end = time.monotonic() + args.seconds
    try:
        for number in numbers:
            if time.monotonic() > end:
                break
            if number % CALIBRATE == 1 or number == numbers[0]:
                soak.calibrate()
            if soak.one(number, args.only is not None):
                print(told(args.seed, *soak.failures[-1]), flush=True)
    except KeyboardInterrupt:
        pass
    print(soak.summary())
    if soak.failures or args.only is not None:
        print(f"kept: {root}")
    else:
        shutil.rmtree(root)
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())
