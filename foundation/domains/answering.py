"""The figures answers are written and checked by (system 3, sections 4 and 5), as a pack or a variant may set them.

Shares and thresholds are thousandths, lengths characters. Each default is the document's or measured better (both in
docs/answers.md).
"""

from __future__ import annotations

import hashlib
from typing import Annotated

from pydantic import Field

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
    unsupported_below: PerMille = 200
    """Sentences with less support (0 to 1000) are marked; docs/answers.md tells how it was found."""
    recover_contexts: tuple[Annotated[int, Field(ge=1, le=20)], ...] = (3, 1)
    """Contexts of each recovery round under the strict prompt."""
    refused: ContextShape = ContextShape(count=5, length=600)
    """With these an honest "not in the documents" is tried once more."""


class ConfidenceFigures(Declared):
    """What an answer's confidence is made of."""

    contexts: PerMille = 700
    """Share of the mean of the three best calibrated confidences."""
    guard: PerMille = 300
    """Share of the guard's overlap."""
    uncalibrated: PerMille = 600
    """What counts where no calibrated confidence exists."""
    disagreement: PerMille = 100
    """Taken away when question and answer disagree."""
    disagree_below: PerMille = 50


class AnswerFigures(Declared):
    """Everything answers may be tuned by."""

    contexts: dict[QuestionTypeName, ContextShape] = CONTEXTS
    choice: ChoiceFigures = ChoiceFigures()
    check: CheckFigures = CheckFigures()
    confidence: ConfidenceFigures = ConfidenceFigures()
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
