"""The thinking graph's own state: plain values. What a call costs is counted beside it (`asking.py`)."""

from __future__ import annotations

from typing import Literal, TypedDict

Ended = Literal["", "time", "calls", "failed"]
"""Why it ended before its way was gone: no time, no calls left, or the model wrote nothing."""


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
    """False: the documents do not tell, which is an answer too."""


class EnsembleState(TypedDict):
    """What the two checks said; scores of 1000. None: that check gave nothing."""

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
    """All there are, in retrieval's order; each prompt shows those that fit it."""
    question_type: Literal["", "simple", "complex"]
    type_confidence: int
    concepts: list[str]
    keywords: list[str]
    sub_questions: list[str]
    sub_answers: list[SubAnswerState]
    draft: str
    measured: list[str]
    """What rules hold against the draft, a sentence each."""
    ensemble: EnsembleState | None
    regenerated: bool
    facts: list[FactState] | None
    fact_score: int | None
    """Discounted."""
    refined: str
    refinements: int
    next_step: str
    """The node the last weighing chose."""
    ended: Ended


def initial_state(question: str, documents: list[DocumentState]) -> ThinkingState:
    """Nothing thought yet."""
    return ThinkingState(
        question=question,
        documents=documents,
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
