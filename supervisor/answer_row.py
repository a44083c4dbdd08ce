"""The stored record of how a turn's answer was made: the columns operators search by, and the whole record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from foundation.storage.records import AnswerRow
from prompts.catalog import shipped_prompts
from supervisor.outcome import Completed


def answer_row(done: Completed) -> AnswerRow:
    """The row of a finished turn."""
    answer, understanding = done.answer, done.plan.understanding
    record: dict[str, Any] = {
        **answer.record,
        "question": understanding.question,
        "timings_ms": vars(done.timings),
        "usage": {
            "model_calls": done.usage.model_calls,
            "prompt_tokens": done.usage.prompt_tokens,
            "completion_tokens": done.usage.completion_tokens,
            "estimated": done.usage.estimated,
            "by_prompt": dict(done.usage.by_prompt),
            "repaired_by_prompt": dict(done.usage.repaired_by_prompt),
            "tokens_by_prompt": dict(done.usage.tokens_by_prompt),
            "cost_by_prompt": {name: round(cost, 6) for name, cost in done.usage.cost_by_prompt.items()},
            "versions": _versions(done.usage.by_prompt),
        },
    }
    return AnswerRow(
        pack=done.decision.pack,
        question=understanding.standalone,
        engine=answer.engine,
        path=str(record.get("path", "early")),
        question_type=str(record.get("question_type", "general")),
        fallback=record.get("fallback"),
        recovery_round=int(record.get("recovery_round", 0)),
        failure=record.get("failure"),
        contexts=len(record.get("contexts", ())),
        top_scores=list(record.get("top_confidences", ())) or top_scores(record),
        confidence=answer.confidence,
        configuration=str(record.get("configuration", "")),
        answer_ms=done.timings.answer,
        record=record,
    )


def _versions(names: Iterable[str]) -> dict[str, str]:
    """The version of each prompt that was sent: a later text must not be credited with an earlier one's figures."""
    prompts = shipped_prompts().prompts
    return {name: prompts[name].version for name in names if name in prompts}


def top_scores(record: dict[str, Any]) -> list[int]:
    """The scores of the three best contexts, as they were selected by, if no search gave calibrated confidences."""
    scores = sorted((int(context["score"]) for context in record.get("contexts", ())), reverse=True)
    return scores[:3]
