"""What became of the drafts, by kind and in all; prints itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.drafts.judging import Judged
from evaluations.harness.rates import rate_of, shown, written
from service_agent.statistics.intervals import Rate

BAD = {"wrong": "shipped", "right": "thrown away"}
"""Label -> the fate that is a failure of the checks."""
GOALS = {"wrong": 0.10, "right": 0.05}
MOST_VOID, MOST_NOT_ASKED = 0.10, 0.25
"""Above these a run says nothing (`drafts/README.md`)."""


@dataclass(frozen=True)
class DraftsReport:
    """All cases."""

    cases: Sequence[Judged]
    show: bool = False

    def bad(self, label: str, kind: str | None = None) -> Rate:
        """Wrong drafts shipped, right ones thrown away, of those the model was asked for."""
        counted = [one for one in self._of(label, kind) if one.fate not in ("void", "not asked")]
        return rate_of(one.fate == BAD[label] for one in counted)

    def count(self, fate: str, label: str | None = None, kind: str | None = None) -> int:
        """Cases with this fate."""
        return sum(one.fate == fate for one in self._of(label, kind))

    @property
    def unusable(self) -> str | None:
        """Why the figures say nothing; None when they do."""
        void, unasked = self.count("void") / len(self.cases), self.count("not asked") / len(self.cases)
        if void > MOST_VOID:
            return f"{void:.0%} of the cases are void (10 % at most): the evidence they speak of was not found."
        if unasked > MOST_NOT_ASKED:
            return f"{unasked:.0%} of the questions were answered without asking the model (25 % at most)."
        return None

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        kinds = {
            f"{label} {kind}": {**written(self.bad(label, kind)), "not_asked": self.count("not asked", label, kind),
                                "void": self.count("void", label, kind)}
            for label in BAD for kind in self._kinds(label)
        }  # fmt: skip
        return {
            "shipped": written(self.bad("wrong")),
            "thrown_away": written(self.bad("right")),
            "not_asked": self.count("not asked"),
            "void": self.count("void"),
            "unusable": self.unusable,
            "kinds": kinds,
            "checks": {check: self._of_check(check) for check in self._checks()},
        }

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        for label, fate in BAD.items():
            table = Table("kind", fate, "not asked", "void", title=f"suffice eval drafts: {label} drafts {fate}")
            for kind in self._kinds(label):
                table.add_row(kind, *self._cells(label, kind))
            table.add_row("all", *self._cells(label, None), style="bold")
            yield table
            yield Text(f"goal: {GOALS[label]:.0%} at most")
        yield self._table_of_checks()
        if self.unusable:
            yield Text(f"A failure: {self.unusable}", "red")
        if self.show:
            yield from self._shown()

    def _checks(self) -> list[str]:
        return sorted({check for one in self.cases for check in one.checks})

    def _of_check(self, check: str) -> dict[str, Any]:
        """Wrong drafts it holds, those that no other check holds, right drafts it holds, and the kinds of both."""
        held = [one for one in self.cases if check in one.checks]
        wrong = [one for one in held if one.case.label == "wrong"]
        right = [one for one in held if one.case.label == "right"]
        return {
            "wrong": len(wrong),
            "alone": sum(len(one.checks) == 1 for one in wrong),
            "right": len(right),
            "kinds": dict(Counter(f"{one.case.label} {one.case.kind}" for one in held)),
        }

    def _table_of_checks(self) -> Table:
        table = Table(
            "check", "wrong drafts held", "by it alone", "right drafts held", "kinds", title="What each check holds"
        )
        for check in self._checks():
            found = self._of_check(check)
            kinds = ", ".join(f"{kind} {count}" for kind, count in found["kinds"].items())
            table.add_row(check, str(found["wrong"]), str(found["alone"]), str(found["right"]), kinds)
        return table

    def _cells(self, label: str, kind: str | None) -> tuple[str, str, str]:
        left_out = (str(self.count(fate, label, kind)) for fate in ("not asked", "void"))
        return (shown(self.bad(label, kind)), *left_out)  # pyright: ignore[reportReturnType] -- two of them

    def _shown(self) -> Iterator[Text]:
        for one in self.cases:
            if one.fate in ("stopped", "kept"):
                continue
            yield Text(f"\n{one.case.id} {one.fate}: {one.case.question}", "bold")
            yield Text(f"  why: {one.why}")
            if one.draft:
                yield Text(f"  draft ({one.case.why or 'right'}): {one.draft}")
            yield Text(f"  said: {str(one.final.get('content', ''))[:300]}")
            yield Text(f"  notices: {' | '.join(one.final.get('notices', ()))}; engine {one.final.get('engine')}")

    def _of(self, label: str | None, kind: str | None) -> list[Judged]:
        return [one for one in self.cases if label in (None, one.case.label) and kind in (None, one.case.kind)]

    def _kinds(self, label: str) -> list[str]:
        return list(dict.fromkeys(one.case.kind for one in self.cases if one.case.label == label))
