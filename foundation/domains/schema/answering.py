"""The figures answers are written and checked by (system 3, sections 4 and 5), as a pack or a variant may set them.

Shares and thresholds are thousandths, lengths characters. Each default is the document's, measured better, or our own
where the document names none (docs/answers.md lists them all, and which they are).
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from foundation.contracts.work import PerMille
from foundation.domains.schema.by_identity import figures_hash
from foundation.domains.schema.declared import Declared
from foundation.domains.schema.grading import GradingFigures
from foundation.domains.schema.quoting import (
    CitationFigures,
    DirectFigures,
    LikelihoodFigures,
    QuotingFigures,
    RowFigures,
    ScoringFigures,
    Spoken,
    spoken,
)
from foundation.domains.schema.retrieving import QuestionTypeName
from foundation.domains.schema.supporting import SupportFigures
from foundation.domains.schema.thinking import ThinkingFigures


class ContextShape(Declared):
    """How many contexts a prompt holds, and how much of each."""

    count: Annotated[int, Field(ge=1, le=20)]
    length: Annotated[int, Field(ge=100, le=4_000)]


Sentences = Annotated[int, Field(ge=1, le=50)]
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


OTHER_SCRIPT: dict[Spoken, PerMille] = {"ko": 800, "en": 500}


class CheckFigures(Declared):
    """When a draft is thrown away."""

    question_overlap: PerMille = 70
    """Least share of the question's 2-grams in the answer."""
    key_words: PerMille = 520
    """Least share of the question's key words in the answer."""
    context_overlap: PerMille = 70
    """Least share of the answer's 2-grams in the context that holds most of them."""
    numbers: PerMille = 620
    """Least share of the answer's figures that stand in the evidence."""
    numbers_grave: PerMille = 320
    """Below it the numbers count `numbers_grave_counts` times."""
    numbers_grave_counts: Annotated[int, Field(ge=1, le=10)] = 2
    violations: Annotated[int, Field(ge=1, le=10)] = 2
    """From so many on a draft is thrown away."""
    rounding: PerMille = 50
    """How far a converted or rounded amount may lie off its source; dates, counts and articles must match exactly."""
    bare_won: Annotated[int, Field(ge=0, le=10**12)] = 10_000
    """From this value on a number of the evidence without a unit may be read as won (ours)."""
    bare_unit: Annotated[int, Field(ge=0, le=10**12)] = 100
    """From this value on, or with a fraction, one may be read in the answer's unit: such a number is hardly there by
    accident (ours)."""
    other_script: dict[Spoken, PerMille] = OTHER_SCRIPT
    """Share of letters of the other script (Hangul or not), by the language asked in, above which an answer is in the
    wrong one: quotes and names stay below (ours)."""
    least_letters: Annotated[int, Field(ge=1, le=1_000)] = 12
    """Letters from which the script can be decided (ours)."""
    korean_from: PerMille = 200
    """Share of Hangul from which a text is Korean: between two languages only figures and language are judged
    (ours)."""
    refusal_sentences: Annotated[int, Field(ge=1, le=20)] = 3
    """Sentences of the longest draft that is read as "not in the documents"; what goes on at length says more
    (ours)."""
    unsupported_below: PerMille = 200
    """Sentences with less support (0 to 1000) are marked; docs/answers.md says how it was found."""
    recover_contexts: tuple[Annotated[int, Field(ge=1, le=20)], ...] = (3, 1)
    """Contexts of each recovery round under the strict prompt."""
    empty_contexts: Annotated[int, Field(ge=1, le=20)] = 1
    """Contexts an empty draft is tried once more with (`short_context`)."""
    refused: ContextShape = ContextShape(count=5, length=600)
    """With these an honest "not in the documents" is tried once more."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.numbers_grave > self.numbers:
            raise ValueError(
                f"numbers_grave {self.numbers_grave} lies above numbers {self.numbers}; give it a value up to that"
            )
        return self

    def other_script_in(self, language: str) -> int:
        """Thousandths; a pack that names one language keeps the other's default."""
        return self.other_script.get(spoken(language), OTHER_SCRIPT[spoken(language)])


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
    """They do when their overlap is below this."""
    disagree_key_words: Annotated[int, Field(ge=0, le=100)] = 0
    """And when the answer holds fewer of the question's key words than this (document: 1). Ours: off, since an answer
    in other words than the question's is no disagreement."""
    not_answered: PerMille = 200
    """At most this where the answer says that nothing found answers, or that the thing asked for is not in the data:
    the passages may be sure, the answer is none."""


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
    """Longest pause before the first retry; unset: as every call's (400 ms; document: 800). What the endpoint asks for
    is kept."""
    pauses: Literal["drawn", "by_attempt"] = "drawn"
    """drawn: doubled with each retry and drawn between 0 and that, so that many turns do not knock together;
    by_attempt: the pause times the attempt (document)."""
    top_k: Annotated[int, Field(ge=1, le=1_000)] | None = None
    """Document: 40. Not sent unless set, nor the next two: OpenAI's own endpoint refuses them."""
    repeat_penalty: Annotated[float, Field(gt=0, le=10)] | None = None
    """Document: 1.1."""
    context: Annotated[int, Field(ge=256, le=1_000_000)] | None = None
    """Tokens of the model's context (document: 8192)."""


class AnswerFigures(Declared):
    """Everything answers may be tuned by."""

    scoring: ScoringFigures = ScoringFigures()
    quoting: QuotingFigures = QuotingFigures()
    likelihood: LikelihoodFigures = LikelihoodFigures()
    rows: RowFigures = RowFigures()
    direct: DirectFigures = DirectFigures()
    citations: CitationFigures = CitationFigures()
    support: SupportFigures = SupportFigures()
    contexts: dict[QuestionTypeName, ContextShape] = CONTEXTS
    choice: ChoiceFigures = ChoiceFigures()
    check: CheckFigures = CheckFigures()
    confidence: ConfidenceFigures = ConfidenceFigures()
    generation: GenerationFigures = GenerationFigures()
    thinking: ThinkingFigures = ThinkingFigures()
    grading: GradingFigures = GradingFigures()
    kept_at_sentence: PerMille = 800
    """A context too long is cut at a sentence's end where that keeps more than this of its length."""
    direct_facts: bool = True
    """URLs, ports, accounts, dates … are answered straight from the contexts."""
    longest: Annotated[int, Field(ge=100, le=8_000)] = 500
    """Characters of a written answer per data type; it ends at a sentence."""
    longest_kinds: Annotated[int, Field(ge=1, le=20)] = 3
    """Data types that are counted for it at most (ours)."""
    whole_sentences_from: PerMille = 500
    """From this share of that length on only whole sentences are shown while a draft is streamed: what was shown must
    not be taken back (ours)."""
    sentences: tuple[Sentences, Sentences] = (3, 4)
    """How many the model is asked for, from and to."""
    strict_sentences: tuple[Sentences, Sentences] = (2, 3)
    """The same under the strict prompt (ours)."""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        for name in ("sentences", "strict_sentences"):
            least, most = getattr(self, name)
            if least > most:
                raise ValueError(f"{name} [{least}, {most}] do not rise; write the smaller number first")
        return self

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with any figure."""
        return figures_hash(self)

    def shape_of(self, question_type: QuestionTypeName) -> ContextShape:
        """The prompt's contexts for a question type; a pack that names some types keeps the others' defaults."""
        return self.contexts.get(question_type) or CONTEXTS[question_type]


DOCUMENT = AnswerFigures(
    contexts={**CONTEXTS, "general": ContextShape(count=4, length=500)},
    confidence=ConfidenceFigures(disagree_key_words=1),
    generation=GenerationFigures(
        retries=2, pause_ms=800, pauses="by_attempt", top_k=40, repeat_penalty=1.1, context=8192
    ),
)
"""The figures of system 3 as they are written there."""
