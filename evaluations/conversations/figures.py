"""What held conversations amount to: the grader's verdicts, and what they cannot see."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.conversations.holding import Held
from evaluations.harness.grader import Grader
from evaluations.harness.rates import rate_of, shown, written
from service_agent.statistics.intervals import Rate

FOLLOW_UP = "follow-up"


@dataclass(frozen=True)
class Graded:
    """One turn and the grader's row of it."""

    held: Held
    row: Mapping[str, Any]

    @property
    def grade(self) -> str:
        """RIGHT, BURIED, REFUSED or WRONG."""
        return str(self.row["grade"])

    @property
    def is_perfect(self) -> bool:
        """Right, and from what it should be answered from."""
        return self.grade == "RIGHT" and not self.row["wrong_reuse"] and not self.row["missed"]

    @property
    def in_evidence(self) -> bool:
        """Everything that must stand in the evidence stands there."""
        return all(self.held.found)

    @property
    def strayed(self) -> bool:
        """Turned away, or answered on another topic: nothing of what was asked for was found, and nothing is said."""
        return self.grade == "REFUSED" or (self.grade == "WRONG" and not any(self.held.found))


@dataclass(frozen=True)
class Figures:
    """One run."""

    right: Rate
    wrong: Rate
    follow_ups_right: Rate
    evidence: Rate
    """Turns over the data whose every group stands in the passages or rows handed to the writer."""
    follow_ups_evidence: Rate
    cited: Rate
    """The same of the passages and rows that the answer cites."""
    strayed: Rate
    """Turned away or answered on another topic, of the turns over the data."""
    wrong_reuse: Rate
    """Data types reused where that was wrong, of those where it would have been."""
    due_reuse: Rate
    """Data types reused of those due."""
    characters: float | None
    """Median length of answers that cite passages alone."""
    seconds: float | None
    """Median of a turn; a noisy machine makes it noisy."""
    searches: float | None
    """Search calls a turn."""
    failed: int
    """Turns the service refused with an error."""
    by_confidence: Mapping[str, Rate]
    """Tenth of the confidence shown (0.5: from 0.5 to 0.6) -> right, of the answers that cite passages alone."""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        plain = {name: written(value) if isinstance(value, Rate) else value for name, value in vars(self).items()}
        return {**plain, "by_confidence": {tenth: written(rate) for tenth, rate in self.by_confidence.items()}}


ROWS: Mapping[str, Callable[[Figures], str]] = {
    "turns right": lambda found: shown(found.right),
    "turns wrong": lambda found: shown(found.wrong),
    "follow-ups right": lambda found: shown(found.follow_ups_right),
    "what is asked for stands in the evidence": lambda found: shown(found.evidence),
    "… of follow-ups": lambda found: shown(found.follow_ups_evidence),
    "… in what the answer cites": lambda found: shown(found.cited),
    "turned away or on another topic, although in the data": lambda found: shown(found.strayed),
    "data types wrongly reused": lambda found: shown(found.wrong_reuse),
    "due reuses made": lambda found: shown(found.due_reuse),
    "median length of an answer from passages": lambda found: _plain(found.characters, "{:.0f} characters"),
    "median time of a turn": lambda found: _plain(found.seconds, "{:.2f} s"),
    "search calls a turn": lambda found: _plain(found.searches, "{:.2f}"),
    "turns refused with an error": lambda found: str(found.failed),
}
"""What it is called -> how it is shown."""


def graded(held: Sequence[Held], grader: Grader) -> list[Graded]:
    """The turns that can be graded today (what is right of "last month" ends with the month)."""
    conversations = list({turn.conversation.id: turn.conversation for turn in held}.values())
    rows = grader.judge([each.model_dump(mode="json") for each in conversations], [turn.line() for turn in held])
    by_name = {row["turn"]: row for row in rows}
    return [Graded(turn, by_name[turn.name]) for turn in held if turn.name in by_name]


def figures_of(turns: Sequence[Graded]) -> Figures:
    """All figures of one run."""
    follow_ups = [turn for turn in turns if turn.held.turn.kind == FOLLOW_UP]
    in_data = [turn for turn in turns if turn.held.turn.is_in_the_data]
    with_evidence = [turn for turn in in_data if turn.held.found]
    searched = [turn.held.turn.must_be_searched for turn in turns]
    wrong, due = sum(turn.row["wrong_reuse"] for turn in turns), sum(turn.row["due"] for turn in turns)
    answers = [turn.held.answer for turn in turns]
    return Figures(
        right=rate_of(turn.grade == "RIGHT" for turn in turns),
        wrong=rate_of(turn.grade == "WRONG" for turn in turns),
        follow_ups_right=rate_of(turn.grade == "RIGHT" for turn in follow_ups),
        evidence=rate_of(turn.in_evidence for turn in with_evidence),
        follow_ups_evidence=rate_of(turn.in_evidence for turn in with_evidence if turn in follow_ups),
        cited=rate_of(all(turn.held.cited) for turn in with_evidence),
        strayed=rate_of(turn.strayed for turn in in_data),
        wrong_reuse=Rate(wrong, sum(map(len, searched))),
        due_reuse=Rate(due - sum(turn.row["missed"] for turn in turns), due),
        characters=_median([len(turn.held.answer.content) for turn in turns if turn.held.from_passages]),
        seconds=_median([answer.seconds for answer in answers]),
        searches=statistics.fmean(turn.held.line()["search_calls"] for turn in turns) if turns else None,
        failed=sum(answer.failure is not None for answer in answers),
        by_confidence=_by_confidence(turns),
    )


def _by_confidence(turns: Sequence[Graded]) -> Mapping[str, Rate]:
    """Whether the confidence that a person is shown is borne out."""
    tenths: dict[str, list[bool]] = {}
    for turn in turns:
        confidence = turn.held.line()["confidence"]
        if turn.held.from_passages and confidence is not None:
            tenths.setdefault(f"{min(9, int(10 * confidence)) / 10}", []).append(turn.grade == "RIGHT")
    return {tenth: rate_of(right) for tenth, right in sorted(tenths.items())}


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def _plain(value: float | None, form: str) -> str:
    return "–" if value is None else form.format(value)
