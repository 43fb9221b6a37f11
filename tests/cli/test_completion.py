"""Completion for shells, and options that are called otherwise elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from argparse import Action
from importlib import import_module
from pathlib import Path

import pytest

from feasibility.cli import main
from feasibility.cli.completion import described
from feasibility.cli.options import OPTIONS, elsewhere
from feasibility.cli.parser import Parser
from feasibility.registry import commands


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_every_command_is_in_the_script(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    for one in described():
        assert one.name in text
        for action in one.options:
            for name in action.option_strings:
                assert (name.lstrip("-") if shell == "fish" else name) in text, (one.name, name)


def completed(words: list[str], text: str, tmp_path: Path) -> list[str]:
    """What bash offers for the last word."""
    path = tmp_path / "completion"
    path.write_text(text, encoding="utf-8")
    line = f"source {path}; COMP_WORDS=({' '.join(repr(w) for w in words)}); COMP_CWORD={len(words) - 1}; _pegfeas"
    done = subprocess.run(
        ["bash", "-c", line + '; printf "%s\\n" "${COMPREPLY[@]}"'],
        capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert not done.stderr
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not there")
def test_bash_completes_commands_options_and_choices(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = script("bash", capsys)
    names = {name for name, _, _ in commands()}
    assert {name for name in names if name.startswith("bo")} == set(
        completed(["pegfeas", "bo"], text, tmp_path)
    )
    assert completed(["pegfeas", "check", "--cert"], text, tmp_path) == ["--certificate"]
    for words in (["explain"], ["cite"], ["check", "--criteria"], ["batch", "--skip"]):
        assert completed(["pegfeas", *words, "rule"], text, tmp_path) == ["rule-of-three"]
    assert completed(["pegfeas", "completion", ""], text, tmp_path) == ["bash", "zsh", "fish"]
    (tmp_path / "mine.txt").write_text("xx.")
    for words in (["check"], ["survey", "--output"], ["validate", "--command"], ["survey", "--graphs"]):
        assert completed(["pegfeas", *words, "mi"], text, tmp_path) == ["mine.txt"]
    for words in (
        ["survey", "--family"],
        ["check", "--time-limit"],
        ["army", "--geometry"],
        ["solve", "--track"],
    ):
        assert completed(["pegfeas", *words, "mi"], text, tmp_path) == []
    assert completed(["pegfeas", "model", "--kind", ""], text, tmp_path) == ["cone", "integer-cone", "play"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_scripts_are_read_by_their_shells(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where the shell is installed; quotes are balanced in any case."""
    text = script(shell, capsys)
    assert all(line.replace("\\'", "").count("'") % 2 == 0 for line in text.splitlines())
    assert "Conway'\\''s army" in text and " -//HOST" not in text  # the words of the help
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(text, encoding="utf-8")
        subprocess.run([shell, "-n", str(path)], check=True, timeout=60)


def test_zsh_gets_three_parts_of_each_option(capsys: pytest.CaptureFixture[str]) -> None:
    """A colon in a name of a value began what zsh runs: N|FILE|-."""
    specs = re.findall(r"(?m)^    '(.*)' \\$", script("zsh", capsys))
    assert specs and all(len(re.split(r"(?<!\\):", spec)) in (1, 3) for spec in specs)
    assert r":N|trees\:N|FILE|-:_files" in script("zsh", capsys)


def test_an_option_by_another_name_is_taken_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "pair.lp"
    assert main(["model", "line:4:-b1", "--out", str(path)]) == 0
    assert path.exists() and "pegfeas: --out is --output in pegfeas model" in capsys.readouterr().err
    assert main(["check", "line:4:-b1", "--timeout=5", "--json"]) in (0, 1)
    assert "--timeout is --time-limit in pegfeas check" in capsys.readouterr().err


def test_an_alias_never_hides_an_option_of_its_own() -> None:
    for name, module, _ in commands():
        parser = Parser(prog=f"pegfeas {name}")
        import_module(module).add_arguments(parser)
        for word in parser._option_string_actions:
            assert parser._in_own_words([word]) == [word]
    assert all(option.name not in option.elsewhere for option in OPTIONS)


# What is called alike and means something else in each command that has it.
OWN = {"--all", "--format", "--help", "--jumps", "--list", "--plays", "--sweeps"}


def test_an_option_of_two_commands_is_a_row_of_the_table() -> None:
    """One name, one value, one default where the command has no reason for its own."""
    rows = {option.name: option for option in OPTIONS}
    named: dict[str, list[Action]] = {}
    for command in described():
        for action in command.options:
            named.setdefault(action.option_strings[-1], []).append(action)
    several = {name for name, actions in named.items() if len(actions) > 1}
    assert several - set(rows) == OWN & several
    for name in several & set(rows):
        values = {action.metavar for action in named[name]}
        assert values <= {rows[name].value} | ({"DIR"} if name == "--output" else set())
        assert all(
            action.option_strings[:-1] == [rows[name].short] * bool(rows[name].short)
            for action in named[name]
        )
    assert set(rows) <= set(named), "a row that no command has"


def test_limits_of_time_differ_for_a_reason_only() -> None:
    limits = {c.name: a.default for c in described() for a in c.options if a.dest == "time_limit"}
    of_each_pair, of_its_own = {"batch": 20, "survey": 20}, {"verify": 60, "validate": None, "facets": None}
    others = {name: seconds for name, seconds in limits.items() if name not in {**of_each_pair, **of_its_own}}
    assert set(others.values()) == {120}
    assert {name: limits[name] for name in (*of_each_pair, *of_its_own)} == {**of_each_pair, **of_its_own}


@pytest.mark.parametrize("name", [c.name for c in described() if any(p.dest == "target" for p in c.places)])
def test_a_target_can_be_named(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["line:4:-b1", "--target", "line:4:+d1"]
    by_place, by_name = [], []
    for told, said in ((by_place, [words[0], words[2]]), (by_name, words)):
        told.append(main([name, *said]))
        # How far a criterion came is a matter of time.
        verdict, _, _ = capsys.readouterr().out.partition("\ntrivial ")
        told.append(" ".join(re.sub(r"[0-9.]+ m?s\b", "", verdict).split()))
    assert by_place == by_name
    assert main([name, *words, "line:4:+a1"]) == 2
    assert "two targets" in capsys.readouterr().err


def test_options_may_stand_between_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "line:4:-b1", "--json", "line:4:+d1"]) == 1


def test_the_name_of_an_option_elsewhere_says_the_one_here(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words, told in (
        (["army", "--level", "1", "--board", "5x3"], "--board is --size in pegfeas army"),
        (["check", "line:4:-b1", "--certificates", str(tmp_path / "c")], "--certificates is --certificate"),
        (["batch", str(tmp_path), "--certificate", str(tmp_path / "d")], "--certificate is --certificates"),
    ):
        main(words)
        assert told in capsys.readouterr().err
    assert elsewhere("-o") == ("--output",)
