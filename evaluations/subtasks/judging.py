"""What became of each part of an answer: answered, named as unanswered, or neither; and the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.rates import Share
from evaluations.subtasks.reading import Question
from foundation.language.figures.reader import Figure, figures_of
from foundation.language.figures.units import CURRENCIES

Became = Literal["answered", "named", "missing"]
GOAL = 0.95
SAYS_SO = (
    "답하지 못했습니다",
    "나와 있지 않",
    "찾지 못했",
    "not answered",
    "not in the",
    "does not say",
    "nothing to compare",
)
WON = "won:"
SHOWN = Decimal("0.006")
"""How far a sum may lie off as it is shown (₩342.1 million)."""


@dataclass(frozen=True)
class Judged:
    """One question as it went."""

    question: Question
    became: tuple[Became, ...]
    """Of each part."""
    requests: int
    """Questions the service saw in it."""
    content: str

    @property
    def whole(self) -> bool:
        """Every part is answered or named."""
        return "missing" not in self.became

    @property
    def answered(self) -> bool:
        """Every part is answered."""
        return set(self.became) == {"answered"}

    def line(self) -> dict[str, Any]:
        """The line of results."""
        question = self.question
        return {
            "id": question.id, "half": question.half, "kind": question.kind, "q": question.q,
            "became": list(self.became), "requests": self.requests, "content": self.content,
        }  # fmt: skip


def judged(question: Question, final: Mapping[str, Any]) -> Judged:
    """The parts looked for in the final message."""
    content, requests = str(final.get("content", "")), list(final.get("requests") or ())
    unanswered = [str(one["question"]).lower() for one in requests if not one["answered"]]
    plain = squeezed(content)
    figures = figures_of(content)
    notes = [line.lower() for line in content.splitlines() if any(words in line for words in SAYS_SO)]

    def became(about: str, holds: Sequence[str]) -> Became:
        if any(_holds(one, plain, figures) for one in holds):
            return "answered"
        named = any(about.lower() in text for text in (*unanswered, *notes))
        return "named" if named else "missing"

    found: tuple[Became, ...] = tuple(became(part.about, part.holds) for part in question.parts)
    return Judged(question, found, max(1, len(requests)), content)


def _holds(wanted: str, plain: str, figures: Sequence[Figure]) -> bool:
    if wanted.startswith(WON):
        value = Decimal(wanted.removeprefix(WON))
        return any(one.kind == "won" and abs(one.value - value) <= SHOWN * value for one in figures)
    amount = _amount_of(wanted)
    if amount is not None:
        return any((one.kind, one.value) == (amount.kind, amount.value) for one in figures)
    return squeezed(wanted) in plain


def _amount_of(wanted: str) -> Figure | None:
    """An amount of a currency, which is the same however it is written (£450, 450 GBP) and no part of another (£45)."""
    said = figures_of(wanted)
    named = not wanted.endswith(("만", "억"))  # 31만 may be people.
    is_one = named and len(said) == 1 and said[0].kind in CURRENCIES and said[0].text == wanted
    return said[0] if is_one else None


def squeezed(text: str) -> str:
    """Without blanks, in small letters."""
    return "".join(text.lower().split())


@dataclass(frozen=True)
class SubtasksReport:
    """By half and kind; prints itself."""

    turns: tuple[Judged, ...]
    show: bool = False

    def rows(self) -> Iterator[tuple[str, Share, Share]]:
        """(name, every part answered or named, every part answered)."""
        halves = sorted({one.question.half for one in self.turns})
        for half in halves:
            for kind in ("two", "dependent"):
                yield self._row(f"{half}, {kind}", [one for one in self.turns if _is(one, half, kind)])
            yield self._row(f"{half}, all", [one for one in self.turns if one.question.half == half])

    def _row(self, name: str, chosen: Sequence[Judged]) -> tuple[str, Share, Share]:
        whole, answered = sum(one.whole for one in chosen), sum(one.answered for one in chosen)
        return name, Share(whole, len(chosen)), Share(answered, len(chosen))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        table = Table("", "every part answered or named", "every part answered")
        for name, whole, answered in self.rows():
            table.add_row(name, shown(whole), shown(answered))
        yield table
        yield Text(f"wanted: {GOAL:.0%} answered or named", "dim")
        for one in self.turns if self.show else ():
            if not one.answered:
                yield Text(f"{one.question.id} {one.question.q}\n  {one.became} {one.content[:400]}", "dim")


def _is(one: Judged, half: str, kind: str) -> bool:
    return one.question.half == half and one.question.kind == kind


def shown(found: Share) -> str:
    """A share with its interval."""
    low, high = found.interval
    return f"{100 * found.value:.1f} % ({found.hits}/{found.of}) [{100 * low:.0f}, {100 * high:.0f}]"
