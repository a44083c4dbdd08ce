"""The analysis team's own state: plain values. Evidence is in the `EvidenceStore`; the state holds only its ids."""

from __future__ import annotations

from typing import TypedDict

from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief


class AnalysisState(TypedDict):
    """One analysis, from the brief to its result."""

    brief: JsonObject
    """`Brief` without its evidence."""
    evidence_ids: list[str]
    plan: JsonObject | None
    """`ModelPlan`, if a model chose the operations."""
    form: JsonObject | None
    """`FormRequest`: the missing inputs of the formula."""
    filled: JsonObject | None
    """Input -> value, as the person filled the form."""
    analysis: JsonObject | None
    """`Analysis`."""
    taken: list[str]
    """Ids of earlier answers' evidence that it rests on besides."""


def initial_state(brief: Brief) -> AnalysisState:
    """The state an analysis starts from."""
    return AnalysisState(
        brief=brief.model_copy(update={"evidence": ()}).model_dump(mode="json"),
        evidence_ids=[batch.evidence_id for batch in brief.evidence],
        plan=None,
        form=None,
        filled=None,
        analysis=None,
        taken=[],
    )
