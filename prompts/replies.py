"""The model of every structured reply. Extra keys are tolerated; a share outside 0..1 is malformed, never clamped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field

from foundation.contracts.operations import Operation
from foundation.contracts.plan import DataSource, Route
from prompts.grading_replies import ClaimsReply, DocumentGradingReply, GradeReply
from prompts.reply import MAX_WORDS, Reply, Share, Words
from prompts.thinking_replies import (
    AccuracyReply,
    ClassifyReply,
    CompletenessReply,
    ConceptsReply,
    DecomposeReply,
    FactsReply,
)


def slots_of(value: Any) -> Any:
    """The shapes models write slots in: a value, a list of values, or a list of {name, value}."""
    if value is None:
        return {}
    if isinstance(value, list):
        return _slots_of_list(cast("list[Any]", value))
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        return {name: _listed(held) for name, held in given.items() if held not in (None, "", [])}
    return value


def _slots_of_list(given: list[Any]) -> Any:
    found: dict[str, list[Any]] = {}
    for entry in given:
        if not isinstance(entry, Mapping):
            return given
        slot = cast("Mapping[str, Any]", entry)
        found.setdefault(str(slot.get("name")), []).extend(_listed(slot.get("value")))
    return found


def _listed(held: Any) -> list[Any]:
    several = cast("list[Any]", held) if isinstance(held, list) else [held]
    return [str(one) if isinstance(one, (int, float)) else one for one in several]


SlotsReply = Annotated[
    dict[str, tuple[Annotated[str, Field(max_length=200)], ...]], BeforeValidator(slots_of), Field(default_factory=dict)
]
"""Slot name -> values as the model read them; the caller checks them against the pack."""


class DataSufficiencyReply(Reply):
    """Judge 1's view."""

    is_sufficient: bool
    confidence: Share
    data_source: DataSource = "none"
    missing_data_types: tuple[Words, ...] = ()
    reasoning: Words = ""


class QueryRouterReply(Reply):
    """Where a question goes."""

    route: Route


class ContextEnhancementReply(Reply):
    """The question rewritten to stand alone."""

    standalone_question: Annotated[str, Field(min_length=1, max_length=MAX_WORDS)]


class IntentAnalysisReply(Reply):
    """What the person wants."""

    intent: Words
    confidence: Share
    slots: SlotsReply
    ambiguity_reason: Words | None = None


class ThingReply(Reply):
    """What of a graph a question is about, in the question's own words."""

    work_name: Annotated[str, Field(max_length=200)] = ""
    spec: Annotated[str, Field(max_length=200)] = ""
    keywords: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=8)] = ()


class ClarificationIntentReply(ThingReply):
    """The thing alone, asked of a small model."""

    intent: Literal["search", "clarify_needed", "followup", "greeting", "quantity_input"]
    ambiguity_reason: Words | None = None


class TurnPlanningReply(ThingReply):
    """Everything planning asks a model, in one reply."""

    route: Route
    standalone_question: Words = ""
    """"" when the question stands alone as it is."""
    intent: Words
    confidence: Share
    slots: SlotsReply
    ambiguity_reason: Words | None = None
    sufficiency: DataSufficiencyReply | None = None
    questions: Annotated[tuple[Words, ...], Field(max_length=10)] = ()
    """Of a message that asks several things, each one so that it stands alone; empty where it asks one."""


class SubtaskReply(Reply):
    """One part of a question."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_WORDS)]
    after: Annotated[tuple[int, ...], Field(max_length=10)] = ()
    """Numbers, from 1, of the parts whose result it needs."""


class SubtaskPlanningReply(Reply):
    """The parts of one sentence."""

    subtasks: Annotated[tuple[SubtaskReply, ...], Field(min_length=1, max_length=10)]


class AnalysisPlanningReply(Reply):
    """Which operations over which table: chosen by a model, carried out by us."""

    source: Words = ""
    operations: Annotated[tuple[Operation, ...], Field(max_length=8)] = ()


class FieldReply(Reply):
    """One blank of a document, and the words of the conversation that fill it."""

    name: Annotated[str, Field(max_length=60)]
    quote: Annotated[str, Field(min_length=1, max_length=400)]


class DocumentFieldsReply(Reply):
    """Which words of the conversation fill which blanks."""

    fields: Annotated[tuple[FieldReply, ...], Field(max_length=40)] = ()


class FindingReply(Reply):
    """One sentence of a contract that a model holds to be a problem."""

    quote: Annotated[str, Field(min_length=4, max_length=1_000)]
    verdict: Literal["against", "unusual"]
    about: Annotated[str, Field(max_length=80)] = ""
    why: Annotated[str, Field(max_length=400)] = ""
    article: Annotated[str, Field(max_length=80)] = ""


class ContractReviewReply(Reply):
    """What a model holds against a contract."""

    findings: Annotated[tuple[FindingReply, ...], Field(max_length=40)] = ()


class QueryVariationsReply(Reply):
    """The same question in other words, to search for."""

    variations: Annotated[tuple[Annotated[str, Field(max_length=400)], ...], Field(max_length=20)] = ()


class MemoryReply(Reply):
    """One thing worth keeping, as the person said it."""

    quote: Annotated[str, Field(min_length=1, max_length=400)]
    kind: Literal["fact", "preference", "style"]
    replaces: int | None = None
    """Number of the memory that is not true any more."""


class MemoryWritingReply(Reply):
    """What of a message is worth keeping; more than a handful is no reading of one message."""

    memories: Annotated[tuple[MemoryReply, ...], Field(max_length=10)] = ()


class SessionTitleReply(Reply):
    """What a conversation is to be called."""

    title: Annotated[str, Field(min_length=2, max_length=40)]


class AskedLineReply(Reply):
    """How people ask for one line."""

    line: Annotated[int, Field(ge=1)]
    questions: Annotated[tuple[Words, ...], Field(max_length=20)] = ()


class LineQuestionsReply(Reply):
    """How people ask for the lines of one section."""

    lines: Annotated[tuple[AskedLineReply, ...], Field(max_length=60)] = ()


REPLIES: Mapping[str, type[Reply]] = {
    "turn_planning": TurnPlanningReply,
    "query_router": QueryRouterReply,
    "context_enhancement": ContextEnhancementReply,
    "intent_analysis": IntentAnalysisReply,
    "data_sufficiency_check": DataSufficiencyReply,
    "subtask_planning": SubtaskPlanningReply,
    "query_variations": QueryVariationsReply,
    "clarification_intent": ClarificationIntentReply,
    "analysis_planning": AnalysisPlanningReply,
    "document_fields": DocumentFieldsReply,
    "contract_review": ContractReviewReply,
    "memory_writing": MemoryWritingReply,
    "line_questions": LineQuestionsReply,
    "classify_question": ClassifyReply,
    "extract_concepts": ConceptsReply,
    "decompose_question": DecomposeReply,
    "accuracy_check": AccuracyReply,
    "completeness_check": CompletenessReply,
    "fact_verify": FactsReply,
    "session_title": SessionTitleReply,
    "hallucination_check": ClaimsReply,
    "answer_grader": GradeReply,
    "document_grading": DocumentGradingReply,
}
"""Prompt name -> reply model; prompts that are not here answer in free text."""
