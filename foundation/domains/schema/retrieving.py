"""The figures passages are found and filtered by (system 3, sections 1 to 3), as a pack or a variant may set them.

Shares, thresholds and weights are thousandths. Each default is either the document's or measured better (both in
docs/retrieval.md); `DOCUMENT` holds the document's own, so that it stays reachable and can be measured beside.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from foundation.contracts.work import PerMille
from foundation.domains.schema.by_identity import figures_hash
from foundation.domains.schema.declared import Declared
from foundation.domains.schema.grading import DocumentGradingFigures
from foundation.language.tokens import GRAMS, LONG_GRAM_WEIGHT

QuestionTypeName = Literal[
    "definition",
    "procedural",
    "numeric",
    "comparative",
    "problem",
    "technical_spec",
    "system_info",
    "operational",
    "general",
]
Weight = Annotated[float, Field(ge=0, le=10)]
DENSE_WEIGHT: dict[QuestionTypeName, PerMille] = {
    "system_info": 300,
    "technical_spec": 400,
    "numeric": 400,
    "definition": 700,
    "procedural": 700,
    "operational": 700,
    "comparative": 600,
    "problem": 600,
    "general": 600,
}
"""The document's shares of the dense leg."""
INDEX_K1, INDEX_B = 1.2, 0.75
"""BM25's figures inside the index (tantivy's, fixed there)."""


class QuestionTypeWords(Declared):
    """What speaks for a question type, beside the Korean and English defaults."""

    patterns: tuple[str, ...] = ()
    """Regular expressions; each that is found counts `pattern_score`."""
    keywords: tuple[str, ...] = ()
    """Words of the domain, matched after normalisation: Latin ones as whole words or their plural, Hangul ones inside
    words too; each counts `keyword_score`."""


class AnalysisFigures(Declared):
    """How a question's type is decided."""

    pattern_score: PerMille = 300
    keyword_score: PerMille = 100
    least_score: PerMille = 100
    """A type must score more than this; otherwise the question is general."""
    drop_question_words: bool = True
    """Question words and polite endings (어떻게, 되나요, what is) are not searched for (ko_public_docs R@1 +.009)."""
    glued_from: int = Field(default=5, ge=0, le=100)
    """Characters from which a word may be several typed without blanks, and is cut where words of the corpus begin;
    0: never (docs/retrieval.md, "As people type")."""
    repeat: int = Field(default=2, ge=1, le=5)
    """How often the terms of numeric and system_info questions count (수치, 포트)."""


class HybridFigures(Declared):
    """The two legs and how they are merged."""

    top: int = Field(default=50, ge=1, le=500)
    """Passages each leg gives."""
    leg_limit_s: float = Field(default=5, gt=0, le=60)
    dense_weight: dict[QuestionTypeName, PerMille] = DENSE_WEIGHT
    """Share of the dense leg by question type, with an embeddings endpoint; the lexical leg has the rest."""
    built_in_dense_share: PerMille = 0
    """Of that share, what the built-in embedder gets; 0: none is fitted. Latent semantic analysis is weaker than the
    lexical index on every set measured (KorQuAD R@1 .72 against .90): at a tenth it changes nothing but the time, above
    it lowers the merge."""
    lexical_scale: Literal["share_of_best", "min_max"] = "share_of_best"
    """How BM25 scores come to 0..1: as a share of the best one, or min-max (the document's), which makes the last of a
    few passages worth nothing (ko_public_docs R@1 .92 against .94). Cosines are always min-max: theirs lie close."""
    phrase_factor: Weight = 2.0
    """A passage that holds a quoted phrase, or the whole question, has its BM25 score multiplied by this."""
    synonym_weight: Weight = 0.5
    """Weight of a term that only a synonym brought in."""
    grams: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=1, max_length=4)] = GRAMS
    """Lengths of the character n-grams Korean words are indexed by, rising. The document names the original's 3 to 5
    and asks for the better (docs/retrieval.md). The pack's alone: another set builds the index anew."""
    long_gram_weight: Weight = LONG_GRAM_WEIGHT
    """Weight of n-grams longer than the shortest in a question: they repeat what those say (KorQuAD R@1 .872 at 1.0,
    .891 at 0.3)."""
    bm25_k1: Annotated[float, Field(ge=0, le=10)] = INDEX_K1
    """How soon a repeated term stops counting (document: 1.5). The index ranks with 1.2; with another value what it
    found is scored anew (docs/retrieval.md)."""
    bm25_b: Annotated[float, Field(ge=0, le=1)] = INDEX_B
    """How much a long passage is held back."""
    title_boost: Weight = 0.6
    """Weight of a term found in the title against one found in the text."""
    article_boost: Weight = 3.0
    """Weight of an article's number in the question (제7조) that is the title's: its n-grams drown in longer names."""
    reference_boost: Weight = 9.0
    """Weight of a whole reference (보기법 제7조) that is the title's."""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if list(self.grams) != sorted(set(self.grams)):
            raise ValueError(f"grams {list(self.grams)} do not rise; write each length once, the shortest first")
        return self

    def dense_weight_of(self, question_type: QuestionTypeName) -> int:
        """The dense leg's share; a pack that names some types keeps the others' defaults."""
        return self.dense_weight.get(question_type, DENSE_WEIGHT[question_type])


class FilterFigures(Declared):
    """From fifty passages to four to ten."""

    near_duplicate: PerMille = 900
    """Jaccard likeness of two passages' character 3-grams from which the worse one goes."""
    prefilter_overlap: PerMille = 0
    """Least share of the question's character 3-5-grams a passage holds (document: 70). Ours: off, since it throws away
    what only a synonym or a vector found; the re-ranker orders better than it filters."""
    prefilter_grams: tuple[Annotated[int, Field(ge=1, le=8)], ...] = (3, 4, 5)
    """Lengths of those n-grams."""
    prefilter_keywords: int = Field(default=1, ge=0, le=10)
    """Key words (or synonyms of them) a passage must hold."""
    threshold: PerMille = 200
    """Least calibrated confidence."""
    confidence_z: Annotated[float, Field(gt=0, le=10)] = 3.0
    """z-scores are clipped to this on both sides before they become a confidence."""
    threshold_numeric: PerMille = 120
    threshold_long: PerMille = 130
    long_tokens: int = Field(default=15, ge=1, le=1000)
    """A question of this many words or more is long."""
    rerank_least: PerMille = 0
    """Least normalised score of the re-ranker (document: 410)."""
    rerank_limit_s: float = Field(default=10, gt=0, le=60)
    rerank: Literal["windows", "overlap"] = "windows"
    """The built-in re-ranker: how much of the question the best two sentences cover, times the merged score; or the
    document's overlap ratio. Used when no endpoint is configured or it does not answer in time."""
    rerank_top: int = Field(default=30, ge=1, le=500)
    """windows: how many of the best passages are looked at; the others follow in their order."""
    window_share: PerMille = 700
    """windows: exponent of the best window's coverage; the whole passage's has the rest."""
    rerank_endpoint_share: PerMille = 700
    """With a rerank endpoint: its normalised score's share against the merged score."""


class CutFigures(Declared):
    """How many passages are handed on."""

    base_many: int = Field(default=8, ge=1, le=50)
    """Numeric and comparative questions."""
    base: int = Field(default=6, ge=1, le=50)
    definition_least: int = Field(default=4, ge=1, le=50)
    definition_most: int = Field(default=6, ge=1, le=50)
    definition_base: int = Field(default=4, ge=0, le=50)
    """Definitions: this and one more for every `definition_tokens` words, between the two above."""
    definition_tokens: int = Field(default=3, ge=1, le=1000)
    more_tokens: int = Field(default=10, ge=1, le=1000)
    """One more for every so many words of the question."""
    more_key_words: int = Field(default=6, ge=1, le=1000)
    """One more for every so many key words."""
    least: int = Field(default=4, ge=1, le=50)
    most: int = Field(default=10, ge=1, le=100)
    neighbours: int = Field(default=0, ge=0, le=3)
    """Passages before and after each of the best ones that are added, from the same document (document: 1). Ours: none,
    since a source's limit counts them and articles stand for themselves."""
    neighbours_of: int = Field(default=2, ge=1, le=10)
    """How many of the best passages bring their neighbours."""
    guard_overlap: PerMille = 100
    retry_factor: PerMille = 700
    retry_least: PerMille = 150
    """After a failed guard the threshold is max(retry_least, threshold x retry_factor), never above what it was."""
    single_span: int = Field(default=2, ge=1, le=5)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for least, most in (("least", "most"), ("definition_least", "definition_most")):
            low, high = getattr(self, least), getattr(self, most)
            if low > high:
                raise ValueError(f"{least} {low} lies above {most} {high}; give {least} a value up to {high}")
        return self


class RetrievalFigures(Declared):
    """Everything retrieval may be tuned by."""

    analysis: AnalysisFigures = AnalysisFigures()
    hybrid: HybridFigures = HybridFigures()
    filters: FilterFigures = FilterFigures()
    cut: CutFigures = CutFigures()
    grading: DocumentGradingFigures = DocumentGradingFigures()
    cache: int = Field(default=256, ge=0, le=100_000)
    """Results kept per process and pack (least recently used); 0: none."""

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with any figure."""
        return figures_hash(self)


DOCUMENT = RetrievalFigures(
    analysis=AnalysisFigures(drop_question_words=False, glued_from=0),
    hybrid=HybridFigures(built_in_dense_share=1000, synonym_weight=0.3, lexical_scale="min_max", bm25_k1=1.5),
    filters=FilterFigures(prefilter_overlap=70, rerank_least=410, rerank="overlap"),
    cut=CutFigures(neighbours=1),
)
"""The figures of system 3 as they are written there."""
