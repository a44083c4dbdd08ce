"""The record of how one answer was made: plain values, shown to its owner and to operators.

The keys are public (`GET /api/answers/{run_id}`): a new one may be added, none may change its meaning.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.contexts import Context
from foundation.contracts.ports import JsonObject

Failure = Literal["insufficient_answer", "no_answer"]
"""insufficient_answer: something was found that does not answer; no_answer: nothing was found."""
Path = Literal["model", "direct", "extractive", "early", "calculated", "documented"]
FALLBACKS = ("low_conf_retry", "single_span", "short_context", "qa_recover1", "qa_recover2", "synthesis", "extractive")
LONGEST_DRAFT = 1_000


@dataclass
class Recorder:
    """Gathers one answer's record while it is written."""

    question_type: str = "general"
    type_confidence: int = 0
    configuration: str = ""
    model: str | None = None
    contexts: list[JsonObject] = field(default_factory=list[JsonObject])
    drafts: list[JsonObject] = field(default_factory=list[JsonObject])
    times_ms: dict[str, float] = field(default_factory=dict[str, float])
    _started: float = field(default_factory=time.perf_counter)

    def chose(self, contexts: Sequence[Context]) -> None:
        """Which contexts the first prompt (or the quote) had."""
        self.contexts = [
            {
                "marker": context.one.marker,
                "item_id": context.one.item.item_id,
                "title": context.title[:200],
                "score": context.score,
                "characters": len(context.text),
                "row": context.one.is_row,
            }
            for context in contexts
        ]

    def spent(self, stage: str, started: float) -> None:
        """Adds a stage's time since `started` (`time.perf_counter`)."""
        elapsed = (time.perf_counter() - started) * 1000
        self.times_ms[stage] = round(self.times_ms.get(stage, 0.0) + elapsed, 2)

    def drafted(self, prompt: str, step: int, contexts: Sequence[Context], outcome: str) -> JsonObject:
        """One attempt, whatever its result."""
        draft: JsonObject = {
            "prompt": prompt,
            "round": step,
            "contexts": [context.one.marker for context in contexts],
            "outcome": outcome,
            "text": "",
            "verdict": None,
        }
        self.drafts.append(draft)
        return draft

    def measured(self, draft: JsonObject, text: str, verdict: Verdict) -> None:
        """A draft's text and its measurements."""
        draft["text"], draft["verdict"] = text[:LONGEST_DRAFT], verdict.as_json()

    def whole(self, **more: object) -> JsonObject:
        """The record."""
        self.spent("total", self._started)
        return {
            "question_type": self.question_type,
            "type_confidence": self.type_confidence,
            "configuration": self.configuration,
            "model": self.model,
            "contexts": self.contexts,
            "drafts": self.drafts,
            "times_ms": self.times_ms,
            **more,
        }
