"""The models of the thinking mode's structured replies: one task each, so they are short."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from prompts.reply import Reply, Share, Words


def of_hundred(score: Any) -> Any:
    """A score of 100. Models that were asked for one write a share as well (0.97): a number with a point, up to 1."""
    return 100 * score if isinstance(score, float) and 0 < score <= 1 else score


Score = Annotated[float, BeforeValidator(of_hundred), Field(ge=0, le=100, allow_inf_nan=False)]


def _said(found: tuple[str, ...]) -> tuple[str, ...]:
    """Without empty values and duplicates, at most as many as a prompt asks for."""
    return tuple(dict.fromkeys(one.strip() for one in found if one.strip()))[:8]


Phrases = Annotated[tuple[Words, ...], Field(max_length=30), AfterValidator(_said)]


class ClassifyReply(Reply):
    """Simple or complex."""

    type: Literal["simple", "complex"]
    confidence: Share = 0.5
    reason: Words = ""


class ConceptsReply(Reply):
    """What a question is about."""

    concepts: Phrases = ()
    keywords: Phrases = ()


class DecomposeReply(Reply):
    """The simpler questions, in order."""

    sub_questions: Annotated[Phrases, Field(min_length=1)]


class AccuracyReply(Reply):
    """How well an answer matches the documents."""

    score: Score
    answers_question: bool = True
    unsupported: Phrases = ()


class CompletenessReply(Reply):
    """How much of a question is answered."""

    complete: Literal["yes", "partially", "no"] = "yes"
    missing: Phrases = ()
    score: Score


class FactReply(Reply):
    """One fact of an answer."""

    fact: Words
    verdict: Literal["verified", "not_found", "contradicted"]
    quote: Words = ""


class FactsReply(Reply):
    """An answer's facts."""

    facts: Annotated[tuple[FactReply, ...], Field(max_length=40)]
