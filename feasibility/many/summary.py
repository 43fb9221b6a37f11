"""The table at the end of a batch: verdicts, who decided, and the time it took."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import Any

from feasibility.many.entries import Answer


class Summary:
    """Counts of answers by verdict and by what decided, with the seconds of each kind."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.seconds: Counter[tuple[str, str]] = Counter()
        self.slowest = (0.0, 0)  # seconds, line
        self.kept = 0
        self.bad = self.contradictions = 0
        self.began = monotonic()

    def add(self, answer: Answer) -> None:
        """One answer more."""
        key = answer.verdict, answer.decided_by or "-"
        self.counts[key] += 1
        self.seconds[key] += answer.seconds  # type: ignore[assignment]
        self.slowest = max(self.slowest, (answer.seconds, answer.line))
        self.bad += answer.verdict == "error"
        self.contradictions += answer.contradiction

    def keep(self, data: dict[str, Any]) -> None:
        """An answer of an earlier run, as it stands in the output."""
        findings = data.get("findings", [])
        seconds = sum(finding.get("seconds", 0.0) for finding in findings)
        verdict = data.get("verdict", "error")
        self.add(Answer(data["line"], data["id"], "", verdict, data.get("decided_by"), seconds))
        self.kept += 1

    @property
    def total(self) -> int:
        """All answers, those of an earlier run included."""
        return self.counts.total()

    def progress(self) -> str:
        """One line while it runs."""
        rate = (self.total - self.kept) / max(monotonic() - self.began, 1e-9)
        by_verdict: Counter[str] = Counter()
        for (verdict, _), count in self.counts.items():
            by_verdict[verdict] += count
        told = ", ".join(f"{count:,} {verdict}" for verdict, count in by_verdict.most_common())
        return f"{self.total:,} answered, {rate:,.1f}/s: {told}"

    def table(self) -> str:
        """What is printed at the end."""
        rows = [("verdict", "decided by", "pairs", "seconds")]
        for key, count in sorted(self.counts.items(), key=lambda item: (item[0][0], -item[1])):
            rows.append((*key, f"{count:,}", f"{self.seconds[key]:,.2f}"))
        rows.append(("all", "", f"{self.total:,}", f"{self.seconds.total():,.2f}"))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join((f"{a:{widths[0]}}", f"{b:{widths[1]}}", f"{c:>{widths[2]}}", f"{d:>{widths[3]}}"))
            for a, b, c, d in rows
        ]
        wall = f"{monotonic() - self.began:,.1f} s"
        if self.slowest[1]:
            wall += f"; the slowest pair, on line {self.slowest[1]}, took {self.slowest[0]:,.2f} s"
        kept = f"{self.kept:,} kept from the earlier run; " if self.kept else ""
        return "\n".join([*(line.rstrip() for line in lines), kept + wall])
