"""The thinking graph's own state: plain values. The cost of a call is counted outside it (`asking.py`)."""

from __future__ import annotations

from typing import Literal, TypedDict

Ended = Literal["", "time", "calls", "failed"]
"""Why it ended early: no time, no calls left, or the model wrote nothing."""


class DocumentState(TypedDict):
    """One document as a prompt may show it."""

    marker: int
    title: str
    text: str


class SubAnswerState(TypedDict):
    """What was written to one sub-question."""

    question: str
    answer: str
    sources: list[int]
    found: bool
    """False: the documents do not say; that is an answer too."""
    written: bool
    """False: the model wrote nothing, or no call was left."""


class EnsembleState(TypedDict):
    """The results of the two checks; scores of 1000. None: that check gave no result."""

    accuracy: int | None
    completeness: int | None
    consensus: int
    """Discounted."""
    unsupported: list[str]
    missing: list[str]


class FactState(TypedDict):
    """One fact of the draft."""

    fact: str
    verdict: str
    quote: str


class ThinkingState(TypedDict):
    """One question, from its documents to its answer."""

    question: str
    documents: list[DocumentState]
    """All documents, in retrieval order; each prompt shows those that fit it."""
    notes: list[str]
    """What is known beside them: results that the question waited for, what is missing, notices of the sources."""
    question_type: Literal["", "simple", "complex"]
    type_confidence: int
    concepts: list[str]
    keywords: list[str]
    sub_questions: list[str]
    sub_answers: list[SubAnswerState]
    draft: str
    measured: list[str]
    """The objections of the rules to the draft, one sentence each."""
    ensemble: EnsembleState | None
    regenerated: bool
    facts: list[FactState] | None
    fact_score: int | None
    """Discounted."""
    refined: str
    refinements: int
    next_step: str
    """The node chosen by the last weighing."""
    ended: Ended


def initial_state(question: str, documents: list[DocumentState], notes: list[str]) -> ThinkingState:
    """The state before the first step."""
    return ThinkingState(
        question=question,
        documents=documents,
        notes=notes,
        question_type="",
        type_confidence=0,
        concepts=[],
        keywords=[],
        sub_questions=[],
        sub_answers=[],
        draft="",
        measured=[],
        ensemble=None,
        regenerated=False,
        facts=None,
        fact_score=None,
        refined="",
        refinements=0,
        next_step="",
        ended="",
    )
