"""Two examples for the help of every command."""

from __future__ import annotations

import re

EXAMPLES = """
pegfeas check english33:-d4 english33:+d4
pegfeas check mine.txt --pegs 1 --certificate proof.json
pegfeas batch pairs.jsonl --output answers.jsonl
pegfeas batch pairs.jsonl --output answers.jsonl --resume
pegfeas survey triangle:5
pegfeas survey mine.txt --family targets:-c3 --html survey.html
pegfeas verify proof.json
pegfeas check triangle:5:-a1 --json | pegfeas verify -
pegfeas solve english33:-d4 english33:+d4 --sweeps
pegfeas solve triangle:5:-a1 --pegs 1 --all 3
pegfeas validate rules.py:prune --board english33
pegfeas validate weights.txt --board english33 --certificate sound.json
pegfeas testset small --output small.txt
pegfeas testset hard --each 5 --seed 1
pegfeas replay english33:-d4 "4,6:S 2,5:E"
pegfeas solve triangle:5:-a1 --pegs 1 | pegfeas replay triangle:5:-a1 -
pegfeas count triangle:5:-a1 --pegs 1
pegfeas count english33:-d4 --no-games --time-limit 60
pegfeas graph triangle:4:-a2 --pegs 1 -o game.dot
pegfeas graph rectangle:3x3:-b2 -o game.graphml
pegfeas explain
pegfeas explain pagoda
pegfeas boards
pegfeas boards --json
pegfeas draw english33:-d4 english33:+d4 -o game.svg
pegfeas draw english33:-d4 --jumps "d2d4 b3d3" -o jumps.svg
pegfeas board english33
pegfeas board mine.txt --longest-sweep
pegfeas pagoda line:5:+a1+b1 line:5:+e1
pegfeas pagoda line:5 --check "1 0 1 1 2"
pegfeas bounds english33:-d4 english33:+d4
pegfeas bounds line:7:-a1 --picture bounds.svg --certificates proofs
pegfeas minimum english33:-d4
pegfeas minimum mine.txt --no-search
pegfeas lattice english33
pegfeas lattice triangle:5 --engine sympy
pegfeas gap line:7
pegfeas gap rectangle:3x4 --engine builtin
pegfeas model english33:-d4 english33:+d4 --output pair.lp
pegfeas model english33:-d4 --pddl pair.pddl --domain domain.pddl --costs
pegfeas army --level 3
pegfeas army --level 5 --size 11x5
pegfeas facets rectangle:3x3
pegfeas facets english33 --sample 200
pegfeas advise english33:+d2+d3+d4+c4 english33:+d4
pegfeas advise english33:-d4 english33:+d4 --after "d2d4 b3d3 d4d2"
pegfeas reach triangle:5:-a1 --pegs 1
pegfeas reach triangle:5:+a1 --back --pegs 14
pegfeas page --output site
pegfeas page --output site --board english33:+d4
pegfeas cite
pegfeas cite cone
pegfeas completion bash
pegfeas completion fish
pegfeas doctor
pegfeas doctor --json
pegfeas serve --open
pegfeas serve --port 0
"""


def examples(command: str) -> list[str]:
    """Those of one command; a line with a pipe is about the last one in it."""
    return [line for line in EXAMPLES.split("\n") if re.findall(r"pegfeas (\w+)", line)[-1:] == [command]]


def epilog(command: str) -> str | None:
    """The examples as they stand below the options."""
    lines = examples(command)
    return "\n  ".join(["examples:", *lines]) if lines else None
