"""Pictures and reports that a person has looked at. `python -m tests.render.golden_files` writes them anew.

Look at what `git diff` then shows, and at the pictures themselves, before they are committed.
"""

from __future__ import annotations

import json
from pathlib import Path

from feasibility.base.limits import Limits
from feasibility.game.aim import Aim, aim_of
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Verdict
from feasibility.render import pictures
from feasibility.render.data import verdict_json
from feasibility.render.html import body_html
from feasibility.render.opening import opening
from feasibility.render.scene import Scene
from feasibility.render.svg import svg
from feasibility.render.text import report
from feasibility.text.references import read_board, read_pair
from tests.render.verdicts import KINDS, any_peg, verdict

FOLDER = Path(__file__).parent / "golden"


def golden() -> dict[str, str]:
    """The text of every file by its name."""
    found = {f"{name}.svg": svg(scene, "light") + "\n" for name, scene in scenes().items()}
    found["pair-dark.svg"] = svg(scenes()["pair"], "dark") + "\n"
    for kind in KINDS:
        found[f"report-{kind}.txt"] = _answer(verdict(kind))
        found[f"report-{kind}.json"] = json.dumps(verdict_json(verdict(kind)), indent=1) + "\n"
    found["report-french.txt"] = "\n".join(_answer(verdict(kind), "fr") for kind in KINDS)
    found["report-full.txt"] = report(verdict("play"), 80, full=True) + "\n"
    found["report-narrow.txt"] = report(verdict("turn"), 40) + "\n"
    found["report-colour.txt"] = report(verdict("pagoda"), 80, colour=True) + "\n"
    found["report-unknown.txt"] = report(Verdict(verdict("play").pair, (), Limits()), 80) + "\n"
    found["body-play.html"] = body_html(verdict("play")).replace("><", ">\n<") + "\n"
    return found


def _answer(told: Verdict, language: str = "en") -> str:
    """All that `pegfeas check` prints, with what it says where no target was given."""
    aim = aim_of(told.pair.start)[1] if told.pair.target == aim_of(told.pair.start)[0] else Aim.GIVEN
    return f"{opening(told.pair, aim, None, 80, language)}\n\n{report(told, 80, language=language)}\n"


def scenes() -> dict[str, Scene]:
    """One picture of each sort."""
    pair = read_pair("english33:-d4", "english33:+d4")
    english, triangle = pair.board, read_board("triangle:5")
    ramp = [i - 16 for i in range(english.n)]
    some = Position(triangle, 0b101101110101110)
    return {
        "board": pictures.board(english, "coordinate"),
        "position-index": pictures.position(pair.start, "index"),
        "pair": pictures.pair(pair),
        "pair-pattern": pictures.pair(Pair(pair.start, Target(english, 0b111, 0b11111000))),
        "pair-any-peg": pictures.pair(any_peg()),
        "triangle": pictures.position(some),
        "weights": pictures.weights(english, ramp, pair.exact),
        "weights-large": pictures.weights(triangle, [(-1) ** i * 10**9 * i for i in range(triangle.n)]),
        "jumps": pictures.jumps(pair.start, [j for j in english.jumps if j.landing == 16]),
        "jumps-triangle": pictures.jumps(some, some.legal_jumps()),
        "classes": pictures.classes(english, {m: m & english.never_over for m in english.playable_classes}),
        "marked": pictures.marked(english, 0x155555555),
    }


def main() -> None:
    """Writes all files, and removes those that are no longer made."""
    FOLDER.mkdir(exist_ok=True)
    made = golden()
    for old in FOLDER.iterdir():
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(made)} files in {FOLDER}")


if __name__ == "__main__":
    main()
