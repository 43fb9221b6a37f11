"""The table at the end of a batch: verdicts, who decided, and the time it took."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import Any

from feasibility.many.entries import WrittenAnswer
from feasibility.proofs.verdict import Answer
from feasibility.render.tables import Table

VERDICTS = (*map(str, Answer), "error")


class Summary:
    """Counts of answers by verdict and by what decided, with the seconds of each kind."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.seconds: Counter[tuple[str, str]] = Counter()
        self.limits: Counter[str | None] = Counter()  # that ended what is unknown
        self.kept = 0
        self.bad = self.contradictions = 0
        self.began = monotonic()

    def add(self, answer: WrittenAnswer) -> None:
        key = answer.verdict, "-" if answer.decided_by is None else answer.decided_by
        self.counts[key] += 1
        self.seconds[key] += answer.seconds  # type: ignore[assignment]
        self.limits.update([answer.limit] if answer.verdict == "unknown" else [])
        self.bad += answer.verdict == "error"
        self.contradictions += answer.contradiction

    def keep(self, data: dict[str, Any]) -> None:
        """An answer of an earlier run, as it stands in the output; an error of the data where it is none."""
        findings = data.get("findings", [])
        seconds = sum(finding.get("seconds", 0.0) for finding in findings)
        verdict, by = "error" if "error" in data else data["verdict"], data.get("decided_by")
        limit = data.get("limit")
        if verdict not in VERDICTS or not isinstance(by, str | None) or not isinstance(limit, str | None):
            raise ValueError(verdict)
        self.add(WrittenAnswer(data["line"], "", verdict, by, seconds, limit=limit))
        self.kept += 1

    @property
    def total(self) -> int:
        """All answers, those of an earlier run included."""
        return self.counts.total()

    def progress(self) -> str:
        """The line that is shown while it runs."""
        rate = (self.total - self.kept) / max(monotonic() - self.began, 1e-9)
        by_verdict: Counter[str] = Counter()
        for (verdict, _), count in self.counts.items():
            by_verdict[verdict] += count
        told = ", ".join(f"{count:,} {verdict}" for verdict, count in by_verdict.most_common())
        return f"{self.total:,} answered, {rate:,.1f}/s: {told}"

    def table(self) -> Table:
        """How many pairs got which verdict, by whom, and the seconds they took."""
        made = Table(("verdict", "decided by", "pairs", "seconds"), right=frozenset((2, 3)))
        for key, count in sorted(self.counts.items(), key=lambda item: (item[0][0], -item[1])):
            made.add(*key, f"{count:,}", f"{self.seconds[key]:,.2f}")
        made.add("all", "", f"{self.total:,}", f"{self.seconds.total():,.2f}")
        return made

    def time(self) -> str:
        """How long all of it took."""
        kept = f"{self.kept:,} kept from the earlier run; " if self.kept else ""
        return f"{kept}{monotonic() - self.began:,.1f} s"
