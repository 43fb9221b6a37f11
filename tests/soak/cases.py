"""Random commands: their words, files and trouble, all from a seed and a number."""

from __future__ import annotations

import json
from argparse import Action
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random

from feasibility.cli.parser import Parser
from feasibility.registry import commands
from tests.soak import odd
from tests.soak.asked import LARGE, SMALL, Asked, any_small, ask, board_of, grid, named

FUNCTIONS = "functions"  # of Python: a process that calls many, and compares what they say with brute force
OF_FUNCTIONS = 0.3  # of all cases
CALM = 0.45  # of all commands run without trouble
TROUBLES = {
    "signal": 5, "memory": 3, "file size": 2, "no home": 2, "closed output": 1, "broken pipe": 2,
    "no input": 1, "twice": 3, "few files": 1, "small disk": 2, "halted": 12,
}  # fmt: skip
READ_BACK = ("line", "rectangle", "odd:")  # boards that are, drawn, what they were; others become their own
IN_WORDS = ("pagoda", "draw", "minimum", "replay")  # take no pair from a file
SIGNALS = ("SIGINT", "SIGTERM", "SIGKILL", "SIGHUP", "SIGINT SIGINT")
ENDINGS = {
    "certificate": ".json", "html": ".html", "counterexample": ".txt", "pddl": ".pddl", "write": ".lp",
}  # fmt: skip
RULES = """
import os, time
def sound(position, target): return False
def wrong(position, target): return position.count > 3
def slow(position, target): time.sleep(0.05); return False
def crashes(position, target): os.abort()
def prints(position, target): print("x" * 1000); return False
def greedy(position, target): return bool(bytearray(1 << 34))
def forks(position, target): return os.system("sleep 600 &") > 0
"""
CERTIFICATES = Path(__file__).parents[1] / "certificates"
PROGRAM = "import sys\nfor line in sys.stdin:\n    print('keep', flush=True)\n"


@dataclass(frozen=True)
class Case:
    """One command; `words` name files in its folder, and {shared} a folder that all cases share."""

    number: int
    words: tuple[str, ...]
    files: dict[str, bytes]
    trouble: str = ""
    detail: float = 0.0  # how much of it: a share between 0 and 1
    signals: tuple[str, ...] = ()
    asked: Asked | None = None
    batch: dict[int, Asked] = field(default_factory=dict)
    seconds: float | None = None  # the time limit of the command
    halts: tuple[float, ...] = ()  # seconds that it goes on and stands still, in turns

    @property
    def name(self) -> str:
        """The command."""
        return self.words[0]

    @property
    def program(self) -> tuple[str, ...]:
        """What Python runs."""
        if self.name == FUNCTIONS:
            return "-m", "tests.soak.functions", *self.words[1:]
        return "-m", "feasibility", *self.words


@lru_cache
def arguments(command: str) -> tuple[Action, ...]:
    """The arguments that a command takes, as it declares them."""
    parser = Parser(prog=command)
    module = next(module for name, module, _ in commands() if name == command)
    import_module(module).add_arguments(parser)
    return tuple(action for action in parser._actions if action.dest != "help")


def make(seed: int, number: int) -> Case:
    """The case of that number."""
    random = Random(f"soak {seed} {number}")
    if random.random() < OF_FUNCTIONS:
        halted = "halted" if random.random() < 0.7 else ""
        halts = _halts(random, 40) if halted else ()
        return Case(number, (FUNCTIONS, str(seed), str(number)), {}, halted, halts=halts)
    command = random.choice(
        [name for name, _, _ in commands()] + ["check", "solve", "batch", "check", "advise"]
    )
    maker = _Maker(random, command)
    maker.fill()
    trouble = "" if random.random() < CALM else random.choices([*TROUBLES], [*TROUBLES.values()])[0]
    if command == "serve" and trouble != "signal":
        trouble = "signal"
    signals = random.choice(SIGNALS[:4] if command == "serve" else SIGNALS) if trouble == "signal" else ""
    return Case(
        number, (command, *maker.words), maker.files, trouble, random.random(), tuple(signals.split()),
        maker.asked, maker.batch, maker.seconds, _halts(random, 6) if trouble == "halted" else (),
    )  # fmt: skip


def _halts(random: Random, most: int) -> tuple[float, ...]:
    """Moments, mostly of milliseconds, as a command that has loaded takes no longer."""
    turns = [
        (random.uniform(0, 0.3), random.choice((0.002, 0.05, 1.1))) for _ in range(random.randint(1, most))
    ]
    return tuple(seconds for turn in turns for seconds in turn)


class _Maker:
    """Words for one command, and the files that they name."""

    def __init__(self, random: Random, command: str) -> None:
        self.random, self.command = random, command
        self.words: list[str] = []
        self.files: dict[str, bytes] = {}
        self.asked: Asked | None = None
        self.batch: dict[int, Asked] = {}
        self.seconds: float | None = None
        self.broken = random.random() < 0.12

    def fill(self) -> None:
        """Positional arguments first, then some options."""
        for action in arguments(self.command):
            if not action.option_strings:
                self._positional(action.dest)
        for action in arguments(self.command):
            if action.option_strings:
                self._option(action)

    def _positional(self, dest: str) -> None:
        random = self.random
        match dest:
            case "start":
                self._pair()
            case "position":
                self._position()
            case "target":
                pass  # comes with the start
            case "moves":
                self.words.append(
                    random.choice(["a1c1", "b2-d2 d2-b2", "0 1", "", "c1a1,a1c1", "(put back a1)"])
                )
            case "board":
                self.words.append(self._board())
            case "input":
                self.words.append(self._batch())
            case "certificate":
                self.words.append(self._certificate())
            case "rule":
                self.words.append(self._rule())
            case "criterion":
                if random.random() < 0.8:
                    self.words.append(
                        random.choice(["pagoda", "lattice", "cone", "search", "ends", "nothing"])
                    )
            case _:
                self.words.append(random.choice(["a", "1", "-", ""]))

    def _board(self) -> str:
        if self.broken:
            return self._file("board.txt", self._damaged(b"xx.\nxxx\n"))
        if self.random.random() < 0.1 and self.command != "survey":  # its limit is for each of many pairs
            return self.random.choice(LARGE)
        name = any_small(self.random)
        return self._odd(name) if name.startswith("odd:") else name

    def _odd(self, name: str) -> str:
        """The file of a board that is in no catalogue."""
        board = board_of(name)
        return self._file(odd.FILE, odd.text(board, ["x" * board.n]).encode())

    def _position(self) -> None:
        one = ask(self.random)
        if one.odd:
            self._odd(one.board)
        if self.command == "advise" and one.target is not None and one.board.startswith(READ_BACK):
            self.words.append(self._file("pair.txt", one.text().encode()))
            self.asked = one
            return
        self.words.append(named(one.board, one.start))
        pegs = one.pegs if self.command == "advise" and one.pegs is not None else 1
        self.asked = Asked(one.board, one.start, None, pegs=pegs)
        if pegs > 1:
            self.words += ["--pegs", str(pegs)]

    def _pair(self) -> None:
        random = self.random
        asked = ask(random, large=random.random() < 0.12)
        if asked.free and (self.command in IN_WORDS or not asked.board.startswith(READ_BACK)):
            asked = replace(asked, free=0)
        if asked.odd:
            self._odd(asked.board)
        if self.broken:
            self.words.append(self._file("pair.txt", self._damaged(asked.text().encode())))
        elif self.command in ("minimum", "replay"):
            self.words.append(named(asked.board, asked.start))
            self.asked = asked
        elif (
            asked.target is not None
            and (asked.free or random.random() < 0.2)
            and self.command not in IN_WORDS
        ):
            self.words.append(self._file("pair.txt", asked.text().encode()))
            self.asked = asked if asked.board.startswith(READ_BACK) else None
        elif asked.pegs is None or self.command not in ("draw", "bounds"):
            self.words += asked.words()
            self.asked = asked
        else:
            self.words.append(named(asked.board, asked.start))

    def _batch(self) -> str:
        lines = []
        for number in range(self.random.choice([1, 5, 30])):
            asked = ask(self.random)
            if asked.target is None or not asked.board.startswith(("line", "rectangle")):
                continue
            rows = (
                grid(asked.board, *one).split("\n") for one in ((asked.start,), (asked.target, asked.free))
            )
            grids = dict(zip(("start", "target"), rows, strict=True))
            lines.append(json.dumps({"id": number, **grids}))
            self.batch[number] = asked
        data = "\n".join([*lines, ""]).encode()
        if self.broken:
            self.batch.clear()
            data = self._damaged(data)
        if self.random.random() < 0.2:
            self.files["stdin"] = data
            return "-"
        return self._file("in.jsonl", data)

    def _certificate(self) -> str:
        whole = self.random.choice(sorted(CERTIFICATES.rglob("*.json"))).read_bytes()
        return self._file("cert.json", self._damaged(whole) if self.random.random() < 0.7 else whole)

    def _rule(self) -> str:
        self.files["rules.py"] = RULES.encode()
        names = ["sound", "wrong", "slow", "crashes", "prints", "greedy", "forks"]
        return self.random.choice(
            [f"rules.py:{name}" for name in names] + ["corners", "trivial", "cone", "no.such:x"]
        )

    def _file(self, name: str, data: bytes) -> str:
        self.files[name] = data
        return name

    def _damaged(self, data: bytes) -> bytes:
        """Some bytes changed, dropped or doubled."""
        damaged = bytearray(data)
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randrange(len(damaged) + 1)
            match self.random.randrange(4):
                case 0:
                    damaged[at : at + 1] = self.random.randbytes(1)
                case 1:
                    del damaged[at:]
                case 2:
                    damaged[at:at] = damaged[:at]
                case _:
                    damaged[at:at] = self.random.choice(
                        [b"\x00", b"\xff", b"?", b"x.", b"---\n", b"1e999", b"\n"]
                    )
        return bytes(damaged)

    def _option(self, action: Action) -> None:
        random, flag = self.random, action.option_strings[-1]
        if action.dest == "time_limit":
            self.seconds = random.choice([0.0, 0.3, 1.0, 3.0, round(10 ** random.uniform(-4, -1.5), 6)])
            self.words += [flag, str(self.seconds)]
            return
        wanted = {"json": 0.75, "time_limit": 0.4, "patience": 0.6}.get(action.dest, 0.12)
        if action.dest == "pegs" or (not action.required and random.random() > wanted):
            return
        if action.dest in ("open", "command", "scheduler", "oracle"):
            self._rare(action.dest, flag)
        elif action.nargs == 0:
            self.words.append(flag)
        else:
            self.words += [flag, self._value(action)]

    def _rare(self, dest: str, flag: str) -> None:
        if dest == "command" and self.random.random() < 0.5:
            self.files["program.py"] = PROGRAM.encode()
            self.words[:] = [flag, "python3 program.py"]
        elif dest == "oracle":
            self.words += [flag, self.random.choice(["highs", "none-such"])]

    def _value(self, action: Action) -> str:
        random = self.random
        if action.choices:
            return str(random.choice(list(action.choices)))
        match action.dest:
            case "patience":
                return str(random.choice([0, 0.0001, 0.001, 0.01, 0.3, 2]))
            case "jobs":
                return str(random.choice([1, 2]))
            case "memory_limit":
                return str(random.choice([0.05, 0.3, 1]))
            case "board":
                return self._board() if self.command == "validate" else "9x4"
            case "level":
                return str(random.choice([1, 2, 3, 5, 6]))
            case "port":
                return "0"
            case "workdir":
                return "{shared}/work"
            case "certificates":
                return random.choice(["certificates", "{shared}/certificates"])
            case "criteria" | "skip":
                return random.choice(
                    ["pagoda", "search", "lattice,cone", "rule-of-three,search", "nonsense", ","]
                )
            case "output" if self.command == "draw":
                return random.choice(["picture.svg", "picture.png", "picture.txt"])
            case "output" if self.command == "graph":
                return random.choice(["graph.dot", "graph.json"])
            case "output":
                return random.choice(["out.jsonl", "{shared}/out.jsonl"])
            case "plot":
                return random.choice(["plot.svg", "plot.png", "plot.nothing"])
            case dest if dest in ENDINGS:
                return random.choice([dest + ENDINGS[dest]] * 4 + ["no/such/folder/file", "/dev/full"])
            case "return_peg":
                return random.choice(["a1", "b2", "z9"])
            case "target" | "start":
                return random.choice(SMALL) + ":+a1"
            case "family":
                return random.choice(["single", "complement", "all", "targets:-a1", "none-such"])
            case "weights" | "check":
                return random.choice(["1,1,0,1", "1 2 3 4 5", "x", "-1"])
            case _:
                return str(random.choice([0, 1, 2, 3, 20, -1, "x"]))


def write_files(case: Case, folder: Path) -> None:
    """The files that the words name."""
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
