"""The report of a verdict as one HTML file that needs nothing else: no network, no other file."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from hashlib import sha256

from feasibility import __version__
from feasibility.base.limits import Limits
from feasibility.engines import SEARCH
from feasibility.game.position import Pair
from feasibility.proofs.kind import Refutation
from feasibility.proofs.verdict import Answer, Finding, Verdict
from feasibility.render import pictures
from feasibility.render.columns import shortened
from feasibility.render.palette import asset, css, template
from feasibility.render.proof_html import LEGEND, Room, proof_html
from feasibility.render.svg import escape, svg
from feasibility.render.text import said
from feasibility.render.unknown import advice
from feasibility.render.verified import unverified
from feasibility.render.words import drawing, explain
from feasibility.text.writing import write, write_headers

MAY_DIFFER = (
    "Whatever is proved stays proved, but within a limit of time another run may show another proof or play "
    "of the same answer, and where a run ends at its limit another may go further. With --work-limit in "
    "place of --time-limit only times differ."
)
_SENTENCES = {
    Answer.FEASIBLE: "Yes: the start can be turned into the target, and the play is shown.",
    Answer.INFEASIBLE: "No: the start can never be turned into the target, and the proof is shown.",
    Answer.UNKNOWN: "Unknown: nothing that was run decides whether the start can be turned into the target.",
}


def report_html(verdict: Verdict, command: str | None = None, notes: Sequence[str] = ()) -> str:
    """The whole document; `command` is the line that reproduces it, `notes` are said with the verdict."""
    title = f"{shortened(verdict.pair.board.label)}: {verdict.answer}"
    return document(title, body_html(verdict, command, notes))


def document(title: str, body: str) -> str:
    """A page that needs no other file."""
    script = asset("player.js")
    hashed = base64.b64encode(sha256(script.encode()).digest()).decode()
    page = template("report.html").format(
        hashed=hashed,
        version=__version__,
        title=escape(title),
        style=css("auto") + asset("report.css"),
        body=body,
        script=script,
    )
    return f"<!DOCTYPE html>\n{page}\n"


def body_html(verdict: Verdict, command: str | None = None, notes: Sequence[str] = ()) -> str:
    """The sections of the report, for a page that has its own frame."""
    picture = svg(pictures.named(pictures.pair(verdict.pair), verdict.pair.board), style=False)
    box = '<input type="checkbox" id="names" aria-label="names of the holes">'  # in all pictures of the page
    switch = f'<label class="names">{box} names of the holes</label>'
    noted, unknown = "".join(f" {escape(note)}." for note in notes), verdict.answer is Answer.UNKNOWN
    sections = [
        f'<p class="verdict {verdict.answer}">{conclusion_html(verdict)}{noted}</p>',
        f'<p class="advice">{escape(" ".join(advice(verdict)))}</p>' if unknown else "",
        f'<section class="pair"><h2>Positions</h2>{picture}{switch}</section>',
        proof_section(verdict),
        _findings(verdict),
        _certificate(verdict),
        _reproduce(verdict, command),
    ]
    return "".join(sections)


def conclusion_html(verdict: Verdict) -> str:
    by = f" Decided by <b>{escape(verdict.decided_by)}</b>." if verdict.decided_by is not None else ""
    note = escape(unverified(verdict.acceptance) or "")
    return f"<strong>{str(verdict.answer).upper()}.</strong> {_SENTENCES[verdict.answer]}{by} {note}".rstrip()


def proof_section(verdict: Verdict, *, script: bool = True) -> str:
    """The decisive proof under its heading; without a script a play is a row of pictures."""
    finding = verdict.decisive
    if finding is None or finding.proof is None:
        return ""
    pair, proof, room = verdict.pair, finding.proof, Room(names=script)
    body = proof_html(pair, explain(pair, proof), room)
    drawn = drawing(pair, proof, script)
    if drawn is None:
        drawn = LEGEND if room.pictures else ""
    body += drawn
    heading = "Proof" if isinstance(proof, Refutation) else "Play"
    return f'<section class="proof"><h2>{heading}</h2>{body}</section>'


def finding_row(finding: Finding, proof: str = "") -> str:
    outcome, summary, took = said(finding)
    summary = escape(summary)
    if finding.details and finding.criterion != SEARCH:
        summary += f"<pre>{escape(chr(10).join(finding.details))}</pre>"
    return (
        f'<tr><th scope="row">{escape(finding.criterion)}</th>'
        f'<td><span class="outcome {outcome.replace(" ", "-")}">{outcome}</span></td>'
        f'<td>{summary}{proof}</td><td class="time">{took}</td></tr>'
    )


def findings_table(rows: str) -> str:
    return template("findings.html").format(rows=rows)


def _findings(verdict: Verdict) -> str:
    room = Room(drawn=8, listed=20_000, names=True)
    rows = []
    for finding in verdict.findings:
        other = ""
        if finding.proof is not None and finding is not verdict.decisive:
            inner = proof_html(verdict.pair, explain(verdict.pair, finding.proof), room)
            other = f"<details><summary>its proof</summary>{inner}</details>"
        rows.append(finding_row(finding, other))
    return f"<section><h2>Findings</h2>{findings_table(''.join(rows))}</section>"


def _certificate(verdict: Verdict) -> str:
    certificate = verdict.certificate
    if certificate is None:
        return ""
    name, data = f"{file_name(verdict.pair.board.name)}-certificate.json", certificate.text().encode()
    link = f"data:application/json;base64,{base64.b64encode(data).decode()}"
    return (
        "<section><h2>Certificate</h2><p>It holds the whole proof in integers. Save it, and check it with a "
        "program that shares nothing with the one that found it:</p>"
        f'<p><a class="button" download="{name}" href="{link}">Download {name}</a> '
        f"({len(data):,} bytes)</p><pre>pegfeas verify {name}</pre></section>"
    )


def _reproduce(verdict: Verdict, command: str | None) -> str:
    pair = verdict.pair
    text, extra = pair_text(pair)
    again = f"pegfeas check pair.txt{extra}{_options(verdict.limits)}" if command is None else command
    return (
        f"<section><h2>Reproduce</h2><p>pegfeas {__version__}. {MAY_DIFFER}</p>"
        f"<pre>{escape(again)}</pre><details><summary>The pair as text (pair.txt)</summary>"
        f"<pre>{escape(text)}</pre></details></section>"
    )


def pair_text(pair: Pair) -> tuple[str, str]:
    """The pair as a document, and the option that its target needs."""
    if pair.target.pegs is not None:
        goal = f"# target: {pair.target}\n"  # or the text alone would ask what the rule says
        return f"{write_headers(pair)}{goal}{pair.start}\n", f" --pegs {pair.target.pegs}"
    return write(pair), ""


def _options(limits: Limits) -> str:
    seconds = "" if limits.seconds is None else f" --time-limit {limits.seconds:g}"
    seconds += "" if limits.work is None else f" --work-limit {limits.work}"
    return seconds + ("" if limits.memory is None else f" --memory-limit {limits.memory / 1e9:.3g}")


def file_name(name: str) -> str:
    """A board's name as part of a file name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name[:60]).strip("-").lower() or "pegfeas"
