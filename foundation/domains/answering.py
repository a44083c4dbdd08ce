"""The figures answers are written and checked by (system 3, sections 4 and 5), as a pack or a variant may set them.

Shares and thresholds are thousandths, lengths characters. Each default is the document's or measured better (both in
docs/answers.md).
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Self

from pydantic import Field, model_validator

from foundation.contracts.work import PerMille
from foundation.domains.declared import Declared
from foundation.domains.retrieving import QuestionTypeName


class ContextShape(Declared):
    """How many contexts a prompt holds, and how much of each."""

    count: Annotated[int, Field(ge=1, le=20)]
    length: Annotated[int, Field(ge=100, le=4_000)]


CONTEXTS: dict[QuestionTypeName, ContextShape] = {
    "technical_spec": ContextShape(count=6, length=800),
    "definition": ContextShape(count=6, length=800),
    "system_info": ContextShape(count=5, length=600),
    "numeric": ContextShape(count=5, length=600),
    "procedural": ContextShape(count=4, length=500),
    "comparative": ContextShape(count=4, length=500),
    "problem": ContextShape(count=4, length=500),
    "operational": ContextShape(count=4, length=500),
    "general": ContextShape(count=6, length=800),
}
"""Section 4's table; `general` (its "other": 4 x 500) keeps 6 x 800: most questions of law are general, and an article
is often longer than 500 characters."""


class ChoiceFigures(Declared):
    """What a context gains over its retrieval score, which counts 0 to 1000."""

    keyword: PerMille = 100
    """Per key word of the question."""
    type_keyword: PerMille = 200
    """Per keyword of the question's type."""
    high_priority: PerMille = 300
    """Per high-priority keyword of its data type."""


class CheckFigures(Declared):
    """When a draft is thrown away."""

    question_overlap: PerMille = 70
    key_words: PerMille = 520
    context_overlap: PerMille = 70
    numbers: PerMille = 620
    numbers_grave: PerMille = 320
    """Below it the numbers count twice."""
    violations: Annotated[int, Field(ge=1, le=10)] = 2
    rounding: PerMille = 50
    """How far a converted or rounded amount may lie off its source; dates, counts and articles must match exactly."""
    unsupported_below: PerMille = 200
    """Sentences with less support (0 to 1000) are marked; docs/answers.md tells how it was found."""
    recover_contexts: tuple[Annotated[int, Field(ge=1, le=20)], ...] = (3, 1)
    """Contexts of each recovery round under the strict prompt."""
    refused: ContextShape = ContextShape(count=5, length=600)
    """With these an honest "not in the documents" is tried once more."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.numbers_grave > self.numbers:
            raise ValueError(
                f"numbers_grave {self.numbers_grave} lies above numbers {self.numbers}; give it a value up to that"
            )
        return self


class ConfidenceFigures(Declared):
    """What an answer's confidence is made of."""

    contexts: PerMille = 700
    """Share of the mean of the three best calibrated confidences."""
    guard: PerMille = 300
    """Share of the guard's overlap."""
    best: Annotated[int, Field(ge=1, le=20)] = 3
    """How many of the best confidences that mean is over."""
    uncalibrated: PerMille = 600
    """What counts where no calibrated confidence exists."""
    disagreement: PerMille = 100
    """Taken away when question and answer disagree."""
    disagree_below: PerMille = 50


class GenerationFigures(Declared):
    """How the model is asked for an answer."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    top_p: Annotated[float, Field(gt=0, le=1)] = 0.9
    most_tokens: Annotated[int, Field(ge=16, le=8_192)] = 512
    limit_s: Annotated[float, Field(gt=0, le=600)] = 30.0
    """The whole call, its tries and pauses included."""
    retries: Annotated[int, Field(ge=0, le=10)] | None = None
    """Tries after the first one that failed; unset: as every call's (2, as the document has it)."""
    pause_ms: Annotated[int, Field(ge=0, le=60_000)] | None = None
    """Longest pause before the first retry; unset: as every call's (400 ms). It doubles with each and is drawn between
    0 and that, so that many turns do not knock together (document: 800 ms x attempt); what the endpoint asks for is
    kept."""
    top_k: Annotated[int, Field(ge=1, le=1_000)] | None = None
    """Document: 40. Not sent unless set, nor the next two: OpenAI's own endpoint refuses them."""
    repeat_penalty: Annotated[float, Field(gt=0, le=10)] | None = None
    """Document: 1.1."""
    context: Annotated[int, Field(ge=256, le=1_000_000)] | None = None
    """Tokens of the model's context (document: 8192)."""


class AnswerFigures(Declared):
    """Everything answers may be tuned by."""

    contexts: dict[QuestionTypeName, ContextShape] = CONTEXTS
    choice: ChoiceFigures = ChoiceFigures()
    check: CheckFigures = CheckFigures()
    confidence: ConfidenceFigures = ConfidenceFigures()
    generation: GenerationFigures = GenerationFigures()
    kept_at_sentence: PerMille = 800
    """A context too long is cut at a sentence's end where that keeps more than this of its length."""
    direct_facts: bool = True
    """URLs, ports, accounts, dates … are answered straight from the contexts."""
    longest: Annotated[int, Field(ge=100, le=8_000)] = 500
    """Characters of a written answer per data type; it ends at a sentence."""

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with any figure."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]

    def shape_of(self, question_type: QuestionTypeName) -> ContextShape:
        """The prompt's contexts for a question type; a pack that names some types keeps the others' defaults."""
        return self.contexts.get(question_type) or CONTEXTS[question_type]


DOCUMENT = AnswerFigures(
    contexts={**CONTEXTS, "general": ContextShape(count=4, length=500)},
    generation=GenerationFigures(retries=2, pause_ms=800, top_k=40, repeat_penalty=1.1, context=8192),
)
"""The figures of system 3 as they are written there."""
